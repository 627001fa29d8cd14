package experiments

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

func TestRunUpToCountsWhatRunAllReturns(t *testing.T) {
	s := small()
	s.Strategies = append(s.Strategies, failing().Erase())
	few := s
	few.Instances = s.Instances[:5]
	all, one := open(t), open(t)
	if _, err := RunUpTo(t.Context(), one, nil, 0, few); err != nil {
		t.Fatal(err)
	}
	mustRun(t, few, all)
	want := mustRun(t, s, all)
	got, err := RunUpTo(t.Context(), one, nil, 0, s)
	if err != nil || got.Trials != nil {
		t.Fatalf("%v, %v with %d rows; want none of them", got, err, len(got.Trials))
	}
	if got.String() != want.String() || got.Limited() != want.Limited() || want.Limited() == 0 || len(want.Failures()) == 0 {
		t.Errorf("%v\nwant %v", got, want)
	}
	if a, b := csvOf(t, got.Failures()), csvOf(t, want.Failures()); a != b {
		t.Errorf("failures\n%s\nwant\n%s", a, b)
	}
	var counted []Tally
	for _, row := range want.Trials {
		i := slices.IndexFunc(counted, func(c Tally) bool { return c.Set == row.Set && c.Size == row.Size && c.Strategy == row.Strategy })
		if i < 0 {
			i, counted = len(counted), append(counted, Tally{Set: row.Set, Size: row.Size, Strategy: row.Strategy})
		}
		c := &counted[i]
		if c.Trials++; row.Error != "" {
			c.Failed++
			continue
		}
		c.Outcomes[row.Outcome]++
		c.Total, c.Max = c.Total+float64(row.Meter.Expanded), max(c.Max, float64(row.Meter.Expanded))
	}
	for i := range got.Tallies {
		if g := &got.Tallies[i]; !(g.Median > 0 && g.Median <= g.Max) && g.Failed < g.Trials {
			t.Errorf("the median of %+v", g)
		}
		got.Tallies[i].Median = 0
	}
	slices.SortFunc(counted, func(a, b Tally) int {
		return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.Size, b.Size), cmp.Compare(a.Strategy, b.Strategy))
	})
	if !slices.Equal(got.Tallies, counted) {
		t.Errorf("tallies %+v\nwant %+v", got.Tallies, counted)
	}
	rows, _ := mustLoad(t, one, "climbing")
	j, err := one.Study("climbing")
	if err != nil {
		t.Fatal(err)
	}
	var scanned []trial.Trial
	for row, err := range j.Scan() {
		if err != nil {
			t.Fatal(err)
		}
		scanned = append(scanned, *row)
	}
	if trial.Sort(scanned); !reflect.DeepEqual(scanned, rows) || csvOf(t, rows) != csvOf(t, want.Trials) {
		t.Errorf("%d rows are scanned and %d loaded, want the %d of the sweep", len(scanned), len(rows), len(want.Trials))
	}
	for range j.Scan() {
		break // nothing is left open or running
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	none, err := RunUpTo(ctx, open(t), nil, 0, s)
	if !errors.Is(err, context.Canceled) || none.Missing != want.Total || none.Total != want.Total {
		t.Errorf("cancelled before: %v, %v; want all %d missing", none, err, want.Total)
	}
}

func TestRunUpToTakesDisprovedClaimsForFailures(t *testing.T) {
	wrong := solved("^^^^^^", 6)
	wrong.Optimal = true
	s := Sweep{
		Study: "truth", Check: puzzle.Checking(checkLevel), Instances: []Instance{{Set: "levels", Size: 4, Text: "4", Puzzle: level(4)}},
		Strategies: puzzle.Erased(saying("right", solved("JJ", 2)), saying("wrong", wrong)),
	}
	got, err := RunUpTo(t.Context(), open(t), nil, 0, s)
	if failed := got.Failures(); err != nil || len(failed) != 1 || failed[0].Strategy != "wrong" {
		t.Fatalf("failures %+v, %v; want the claim of wrong", failed, err)
	}
	wantError(t, errors.New(got.Failed()), "no solution costs less than its own, 6, but right found one that costs 2")
}
