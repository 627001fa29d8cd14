package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
	"unicode/utf8"
)

// start runs a program with the connection for displays, and waits for it.
func (e *Engine) start(ctx context.Context, in Cell, cmd *exec.Cmd, p planned) error {
	result := filepath.Join(e.temp, fmt.Sprintf("result-%d", p.number))
	defer os.Remove(result)
	pipes, err := newPipes(e, in, result)
	if err != nil {
		return err
	}
	cmd.Env = slices.Concat(e.environ(), pipes.environ(), []string{
		"PWD=" + cmd.Dir, fmt.Sprintf("%s=%d", cellVariable, p.number), resultVariable + "=" + result,
	})
	err = e.wait(ctx, in, cmd, true)
	pipes.close()
	if text, readErr := os.ReadFile(result); readErr == nil && len(text) > 0 {
		in.Emit("execute_result", map[string]any{
			"execution_count": in.Number, "data": map[string]string{"text/plain": string(text)}, "metadata": struct{}{},
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
	stdout := &stream{emit: in.text("stdout")}
	stderr := &tracer{out: stream{emit: in.text("stderr")}, whole: in.Whole}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	inGroup(cmd)
	cmd.WaitDelay = outputDelay
	if err := ctx.Err(); err != nil {
		return err
	}
	var stdin *input
	if cmd.Stdin == nil && (program || in.Input != nil && canAsk) {
		var err error
		if stdin, err = newInput(in, cmd); err != nil {
			return fmt.Errorf("engine: %w", err)
		}
	}
	if err := cmd.Start(); err != nil {
		if stdin != nil {
			stdin.close()
		}
		return err
	}
	e.group.Add(cmd.Process.Pid)
	if stdin != nil {
		stdin.watch(ctx, cmd.Process)
	}
	ended := make(chan struct{})
	release := context.AfterFunc(ctx, func() {
		signalGroup(cmd.Process, os.Interrupt)
		select {
		case <-time.After(killDelay):
			signalGroup(cmd.Process, os.Kill)
		case <-ended:
		}
	})
	err := cmd.Wait()
	close(ended)
	release()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	stdout.end()
	if stdin != nil && stdin.close() {
		err = &Failure{Name: "input", Value: fmt.Sprintf("cell[%d]: the cell reads its standard input, but nobody is there to ask", in.Number)}
	}
	return stderr.end(in.Number, err)
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
