package lookahead

import (
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// courseOf is an anytime search of the series' board of that index that learned
// of these moments and ended with the last.
func courseOf(index int, moments ...moment) experiments.Trial {
	last := moments[len(moments)-1]
	t := gamesOf(courseName, slices.Repeat([]int{int(last.cost)}, index+1)...)[index]
	t.Bound, t.Meter.Expanded = int(last.bound), uint64(last.nodes)
	for i, m := range moments {
		t.Observed = append(t.Observed,
			puzzle.Observation{Name: step("cost", i+1), Value: m.cost},
			puzzle.Observation{Name: step("bound", i+1), Value: m.bound},
			puzzle.Observation{Name: step("nodes", i+1), Value: m.nodes})
	}
	return t
}

// coursesOf are twenty searches whose shortest solution comes after so many of
// 1,000 nodes.
func coursesOf(nodes float64) []experiments.Trial {
	var trials []experiments.Trial
	for i := range 20 {
		trials = append(trials, courseOf(i, moment{30, 31, 25}, moment{nodes, 29, 27}, moment{1000, 29, 29}))
	}
	return trials
}

func TestACourseEndsWhereTheSearchDoes(t *testing.T) {
	f := found(t, courseName, 1)
	trial := experiments.Trial{Set: seriesSet, Strategy: courseName, Mode: experiments.Budget, Outcome: f.Outcome, Cost: f.Cost, Bound: f.Bound, Meter: f.Meter, Observed: f.Observed}
	moments := momentsOf(&trial)
	last := moments[len(moments)-1]
	if f.Outcome != search.Solved || last.cost != float64(f.Cost) || last.bound != float64(f.Bound) || last.nodes > float64(f.Meter.Expanded) {
		t.Errorf("ends with %+v; %v, cost %d, bound %d after %d nodes", last, f.Outcome, f.Cost, f.Bound, f.Meter.Expanded)
	}
	if at := shortestAt(&trial); at <= moments[0].nodes || at > last.nodes {
		t.Errorf("a shortest solution after %v nodes, of %v", at, last.nodes)
	}
}

func TestClaimsOfTheCourseFollowTheData(t *testing.T) {
	best := gamesOf(exact, slices.Repeat([]int{29}, 20)...)
	broken := func(change func(*experiments.Trial)) []experiments.Trial {
		trials := coursesOf(300)
		change(&trials[4])
		return slices.Concat(best, trials)
	}
	widths := func(first, second, third []int) []experiments.Trial {
		return slices.Concat(gamesOf("beam-1/layers+distances", first...), gamesOf("beam-10/layers+distances", second...), gamesOf("beam-100/layers+distances", third...))
	}
	for _, c := range []struct {
		name   string
		ask    func(frame.Frame) (reports.Claim, error)
		trials []experiments.Trial
		want   reports.Verdict
	}{
		{"found early", EarlyClaim, coursesOf(100), reports.Holds},
		{"found late", EarlyClaim, coursesOf(900), reports.Fails},
		{"few searches", EarlyClaim, coursesOf(100)[:3], reports.Undecided},

		{"sound", SoundClaim, slices.Concat(best, coursesOf(300)), reports.Holds},
		{"a cost rises", SoundClaim, broken(func(t *experiments.Trial) { t.Observed[3].Value = 32 }), reports.Fails},
		{"a bound falls", SoundClaim, broken(func(t *experiments.Trial) { t.Observed[4].Value = 24 }), reports.Fails},
		{"a bound too large", SoundClaim, broken(func(t *experiments.Trial) { t.Observed[1].Value = 30 }), reports.Fails},
		{"without optima", SoundClaim, coursesOf(300), reports.Undecided},

		{"wider is better but for a board", WidthClaim, widths([]int{32, 32, 30}, []int{30, 30, 31}, []int{29, 29, 29}), reports.Holds},
		{"wider is always better", WidthClaim, widths([]int{32, 32, 30}, []int{30, 30, 30}, []int{29, 29, 29}), reports.Fails},
		{"wider is worse", WidthClaim, widths([]int{32, 32, 30}, []int{30, 30, 30}, []int{31, 31, 31}), reports.Fails},
		{"two widths", WidthClaim, widths([]int{32}, []int{30}, nil), reports.Undecided},
	} {
		t.Run(c.name, func(t *testing.T) {
			claim, err := c.ask(frame.Of(c.trials))
			if err != nil || claim.Holds != c.want {
				t.Errorf("%s: %v, %v; want %v (%s)", claim.ID, claim.Holds, err, c.want, claim.Evidence)
			}
		})
	}
}
