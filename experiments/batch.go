package experiments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// batch holds the missing cells of several plans, which run together: a worker that has finished a
// trial continues with the next one, whichever plan it belongs to. This keeps all workers busy
// until the batch is nearly done, instead of letting some idle at the end of each plan.
//
// The cells are numbered plan by plan.
type batch struct {
	plans []*plan
	first []int // for each plan, the batch number of its first cell
	size  int
	alone bool // whether trials run one at a time in this process, because an earlier run died while running them
}

// next returns a batch that consists of the first plan with missing trials and all other plans that
// can run with it. It returns nil if no trial is missing. If several plans lack the same trial, the
// first of them runs it. The others wait for a later batch and may then find the trial in the
// store.
func (c *campaign) next() *batch {
	b := &batch{}
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

// runsWith reports whether trials of both plans may run side by side and share a journal header.
func (p *plan) runsWith(o *plan) bool {
	return p.Mode != trial.Timed && o.Mode != trial.Timed && p.Workers == o.Workers && (p.Isolate == nil) == (o.Isolate == nil) && p.InProcess == o.InProcess && p.Code == o.Code && p.Seed == o.Seed
}

// leaveTwice postpones a plan's missing cells if an earlier plan is going to run them.
func leaveTwice(plans []*plan) {
	lacking := make(map[store.HashedKey]bool)
	for _, p := range plans {
		missing := p.missing[:0]
		for _, n := range p.missing {
			blank := p.blank(int(n))
			if key := store.KeyOf(&blank); lacking[key] {
				p.later = append(p.later, n)
			} else {
				lacking[key] = true
				missing = append(missing, n)
			}
		}
		p.missing = missing
	}
}

// cell returns the plan of cell i of the batch, the plan's number, and the cell's number in it.
func (b *batch) cell(i int) (p *plan, of, n int) {
	for of+1 < len(b.first) && i >= b.first[of+1] {
		of++
	}
	p = b.plans[of]
	return p, of, int(p.missing[i-b.first[of]])
}

// run runs the cells, in the processes of the pool if possible. It returns an error when the store
// or a process fails, or when this process cannot continue after a trial. After a cancellation some
// cells remain missing.
func (b *batch) run(ctx context.Context, pool *pool, progress Progress) error {
	done, err := b.prepare(ctx, pool, progress)
	if err != nil {
		return err
	}
	defer done()
	lead := b.plans[0]
	workers := min(lead.Workers, b.size)
	if b.alone {
		workers = 1
	}
	attempt, err := lead.journal.Begin(lead.index, workers, func() trial.Provenance { return Here(lead.Code, lead.Seed) })
	if err != nil {
		return err
	}
	debug.FreeOSMemory() // garbage from planning
	lead.index.Expect(b.size)
	watch := b.watch(workers, progress)
	var (
		next   atomic.Int64
		group  sync.WaitGroup
		broken = make(chan error, 2*workers)
	)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for n := range workers {
		group.Go(func() {
			w := &worker{batch: b, number: n, pool: pool, writer: attempt.Writers[n], watch: watch, broken: broken}
			defer w.unlessGone(stop)
			// The CPU clock counts one thread only.
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			for size := 1; ctx.Err() == nil; {
				to := int(next.Add(int64(size)))
				from := to - size
				if from >= b.size {
					break
				}
				begun := time.Now()
				if err := w.run(ctx, from, min(to, b.size)); err != nil {
					broken <- err
					stop()
					break
				}
				size = w.together(size, time.Since(begun), (b.size-to)/(2*workers))
			}
			w.gone = true
		})
	}
	ended := make(chan struct{})
	go func() { group.Wait(); close(ended) }()
	select {
	case <-ended:
	case err = <-broken:
		select {
		case <-ended:
		case <-time.After(patience): // a trial in this process does not end
		}
	}
	missing := 0
	if err == nil && len(broken) > 0 {
		err = <-broken
	}
	err = cmp.Or(err, attempt.Close())
	for _, p := range b.plans {
		missing += p.settle()
	}
	watch.close()
	return err
}

// patience is how long a canceled trial in this process may take to stop.
const patience = time.Second

// worker runs cells of a batch one after the other.
type worker struct {
	*batch
	number     int
	pool       *pool
	writer     *store.Writer
	watch      *watch
	broken     chan<- error
	calibrated time.Time   // when the worker last asked for a calibration
	again      int         // how often the next cell has been run again
	cells      cells       // of the last message
	gone       bool        // the worker is done
	row        trial.Trial // row of the trial running in this process
	at         trial.Key   // key of row
}

// unlessGone calls stop if a trial ended the goroutine of the worker before the worker was done.
func (w *worker) unlessGone(stop func()) {
	if !w.gone {
		w.broken <- fmt.Errorf("experiments: %v: %w, which ends the sweep too: run it without --in-process", w.at, errGoexit)
		stop()
	}
}

// run runs cells from … to−1 and stores their rows.
func (w *worker) run(ctx context.Context, from, to int) error {
	if !w.plans[0].isolates(w.pool) {
		return w.here(ctx, from)
	}
	for from < to && ctx.Err() == nil {
		done, err := w.apart(ctx, from, to)
		if _, lost := errors.AsType[*lostError](err); lost && w.plans[0].Isolate == nil { // nobody asked for isolation
			w.pool.useless.CompareAndSwap(nil, &err)
			for ; from < to && ctx.Err() == nil; from++ {
				if err := w.here(ctx, from); err != nil {
					return err
				}
			}
			return nil
		}
		if err != nil {
			return err
		}
		from += done
	}
	return nil
}

// together returns how many cells to send in the next message: enough to make the overhead of
// messages small, but few enough for all workers to finish at about the same time.
func (w *worker) together(size int, took time.Duration, share int) int {
	switch {
	case w.plans[0].Mode == trial.Timed || !w.plans[0].isolates(w.pool) || took > 20*time.Millisecond:
		return 1
	case took < 5*time.Millisecond:
		return max(min(2*size, share, mostTogether), 1)
	}
	return max(min(size, share), 1)
}

const mostTogether = 512

// stored records that the row of a cell is stored.
func (w *worker) stored(i int, row *trial.Trial, place int32) {
	p, of, n := w.cell(i)
	p.places[n] = place
	w.watch.finished(of, n, row)
}

// store stores the row of a cell.
func (w *worker) store(i int, row *trial.Trial) error {
	place, err := w.writer.Append(row)
	if err == nil {
		w.stored(i, row, place)
	}
	return err
}

// here runs a cell in this process.
func (w *worker) here(ctx context.Context, i int) error {
	p, _, n := w.cell(i)
	row := &w.row
	*row = p.blank(n)
	w.at = row.Key()
	if row.Mode == trial.Timed {
		row.Conditions = w.pool.conditions()
	}
	if limit := row.Limits.Time; limit > 0 {
		defer time.AfterFunc(limit+patience, func() {
			w.broken <- fmt.Errorf("experiments: %v is still running %v after its limit of %v, and nothing can stop it in this process: run it without --in-process, or use a strategy that respects its limits", w.at, patience, limit)
		}).Stop()
	}
	mark := w.at.ID()
	if w.alone {
		mark += alone
		if slices.Contains(w.pool.lock.Died, mark) {
			row.Killed = trial.KilledByCrash
			fail(row, errDiedTwice)
			return w.store(i, row)
		}
	}
	if err := w.pool.lock.Mark(w.number, mark); err != nil {
		return fmt.Errorf("experiments: study %q: record the trial in progress: %w", p.Study, err)
	}
	if !p.execute(ctx, n, row) {
		return nil
	}
	return w.store(i, row)
}

// errDiedTwice marks a trial that ended the sweep's process twice, the second time while nothing
// else ran.
var errDiedTwice = errors.New("the process of the sweep ended twice while this trial ran, once while no other trial ran")

// isolates reports whether the plan's trials run in separate processes.
func (p *plan) isolates(pool *pool) bool {
	return !p.InProcess && (p.Isolate != nil || restarts && pool.useless.Load() == nil)
}

// alone marks an entry in this process's list of running trials when no other trial was running.
const alone = " alone"
