package idastar

import (
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestQualityIsMeasuredAgainstShortestSolutions(t *testing.T) {
	rows := qualityTrials(frame.Of(threeBoards(t)))
	solved := 0
	for row := range rows.All() {
		r := costRatio.Value(row)
		if row.Outcome != search.Solved {
			if r == r {
				t.Errorf("%s has a ratio of %v without a solution", row.Strategy, r)
			}
			continue
		}
		solved++
		if r < 1 || row.Strategy == "astar/manhattan" && r != 1 {
			t.Errorf("%s on Korf %d: length ÷ optimal = %v", row.Strategy, row.Index+1, r)
		}
	}
	if solved < 3*len(suboptimal()) {
		t.Errorf("%d solutions, want at least %d", solved, 3*len(suboptimal()))
	}
}

// A capped run of A* must neither vanish from the table nor bring its board
// into means that compare strategies.
func TestQualityComparesOnCommonBoards(t *testing.T) {
	rows := qualityTrials(frame.Of(threeBoards(t)))
	all := rows.Match("astar/manhattan")
	_, cases := common(rows)
	for _, c := range all {
		compared := slices.ContainsFunc(cases, func(o frame.Case) bool { return o.Index == c.Index })
		if solved(c.Trials[0]) == !compared {
			t.Errorf("Korf %d: A* ends with %v, compared: %v", c.Index+1, c.Trials[0].Outcome, compared)
		}
	}
	if len(cases) == 0 || len(cases) == len(all) {
		t.Errorf("%d of %d boards are common; the limit is meant to stop A* on some", len(cases), len(all))
	}
	table, err := qualityTable(rows)
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) != 1+len(suboptimal()) || table.Rows[0][2].Number != float64(len(all)-len(cases)) {
		t.Errorf("%d rows, A* capped on %v", len(table.Rows), table.Rows[0][2].Number)
	}
}

func TestSlackIsAShareOfTheExcess(t *testing.T) {
	rows := threeBoards(t)
	for _, w := range weights {
		each := slack(solvedBoards(ran{Frame: frame.Of(rows), Value: weighted(w)}, costRatio), w)
		if len(each) != 3 {
			t.Errorf("w = %s: %d values, want 3", w, len(each))
		}
		for _, s := range each {
			if s < 0 || s > 1 {
				t.Errorf("w = %s: share %v", w, s)
			}
		}
	}
	if got := slack([]float64{1, 1.5, 2}, "2"); !slices.Equal(got, []float64{0, 0.5, 1}) {
		t.Errorf("lengths of 1, 1.5 and 2 times the optimum use %v of what w = 2 allows, want 0, 0.5, 1", got)
	}
}
