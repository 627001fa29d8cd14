package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"
	"unicode/utf8"
)

// start runs the program of a cell with the connection for displays, and waits for it.
func (e *Engine) start(ctx context.Context, in Cell, p *planned) error {
	if p.idle {
		return nil
	}
	result := filepath.Join(e.temp, fmt.Sprintf("result-%d", p.number))
	defer os.Remove(result)
	pipes, err := newPipes(e, in, result)
	if err != nil {
		return err
	}
	cmd := exec.Command(e.program, p.cell.Args...)
	cmd.Dir = e.dir
	cmd.Env = slices.Concat(e.environ(), pipes.environ(), []string{
		"PWD=" + cmd.Dir, fmt.Sprintf("%s=%d", cellVariable, p.number), resultVariable + "=" + result,
	})
	err = e.wait(ctx, in, cmd, true)
	pipes.close()
	if text, readErr := os.ReadFile(result); readErr == nil && len(text) > 0 {
		in.Emit("execute_result", map[string]any{
			"execution_count": in.Number, "data": map[string]any{"text/plain": string(text)}, "metadata": struct{}{},
		})
	}
	return err
}

const (
	// outputDelay is how long the output of a command may stay open behind its end, by
	// what it started and left behind.
	outputDelay = 250 * time.Millisecond
	// killDelay is how long a program may take to end after an interrupt.
	killDelay = 5 * time.Second
)

// wait runs a command whose output goes into streams, and which may ask for input; a
// program fails if nobody is there to answer. The error is "exit status N" or that of the signal that ended it.
func (e *Engine) wait(ctx context.Context, in Cell, cmd *exec.Cmd, program bool) error {
	inGroup(cmd)
	if e.extra != nil {
		cmd.Env = append(cmd.Env, e.extra(in.Number)...)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	ended := make(chan struct{})
	end := sync.OnceFunc(func() { close(ended) })
	defer end()
	stdout, err := newOutlet(&stream{emit: in.text("stdout")}, ended)
	if err != nil {
		return err
	}
	defer stdout.close()
	trace := &tracer{out: stream{emit: in.text("stderr")}, whole: in.Whole}
	stderr, err := newOutlet(trace, ended)
	if err != nil {
		return err
	}
	defer stderr.close()
	cmd.Stdout, cmd.Stderr = stdout.in, stderr.in
	cmd.WaitDelay = outputDelay // for what it is given to read
	var stdin *input
	if cmd.Stdin == nil && (program || in.Input != nil && canAsk) {
		if stdin, err = newInput(in, cmd); err != nil {
			return fmt.Errorf("engine: %w", err)
		}
	}
	if err = cmd.Start(); err != nil {
		if stdin != nil {
			stdin.close()
		}
		return err
	}
	e.group.Add(cmd.Process.Pid)
	if stdin != nil {
		stdin.watch(ctx, cmd.Process)
	}
	release := context.AfterFunc(ctx, func() {
		signalGroup(cmd.Process, os.Interrupt)
		select {
		case <-time.After(killDelay):
			signalGroup(cmd.Process, os.Kill)
		case <-ended:
		}
	})
	err = cmd.Wait()
	end()
	release()
	stdout.copy()
	stderr.copy()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	if stdin != nil && stdin.close() {
		err = &Failure{Name: "input", Value: fmt.Sprintf("cell[%d]: the cell reads its standard input, but nobody is there to ask", in.Number)}
	}
	return trace.end(in.Number, err)
}

// outlet is a pipe that a command writes to.
type outlet struct {
	in, out *os.File
	to      io.Writer
	copied  chan struct{}
}

// newOutlet begins to copy what comes until nobody holds the pipe open any more or, once
// the command has ended, nothing comes for a while.
func newOutlet(to io.Writer, ended <-chan struct{}) (*outlet, error) {
	o := &outlet{to: to, copied: make(chan struct{})}
	var err error
	if o.out, o.in, err = os.Pipe(); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	go func() {
		defer close(o.copied)
		buf := make([]byte, 32<<10)
		for {
			n, err := o.out.Read(buf)
			_, _ = to.Write(buf[:n])
			if err != nil {
				return
			}
		}
	}()
	go func() {
		<-ended
		_ = o.in.Close()
		_ = o.out.SetReadDeadline(time.Now().Add(outputDelay))
	}()
	return o, nil
}

// mostLeft is how much may be in a pipe.
const mostLeft = 1 << 20

// copy waits until all is copied that was written before the command ended.
func (o *outlet) copy() {
	<-o.copied
	_ = o.out.SetReadDeadline(time.Time{})
	for left := mostLeft; left > 0; { // what came while this process did not
		data := readNow(o.out)
		if len(data) == 0 {
			break
		}
		_, _ = o.to.Write(data)
		left -= len(data)
	}
	if s, ok := o.to.(*stream); ok {
		s.end()
	}
}

func (o *outlet) close() {
	_ = o.in.Close()
	_ = o.out.Close()
}

// text returns what emits text of a stream.
func (c Cell) text(name string) func(text string) {
	return func(text string) { c.say(name, "%s", text) }
}

// stream passes on text, in messages that end with a character.
type stream struct {
	emit func(text string)
	rest []byte // the beginning of a character
}

func (s *stream) Write(p []byte) (int, error) {
	text := append(s.rest, p...)
	end := len(text)
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if c := text[len(text)-back]; utf8.RuneStart(c) {
			if !utf8.FullRune(text[len(text)-back:]) {
				end -= back
			}
			break
		}
	}
	s.rest = bytes.Clone(text[end:])
	if end > 0 {
		s.emit(string(text[:end]))
	}
	return len(p), nil
}

// end passes on what is left.
func (s *stream) end() {
	if len(s.rest) > 0 {
		s.emit(string(s.rest))
	}
}
