package idastar

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

func TestTheFigureOfKorfsCountsNamesThoseThatDiffer(t *testing.T) {
	f, err := korfPublishedFigure(frame.Of(korfTrials()))
	if err != nil {
		t.Fatal(err)
	}
	svg, err := f.SVG()
	if err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{"equal on 97 of 100", ">22<", ">88<", ">89<"} {
		if !strings.Contains(string(svg), label) {
			t.Errorf("the figure does not say %q", label)
		}
	}
}

// The published mean and maximum of the counts, by another program over the
// same boards.
func TestKorfTableHasTheKnownMean(t *testing.T) {
	table, err := korfTable(frame.Of(korfTrials()))
	if err != nil {
		t.Fatal(err)
	}
	row := table.Rows[0]
	if math.Round(row[5].Number) != 363_028_079 || row[8].Number != 6_320_047_979 || row[3].Number != 53.05 {
		t.Errorf("mean %v, maximum %v, mean length %v; want 363028079, 6320047979 and 53.05", row[5].Number, row[8].Number, row[3].Number)
	}
}

func TestTheLineThroughHeuristicsSaysTheFactorOfAMove(t *testing.T) {
	f, err := estimatesFigure(frame.Of(heuristicTrials(20, 3)))
	if err != nil {
		t.Fatal(err)
	}
	if svg, err := f.SVG(); err != nil || !strings.Contains(string(svg), "÷ 3.00 per move") {
		t.Errorf("the figure does not say that a move of estimate divides the nodes by 3: %v", err)
	}
}

func TestPairsCompareEveryTwoHeuristics(t *testing.T) {
	pairs, err := heuristicPairs(frame.Of(heuristicTrials(12, 3)))
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{1.0 / 9, 1.0 / 9, 1, 1.0 / 81, 1.0 / 9, 1.0 / 9}
	if len(pairs) != len(want) {
		t.Fatalf("%d pairs, want %d", len(pairs), len(want))
	}
	for i, c := range pairs {
		if math.Abs(c.GeoMeans.Value-want[i]) > 1e-9 || c.Wins != map[bool]int{true: 0, false: 12}[want[i] == 1] {
			t.Errorf("%s ÷ %s: %v, %d wins; want %v, 12", c.B, c.A, c.GeoMeans.Value, c.Wins, want[i])
		}
	}
}

func TestStepsAreCountedFromTheLastCompleteIteration(t *testing.T) {
	rows := []trial.Trial{growing(0, 8, 6, 5), growing(1, 7, 4), growing(2)}
	for back, want := range [][]float64{{5, 4}, {6, 7}, {8}, nil} {
		if got := steps(frame.Of(rows), back); !slices.Equal(got, want) {
			t.Errorf("%d back: %v, want %v", back, got, want)
		}
	}
	if got := fitted(frame.Of([]trial.Trial{growing(0, 9, 4, 4)}), 3); len(got) != 1 || math.Abs(got[0]-4) > 1e-6 {
		t.Errorf("fit of the last three iterations: %v, want 4", got)
	}
}

func TestTryWithoutBoardsSaysWhatItWants(t *testing.T) {
	if _, err := Try(tiles.LCWD, -1); err == nil || !strings.Contains(err.Error(), "want 1 or more") {
		t.Errorf("error %v", err)
	}
}

func TestTryShowsWhatAHeuristicFinds(t *testing.T) {
	table, err := Try(tiles.LCWD, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) != 2 {
		t.Fatalf("%d rows, want 2", len(table.Rows))
	}
	for _, row := range table.Rows {
		if row[1].Number != row[2].Number || row[7].Number >= 1 {
			t.Errorf("%s: length %v, found %v; %v of the nodes of linear conflict", row[0].Text, row[1].Number, row[2].Number, row[7].Number)
		}
	}
	// Three moves of every tile is more than the truth.
	conflict, err := tiles.LinearConflict.Estimator(4, 4)
	if err != nil {
		t.Fatal(err)
	}
	table, err = Try(tiles.NewHeuristic("triple", "too much", func(b tiles.Board) int { return 3 * conflict(b) }), 2)
	if err != nil {
		t.Fatal(err)
	}
	if row := table.Rows[0]; row[2].Form == reports.Numeric && row[2].Number <= row[1].Number {
		t.Errorf("%s: an estimate three times too large finds %v moves, the shortest being %v", row[0].Text, row[2].Number, row[1].Number)
	}
}
