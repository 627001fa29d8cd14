package experiments

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Progress receives the status of a running sweep. A sweep reports its status at most several times
// a second, from one goroutine at a time. A sweep with nothing to run reports nothing. [Lines],
// [TerminalLine] and [ProgressFunc] return implementations.
type Progress interface {
	Update(Status)
}

// Status describes how far a running sweep has progressed.
type Status struct {
	Study   string
	Total   int // number of trials that have to run, not counting trials whose stored row is reused
	Done    int // number of trials finished so far, out of Total
	Failed  int // number of finished trials that ended in an error
	Reused  int // number of stored rows that are used instead of running the trials
	Elapsed time.Duration
	// Left is the estimated remaining time, based on finished trials with the same strategies and
	// sizes. It is negative if there are no such trials.
	Left  time.Duration
	Final bool // whether this is the last status, because the sweep is complete, was canceled, or failed
	// Waits names the process for which the sweep is waiting, or is "" if it is not waiting.
	Waits string
}

// Rate returns the number of trials finished per second.
func (s Status) Rate() float64 {
	if s.Elapsed <= 0 {
		return 0
	}
	return float64(s.Done) / s.Elapsed.Seconds()
}

// String formats the status as one line, such as
//
//	pruning: 1,200 of 20,000 trials, 312/s, about 1 min left, 2 failed
func (s Status) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s of %s", s.Study, numerals.Grouped(s.Done), numerals.Counted(s.Total, "trial"))
	if s.Done > 0 {
		fmt.Fprintf(&b, ", %s/s", rate(s.Rate()))
	}
	switch {
	case s.Waits != "":
		fmt.Fprintf(&b, ", waits for %s, which times trials on this machine", s.Waits)
	case s.Final:
		fmt.Fprintf(&b, ", took %s", duration(s.Elapsed))
		if s.Done < s.Total {
			b.WriteString(", stopped")
		}
	case s.Left >= 0:
		fmt.Fprintf(&b, ", about %s left", duration(s.Left))
	}
	if s.Failed > 0 {
		fmt.Fprintf(&b, ", %s failed", numerals.Grouped(s.Failed))
	}
	return b.String()
}

func rate(r float64) string {
	if r < 10 {
		return fmt.Sprintf("%.2g", r)
	}
	return numerals.Grouped(int(math.Round(r)))
}

// duration formats a duration with the precision that a waiting user needs.
func duration(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < 90*time.Second:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 90*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

// updateEvery is the time between two updates while a sweep runs.
const updateEvery = 100 * time.Millisecond

// watch follows a run and reports progress.
type watch struct {
	progress Progress
	status   Status
	start    time.Time
	workers  int
	kindOf   []func(cell int) int // for each plan, a function that returns the kind of a cell

	mu    sync.Mutex
	kinds []kind

	stop chan struct{}
	done sync.WaitGroup
}

// kind adds up the times of the finished trials of a [Kind], and counts the trials still to run.
type kind struct {
	Kind
	finished, left int
	seconds        float64
}

// watch begins to follow a run. With a nil progress it does nothing.
func (b *batch) watch(workers int, progress Progress) *watch {
	w := &watch{progress: progress}
	if progress == nil {
		return w
	}
	w.status, w.start, w.workers, w.stop = b.status(), time.Now(), workers, make(chan struct{})
	for _, p := range b.plans {
		kinds, kindOf := p.kinds()
		first := len(w.kinds)
		w.kinds = append(w.kinds, kinds...)
		w.kindOf = append(w.kindOf, func(cell int) int { return first + kindOf(cell) })
	}
	w.progress.Update(w.now(false))
	w.done.Go(func() {
		tick := time.NewTicker(updateEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				w.progress.Update(w.now(false))
			case <-w.stop:
				return
			}
		}
	})
	return w
}

// status returns the status before anything has run.
func (b *batch) status() Status {
	s := Status{Study: b.plans[0].Study, Total: b.size, Left: -1}
	for _, p := range b.plans {
		s.Reused += p.reused
	}
	return s
}

// kinds returns the kinds of trials in the plan, and a function that maps cells to kinds.
func (p *plan) kinds() (kinds []kind, kindOf func(cell int) int) {
	type place struct {
		set  string
		size int
	}
	first := map[place]int{} // the kind of the first strategy
	of := make([]int, len(p.Instances))
	for i := range p.Instances {
		inst := &p.Instances[i]
		at, ok := first[place{inst.Set, inst.Size}]
		if !ok {
			at = len(kinds)
			first[place{inst.Set, inst.Size}] = at
			for k := range p.Strategies {
				kinds = append(kinds, kind{Kind: Kind{Set: inst.Set, Size: inst.Size, Strategy: p.Strategies[k].Name, Mode: p.Mode}})
			}
		}
		of[i] = at
	}
	kindOf = func(cell int) int { return of[cell/p.perInstance()] + cell%p.perInstance()/p.Repeats }
	for n, place := range p.places {
		if place >= 0 {
			k := &kinds[kindOf(n)]
			k.Done++
			k.add(float64(p.index.Entries[place].Seconds))
		}
	}
	for _, n := range p.missing {
		k := &kinds[kindOf(int(n))]
		k.left++
		if _, seconds := p.why(n); seconds >= 0 { // from other code or limits, but better than no estimate
			k.add(seconds)
		}
	}
	return kinds, kindOf
}

func (k *kind) add(seconds float64) {
	k.finished++
	k.seconds += seconds
}

// finished records that a cell of a plan has just been run.
func (w *watch) finished(plan, cell int, t *trial.Trial) {
	if w.progress == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	k := &w.kinds[w.kindOf[plan](cell)]
	k.add(t.Wall * float64(max(t.Runs, 1)))
	k.left--
	w.status.Done++
	if t.Error != "" {
		w.status.Failed++
	}
}

func (w *watch) now(final bool) Status {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.status
	s.Elapsed, s.Final = time.Since(w.start), final
	s.Left = left(w.kinds, w.workers)
	return s
}

func (w *watch) close() {
	if w.progress == nil {
		return
	}
	close(w.stop)
	w.done.Wait()
	w.progress.Update(w.now(true))
}

// left estimates the time for the remaining trials from the mean time of finished trials of the
// same kind, or of all kinds if there are none. It is negative if nothing has finished.
func left(kinds []kind, workers int) time.Duration {
	var all kind
	known := 0.0
	for _, k := range kinds {
		all.finished += k.finished
		all.seconds += k.seconds
		if k.finished > 0 {
			known += float64(k.left) * k.seconds / float64(k.finished)
		} else {
			all.left += k.left
		}
	}
	if all.finished == 0 {
		return -1
	}
	known += float64(all.left) * all.seconds / float64(all.finished)
	return time.Duration(known / float64(workers) * float64(time.Second))
}
