package idastar

import (
	"math"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestShapeIsReadFromTheSet(t *testing.T) {
	for _, c := range []struct {
		set  string
		size int
		want shape
	}{
		{"uniform", 9, shape{3, 3}},
		{"uniform", 16, shape{4, 4}},
		{"uniform", 12, shape{}},
		{"uniform-5x2", 10, shape{5, 2}},
		{"uniform-2x5", 10, shape{5, 2}},
		{"uniform-x", 10, shape{}},
		{"korf100", 16, shape{}},
	} {
		if got := shapeOf(&trial.Trial{Set: c.set, Size: c.size}); got != c.want {
			t.Errorf("shapeOf(%s, %d cells) = %v, want %v", c.set, c.size, got, c.want)
		}
	}
}

// Means and maxima are known: R. E. Korf and P. Schultze, AAAI 2005, for the
// 15-puzzle; the 8-puzzle is enumerated in the tests of package tiles.
func TestShapesTableHasTheKnownFigures(t *testing.T) {
	table, err := shapesTable(frame.Frame{})
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]struct {
		mean          float64
		longest, many float64
	}{
		"3×3": {21.97, 31, 2},
		"4×4": {52.59, 80, 17},
	}
	found := 0
	for _, row := range table.Rows {
		want, ok := known[row[0].Text]
		if !ok || row[1].Text != "corner (cell 0)" {
			continue
		}
		found++
		if math.Abs(row[3].Number-want.mean) > 0.005 || row[5].Number != want.longest || row[6].Number != want.many {
			t.Errorf("%s: mean %v, longest %v of %v; want %+v", row[0].Text, row[3].Number, row[5].Number, row[6].Number, want)
		}
	}
	if found != len(known) {
		t.Errorf("%d of %d known rows", found, len(known))
	}
}

// shapesRun runs small boards of three shapes; a limit stops some.
func shapesRun(t *testing.T) []trial.Trial {
	t.Helper()
	var rows []trial.Trial
	for _, shape := range [][2]int{{3, 2}, {4, 2}, {3, 3}, {4, 3}} {
		boards, err := sliding.Drawn(uniformSet, shape[0], shape[1], 12, rootSeed)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, swept(t, study.Part{Instances: boards, Strategies: []string{shapesStrategy}, Limits: search.Limits{Expanded: 20_000}})...)
	}
	return rows
}

func TestFamiliesHoldTheBoardsWithASide(t *testing.T) {
	rows := shapesRun(t)
	for side, want := range map[int][]int{2: {6, 8}, 3: {6, 9, 12}, 4: {8, 12}} {
		of := family(frame.Of(rows), side)
		if got := frame.Size.Of(of); len(got) != len(want) {
			t.Errorf("side %d: sizes %v, want %v", side, got, want)
		}
		if sets := frame.Set.Of(of); len(sets) != 1 {
			t.Errorf("side %d: sets %v, want one", side, sets)
		}
	}
	if rows[0].Set == familyName(2) {
		t.Error("the trials passed in were changed")
	}
	table, err := shapesNodesTable(frame.Of(rows))
	if err != nil {
		t.Fatal(err)
	}
	if last := table.Rows[len(table.Rows)-1]; len(table.Rows) != 4 || last[3].Number < 1 || !last[8].Censored {
		t.Errorf("%d rows, the last with %v capped: %+v", len(table.Rows), last[3].Number, last[8])
	}
	factors, err := shapesFactorsTable(frame.Of(rows))
	if err != nil {
		t.Fatal(err)
	}
	if len(factors.Rows) != 1 {
		t.Errorf("%d growth factors, want the one of 3 × m", len(factors.Rows))
	}
}
