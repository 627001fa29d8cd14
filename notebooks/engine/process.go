package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks/dialect"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// start runs the program of a cell, connects its displays, and waits for it. It also determines
// which values are loaded and kept, unless the caller of follow does.
func (e *Engine) start(ctx context.Context, in Cell, p *planned) error {
	o, err := e.orders(p)
	if err != nil {
		return err
	}
	if err := e.follow(ctx, in, p, o); err != nil {
		return err
	}
	return e.keep(in, o)
}

// follow runs the program of a cell with given orders.
func (e *Engine) follow(ctx context.Context, in Cell, p *planned, o *orders) error {
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
	shows, err := newDisplays(e, in, result, s)
	if err != nil {
		return err
	}
	cmd := exec.Command(e.program, p.cell.Args...)
	cmd.Dir = e.dir
	cmd.Env = slices.Concat(e.environ(), shows.environ(), []string{
		"PWD=" + cmd.Dir, fmt.Sprintf("%s=%d", cellVariable, p.number), resultVariable + "=" + result,
	})
	if o != nil {
		cmd.Env, o.ran = append(cmd.Env, o.env...), true
	}
	if has(p.cell, "prun") {
		cmd.Env = append(cmd.Env, profileVariable+"="+e.File("profile"))
	}
	begun := time.Now()
	err = e.wait(ctx, in, cmd, s, true)
	shows.close()
	if text, readErr := os.ReadFile(result); readErr == nil && len(text) > 0 {
		in.Emit(Output{Output: nbformat.Output{
			Type: nbformat.ExecuteResult, ExecutionCount: &in.Number, Data: nbformat.Bundle{"text/plain": valid(string(text))}, Metadata: nbformat.Object{},
		}})
	}
	return cmp.Or(err, e.measured(ctx, in, p, cmd, begun))
}

const (
	// outputDelay is the time for which the output of an ended command may stay open because of
	// processes left behind.
	outputDelay = 250 * time.Millisecond
	killDelay   = 5 * time.Second // the default Grace of cells
)

// wait runs a command, passes on its streams, and asks for input if necessary. A program that reads
// input fails if nobody can answer.
func (e *Engine) wait(ctx context.Context, in Cell, cmd *exec.Cmd, s *streams, program bool) (err error) {
	if e.extra != nil {
		cmd.Env = append(cmd.Env, e.extra(in.Number)...)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	cmd.Stdout, cmd.Stderr = s.stdout.in, s.stderr.in
	cmd.WaitDelay = outputDelay // time for the rest of the output
	var stdin *input
	if cmd.Stdin == nil && (program || in.Input != nil && canAsk) {
		if stdin, err = newInput(in, cmd); err != nil {
			return fmt.Errorf("engine: %w", err)
		}
	}
	if err = e.group.Start(cmd); err != nil {
		stdin.close()
		return err
	}
	stdin.watch(ctx, cmd.Process)
	var killed atomic.Bool
	ended := interruptible(ctx, in, cmd.Process, &killed)
	err = cmd.Wait()
	interrupted := ended()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	trace := s.end(err)
	switch {
	case stdin.close():
		return &Failure{Kind: Input, Value: "the cell reads its standard input, but nobody is there to ask"}
	case killed.Load():
		return &Failure{Kind: Killed, Value: "it did not react to the interrupt and was killed"}
	case err != nil && interrupted:
		return ctx.Err()
	case trace != "":
		return e.panicked(in.Number, trace)
	}
	return exited(err)
}

// interruptible interrupts a process when the context ends, and kills it if that does not help.
// Call ended after the process has ended; it reports whether the process was interrupted.
func interruptible(ctx context.Context, in Cell, p *os.Process, killed *atomic.Bool) (ended func() bool) {
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
	return func() bool {
		close(done)
		return !release()
	}
}

// statusType marks an output as a message about the run, which is not a result. Package reports
// defines it.
const statusType = "application/vnd.puzzlelab.status+json"

// notice shows a message about the run.
func (c Cell) notice(text string) {
	c.Emit(Output{Output: nbformat.Output{Type: nbformat.DisplayData, Data: nbformat.Bundle{"text/plain": valid(text), statusType: "{}"}, Metadata: nbformat.Object{}}})
}

// has reports whether a cell contains a command.
func has(c *dialect.Cell, name string) bool {
	return slices.ContainsFunc(c.Commands, func(command dialect.Command) bool { return !command.Shell && command.Words()[0] == name })
}

// profileVariable is the environment variable with the file for a program's CPU profile.
const profileVariable = "PUZZLELAB_PROFILE"

// Statements that begin and end profiling. Profiling begins before all initializers and ends before
// values are stored.
const (
	profiling = `if f, err := puzzlelab_os.Create(puzzlelab_os.Getenv("` + profileVariable + `")); err == nil { puzzlelab_pprof.StartCPUProfile(f) }`
	profiled  = "puzzlelab_pprof.StopCPUProfile()\n"
)

// measured shows the time or the profile of a cell's program, if the cell asks for it.
func (e *Engine) measured(ctx context.Context, in Cell, p *planned, cmd *exec.Cmd, begun time.Time) error {
	if took := cmd.ProcessState; has(p.cell, "time") && took != nil {
		user, system := took.UserTime(), took.SystemTime()
		in.notice(fmt.Sprintf("wall %.3f s, CPU %.3f s (user %.3f s, system %.3f s)", time.Since(begun).Seconds(), (user + system).Seconds(), user.Seconds(), system.Seconds()))
	}
	profile := e.File("profile")
	if info, err := os.Stat(profile); !has(p.cell, "prun") || err != nil || info.Size() == 0 {
		return nil // it was ended from outside
	}
	defer os.Remove(profile)
	top, err := e.goCommand(ctx, "tool", "pprof", "-top", "-nodecount=25", e.program, profile)
	if err != nil {
		return fmt.Errorf("%%prun: %w", err)
	}
	in.notice(strings.TrimRight(aboutFile().ReplaceAllString(e.Clean(top), ""), "\n"))
	return nil
}

// aboutFile matches the lines of a profile that do not depend on the cell.
var aboutFile = lazy.Regexp(`(?m)^(?:File|Build ID|Type|Time): .*\n`)
