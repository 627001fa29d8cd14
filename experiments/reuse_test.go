package experiments

import (
	"os"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestRowsAreReusedOnlyWhereTheyHold(t *testing.T) {
	nodes := func(n uint64) search.Limits { return search.Limits{Expanded: n} }
	second := search.Limits{Time: time.Second}
	answer := trial.Trial{Outcome: search.Solved, Meter: search.Meter{Expanded: 100, Stored: 10, Bytes: 1000}, Mode: trial.Budget, Code: "v1"}
	with := func(change func(*trial.Trial)) trial.Trial {
		row := answer
		change(&row)
		return row
	}
	limited := func(o search.Outcome, l search.Limits) trial.Trial {
		return with(func(t *trial.Trial) { t.Outcome, t.Limits = o, l })
	}
	for _, c := range []struct {
		name  string
		row   trial.Trial
		asked search.Limits
		want  bool
	}{
		{"answer without limits, none asked", answer, nodes(0), true},
		{"answer, generous limit", answer, nodes(1000), true},
		{"answer, limit one above", answer, nodes(101), true},
		{"answer, limit just reached: the guard polls before the next node", answer, nodes(100), true},
		{"answer, limit below", answer, nodes(99), false},
		{"answer that just reached its own limit, the same asked", limited(search.Solved, nodes(100)), nodes(100), true},
		{"answer under a limit, none asked", limited(search.Solved, nodes(150)), nodes(0), true},
		{"proof that there is none", with(func(t *trial.Trial) { t.Outcome = search.Unsolvable }), nodes(500), true},
		{"answer, memory enough", answer, search.Limits{Bytes: 1000, Stored: 10}, true},
		{"answer, too few bytes", answer, search.Limits{Bytes: 999}, false},
		{"answer, too few stored nodes", answer, search.Limits{Stored: 9}, false},
		{"answer in parallel, time asked", with(func(t *trial.Trial) { t.Wall = 5 }), second, true},
		{"timed answer in time", with(func(t *trial.Trial) { t.Mode, t.Wall = trial.Timed, 0.5 }), second, true},
		{"timed answer too late", with(func(t *trial.Trial) { t.Mode, t.Wall = trial.Timed, 1.5 }), second, false},

		{"limit-nodes, same limit", limited(search.LimitNodes, nodes(100)), nodes(100), true},
		{"limit-nodes, larger limit", limited(search.LimitNodes, nodes(100)), nodes(200), false},
		{"limit-nodes, smaller limit", limited(search.LimitNodes, nodes(100)), nodes(50), false},
		{"limit-nodes, no limit", limited(search.LimitNodes, nodes(100)), nodes(0), false},
		{"limit-nodes, same limit, memory now too small", limited(search.LimitNodes, nodes(100)), search.Limits{Expanded: 100, Bytes: 10}, false},
		{"limit-nodes, same limit, a time limit besides", limited(search.LimitNodes, nodes(100)), search.Limits{Expanded: 100, Time: time.Second}, true},

		{"limit-memory, same limit", limited(search.LimitMemory, search.Limits{Bytes: 1000}), search.Limits{Bytes: 1000}, true},
		{"limit-memory, other limit", limited(search.LimitMemory, search.Limits{Bytes: 1000}), search.Limits{Bytes: 2000}, false},
		{"limit-memory, same limit, few nodes now", limited(search.LimitMemory, search.Limits{Bytes: 1000}), search.Limits{Bytes: 1000, Expanded: 50}, false},

		{"limit-time", limited(search.LimitTime, second), second, false},
		{"cancelled", limited(search.Cancelled, nodes(0)), nodes(0), false},
		{"error", with(func(t *trial.Trial) { t.Error, t.Outcome = "boom", search.Running }), nodes(0), false},
		{"answer with an error", with(func(t *trial.Trial) { t.Error = "boom" }), nodes(0), false},
		{"other code", with(func(t *trial.Trial) { t.Code = "v2" }), nodes(0), false},
	} {
		sweep := Sweep{Code: "v1"}
		if got := sweep.rank(&c.row, &trial.Trial{Code: sweep.Code, Limits: c.asked}) > 0; got != c.want {
			t.Errorf("%s: usable = %v, want %v", c.name, got, c.want)
		}
	}
}

func TestReuseOptions(t *testing.T) {
	second := search.Limits{Time: time.Second}
	late := trial.Trial{Outcome: search.LimitTime, Limits: second, Code: "v1"}
	failed := trial.Trial{Error: "boom", Limits: second, Code: "v1"}
	stopped := trial.Trial{Outcome: search.Cancelled, Limits: second, Code: "v1"}
	solved := trial.Trial{Outcome: search.Solved, Code: "v0"}
	for _, c := range []struct {
		name  string
		sweep Sweep
		row   trial.Trial
		asked search.Limits
		want  bool
	}{
		{"Keep, limit-time", Sweep{Code: "v1", Keep: true}, late, second, true},
		{"Keep, limit-time, other limit", Sweep{Code: "v1", Keep: true}, late, search.Limits{Time: time.Minute}, false},
		{"Keep, error", Sweep{Code: "v1", Keep: true}, failed, second, true},
		{"Keep, error of other code", Sweep{Code: "v2", Keep: true}, failed, second, false},
		{"Keep, cancelled", Sweep{Code: "v1", Keep: true}, stopped, second, false},
		{"AnyCode", Sweep{Code: "v1", AnyCode: true}, solved, search.Limits{}, true},
		{"AnyCode, error", Sweep{Code: "v1", AnyCode: true}, failed, second, false},
	} {
		if got := c.sweep.rank(&c.row, &trial.Trial{Code: c.sweep.Code, Limits: c.asked}) > 0; got != c.want {
			t.Errorf("%s: usable = %v, want %v", c.name, got, c.want)
		}
	}
}

func TestRowsReturnWithTheirCode(t *testing.T) {
	store := open(t)
	first := mustRun(t, small(), store)
	other := small()
	other.Code = "v2"
	if got := mustRun(t, other, store); got.Ran != got.Total {
		t.Errorf("other code: %v, want everything run", got)
	}
	for _, s := range []Sweep{small(), other, small()} {
		got := mustRun(t, s, store)
		if got.Ran != 0 || slices.ContainsFunc(got.Trials, func(t trial.Trial) bool { return t.Code != s.Code }) {
			t.Errorf("back to code %s: %v, want its own rows", s.Code, got)
		}
	}
	if again := mustRun(t, small(), store); !reflect.DeepEqual(again.Trials, first.Trials) {
		t.Error("the rows that return are not those that were stored")
	}
}

func TestRowsReturnWithTheirLimits(t *testing.T) {
	store := open(t)
	under := func(limit uint64) Sweep {
		s := small()
		s.Limits.Expanded = limit
		return s
	}
	narrow, wide := mustRun(t, under(50), store), mustRun(t, under(500), store)
	if narrow.Limited() == 0 || wide.Ran != narrow.Limited() {
		t.Fatalf("%d trials were stopped at 50 nodes and %d run under 500: want the same, not 0", narrow.Limited(), wide.Ran)
	}
	for _, c := range []struct {
		limit uint64
		want  Summary
	}{{50, narrow}, {500, wide}, {50, narrow}} {
		got := mustRun(t, under(c.limit), store)
		if got.Ran != 0 || !reflect.DeepEqual(got.Trials, c.want.Trials) {
			t.Errorf("back to %d nodes: %v, want the rows of before", c.limit, got)
		}
	}
	if got := mustRun(t, under(5000), store); got.Ran != 0 {
		t.Errorf("5000 nodes: %v, want what finished under 500 reused", got)
	}
}

func TestOfSeveralRowsTheClosestServes(t *testing.T) {
	s := noop(1)
	s.Limits, s.Keep, s.AnyCode = search.Limits{Expanded: 100}, true, true
	p, err := s.plan(open(t))
	if err != nil {
		t.Fatal(err)
	}
	asked := p.blank(0)
	asked.Outcome, asked.Meter.Expanded = search.Solved, 10
	row := func(change func(*trial.Trial)) trial.Trial {
		row := asked
		change(&row)
		return row
	}
	best := []trial.Trial{ // each is reused if the ones before it are missing
		row(func(t *trial.Trial) {}),
		row(func(t *trial.Trial) { t.Limits.Expanded = 50 }),
		row(func(t *trial.Trial) { t.Error, t.Outcome = "boom", search.Running }),
		row(func(t *trial.Trial) { t.Code = "v0" }),
		row(func(t *trial.Trial) { t.Code, t.Limits.Expanded = "v0", 50 }),
	}
	for i := range best {
		store := open(t)
		trials := slices.Clone(best[i:])
		slices.Reverse(trials)
		for range 2 {
			dir := journalOf(t, store, "noop", map[string][]trial.Trial{"0-1.jsonl": trials})
			got := mustRun(t, s, store)
			if got.Ran != 0 || len(got.Trials) != 1 || !reflect.DeepEqual(got.Trials[0], best[i]) {
				t.Errorf("from row %d on: %v with %+v, want %+v", i, got, got.Trials, best[i])
			}
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			slices.Reverse(trials)
		}
	}
}
