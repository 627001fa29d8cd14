//go:build unix

package kernel

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

// A client of kernels, as Jupyter is: of this one, and of GoNB.

// Kernel is a running kernel and the connection to it. Its methods may be
// called from several goroutines.
type Kernel struct {
	Info Info

	jupyter.End
	process  *process
	messages chan jupyter.Message
	closing  sync.Once
}

// Info is what the kernel says about itself.
type Info struct {
	Implementation string `json:"implementation"`
	Language       struct {
		Name          string `json:"name"`
		Version       string `json:"version"`
		MIMEType      string `json:"mimetype"`
		FileExtension string `json:"file_extension"`
	} `json:"language_info"`
}

// Start starts a kernel and waits until it answers and is heard. A kernel
// that ends meanwhile is a [*DeadError]; the context bounds the wait, not the
// life of the kernel.
func Start(ctx context.Context, c Command) (*Kernel, error) {
	dir, err := os.MkdirTemp("", "puzzlelab-")
	if err != nil {
		return nil, fmt.Errorf("jupyter: %w", err)
	}
	k, err := start(ctx, c, dir)
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return k, nil
}

func start(ctx context.Context, c Command, dir string) (*Kernel, error) {
	conn, err := newConnection(dir)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(conn)
	err = errors.Join(err, os.Mkdir(tempFolder(dir), 0o700), os.WriteFile(connectionFile(dir), data, 0o600))
	if err != nil {
		return nil, fmt.Errorf("jupyter: %w", err)
	}
	p, err := startProcess(c, dir)
	if err != nil {
		return nil, err
	}
	life, cancel := context.WithCancel(context.Background())
	k := &Kernel{End: jupyter.NewEnd(*conn.Key, cancel), process: p, messages: make(chan jupyter.Message, 16)}
	err = k.connect(ctx, life, conn)
	if err == nil {
		err = k.ready(ctx)
	}
	if err == nil {
		return k, nil
	}
	select {
	case <-p.done:
		if ctx.Err() == nil {
			err = p.dead()
		}
	default:
	}
	if ctx.Err() != nil {
		err = fmt.Errorf("jupyter: the kernel does not answer: %w", context.Cause(ctx))
	}
	k.Close()
	return nil, err
}

// ready repeats a request for the kernel's description until its reply came
// and the kernel was heard on the channel for outputs, to which a new
// subscriber may be late.
func (k *Kernel) ready(ctx context.Context) error {
	again := time.NewTicker(200 * time.Millisecond)
	defer again.Stop()
	asked := map[string]bool{}
	replied, heard := false, false
	ask := func() error {
		id, err := k.Request(jupyter.Shell, "kernel_info_request", struct{}{})
		asked[id] = true
		return err
	}
	if err := ask(); err != nil {
		return err
	}
	for !replied || !heard {
		select {
		case m := <-k.messages:
			if !asked[m.Parent] {
				continue
			}
			switch {
			case m.Type == "kernel_info_reply":
				if err := json.Unmarshal(m.Content, &k.Info); err != nil {
					return fmt.Errorf("jupyter: kernel_info_reply: %w", err)
				}
				replied = true
			case idle(m):
				heard = true
			}
		case <-again.C:
			if err := ask(); err != nil {
				return err
			}
		case <-k.process.done:
			return k.process.dead()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// ExecuteOptions are the fields of an execute request besides the code.
type ExecuteOptions struct {
	Silent       bool // no output, no history
	StoreHistory bool // counts as a numbered cell
	AllowStdin   bool // input_request messages on [Stdin] are answered
}

// Execute asks the kernel to run code and returns the request's id, which is
// the Parent of all messages about it. Only one request should run at a time.
func (k *Kernel) Execute(code string, o ExecuteOptions) (id string, err error) {
	// GoNB crashes on requests that leave a field out.
	return k.Request(jupyter.Shell, "execute_request", map[string]any{
		"code": code, "silent": o.Silent, "store_history": o.StoreHistory,
		"user_expressions": struct{}{}, "allow_stdin": o.AllowStdin, "stop_on_error": true,
	})
}

// Interrupt asks the kernel to interrupt what it runs. A kernel may miss it
// while it compiles, so callers repeat it.
func (k *Kernel) Interrupt() error {
	_, err := k.Request(jupyter.Control, "interrupt_request", struct{}{})
	return err
}

// Request sends a request of any kind, or the answer to one of the kernel's, and
// returns its id.
func (k *Kernel) Request(channel jupyter.Channel, kind string, content any) (id string, err error) {
	return k.Send(channel, nil, kind, []byte("{}"), content)
}

// Messages returns the stream of messages from the kernel, in the order they
// came on each channel. It is never closed; [Kernel.Done] says when nothing
// follows.
func (k *Kernel) Messages() <-chan jupyter.Message { return k.messages }

// Done is closed when the kernel's process has ended.
func (k *Kernel) Done() <-chan struct{} { return k.process.done }

// Dead says how the kernel ended. Valid once Done is closed.
func (k *Kernel) Dead() error { return k.process.dead() }

// TempDir is the kernel's TMPDIR, for taking it out of texts.
func (k *Kernel) TempDir() string { return tempFolder(k.process.dir) }

// Close ends the kernel and every process it started, and removes its
// temporary folder. It may be called more than once.
func (k *Kernel) Close() {
	k.closing.Do(func() {
		k.process.kill()
		k.End.Close()
	})
}

// idle reports whether the message says that the kernel is done with its
// parent request.
func idle(m jupyter.Message) bool {
	if m.Channel != jupyter.IOPub || m.Type != "status" {
		return false
	}
	var status struct {
		State string `json:"execution_state"`
	}
	return json.Unmarshal(m.Content, &status) == nil && status.State == "idle"
}

// maxSocketPath is the longest path a Unix socket may have on every system.
const maxSocketPath = 100

// newConnection prefers Unix sockets in dir: no port can be taken by someone
// else between choosing it and binding it. Where the path is too long, it
// chooses TCP ports of this machine.
func newConnection(dir string) (jupyter.Connection, error) {
	c := jupyter.Connection{Key: new(rand.Text()), Scheme: jupyter.Scheme}
	ports := []*int{&c.Shell, &c.IOPub, &c.Stdin, &c.Control, &c.Heartbeat}
	base := filepath.Join(dir, "k")
	if len(base)+2 <= maxSocketPath {
		c.Transport, c.IP = "ipc", base
		for i, port := range ports {
			*port = i + 1
		}
		return c, nil
	}
	c.Transport, c.IP = "tcp", "127.0.0.1"
	for _, port := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return c, fmt.Errorf("jupyter: choose a port: %w", err)
		}
		defer l.Close()
		*port = l.Addr().(*net.TCPAddr).Port
	}
	return c, nil
}

// connect dials the sockets until the kernel has bound them.
func (k *Kernel) connect(ctx, life context.Context, c jupyter.Connection) error {
	dialing, stop := context.WithCancel(life)
	defer stop()
	release := context.AfterFunc(ctx, func() {
		k.Cancel()
		k.process.kill() // also ends a handshake nobody answers
	})
	defer release()
	go func() {
		select {
		case <-k.process.done:
			k.Cancel()
		case <-dialing.Done():
		}
	}()
	quiet := zmq4.WithLogger(log.New(io.Discard, "", 0))
	// GoNB answers control requests on the shell socket, and kernels ask for input by
	// the identity of the request, so that all need the same.
	id := zmq4.WithID(zmq4.SocketIdentity(k.Session))
	retry := []zmq4.Option{quiet, zmq4.WithDialerRetry(2 * time.Millisecond), zmq4.WithDialerMaxRetries(-1)}
	k.Sockets[jupyter.IOPub] = &jupyter.Socket{Socket: zmq4.NewSub(life, retry...)}
	for _, channel := range []jupyter.Channel{jupyter.Shell, jupyter.Control, jupyter.Stdin} {
		k.Sockets[channel] = &jupyter.Socket{Socket: zmq4.NewDealer(life, append(retry, id)...)}
	}
	for channel, port := range c.Ports() {
		if err := k.Sockets[channel].Dial(c.Address(port)); err != nil {
			return err
		}
	}
	if err := k.Sockets[jupyter.IOPub].SetOption(zmq4.OptionSubscribe, ""); err != nil {
		return err
	}
	var seen jupyter.History
	for channel, socket := range k.Sockets {
		go jupyter.Receive(life, k.Key, &seen, channel, socket, k.messages)
	}
	return nil
}

// Command says how a kernel is started.
type Command struct {
	// Argv is the command line; {connection_file} in it is replaced by the
	// path of the connection file, as in a kernelspec.
	Argv []string
	Env  []string // "KEY=value"; nil means the environment of this process
	Dir  string   // working folder of the kernel and its cells
}

// process is a running kernel process with its temporary folder.
type process struct {
	cmd  *exec.Cmd
	dir  string // temporary folder; the kernel's TMPDIR is below it
	log  tail
	done chan struct{} // closed once the process has ended
	err  error         // of the process; valid after done
	stop sync.Once

	group *jupyter.Group
}

func startProcess(c Command, dir string) (*process, error) {
	if len(c.Argv) == 0 {
		return nil, errors.New("jupyter: no command to start a kernel with")
	}
	argv := slices.Clone(c.Argv)
	for i, arg := range argv {
		argv[i] = strings.ReplaceAll(arg, "{connection_file}", connectionFile(dir))
	}
	env := c.Env
	if env == nil {
		env = os.Environ()
	}
	p := &process{dir: dir, done: make(chan struct{}), cmd: exec.Command(argv[0], argv[1:]...)}
	p.cmd.Dir = c.Dir
	p.cmd.Env = append(env[:len(env):len(env)], "TMPDIR="+tempFolder(dir))
	p.cmd.Stdout, p.cmd.Stderr = &p.log, &p.log
	// A child that outlives the kernel may hold its output open.
	p.cmd.WaitDelay = time.Second
	p.group = jupyter.NewGroup(dir)
	if err := p.group.Start(p.cmd); err != nil {
		p.group.Kill()
		return nil, fmt.Errorf("jupyter: start the kernel: %w", err)
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	return p, nil
}

func connectionFile(dir string) string { return filepath.Join(dir, "kernel.json") }
func tempFolder(dir string) string     { return filepath.Join(dir, "t") }

// kill ends the whole process group and removes the temporary folder.
func (p *process) kill() {
	p.stop.Do(func() {
		p.group.Kill()
		<-p.done
		jupyter.RemoveAll(p.dir)
	})
}

// DeadError reports a kernel that ended by itself.
type DeadError struct {
	Status string // how the process ended, such as "signal: killed"
	Log    string // the last lines it logged
}

func (e *DeadError) Error() string {
	s := "the kernel died (" + e.Status + ")"
	if e.Log != "" {
		s += ":\n" + e.Log
	}
	return s
}

func (p *process) dead() error {
	status := "exit status 0"
	if p.err != nil {
		status = p.err.Error()
	}
	return &DeadError{Status: status, Log: usefulLog(p.log.String())}
}

// noise is what GoNB logs as an error at each start, however well it goes: a
// probe of its log, and several lines about gopls being absent.
var noise = regexp.MustCompile("(?m)^E\\d{4} .* Error message$\\n?|^E\\d{4} .*\\n(?:Program gopls|This is required)[\\s\\S]*?```\\n[\\s\\S]*?```$\\n?")

func usefulLog(log string) string { return strings.TrimSpace(noise.ReplaceAllString(log, "")) }

// tail keeps the last few kilobytes written to it.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

const tailSize = 4 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if extra := len(t.buf) - tailSize; extra > 0 {
		t.buf = append(t.buf[:0], t.buf[extra:]...)
	}
	return len(p), nil
}

// String returns the last complete lines.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	b := t.buf
	if len(b) == tailSize {
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			b = b[i+1:]
		}
	}
	return strings.TrimSpace(string(b))
}
