package experiments

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// timeless returns the rows without the columns that differ from run to run.
func timeless(trials []trial.Trial) []trial.Trial {
	trials = slices.Clone(trials)
	for i := range trials {
		trials[i].CPU, trials[i].Wall = 0, 0
	}
	return trials
}

func TestParallelRowsEqualSerialRows(t *testing.T) {
	serial, parallel := small(), small()
	serial.Workers, parallel.Workers = 1, 8
	a, b := open(t), open(t)
	want, got := mustRun(t, serial, a), mustRun(t, parallel, b)
	if want.Total != 2*6*3*2 || len(want.Trials) != want.Total {
		t.Fatalf("%d rows of %d, want %d", len(want.Trials), want.Total, 2*6*3*2)
	}
	if !reflect.DeepEqual(timeless(got.Trials), timeless(want.Trials)) {
		t.Error("eight workers give other rows than one")
	}
	stored, info := mustLoad(t, b, "climbing")
	if !reflect.DeepEqual(stored, got.Trials) {
		t.Error("the store holds other rows than the summary")
	}
	if len(info.Sources) < 1 || len(info.Bad)+len(info.Torn)+info.Superseded != 0 {
		t.Errorf("load: %+v", info)
	}
	golden(t, "climbing.csv", csvOf(t, want.Trials)) // a change detector
}

func TestRunningAgainRunsNothing(t *testing.T) {
	store := open(t)
	first := mustRun(t, small(), store)
	quiet := ProgressFunc(func(s Status) { t.Errorf("a pure reuse reported progress: %v", s) })
	again, err := small().Run(context.Background(), store, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if again.Ran != 0 || again.Reused != first.Total || !reflect.DeepEqual(again.Trials, first.Trials) {
		t.Errorf("again: %v; want every row reused as it was", again)
	}
	stored, err := small().Stored(store)
	if err != nil || !reflect.DeepEqual(stored.Trials, first.Trials) {
		t.Errorf("Stored: %v, %v; want all rows", stored, err)
	}
}

func TestPureReuseNeedsNoLock(t *testing.T) {
	store := open(t)
	first := mustRun(t, small(), store)
	j, err := store.Study("climbing")
	if err != nil {
		t.Fatal(err)
	}
	lock, err := j.Lock()
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Unlock()
	if got := mustRun(t, small(), store); got.Reused != first.Total {
		t.Errorf("%v; want every row reused beside a lock", got)
	}
}

func TestAddingAStrategyChangesNoOtherRow(t *testing.T) {
	store := open(t)
	before := mustRun(t, small(), store)
	more := small()
	more.Strategies = slices.Insert(more.Strategies, 1, climber("creep-2", 2, 0).Erase())
	more.Instances = append(more.Instances, climbs("valleys", 2, 3)...)
	after := mustRun(t, more, store)
	if after.Reused != before.Total || after.Ran != after.Total-before.Total {
		t.Errorf("%v; want %d reused", after, before.Total)
	}
	fresh := mustRun(t, more, open(t))
	if a, b := csvOf(t, after.Trials), csvOf(t, fresh.Trials); a != b {
		t.Errorf("grown sweep:\n%s\nfresh sweep:\n%s", a, b)
	}
	old := slices.DeleteFunc(slices.Clone(after.Trials), func(t trial.Trial) bool { return t.Strategy == "creep-2" || t.Set == "valleys" })
	if !reflect.DeepEqual(old, before.Trials) {
		t.Error("rows of the smaller sweep changed")
	}
}

func TestLimitsDecideWhatIsRunAgain(t *testing.T) {
	store := open(t)
	first := mustRun(t, small(), store)
	limited := first.Limited()
	if limited == 0 || limited == first.Total {
		t.Fatalf("%d of %d rows hit the limit; the test needs some of each", limited, first.Total)
	}
	wider := small()
	wider.Limits.Expanded = 10_000
	second := mustRun(t, wider, store)
	if second.Ran != limited || second.Limited() != 0 {
		t.Errorf("wider limits: %v; want the %d limited trials run again", second, limited)
	}
	_, info := mustLoad(t, store, "climbing")
	if info.Superseded != limited {
		t.Errorf("%d rows superseded, want %d", info.Superseded, limited)
	}
	fresh := mustRun(t, wider, open(t))
	ignoreLimits := func(trials []trial.Trial) []trial.Trial {
		trials = timeless(trials)
		for i := range trials {
			trials[i].Limits = search.Limits{}
		}
		return trials
	}
	if !reflect.DeepEqual(ignoreLimits(second.Trials), ignoreLimits(fresh.Trials)) {
		t.Error("reused answers differ from those of a fresh run under the wider limits")
	}
}

func TestOtherCodeIsRunAgain(t *testing.T) {
	store := open(t)
	mustRun(t, small(), store)
	changed := small()
	changed.Code = "v2"
	changed.AnyCode = true
	if got := mustRun(t, changed, store); got.Ran != 0 {
		t.Errorf("AnyCode: %v; want everything reused", got)
	}
	changed.AnyCode = false
	if got := mustRun(t, changed, store); got.Ran != got.Total {
		t.Errorf("other code: %v; want everything run", got)
	}
	raised := small()
	raised.Code = "v2"
	raised.Strategies[0].Version++
	if got := mustRun(t, raised, store); got.Ran != got.Total/3 {
		t.Errorf("a version raised: %v; want a third run", got)
	}
}

func TestLimitsForReplacesLimits(t *testing.T) {
	s := small()
	s.LimitsFor = func(strategy string, size int) search.Limits {
		if strategy == "walk" && size == 20 {
			return search.Limits{Expanded: 5}
		}
		return search.Limits{}
	}
	for _, trial := range mustRun(t, s, open(t)).Trials {
		want := search.Solved
		if trial.Strategy == "walk" && trial.Size == 20 {
			want = search.LimitNodes
		}
		if trial.Outcome != want {
			t.Errorf("%s on size %d: %v, want %v", trial.Strategy, trial.Size, trial.Outcome, want)
		}
	}
}

func TestOrderIsInBlocksAndSeeded(t *testing.T) {
	const instances, per = 50, 6
	cells := order(1, "study", instances, per)
	seen := make([]bool, instances*per)
	for i, n := range cells {
		if seen[n] {
			t.Fatalf("cell %d comes twice", n)
		}
		seen[n] = true
		if n/per != cells[i/per*per]/per {
			t.Fatalf("position %d is of instance %d in the block of instance %d", i, n/per, cells[i/per*per]/per)
		}
	}
	if slices.IsSorted(cells) {
		t.Error("the order is not shuffled")
	}
	if !slices.Equal(cells, order(1, "study", instances, per)) {
		t.Error("the same seed gives another order")
	}
	if slices.Equal(cells, order(2, "study", instances, per)) || slices.Equal(cells, order(1, "other", instances, per)) {
		t.Error("the order depends on neither seed nor study")
	}
}

func TestRowsCarryTheTextOfTheirInstanceIfItIsShort(t *testing.T) {
	s, store := small(), open(t)
	s.Instances[0].Text = strings.Repeat("x", trial.MaxText)
	s.Instances[1].Text = strings.Repeat("y", trial.MaxText+1)
	mustRun(t, s, store)
	trials, _ := mustLoad(t, store, s.Study)
	for i := range trials {
		r := &trials[i]
		if r.Set == "hills" && r.Index == 1 {
			if r.Text != "" || r.Instance != trial.Digest(s.Instances[1].Text) {
				t.Errorf("%.60q is stored of a text of %d bytes, under the digest %s", r.Text, trial.MaxText+1, r.Instance)
			}
		} else if trial.Digest(r.Text) != r.Instance {
			t.Errorf("%s/%d/%d: the text %.60q has not the digest %s", r.Set, r.Size, r.Index, r.Text, r.Instance)
		}
	}
	// Rows that were stored without a text are as valid as others.
	for i := range trials {
		trials[i].Text = ""
	}
	old := open(t)
	journalOf(t, old, s.Study, map[string][]trial.Trial{"0-1.jsonl": trials})
	if got := mustRun(t, s, old); got.Ran != 0 {
		t.Errorf("%v: rows without a text were run again", got)
	}
}

func TestSweepsThatMakeNoSense(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Sweep)
		want   string
	}{
		{"study", func(s *Sweep) { s.Study = "../up" }, `"../up" is not a study name`},
		{"hidden study", func(s *Sweep) { s.Study = ".trials" }, "not beginning with a dot"},
		{"no instances", func(s *Sweep) { s.Instances = nil }, "no instances"},
		{"no strategies", func(s *Sweep) { s.Strategies = nil }, "no strategies"},
		{"nameless", func(s *Sweep) { s.Strategies[1].Name = "" }, "strategy 1"},
		{"space in name", func(s *Sweep) { s.Strategies[1].Name = "a b" }, `strategy 1 is named "a b"`},
		{"invalid name", func(s *Sweep) { s.Strategies[1].Name = "\xff" }, "not valid UTF-8"},
		{"same name", func(s *Sweep) { s.Strategies[1].Name = "walk" }, `two strategies are named "walk"`},
		{"no Run", func(s *Sweep) { s.Strategies[2].Run = nil }, `"jump-9/far,eager" has no Run`},
		{"a text that is none", func(s *Sweep) { s.Instances[3].Text = "\xff" }, "the Text of instance 3 (hills, size 3, index 3) is not valid UTF-8"},
		{"no text", func(s *Sweep) { s.Instances[3].Text = "" }, "instance 3 (hills, size 3, index 3) has no Text"},
		{"no puzzle", func(s *Sweep) { s.Instances[3].Puzzle = nil }, "instance 3 (hills, size 3, index 3) has no Puzzle"},
		{"same place", func(s *Sweep) { s.Instances[3].Index = 2 }, `two instances are number 2 of size 3 in set "hills"`},
		{"set", func(s *Sweep) { s.Instances[0].Set = "a\nb" }, "not printable"},
		{"mode", func(s *Sweep) { s.Mode = "fast" }, `mode "fast" (want "budget" or "timed")`},
		{"code", func(s *Sweep) { s.Code = "\xff" }, "not valid UTF-8"},
		{"repeats", func(s *Sweep) { s.Repeats = -1 }, "-1 repeats"},
	} {
		s := small()
		c.change(&s)
		store := open(t)
		_, err := s.Run(context.Background(), store, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
		if studies, _ := store.Studies(); len(studies) > 0 {
			t.Errorf("%s: wrote to the store", c.name)
		}
	}
}

func TestDuplicateBoardsStayTwoMembersOfTheirSample(t *testing.T) {
	s := small()
	s.Instances = climbs("hills", 3, 2)
	s.Instances[1].Text, s.Instances[1].Puzzle = s.Instances[0].Text, s.Instances[0].Puzzle
	store := open(t)
	got := mustRun(t, s, store)
	if stored, _ := mustLoad(t, store, s.Study); len(got.Trials) != 12 || len(stored) != 12 {
		t.Errorf("%d rows, %d stored; want 12", len(got.Trials), len(stored))
	}
}

func TestSweepsOfOneStudyDoNotRunSideBySide(t *testing.T) {
	kept := open(t)
	inside, leave := make(chan bool), make(chan bool)
	slow := small()
	var once sync.Once
	run := slow.Strategies[0].Run
	slow.Strategies[0].Run = func(ctx context.Context, inst puzzle.Instance, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		c := inst.(climb)
		once.Do(func() { inside <- true; <-leave })
		return run(ctx, c, seed, limits)
	}
	done := make(chan error)
	go func() {
		_, err := slow.Run(context.Background(), kept, nil)
		done <- err
	}()
	<-inside
	_, err := small().Run(context.Background(), kept, nil)
	var locked *store.LockedError
	if !errors.As(err, &locked) {
		t.Errorf("error %v, want a LockedError", err)
	}
	leave <- true
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if got := mustRun(t, small(), kept); got.Ran != 0 {
		t.Errorf("%v; want everything reused", got)
	}
}
