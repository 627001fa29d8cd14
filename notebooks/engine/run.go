package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// start runs the program of a cell with the connection for displays, and waits for it.
func (e *Engine) start(ctx context.Context, in Cell, p *planned) error {
	if p.idle {
		return nil
	}
	result := filepath.Join(e.temp, fmt.Sprintf("result-%d", p.number))
	defer os.Remove(result)
	s, err := newStreams(in, true)
	if err != nil {
		return err
	}
	defer s.close()
	pipes, err := newPipes(e, in, result, s)
	if err != nil {
		return err
	}
	cmd := exec.Command(e.program, p.cell.Args...)
	cmd.Dir = e.dir
	cmd.Env = slices.Concat(e.environ(), pipes.environ(), []string{
		"PWD=" + cmd.Dir, fmt.Sprintf("%s=%d", cellVariable, p.number), resultVariable + "=" + result,
	})
	err = e.wait(ctx, in, cmd, s, true)
	pipes.close()
	if text, readErr := os.ReadFile(result); readErr == nil && len(text) > 0 {
		in.Emit(Output{Output: nbformat.Output{
			Type: nbformat.ExecuteResult, ExecutionCount: &in.Number, Data: nbformat.Bundle{"text/plain": valid(string(text))}, Metadata: nbformat.Object{},
		}})
	}
	return err
}

const (
	// outputDelay is how long the output of a command may stay open after its end, by
	// what it started and left behind.
	outputDelay = 250 * time.Millisecond
	killDelay   = 5 * time.Second // is the Grace of cells without one
)

// wait runs a command whose output goes into streams, and which may ask for input; a
// program fails if nobody is there to answer.
func (e *Engine) wait(ctx context.Context, in Cell, cmd *exec.Cmd, s *streams, program bool) (err error) {
	if e.extra != nil {
		cmd.Env = append(cmd.Env, e.extra(in.Number)...)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	cmd.Stdout, cmd.Stderr = s.stdout.in, s.stderr.in
	cmd.WaitDelay = outputDelay // for what it is given to read
	var stdin *input
	if cmd.Stdin == nil && (program || in.Input != nil && canAsk) {
		if stdin, err = newInput(in, cmd); err != nil {
			return fmt.Errorf("engine: %w", err)
		}
	}
	if err = e.launch(cmd); err != nil {
		stdin.close()
		return err
	}
	stdin.watch(ctx, cmd.Process)
	var killed atomic.Bool
	ended := interruptible(ctx, in, cmd.Process, &killed)
	err = cmd.Wait()
	ended()
	s.end()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	trace := s.trace.end(err)
	switch {
	case stdin.close():
		return &Failure{Kind: Input, Value: "the cell reads its standard input, but nobody is there to ask"}
	case killed.Load():
		return &Failure{Kind: Killed, Value: "it did not react to the interrupt and was killed"}
	case trace != "":
		return e.panicked(in.Number, trace)
	}
	return exited(err)
}

// interruptible interrupts a process when the context ends, and kills it if that is of no use. ended
// is to be called when the process has ended.
func interruptible(ctx context.Context, in Cell, p *os.Process, killed *atomic.Bool) (ended func()) {
	done := make(chan struct{})
	release := context.AfterFunc(ctx, func() {
		signalGroup(p, os.Interrupt)
		select {
		case <-time.After(cmp.Or(in.Grace, killDelay)):
			killed.Store(true)
			signalGroup(p, os.Kill)
		case <-done:
		}
	})
	return func() {
		close(done)
		release()
	}
}

// streams are what a command writes to.
type streams struct {
	stdout, stderr *outlet
	trace          *tracer // of stderr
}

func newStreams(in Cell, program bool) (s *streams, err error) {
	s = &streams{trace: &tracer{out: stream{in, "stderr", nil}, program: program}}
	if s.stdout, err = newOutlet(&stream{in, "stdout", nil}); err != nil {
		return nil, err
	}
	if s.stderr, err = newOutlet(s.trace); err != nil {
		s.stdout.close()
	}
	return s, err
}

// each calls do with both pipes.
func (s *streams) each(do func(*outlet)) {
	do(s.stdout)
	do(s.stderr)
}

// end passes on what was written before the command ended, or soon after.
func (s *streams) end() {
	s.each(func(o *outlet) {
		_ = o.in.Close()
		_ = o.out.SetReadDeadline(time.Now().Add(outputDelay))
	})
	s.each((*outlet).end)
}

func (s *streams) close() { s.each((*outlet).close) }

// outlet is a pipe that a command writes to.
type outlet struct {
	in, out *os.File
	raw     syscall.RawConn // of out
	copied  chan struct{}

	mu sync.Mutex // of who reads, until it is passed on
	to io.Writer
}

// newOutlet begins to pass on what comes until nobody holds the pipe open any more or, after
// the end of the command, nothing comes for a while.
func newOutlet(to io.Writer) (*outlet, error) {
	o := &outlet{to: to, copied: make(chan struct{})}
	var err error
	if o.out, o.in, err = os.Pipe(); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	if o.raw, err = o.out.SyscallConn(); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	go func() {
		defer close(o.copied)
		_ = o.raw.Read(o.take) // which is called whenever there is something
	}()
	return o, nil
}

// mostAtOnce is how much is read before others are asked, and more than a pipe holds.
const mostAtOnce = 1 << 20

// take passes on what is there, and reports whether no more can come.
func (o *outlet) take(fd uintptr) (last bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	buf := make([]byte, 32<<10)
	for taken := 0; taken < mostAtOnce; {
		n, open := readNow(fd, buf)
		if n == 0 {
			return !open
		}
		_, _ = o.to.Write(buf[:n])
		taken += n
	}
	return false
}

func (o *outlet) now() { _ = o.raw.Control(func(fd uintptr) { o.take(fd) }) }

func (o *outlet) end() {
	<-o.copied
	o.now() // what came while this process did not
	if s, ok := o.to.(*stream); ok {
		s.end()
	}
}

func (o *outlet) close() {
	_ = o.in.Close()
	_ = o.out.Close()
}

// stream passes on text, in outputs that end with a character.
type stream struct {
	cell Cell
	name string
	rest []byte // the beginning of a character
}

func (s *stream) Write(p []byte) (int, error) {
	text := append(s.rest, p...)
	end := len(text)
	for at := end - 1; at >= max(0, len(text)-utf8.UTFMax+1); at-- {
		if utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				end = at
			}
			break
		}
	}
	s.rest = bytes.Clone(text[end:])
	if end > 0 {
		s.cell.say(s.name, string(text[:end]))
	}
	return len(p), nil
}

// end passes on what is left.
func (s *stream) end() {
	if len(s.rest) > 0 {
		s.cell.say(s.name, string(s.rest))
	}
}
