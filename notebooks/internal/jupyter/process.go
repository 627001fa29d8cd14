package jupyter

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

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

	group *Group
}

func startProcess(c Command, dir string) (*process, error) {
	if len(c.Argv) == 0 {
		return nil, errors.New("jupyter: no command to start a kernel with")
	}
	argv := CommandLine(c.Argv, connectionFile(dir))
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
	p.group = NewGroup(dir)
	p.group.adopt(p.cmd)
	if err := p.cmd.Start(); err != nil {
		p.group.Kill(p.cmd)
		return nil, fmt.Errorf("jupyter: start the kernel: %w", err)
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	return p, nil
}

// CommandLine puts the path of the connection file into a kernelspec's argv.
func CommandLine(argv []string, connectionFile string) []string {
	line := slices.Clone(argv)
	for i, arg := range line {
		line[i] = strings.ReplaceAll(arg, "{connection_file}", connectionFile)
	}
	return line
}

func connectionFile(dir string) string { return filepath.Join(dir, "kernel.json") }
func tempFolder(dir string) string     { return filepath.Join(dir, "t") }

// kill ends the whole process group and removes the temporary folder.
func (p *process) kill() {
	p.stop.Do(func() {
		p.group.Kill(p.cmd)
		<-p.done
		RemoveAll(p.dir)
	})
}

// RemoveAll removes a folder into which a process that was just killed, such as a
// compiler, may still be writing for a moment.
func RemoveAll(dir string) {
	for range 20 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
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
