package lookahead

import (
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// courseOf is an anytime search of the board of that index that learned of these
// moments and ended with the last.
func courseOf(index int, moments ...moment) trial.Trial {
	last := moments[len(moments)-1]
	t := in(smallSet, gamesOf(courseName, slices.Repeat([]int{int(last.Cost)}, index+1)...))[index]
	t.Bound, t.Meter.Expanded = int(last.Bound), uint64(last.Nodes)
	t.Result = studytest.Result(moments)
	return t
}

// coursesOf are searches whose shortest solution comes after so many of 1,000 nodes.
func coursesOf(nodes float64) []trial.Trial {
	var trials []trial.Trial
	for i := range leastBoards {
		trials = append(trials, courseOf(i, moment{30, 31, 25}, moment{nodes, 29, 27}, moment{1000, 29, 29}))
	}
	return trials
}

func TestACourseEndsWhereTheSearchDoes(t *testing.T) {
	f := found(t, courseName, 1)
	row := trial.Trial{Set: seriesSet, Strategy: courseName, Mode: trial.Budget, Outcome: f.Outcome, Cost: f.Cost, Bound: f.Bound, Meter: f.Meter, Result: f.Result}
	moments := result[[]moment](t, f)
	last := moments[len(moments)-1]
	if f.Outcome != search.Solved || last.Cost != float64(f.Cost) || last.Bound != float64(f.Bound) || last.Nodes > float64(f.Meter.Expanded) {
		t.Errorf("ends with %+v; %v, cost %d, bound %d after %d nodes", last, f.Outcome, f.Cost, f.Bound, f.Meter.Expanded)
	}
	if at := shortestAt.Value(&row); at <= moments[0].Nodes || at > last.Nodes {
		t.Errorf("a shortest solution after %v nodes, of %v", at, last.Nodes)
	}
}
