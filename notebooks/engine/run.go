package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
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
	err = e.wait(ctx, in, cmd)
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

// wait runs a command whose output goes into streams. The error is "exit status N"
// or that of the signal that ended it.
func (e *Engine) wait(ctx context.Context, in Cell, cmd *exec.Cmd) error {
	stderr := &tracer{out: in.stream("stderr"), whole: in.Whole}
	cmd.Stdout, cmd.Stderr = in.stream("stdout"), stderr
	inGroup(cmd)
	cmd.WaitDelay = outputDelay
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	e.group.Add(cmd.Process.Pid)
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
	return stderr.end(in.Number, err)
}

// stream is what a program writes to.
func (c Cell) stream(name string) writer {
	return func(p []byte) {
		c.Emit("stream", map[string]string{"name": name, "text": string(p)})
	}
}

type writer func(p []byte)

func (w writer) Write(p []byte) (int, error) { w(p); return len(p), nil }
