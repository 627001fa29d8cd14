package lookahead

import (
	"slices"
	"strconv"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// squareBoards are searches on ten boards of a size, with about so many moves
// and nodes; of the exact ones A* expands what is given, and the search through
// layers a tenth.
func squareBoards(colors, side int, moves, nodes float64) []trial.Trial {
	var trials []trial.Trial
	for i := range 10 {
		for strategy, share := range map[string]float64{structureName: 0, growthBeam: 0, exact: 0.1, astar: 1} {
			t := trial.Trial{
				Set: uniformPrefix + strconv.Itoa(colors), Size: side * side, Index: i, Instance: strconv.Itoa(colors*10_000 + side*100 + i), Strategy: strategy,
				Mode: trial.Budget, Outcome: search.Solved, Cost: int(moves) + i%3 - 1, Bound: int(moves) + i%3 - 3,
			}
			t.Meter.Expanded = uint64(share * nodes * (1 + float64(i%5)/20))
			if strategy == structureName {
				t.Result = studytest.Result(shape{Regions: side * side / 2})
			}
			trials = append(trials, t)
		}
	}
	return trials
}

// capped ends a search on every board at its limit.
func capped(trials []trial.Trial, strategy string) []trial.Trial {
	trials = slices.Clone(trials)
	for i := range trials {
		if trials[i].Strategy == strategy {
			trials[i].Outcome = search.LimitNodes
		}
	}
	return trials
}

func TestOptimaAreKnownWhereAnySearchProvedThem(t *testing.T) {
	boards := squareBoards(5, 14, 17, 1000)
	for _, c := range []struct {
		name   string
		trials []trial.Trial
		want   bool
	}{
		{"both", boards, true},
		{"A* alone", capped(boards, exact), true},
		{"layers alone", capped(boards, astar), true},
		{"neither", capped(capped(boards, astar), exact), false},
	} {
		all := squares(frame.Of(c.trials))
		if len(all) != 1 || all[0].side != 14 || all[0].colors != 5 || len(proved(all)) == 1 != c.want {
			t.Errorf("%s: %v, proved %v, want %v", c.name, all, proved(all), c.want)
		}
	}
}

func TestCappedRunsAreLowerBounds(t *testing.T) {
	c := squares(frame.Of(capped(squareBoards(5, 14, 17, 1000), astar)))[0].nodes(astar)
	if !c.Median.Lower || c.Censored != 10 {
		t.Errorf("median %v is a lower bound: %v, with %d runs stopped", c.Median, c.Median.Lower, c.Censored)
	}
	table, err := growthTable(frame.Of(capped(squareBoards(5, 14, 17, 1000), astar)))
	if err != nil {
		t.Fatal(err)
	}
	column := slices.IndexFunc(table.Columns, func(c reports.Column) bool { return c.Name == "A*, median" })
	if !table.Rows[0][column].Censored {
		t.Errorf("the table prints %+v", table.Rows[0][column])
	}
}

// Every scale must have boards of the size that all numbers of colours share.
func TestEveryNumberOfColorsHasTheSharedSize(t *testing.T) {
	for _, scale := range []experiments.Scale{experiments.Quick, experiments.Standard, experiments.Full} {
		parts, err := growthParts(scale, 1)
		if err != nil {
			t.Fatal(err)
		}
		sets := map[string]bool{}
		for _, p := range parts {
			for _, i := range p.Instances {
				if i.Size == sideOfAll*sideOfAll {
					sets[i.Set] = true
				}
			}
		}
		if len(sets) != mostColors-fewestColors+1 {
			t.Errorf("%s scale: boards of %d cells in %d sets", scale, sideOfAll*sideOfAll, len(sets))
		}
	}
}
