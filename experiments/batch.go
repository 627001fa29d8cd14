package experiments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
)

// batch is what is missing of several plans of a campaign and runs together: a worker that
// is done with a trial goes on with the next one, whichever plan it is of. So all of them
// have work until the last trials of the batch, not only until those of a plan.
//
// Its cells are those of the first plan, then those of the next.
type batch[I any] struct {
	plans []*plan[I]
	first []int // of each plan's missing cells, the number in the batch
	size  int
	// The first so many cells are those that a run before this one was at when it died. They
	// run in processes of their own, or else one at a time before the others.
	suspects int
}

// next returns the first plan that lacks trials, with all others that run as it does, and
// nil if none is missing. A trial that several of them lack is left to a later batch but
// once: it may then be there.
func (c *campaign[I]) next() *batch[I] {
	b := &batch[I]{}
	for _, p := range c.plans {
		if len(p.missing) > 0 && (len(b.plans) == 0 || p.runsWith(b.plans[0])) {
			b.plans = append(b.plans, p)
		}
	}
	if len(b.plans) == 0 {
		return nil
	}
	if len(b.plans) > 1 {
		leaveTwice(b.plans)
	}
	for _, p := range b.plans {
		b.first = append(b.first, b.size)
		b.size += len(p.missing)
	}
	return b
}

// runsWith reports whether trials of both plans may run side by side, for journals of one
// header.
func (p *plan[I]) runsWith(o *plan[I]) bool {
	return p.Mode != Timed && o.Mode != Timed && p.Workers == o.Workers && (p.Isolate == nil) == (o.Isolate == nil) && p.Code == o.Code && p.Seed == o.Seed
}

// leaveTwice moves the missing cells that an earlier plan lacks too to those left for later.
func leaveTwice[I any](plans []*plan[I]) {
	lacking := make(map[hashedKey]bool)
	for _, p := range plans {
		missing := p.missing[:0]
		for _, n := range p.missing {
			_, _, blank := p.cell(int(n))
			if key := blank.hashedKey(); lacking[key] {
				p.later = append(p.later, n)
			} else {
				lacking[key] = true
				missing = append(missing, n)
			}
		}
		p.missing = missing
	}
}

// cell returns what the number of a cell of the batch stands for.
func (b *batch[I]) cell(i int) (p *plan[I], of, n int) {
	for of+1 < len(b.first) && i >= b.first[of+1] {
		of++
	}
	p = b.plans[of]
	return p, of, int(p.missing[i-b.first[of]])
}

// run runs the cells, in the processes of the pool if the sweeps are isolated. The error is
// that of a store or a process that fails; cancellation shows in the cells that stay missing.
func (b *batch[I]) run(ctx context.Context, pool *pool, progress Progress) error {
	done, err := b.prepare(ctx, pool, progress)
	if err != nil {
		return err
	}
	defer done()
	lead := b.plans[0]
	workers := min(lead.Workers, b.size)
	attempt, err := lead.journal.begin(lead.index, workers, func() Provenance { return Here(lead.Code, lead.Seed) })
	if err != nil {
		return err
	}
	lead.index.expect(b.size)
	watch := b.watch(workers, progress)
	var (
		next   atomic.Int64
		group  sync.WaitGroup
		broken atomic.Pointer[error]
		calm   = make(chan struct{}) // is closed when the first worker has run what is to run alone
	)
	others := sync.OnceFunc(func() { close(calm) })
	alone := b.alone()
	if alone == 0 {
		others()
	}
	for w := range workers {
		group.Go(func() {
			if w == 0 {
				defer others()
			} else {
				<-calm
			}
			// The CPU clock is that of a thread, and a process lives as long as
			// the thread that started it.
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			isolated := &isolated{pool: pool, worker: w}
			var row Trial
			for broken.Load() == nil && ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= b.size {
					return
				}
				if i == alone && w == 0 {
					others()
				}
				p, of, n := b.cell(i)
				ran, err := p.trial(ctx, n, &row, isolated, i < alone, i < b.suspects)
				if err == nil && !ran {
					return
				}
				place := int32(-1)
				if err == nil {
					place, err = attempt.writers[w].append(&row)
				}
				if err == nil {
					err = attempt.failed()
				}
				if err != nil {
					broken.CompareAndSwap(nil, &err)
					return
				}
				p.places[n] = place
				watch.finished(of, n, &row)
			}
		})
	}
	group.Wait()
	err = attempt.close()
	if first := broken.Load(); first != nil {
		err = *first
	}
	missing := 0
	for _, p := range b.plans {
		missing += p.settle()
	}
	watch.close()
	if err == nil && ctx.Err() == nil && missing > 0 {
		err = fmt.Errorf("experiments: study %q: %d trials did not come back: a strategy ended its goroutine (runtime.Goexit)", lead.Study, missing)
	}
	return err
}

// alone returns how many of the first cells run one at a time before the others.
func (b *batch[I]) alone() int {
	if !restarts && b.plans[0].Isolate == nil {
		return b.suspects
	}
	return 0
}

// trial runs the trial of a cell, where it is to run, and fills in its row. It returns what
// an [executor] does.
func (p *plan[I]) trial(ctx context.Context, n int, row *Trial, isolated *isolated, alone, suspect bool) (ran bool, err error) {
	_, strategy, blank := p.cell(n)
	*row, isolated.part = blank, p.part
	pool := isolated.pool
	executor := executor(p)
	apart := p.isolates(pool) || suspect && restarts && !pool.useless.Load()
	if apart && strategy.Program == nil { // which has processes of its own
		executor = isolated
	}
	if p.Mode == Timed {
		pool.timedTrials++
		before := conditionsNow(pool.timedTrials)
		defer func() { row.Conditions = before.measured(row.Conditions) }()
	}
	execute := executor.execute
	if alone {
		execute = p.executeAlone
	}
	ran, err = execute(ctx, n, row)
	if _, lost := errors.AsType[*lostError](err); lost && p.Isolate == nil { // nobody has asked for it
		pool.useless.Store(true)
		_, _, *row = p.cell(n)
		ran, err = p.execute(ctx, n, row)
	}
	return ran, err
}

// isolates reports whether all trials run in processes of their own.
func (p *plan[I]) isolates(pool *pool) bool {
	return p.Isolate != nil || p.Mode == Timed && restarts && !pool.useless.Load()
}

// errDiedTwice is the error of a trial that ended the process of a sweep twice, the second
// time while nothing else ran.
var errDiedTwice = errors.New("the process of the sweep ended while it ran, twice, once while nothing else did")

// executeAlone runs a trial in this process while no other runs, and notes that it does. If
// that is what a process was at that died, the trial is what ended it.
func (p *plan[I]) executeAlone(ctx context.Context, cell int, row *Trial) (bool, error) {
	note := filepath.Join(p.journal.dir, "alone"+p.journal.shard.part())
	key := row.Key().ID()
	if last, err := os.ReadFile(note); err == nil && string(last) == key {
		row.Killed = KilledByCrash
		return row.fail(errDiedTwice), os.Remove(note)
	}
	if err := os.WriteFile(note, []byte(key), 0o666); err != nil {
		return false, fmt.Errorf("experiments: study %q: note what is run: %w", p.Study, err)
	}
	ran, err := p.execute(ctx, cell, row)
	return ran, cmp.Or(err, os.Remove(note))
}
