package lookahead

import (
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// courseOf is an anytime search of the board of that index that learned of these
// moments and ended with the last.
func courseOf(index int, moments ...moment) experiments.Trial {
	last := moments[len(moments)-1]
	t := in(smallSet, gamesOf(courseName, slices.Repeat([]int{int(last.cost)}, index+1)...))[index]
	t.Bound, t.Meter.Expanded = int(last.bound), uint64(last.nodes)
	for i, m := range moments {
		t.Observed = append(t.Observed,
			puzzle.Observation{Name: step("cost", i+1), Value: m.cost},
			puzzle.Observation{Name: step("bound", i+1), Value: m.bound},
			puzzle.Observation{Name: step("nodes", i+1), Value: m.nodes})
	}
	return t
}

// coursesOf are searches whose shortest solution comes after so many of 1,000 nodes.
func coursesOf(nodes float64) []experiments.Trial {
	var trials []experiments.Trial
	for i := range leastBoards {
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
