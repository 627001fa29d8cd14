package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/internal/hint"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// pool starts the commands that run shards, one at a time for each place, and waits for them.
type pool struct {
	places  []string // hosts, or "" for each core of this machine
	command func(ctx context.Context, s *Submission, place string, shard int) *exec.Cmd
}

func (pool) Most(context.Context) (int, error) { return mostShards, nil }

// Variables reads the first two arguments of the script.
func (pool) Variables() string { return "shard=$1 workers=$2 node=$(uname -n) task=$1" }

func (pool) Tasks(context.Context, ...string) ([]Task, error) { return nil, nil }

func (pool) Account(_ context.Context, tasks []Task, _ ...string) []Task { return tasks }

func (pool) Cancel(string) string { return "" }

func (pool) Unfit(context.Context) ([]Node, error) { return nil, nil }

// The exit statuses of a run; 0 means done.
const (
	statusFailure = 1
	statusLimited = 3
)

// Submit runs the shards. A place that could not start a shard does not get another: the other
// places run its shard.
func (p pool) Submit(ctx context.Context, s *Submission, shards []int, report func(Event)) (int, error) {
	if err := s.save(); err != nil {
		return statusFailure, err
	}
	var (
		mu     sync.Mutex
		group  sync.WaitGroup
		status = 0
		lost   = errors.New("none was tried")
		left   = make(chan int, len(shards))
	)
	for _, shard := range shards {
		left <- shard
	}
	one := func(place string, shard int) (goesOn bool) {
		e, code := p.run(ctx, s, place, shard)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case ctx.Err() != nil:
			return false
		case e.Err != nil && !e.Begun:
			lost = e.Err
			left <- shard
		case code == 0 || code == statusLimited:
			e.Err, status, goesOn = nil, max(status, code), true
		case place != "" && (code == 255 || code < 0): // ssh itself failed
			e.Err = fmt.Errorf("the connection broke while it ran (%w); puzzlelab status tells whether it goes on there, and if not, the same command does", e.Err)
			status = statusFailure
		default:
			status, goesOn = statusFailure, true
		}
		report(e)
		return goesOn
	}
	for _, place := range p.places {
		group.Go(func() {
			for goesOn := true; goesOn && ctx.Err() == nil; {
				select {
				case shard := <-left:
					goesOn = one(place, shard)
				default:
					return
				}
			}
		})
	}
	group.Wait()
	if len(left) > 0 && ctx.Err() == nil {
		return statusFailure, hint.Errorf("the same command goes on", "%s did not run: %w", numerals.Counted(len(left), "shard"), lost)
	}
	return status, context.Cause(ctx)
}

// run runs one shard, waits for it, and returns its exit status, negative after a signal.
func (p pool) run(ctx context.Context, s *Submission, place string, shard int) (e Event, code int) {
	e = Event{Shard: store.Shard{Index: shard, Count: s.Shards}, Place: place, Output: s.outputOf(shard)}
	before, _ := os.ReadFile(e.Output)
	out, err := os.OpenFile(e.Output, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		e.Err = err
		return e, statusFailure
	}
	defer out.Close()
	cmd := p.command(ctx, s, place, shard)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	e.Err = cmd.Run()
	printed, _ := os.ReadFile(e.Output)
	e.Begun = bytes.Contains(printed[min(len(before), len(printed)):], []byte(begins))
	return e, cmd.ProcessState.ExitCode()
}
