package study

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Again runs stored trials a second time and compares the results with the stored ones, in every
// column that does not depend on measured times. Its fields count the trials by the result of this
// comparison.
type Again struct {
	Stored    int         // number of stored trials in all studies
	Different []Different // trials whose new results differ from the stored ones
	Same      int
	// number of trials that cannot be compared, because they failed or were stopped by a time limit
	// or by the system
	Undecided int
	Foreign   int // number of trials that cannot run, because the studies no longer contain their instance or strategy
	OtherCode int // number of trials whose stored row was produced by code other than the current code

	list []again
}

// Different describes a trial whose new results differ from the stored ones.
type Different struct {
	Key     trial.Key
	Columns []string // columns that differ, each in the form NAME: STORED, NOW
}

type again struct {
	study  *Definition
	stored trial.Trial
	now    trial.Trial
	err    error
}

// LoadAgain loads the stored trials of studies in order to run them again. It leaves out trials
// whose results may differ between machines, and counts them in Undecided. It calls warn with the
// [store.LoadInfo] of each study.
func LoadAgain(kept *store.Store, studies []Definition, warn func(study string, load store.LoadInfo)) (*Again, error) {
	a := new(Again)
	for i := range studies {
		st := &studies[i]
		st.Plan = planOnce(st.Plan)
		trials, info, err := kept.Load(st.Name)
		if err != nil {
			return nil, err
		}
		warn(st.Name, info)
		a.Stored += len(trials)
		for _, t := range trials {
			if t.Deterministic() {
				a.list = append(a.list, again{study: st, stored: t})
			} else {
				a.Undecided++
			}
		}
	}
	return a, nil
}

// planOnce returns a function that computes the plan for each scale only once, since making a plan
// draws all its instances.
func planOnce(plan func(Choice) (Runner, error)) func(Choice) (Runner, error) {
	once := map[experiments.Scale]func() (Runner, error){}
	for _, scale := range scales {
		once[scale] = sync.OnceValues(func() (Runner, error) { return plan(Choice{Scale: scale}) })
	}
	return func(c Choice) (Runner, error) { return once[c.Scale]() }
}

// Sample keeps k of the loaded trials, drawn at random with the given seed, in their original
// order. If k is 0, it keeps all trials.
func (a *Again) Sample(k, seed uint64) {
	if k == 0 || k >= uint64(len(a.list)) {
		return
	}
	places := rand.New(rand.NewPCG(seed, 0)).Perm(len(a.list))[:k]
	slices.Sort(places)
	a.list = Map(places, func(place int) again { return a.list[place] })
}

// Run runs the loaded trials in parallel, one per core, and compares their results with the stored
// ones. It returns an error if a trial cannot run for a reason other than a [ForeignError].
func (a *Again) Run(ctx context.Context, progress experiments.Progress) error {
	start, s := time.Now(), experiments.Status{Study: "verify", Total: len(a.list), Left: -1}
	var group sync.WaitGroup
	var next atomic.Int64
	done := make(chan bool)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(a.list) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				t := &a.list[i]
				t.now, t.err = t.study.Rerun(ctx, &t.stored, Choice{})
				done <- true
			}
		})
	}
	go func() { group.Wait(); close(done) }()
	for range done {
		s.Done++
		s.Elapsed = time.Since(start)
		progress.Update(s)
	}
	s.Final, s.Elapsed = true, time.Since(start)
	progress.Update(s)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return a.compare()
}

func (a *Again) compare() error {
	for i := range a.list {
		t := &a.list[i]
		if _, foreign := errors.AsType[*ForeignError](t.err); foreign {
			a.Foreign++
			continue
		}
		if t.err != nil {
			return t.err
		}
		if t.now.Code != t.stored.Code {
			a.OtherCode++
		}
		diff := trial.Diff(&t.stored, &t.now)
		switch o := t.now.Outcome; {
		case t.now.Error == "" && (o == search.LimitTime || o == search.Cancelled):
			a.Undecided++
		case diff == nil:
			a.Same++
		default:
			a.Different = append(a.Different, Different{t.stored.Key(), diff})
		}
	}
	return nil
}
