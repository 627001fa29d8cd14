package heuristics

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

func TestSpacesAgreeWithThePublishedCounts(t *testing.T) {
	table, err := spacesTable(frame.Of(everyTrial(t, len(goalCells), "survey/none")))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := table.Text(&text); err != nil {
		t.Fatal(err)
	}
	// OEIS A089473, A089483, A089474.
	for _, want := range []string{"21.9724", "21.7383", "21.5028", "148"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the table has no %s:\n%s", want, &text)
		}
	}
	if n := strings.Count(text.String(), "yes"); n != len(goalCells) {
		t.Errorf("%d goals agree, want %d:\n%s", n, len(goalCells), &text)
	}
}

// The textbook's two columns must belong together: its factors are those of its
// nodes, or a little below, because the factor of a mean is above the mean of
// the factors. A slip in copying either would show.
func TestBookFactorsBelongToItsNodes(t *testing.T) {
	for _, p := range book {
		if b := branching(p.nodes-1, p.distance); p.b > b+0.006 || p.b < b-0.025 {
			t.Errorf("distance %d, %s: %v nodes give b* = %.3f, printed %.2f", p.distance, p.heuristic, p.nodes, b, p.b)
		}
	}
}

func TestBranching(t *testing.T) {
	for _, c := range []struct {
		nodes  float64
		length int
		want   float64
	}{
		{5, 5, 1},          // a path
		{2 + 4 + 8, 3, 2},  // a binary tree
		{3 + 9 + 27, 3, 3}, // a ternary one
		{7, 1, 7},          //
		{4, 5, math.NaN()}, // fewer nodes than moves
		{4, 0, math.NaN()}, // no moves
		{math.NaN(), 3, math.NaN()},
	} {
		if got := branching(c.nodes, c.length); math.Abs(got-c.want) > 1e-9 || math.IsNaN(got) != math.IsNaN(c.want) {
			t.Errorf("branching(%v, %d) = %v, want %v", c.nodes, c.length, got, c.want)
		}
	}
}

func TestAssessmentOfAFewPositions(t *testing.T) {
	few := []plots.Cell{{X: 0, Y: 0, Count: 1}, {X: 2, Y: 2, Count: 2}, {X: 4, Y: 2, Count: 3}, {X: 6, Y: 8, Count: 2}}
	q := assessmentOf(few)
	if q.positions != 8 || q.over != 2 || !slices.Equal(q.errors, []float64{3.0 / 8, 0, 3.0 / 8}) || q.meanH != 26.0/8 || q.meanError != 2.0/8 {
		t.Errorf("%+v", q)
	}
	// Position by position, with the means taken off.
	var d, h []float64
	for _, c := range few {
		for range c.Count {
			d, h = append(d, float64(c.X)), append(h, float64(c.Y))
		}
	}
	var dd, hh, dh float64
	for i := range d {
		x, y := d[i]-28.0/8, h[i]-26.0/8
		dd, hh, dh = dd+x*x, hh+y*y, dh+x*y
	}
	if want := dh / math.Sqrt(dd*hh); math.Abs(q.correlation-want) > 1e-12 {
		t.Errorf("correlation %v, want %v", q.correlation, want)
	}
	if q := assessmentOf([]plots.Cell{{X: 1, Y: 0, Count: 5}}); !math.IsNaN(q.correlation) {
		t.Errorf("%+v: a constant has a correlation", q)
	}
}

func TestMeanOfASample(t *testing.T) {
	mean, i := meanOf(1+2+3+4, 1+4+9+16, 4, 1_000_000)
	if want := normal975 * math.Sqrt(5.0/3/4); mean != 2.5 || math.Abs(i.High-mean-want) > 1e-5 || math.Abs(mean-i.Low-want) > 1e-5 {
		t.Errorf("%v, %v to %v", mean, i.Low, i.High)
	}
	if _, i := meanOf(10, 30, 4, 4); i.Known() {
		t.Error("all there is has an interval")
	}
}

// Assess must show what is wrong with a heuristic that says too much or jumps,
// and give those of the study the figures that the study gives.
func TestAssessShowsWhatIsWrong(t *testing.T) {
	manhattan, err := tiles.Manhattan.Estimator(side, side)
	if err != nil {
		t.Fatal(err)
	}
	table, err := Assess(
		tiles.NewHeuristic("twice", "", func(b tiles.Board) int { return 2 * manhattan(b) }),
		tiles.NewHeuristic("jumps", "", func(b tiles.Board) int { return manhattan(b) / 4 * 4 }),
	)
	if err != nil {
		t.Fatal(err)
	}
	cell := func(row int, column string) reports.Cell {
		return table.Rows[row][slices.IndexFunc(table.Columns, func(c reports.Column) bool { return c.Name == column })]
	}
	if got := cell(0, "mean estimate").Number; got != 14 { // Manhattan's, by symmetry of the space
		t.Errorf("mean of Manhattan %v", got)
	}
	if cell(0, "too large").Number != 0 || cell(0, "consistent").Text != "yes" || cell(0, "must expand").Form != reports.Numeric {
		t.Errorf("Manhattan: %v", table.Rows[0])
	}
	if cell(2, "too large").Number == 0 || cell(2, "consistent").Text != "no" || cell(2, "must expand").Form != reports.Missing {
		t.Errorf("twice Manhattan: %v", table.Rows[2])
	}
	if cell(3, "too large").Number != 0 || cell(3, "consistent").Text != "no" {
		t.Errorf("in jumps: %v", table.Rows[3])
	}
	if _, err := Assess(tiles.NewHeuristic("huge", "", func(tiles.Board) int { return 1000 })); err == nil {
		t.Error("an estimate of 1000 moves is no error")
	}
}

// Every number that the write-up prints stands in the table, whatever was run.
func TestPublishedTableHasEveryNumber(t *testing.T) {
	solved := func(strategy string, seconds float64, cost int) trial.Trial {
		x := studytest.Ran(courseSet, side*side, 0, strategy, 100) // the board of 4 moves
		x.Mode, x.CPU, x.Runs, x.Cost = trial.Timed, seconds, 1, cost
		return x
	}
	for _, c := range []struct {
		trials []trial.Trial
		want   []string
	}{
		{nil, []string{"16 of 25", "0 of 17", "51.60", "25 of 25", "12 of 17", "92.65", "17 of 17", "100.00", "8 of 8", "4", "1 1 0 0 1 1 0 1 = 5", "1 2 0 0 2 2 0 3 = 10", "2", "2, 1"}},
		// The second is too slow; the first is not shortest.
		{[]trial.Trial{solved(withParent, 1, 6), solved(withClosedList, 2, 4), solved(byManhattan, 1, 4)}, []string{"0 of 1", "0 of 1", "1 of 1", "0 of 1", "1 of 1", "1 of 1"}},
	} {
		table, err := publishedTable(frame.Of(c.trials))
		if err != nil {
			t.Fatal(err)
		}
		var published, ours []string
		for _, row := range table.Rows {
			published, ours = append(published, row[2].Text), append(ours, row[3].Text)
			f, equal := row[1].Text, row[3].Text
			if f == "score, %" { // made of the published counts
				_, equal, _ = strings.Cut(row[4].Text, "counts give ")
			}
			if (f == "score, %" || f == "moves" || f == "Hamming" || f == "Manhattan") && row[2].Text != equal {
				t.Errorf("%s: published %s, ours %s", f, row[2].Text, equal)
			}
		}
		for _, want := range c.want {
			if c.trials == nil && !slices.Contains(published, want) {
				t.Errorf("no %s among what is published: %q", want, published)
			}
		}
		if tests := []string{ours[0], ours[2], ours[4], ours[6], ours[8], ours[10]}; c.trials != nil && !slices.Equal(tests, c.want) {
			t.Errorf("tests passed %q, want %q", tests, c.want)
		}
	}
}
