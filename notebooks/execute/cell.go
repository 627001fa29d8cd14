package execute

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/jupyter"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// reply is what the kernel answers to an execute request.
type reply struct {
	Status         string `json:"status"`
	ExecutionCount *int   `json:"execution_count"`
}

// cell runs one cell and stores its outputs. The error is a *CellError, or
// wraps the context's.
func (r *runner) cell(ctx context.Context, c *nbformat.Cell, index int, o jupyter.ExecuteOptions) error {
	id, err := r.kernel.Execute(c.Source, o)
	if err != nil {
		return fmt.Errorf("execute: %w", err)
	}
	out := &collector{cell: c, shown: r.shown, clean: r.clean}
	r.collectors[id] = out
	end := r.await(ctx, id, out)
	if c.ExecutionCount != nil {
		r.clean.places.add(*c.ExecutionCount, c.Source)
	}
	out.flush()
	failure := r.judge(c, out, end)
	if failure != nil {
		failure.Index, failure.ID = index, c.ID
		if c.ExecutionCount != nil {
			failure.Cell = *c.ExecutionCount
		}
		out.fail(failure)
	}
	if end.cause != nil && ctx.Err() != nil {
		return fmt.Errorf("execute: cell %d: %w", failure.Cell, context.Cause(ctx))
	}
	if failure != nil {
		return failure
	}
	return nil
}

// ending is how the wait for a cell ended.
type ending struct {
	cause  error // why the executor ended it: nil, errTimeout, the kernel's death, or the context's
	killed bool  // the kernel had to be ended
	reply  reply
}

var errTimeout = errors.New("timeout")

const interruptEvery = time.Second

// await collects messages until the cell is done, which is when its reply and
// the idle status have come, in whichever order. A cell that is late or
// cancelled is interrupted, again and again because GoNB misses interrupts
// while it compiles; if that does not help, the kernel is ended.
func (r *runner) await(ctx context.Context, id string, out *collector) (end ending) {
	var late, kill, again <-chan time.Time
	if r.Timeout > 0 {
		timer := time.NewTimer(r.Timeout)
		defer timer.Stop()
		late = timer.C
	}
	cancelled := ctx.Done()
	stop := func(cause error, grace time.Duration) {
		end.cause, late, cancelled = cause, nil, nil
		kill = time.After(grace)
		ticker := time.NewTicker(interruptEvery)
		again = ticker.C
		_ = r.kernel.Interrupt()
	}
	replied, idle := false, false
	for !replied || !idle {
		select {
		case m := <-r.kernel.Messages():
			switch {
			case m.Parent == id && m.Type == "execute_reply":
				replied = true
				_ = json.Unmarshal(m.Content, &end.reply)
				if n := end.reply.ExecutionCount; n != nil {
					out.cell.ExecutionCount = n
				}
			case m.Parent == id && m.Idle():
				idle = true
			default:
				r.deliver(m)
			}
		case <-late:
			stop(errTimeout, cmp.Or(r.Grace, 8*time.Second))
		case <-cancelled:
			stop(context.Cause(ctx), cmp.Or(r.Grace, 3*time.Second))
		case <-again:
			_ = r.kernel.Interrupt()
		case <-kill:
			end.killed = true
			r.drain()
			r.kernel.Close()
			return end
		case <-r.kernel.Done():
			r.drain()
			if end.cause == nil {
				end.cause = r.kernel.Dead()
			}
			end.killed = true
			return end
		}
	}
	return end
}

// drain takes what the kernel sent before it ended.
func (r *runner) drain() {
	for {
		select {
		case m := <-r.kernel.Messages():
			r.deliver(m)
		case <-time.After(50 * time.Millisecond):
			return
		}
	}
}

// deliver hands a message to the cell whose request caused it, which may be
// an earlier one: displays can be late.
func (r *runner) deliver(m jupyter.Message) {
	out := r.collectors[m.Parent]
	if out == nil {
		return
	}
	out.add(m)
	r.entangled = r.entangled || out.reaches
	if out.flushed {
		out.flush()
	}
}
