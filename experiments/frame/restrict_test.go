package frame

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestTheOrderOfRowsChangesNothing(t *testing.T) {
	var trials []trial.Trial
	for i := range 60 {
		x := ran([]string{"a", "b", "c"}[i%3], 20+i%2, i/3, uint64(100+7*i%13), search.Solved)
		x.Repeat, x.Instance = i%4, []string{"", "digest"}[i%2]
		trials = append(trials, x)
	}
	keys := func(f Frame) (all []trial.Key) {
		for x := range f.All() {
			all = append(all, x.Key())
		}
		return all
	}
	values := func(f Frame) []float64 { return f.Values(trial.Expanded) }
	want := Of(trials)
	for seed := range uint64(5) {
		mixed := slices.Clone(trials)
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		if got := Of(mixed); !slices.Equal(keys(got), keys(want)) || !slices.Equal(values(got), values(want)) {
			t.Errorf("order %d gives other rows", seed)
		}
	}
}

func TestAnInstanceListedTwiceIsOne(t *testing.T) {
	var trials []trial.Trial
	for i := range 5 {
		for _, s := range []string{"a", "b"} {
			x := ran(s, 20, i, 100, search.Solved)
			x.Instance = []string{"one", "one", "two", "", ""}[i]
			trials = append(trials, x)
		}
	}
	f := Of(trials)
	if n := f.Instances(); n != 4 {
		t.Errorf("%d instances, want one of each digest and of each number without", n)
	}
	if pairs, left := f.Pair(trial.Expanded, "a", "b"); len(pairs) != 4 || left.Doubles != 2 {
		t.Errorf("%d pairs, %+v", len(pairs), left)
	}
	if trials[2].Index != 1 {
		t.Error("the trials were changed")
	}
}

func TestRunsAreGivenUpAtOneLimitOrNot(t *testing.T) {
	run := func(strategy string, index int, nodes, bytes uint64, outcome search.Outcome, limits search.Limits) trial.Trial {
		x := ran(strategy, 20, index, nodes, outcome)
		x.Meter.Bytes, x.Limits = bytes, limits
		return x
	}
	nodes, memory := search.Limits{Expanded: 1000}, search.Limits{Bytes: 1 << 20}
	for _, c := range []struct {
		name  string
		rows  []trial.Trial
		limit search.Limits
		ok    bool
	}{
		{"nothing stopped", []trial.Trial{run("a", 0, 10, 1, search.Solved, nodes)}, search.Limits{}, true},
		{"stopped after nodes", []trial.Trial{run("a", 0, 1000, 1, search.LimitNodes, nodes), run("b", 0, 900, 1, search.Solved, search.Limits{})}, nodes, true},
		{"stopped by memory", []trial.Trial{run("a", 0, 50, 1<<20, search.LimitMemory, memory), run("b", 0, 5000, 9, search.Solved, search.Limits{})}, memory, true},
		{"another went further", []trial.Trial{run("a", 0, 1000, 1, search.LimitNodes, nodes), run("b", 0, 1100, 1, search.Solved, search.Limits{})}, nodes, false},
		{"another took more memory", []trial.Trial{run("a", 0, 50, 1<<20, search.LimitMemory, memory), run("b", 0, 50, 2<<20, search.Solved, search.Limits{})}, memory, false},
		{"two limits", []trial.Trial{run("a", 0, 1000, 1, search.LimitNodes, nodes), run("b", 0, 50, 1<<20, search.LimitMemory, memory)}, search.Limits{}, false},
		{"stopped by the clock", []trial.Trial{run("a", 0, 1000, 1, search.LimitTime, nodes)}, search.Limits{}, false},
		{"an error and another strategy", []trial.Trial{run("c", 0, 1000, 1, search.LimitTime, nodes), {Strategy: "a", Error: "lost"}}, search.Limits{}, true},
	} {
		if limit, ok := Of(c.rows).Restrict("a", "b"); limit != c.limit || ok != c.ok {
			t.Errorf("%s: %+v, %t, want %+v, %t", c.name, limit, ok, c.limit, c.ok)
		}
	}
}

// Times are paired within the newest run that timed both strategies.
func TestTimesArePairedWithinARun(t *testing.T) {
	timed := func(strategy, host string, start int64, order int, seconds float64) trial.Trial {
		x := ran(strategy, 20, 0, 1, search.Solved)
		x.Mode, x.CPU, x.Runs = trial.Timed, seconds, 1
		x.Conditions = trial.Conditions{Host: host, Start: start, Order: order}
		return x
	}
	a := timed("a", "h", 10, 1, 1)
	for _, c := range []struct {
		name string
		rows []trial.Trial
		want []float64 // of a and b; none if they are of no one run
	}{
		{"one run", []trial.Trial{a, timed("b", "h", 11, 2, 2)}, []float64{1, 2}},
		{"another run", []trial.Trial{a, timed("b", "h", 20, 1, 2)}, nil},
		{"another host", []trial.Trial{a, timed("b", "g", 11, 2, 2)}, nil},
		{"two runs", []trial.Trial{a, timed("b", "h", 11, 2, 2), timed("a", "h", 20, 1, 3), timed("b", "h", 21, 2, 4)}, []float64{3, 4}},
		{"a newer run of one", []trial.Trial{a, timed("b", "h", 11, 2, 2), timed("a", "h", 20, 1, 3)}, []float64{1, 2}},
		{"runs that are not known", []trial.Trial{timed("a", "", 0, 0, 1), timed("b", "", 0, 0, 2)}, []float64{1, 2}},
	} {
		pairs, left := Of(c.rows).Pair(trial.Seconds, "a", "b")
		var got []float64
		for _, p := range pairs {
			got = append(got, p.A.Value, p.B.Value)
		}
		if !slices.Equal(got, c.want) || (left.OtherRun == 1) != (c.want == nil) {
			t.Errorf("%s: %v, %+v; want %v", c.name, got, left, c.want)
		}
	}
}

func TestControlArmsArePairedWithWhatTheyRepeat(t *testing.T) {
	var rows []trial.Trial
	for i := range 3 {
		for order, s := range []string{"a", "b", "b" + ControlOption} {
			x := ran(s, 20, i, 1, search.Solved)
			x.Mode, x.CPU, x.Runs = trial.Timed, float64(1+order), 1
			x.Conditions = trial.Conditions{Host: "h", Start: int64(3*i + order), Order: 3*i + order + 1}
			rows = append(rows, x)
		}
	}
	f := Of(rows)
	if pairs := f.Where(Strategy.Is("a")).Control(trial.Seconds); len(pairs) != 3 || pairs[0].A.Value != 2 || pairs[0].B.Value != 3 {
		t.Errorf("%+v", pairs)
	}
	if n := f.Count(NoControl); n != 6 {
		t.Errorf("%d trials are of no control arm, want 6", n)
	}
}
