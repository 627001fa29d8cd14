package frame

import (
	"math"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// attempts are runs under a limit of 1,000 nodes, each on its own instance.
func attempts(strategy string, nodes ...uint64) []trial.Trial {
	var trials []trial.Trial
	for i, n := range nodes {
		t := ran(strategy, 30, i, n, search.Solved)
		if t.Limits.Expanded = 1000; n >= 1000 {
			t.Outcome = search.LimitNodes
		}
		trials = append(trials, t)
	}
	return trials
}

func TestRunsWithoutAnAnswerCountTheLimit(t *testing.T) {
	failed, unlimited := attempts("a", 100, 300), attempts("a", 100, 1000)
	failed[1].Error, failed[1].Outcome = "lost", search.Running
	for i := range unlimited {
		unlimited[i].Limits.Expanded = 0
	}
	repeats := attempts("a", 100, 1000, 1000, 1000)
	for i := range repeats {
		repeats[i].Index, repeats[i].Instance, repeats[i].Repeat = 0, "one", i
	}
	nan := math.NaN()
	for _, c := range []struct {
		name                  string
		trials                []trial.Trial
		coverage, par2, par10 float64
		solved                int
	}{
		{"all answered", attempts("a", 100, 300), 1, 200, 200, 2},
		{"one stopped", attempts("a", 100, 1000), 0.5, 1050, 5050, 1},
		{"one failed", failed, 0.5, 1050, 5050, 1},
		{"stopped by a limit on something else", unlimited, 0.5, nan, nan, 1},
		{"one of four repeats", repeats, 0.25, 1525, 7525, 1},
	} {
		cell := Of(c.trials).Summary(trial.Expanded)
		near(t, c.name+": coverage", cell.Coverage(), c.coverage)
		near(t, c.name+": PAR2", cell.PAR(2), c.par2)
		near(t, c.name+": PAR10", cell.PAR(10), c.par10)
		if cell.Solved != c.solved {
			t.Errorf("%s: %d solved, want %d", c.name, cell.Solved, c.solved)
		}
	}
}

func TestAnOrderThatDependsOnThePenaltyIsSaid(t *testing.T) {
	slow, fast, worse := attempts("slow", 990, 990, 990), attempts("fast", 10, 10, 1000), attempts("worse", 995, 1000, 1000)
	of := func(trials []trial.Trial) Cell { return Of(trials).Summary(trial.Expanded) }
	a, b, c := of(slow), of(fast), of(worse)
	if got, want := b.Flips(a), "ahead of slow by PAR2, behind it by coverage and PAR10"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := a.Flips(c) + b.Flips(c) + c.Flips(c); got != "" {
		t.Errorf("the worse of two flips: %q", got)
	}
}

func TestAveragesAreOverWhatAllAnswered(t *testing.T) {
	trials := append(attempts("a", 10, 1000, 30), attempts("b", 40, 50, 60)...)
	both := Of(append(trials, ran("c", 40, 0, 5, search.Solved))).AnsweredByAll()
	if got := Index.Of(both.Where(Size.Is(30))); len(got) != 2 || got[0] != 0 || got[1] != 2 || both.Len() != 5 {
		t.Errorf("%d rows on instances %v, want the first and the third, and that of the other size", both.Len(), got)
	}
}
