package jupyter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// Kernel is a running kernel and the connection to it. Its methods may be
// called from several goroutines.
type Kernel struct {
	Info Info

	end
	process  *process
	messages chan Message
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
	k := &Kernel{end: newEnd(*conn.Key, cancel), process: p, messages: make(chan Message, 16)}
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
		id, err := k.Request(Shell, "kernel_info_request", struct{}{})
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
			case m.Idle():
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

// Idle reports whether the message says that the kernel is done with its
// parent request.
func (m Message) Idle() bool {
	if m.Channel != IOPub || m.Type != "status" {
		return false
	}
	var status struct {
		State string `json:"execution_state"`
	}
	return json.Unmarshal(m.Content, &status) == nil && status.State == "idle"
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
	return k.Request(Shell, "execute_request", map[string]any{
		"code": code, "silent": o.Silent, "store_history": o.StoreHistory,
		"user_expressions": struct{}{}, "allow_stdin": o.AllowStdin, "stop_on_error": true,
	})
}

// Interrupt asks the kernel to interrupt what it runs. A kernel may miss it
// while it compiles, so callers repeat it.
func (k *Kernel) Interrupt() error {
	_, err := k.Request(Control, "interrupt_request", struct{}{})
	return err
}

// Request sends a request of any kind, or the answer to one of the kernel's, and
// returns its id.
func (k *Kernel) Request(channel Channel, kind string, content any) (id string, err error) {
	return k.send(channel, nil, kind, empty, content)
}

// Messages returns the stream of messages from the kernel, in the order they
// came on each channel. It is never closed; [Kernel.Done] says when nothing
// follows.
func (k *Kernel) Messages() <-chan Message { return k.messages }

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
		k.close()
	})
}
