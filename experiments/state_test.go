package experiments

import (
	"context"
	"errors"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestTheStateIsWhatIsStored(t *testing.T) {
	kept := open(t)
	look := func(sweeps ...Sweep) State {
		t.Helper()
		s, err := Look(kept, sweeps...)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	check := func(s State, done, failed, missing, toRun int) {
		t.Helper()
		runs := 0
		for _, n := range s.ToRun(5) {
			runs += n
		}
		if s.Done != done || s.Failed != failed || s.Missing != missing || runs != toRun || s.Study != "climbing" {
			t.Errorf("%d done, %d failed, %d missing, %d to run; want %d, %d, %d, %d (%+v)", s.Done, s.Failed, s.Missing, runs, done, failed, missing, toRun, s)
		}
	}
	if s := look(small()); s.Left >= 0 {
		t.Errorf("some %v left with nothing stored; want it unknown", s.Left)
	}
	check(look(small()), 0, 0, 72, 72)
	part := small()
	part.Shard = store.Shard{Index: 2, Count: 5}
	ran := mustRun(t, part, kept).Ran
	s := look(small())
	check(s, ran, 0, 72-ran, 72-ran)
	if s.ToRun(5)[1] != 0 || s.Left <= 0 {
		t.Errorf("%d to run in the shard that was run, %v left; want 0 and some time", s.ToRun(5)[1], s.Left)
	}
	twice := small()
	twice.Instances = twice.Instances[:6]
	check(look(small(), twice), ran, 0, 72-ran, 72-ran) // each trial once

	broken := small()
	walk := broken.Strategies[0].Run
	broken.Strategies[0].Run = func(ctx context.Context, inst puzzle.Instance, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		c := inst.(climb)
		if c.top == 30 {
			return puzzle.Finding{}, errors.New("no rope")
		}
		return walk(ctx, c, seed, limits)
	}
	other := open(t)
	if got := mustRun(t, broken, other); len(got.Failures()) != 2 {
		t.Fatalf("%v; want 2 failures", got)
	}
	kept = other
	check(look(small()), 70, 2, 0, 2)
	newer := small()
	newer.Code = "v2"
	check(look(newer), 0, 0, 72, 72)
}

func TestThePlanSaysWhyTrialsAreRun(t *testing.T) {
	store := open(t)
	check := func(name string, s Sweep, done int, want [Reasons]int) {
		t.Helper()
		state, err := Look(store, s, s) // what sweeps share counts once
		if err != nil {
			t.Fatal(err)
		}
		var got [Reasons]int
		sum := 0
		for _, k := range state.Kinds {
			sum += k.Done
			for r, n := range k.ToRun {
				got[r] += n
			}
		}
		if got != want || sum != done {
			t.Errorf("%s: %d done, %v to run; want %d and %v", name, sum, got, done, want)
		}
	}
	check("nothing stored", small(), 0, [Reasons]int{NeverRun: 72})
	mustRun(t, small(), store)
	check("all stored", small(), 72, [Reasons]int{})

	other := small()
	other.Code = "v2"
	check("other code", other, 0, [Reasons]int{OtherCode: 72})
	fewer := small()
	fewer.Limits.Expanded = 1
	check("other limits", fewer, 0, [Reasons]int{OtherLimits: 72})
	fresh := small()
	fresh.Fresh = true
	check("fresh", fresh, 0, [Reasons]int{AskedFor: 72})
	some := small()
	some.Only = func(k trial.Key) bool { return k.Index == 0 }
	check("some", some, 12, [Reasons]int{})
	failing := small()
	failing.Strategies[0].Version++
	failing.Strategies[0].Run = func(context.Context, puzzle.Instance, uint64, search.Limits) (puzzle.Finding, error) {
		return puzzle.Finding{}, errors.New("no rope")
	}
	mustRun(t, failing, store)
	check("failed", failing, 48, [Reasons]int{HasFailed: 24})

	again, err := RunAll(t.Context(), store, nil, fresh, fresh)
	if err != nil || again.Ran != 72 || again.Total != 72 || again.Reused != 0 {
		t.Errorf("fresh: %v, %v; want each trial run once", again, err)
	}
	some.Fresh = true
	if s := mustRun(t, some, store); s.Ran != 12 || s.Total != 12 {
		t.Errorf("some of it, fresh: %v; want 12 run", s)
	}
	check("after that", small(), 72, [Reasons]int{})
}
