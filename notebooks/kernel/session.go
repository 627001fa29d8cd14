package kernel

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
)

// session is a running kernel.
type session struct {
	server *jupyter.Server
	log    io.Writer
	life   context.Context

	queue chan jupyter.Message // requests to execute

	asked    sync.Once             // starts gopls once
	language atomic.Pointer[gopls] // nil until it is ready

	mu        sync.Mutex
	beginning *beginning
	running   *jupyter.Message // request of the running cell
	interrupt context.CancelFunc
	count     int // number of cells with an In [n]
	unstored  int // number of other cells
	history   []string
}

// beginning is a start of an engine.
type beginning struct {
	done   chan struct{}
	engine *engine.Engine
	err    error
}

const (
	mostQueued  = 4096 // maximum number of queued cells; beyond it other requests wait too
	orphanCheck = 500 * time.Millisecond
	flushDelay  = 50 * time.Millisecond // time for the last messages to reach clients
)

// Run serves the clients that use the given connection file. The notebook must be in the working
// directory, as it is when Jupyter starts a kernel. Run returns when a client asks it to shut down,
// when the parent process ends, or when the context is canceled. While it builds tools, it writes
// messages to log.
func Run(ctx context.Context, connectionFile string, log io.Writer) error {
	if err := install.Runs(); err != nil {
		return err
	}
	parent := os.Getppid()
	server, err := jupyter.Listen(connectionFile)
	if err != nil {
		return err
	}
	life, end := context.WithCancel(ctx)
	defer end()
	s := &session{server: server, log: log, life: life, queue: make(chan jupyter.Message, mostQueued), interrupt: func() {}}
	s.status(jupyter.Message{}, "starting")
	s.begin()
	cells := make(chan struct{})
	go func() {
		defer close(cells)
		s.cells()
	}()
	s.requests(parent)
	end()
	<-cells
	b := s.begin()
	<-b.done
	if b.engine != nil {
		b.engine.Close()
	}
	time.Sleep(flushDelay)
	server.Close()
	return nil
}

// requests answers requests until the kernel should end.
func (s *session) requests(parent int) {
	orphaned := time.NewTicker(orphanCheck)
	defer orphaned.Stop()
	for {
		select {
		case m := <-s.server.Messages(jupyter.Shell):
			if m.Type == "execute_request" {
				s.queue <- m
			} else {
				go s.answer(m)
			}
		case m := <-s.server.Messages(jupyter.Control):
			if s.answer(m); m.Type == "shutdown_request" {
				return
			}
		case <-orphaned.C:
			if os.Getppid() != parent {
				return
			}
		case <-s.life.Done():
			return
		}
	}
}

// begin returns the current start of the engine. If that has failed, it starts the engine again.
func (s *session) begin() *beginning {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.beginning; b != nil {
		select {
		case <-b.done:
			if b.err == nil || s.life.Err() != nil {
				return b
			}
		default:
			return b
		}
	}
	b := &beginning{done: make(chan struct{})}
	s.beginning = b
	go func() {
		defer close(b.done)
		var spec install.Spec
		if spec, b.err = install.Command(s.life, "", install.Served, s.log); b.err != nil {
			return
		}
		if b.engine, b.err = engine.Start(s.life, spec); b.err == nil {
			b.engine.Warm(s.life)
		}
	}()
	return b
}

// status publishes the kernel's state for a request.
func (s *session) status(about jupyter.Message, state string) {
	s.server.Publish(about, "status", map[string]string{"execution_state": state})
}

// answer answers all requests except those to execute. Unknown requests get no answer.
func (s *session) answer(m jupyter.Message) {
	s.status(m, "busy")
	defer func() {
		s.status(m, "idle")
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.running != nil {
			s.status(*s.running, "busy") // clients show the latest state
		}
	}()
	var reply map[string]any
	switch m.Type {
	case "kernel_info_request":
		reply = s.info()
	case "is_complete_request":
		reply = isComplete(field[string](m, "code"))
	case "history_request":
		reply = s.past(m)
	case "comm_info_request":
		reply = map[string]any{"comms": struct{}{}}
	case "comm_open":
		s.server.Publish(m, "comm_close", map[string]any{"comm_id": field[string](m, "comm_id"), "data": struct{}{}})
	case "complete_request":
		reply = s.complete(m)
	case "inspect_request":
		reply = s.inspect(m)
	case "interrupt_request":
		s.mu.Lock()
		s.interrupt()
		s.mu.Unlock()
		reply = map[string]any{}
	case "shutdown_request":
		reply = map[string]any{"restart": field[bool](m, "restart")}
	}
	if reply != nil {
		if reply["status"] == nil {
			reply["status"] = "ok"
		}
		s.server.Reply(m, m.Type[:len(m.Type)-len("request")]+"reply", reply)
	}
}

// field returns a field of a message's content, or the zero value.
func field[T any](m jupyter.Message, name string) (value T) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(m.Content, &fields) == nil {
		_ = json.Unmarshal(fields[name], &value)
	}
	return value
}
