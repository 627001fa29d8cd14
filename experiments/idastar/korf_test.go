package idastar

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// korfTrials are trials of Korf's hundred boards as the verified counts of
// package tiles have them.
func korfTrials() []experiments.Trial {
	var trials []experiments.Trial
	for _, k := range sliding.Boards("korf100") {
		trials = append(trials, experiments.Trial{
			Set: "korf100", Size: 16, Index: k.Number - 1, Strategy: "idastar/manhattan", Mode: experiments.Budget,
			Outcome: search.Solved, Cost: k.Optimal, Meter: search.Meter{Generated: k.Manhattan.Generated, Expanded: k.Manhattan.Expanded},
		})
	}
	return trials
}

func TestKorfsCountsAreOursAndOneOnAllButThree(t *testing.T) {
	trials := korfTrials()
	claim, err := PublishedClaim(frame.Of(trials))
	if err != nil || claim.Holds != reports.Holds || !strings.Contains(claim.Evidence, "97 of 100") {
		t.Errorf("%s, %v: %s; want that it holds, equal on 97 of 100", claim.Holds, err, claim.Evidence)
	}
	for _, number := range []int{7, 22} {
		spoilt := slices.Clone(trials)
		k := sliding.Boards("korf100")[number-1]
		spoilt[number-1].Meter.Generated = k.Generated // the count of 7 without its root, that of 22 as published and 1
		if number == 22 {
			spoilt[number-1].Meter.Generated--
		}
		if claim, err := PublishedClaim(frame.Of(spoilt)); err != nil || claim.Holds != reports.Fails {
			t.Errorf("with number %d spoilt: %s, %v; want fails", number, claim.Holds, err)
		}
	}
	f, err := PublishedFigure(frame.Of(trials))
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
	table, err := KorfTable(frame.Of(korfTrials()))
	if err != nil {
		t.Fatal(err)
	}
	row := table.Rows[0]
	if math.Round(row[5].Number) != 363_028_079 || row[8].Number != 6_320_047_979 || row[3].Number != 53.05 {
		t.Errorf("mean %v, maximum %v, mean length %v; want 363028079, 6320047979 and 53.05", row[5].Number, row[8].Number, row[3].Number)
	}
}

// heuristicTrials are two boards under three heuristics, with estimates and
// nodes such that a move of estimate divides the nodes by 3.
func heuristicTrials(n int) []experiments.Trial {
	var trials []experiments.Trial
	for i := range n {
		for h, name := range []string{"manhattan", "linear-conflict", "lc-wd"} {
			nodes := uint64(math.Round(float64(1+i%5) * math.Pow(3, float64(12-2*h))))
			trials = append(trials, experiments.Trial{
				Set: "korf100", Size: 16, Index: i, Strategy: "idastar/" + name, Mode: experiments.Budget, Outcome: search.Solved, Cost: 50,
				Meter: search.Meter{Generated: nodes, Iterations: []search.Iteration{{Bound: 30 + i%3 + 2*h, Generated: nodes}}},
			})
		}
	}
	return trials
}

func TestSlopeIsTheFactorOfAMove(t *testing.T) {
	e, ok := slopeEstimate(commonBoards(frame.Of(heuristicTrials(20))))
	if !ok || math.Abs(e.Value-3) > 1e-9 {
		t.Errorf("slope %v, %v; want 3", e.Value, ok)
	}
	claim, err := SlopeClaim(frame.Of(heuristicTrials(20)))
	if err != nil || claim.Holds != reports.Holds {
		t.Errorf("%s, %v: %s", claim.Holds, err, claim.Evidence)
	}
}

func TestPairsCompareEveryTwoHeuristics(t *testing.T) {
	pairs, err := heuristicPairs(frame.Of(heuristicTrials(12)))
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{1.0 / 9, 1.0 / 81, 1.0 / 9}
	if len(pairs) != len(want) {
		t.Fatalf("%d pairs, want %d", len(pairs), len(want))
	}
	for i, c := range pairs {
		if math.Abs(c.GeoMeans.Value-want[i]) > 1e-9 || c.Wins != 12 {
			t.Errorf("%s ÷ %s: %v, %d wins; want %v, 12", c.B, c.A, c.GeoMeans.Value, c.Wins, want[i])
		}
	}
}

// growing is a trial whose iterations grow by the factors given.
func growing(index int, factors ...float64) experiments.Trial {
	t := experiments.Trial{Set: "korf100", Size: 16, Index: index, Strategy: "idastar/manhattan", Mode: experiments.Budget, Outcome: search.Solved}
	nodes := 1e6
	for i := range len(factors) + 1 {
		t.Meter.Iterations = append(t.Meter.Iterations, search.Iteration{Bound: 40 + 2*i, Generated: uint64(nodes)})
		if i < len(factors) {
			nodes *= factors[i]
		}
	}
	// The last iteration meets the solution.
	t.Meter.Iterations = append(t.Meter.Iterations, search.Iteration{Bound: 40 + 2*(len(factors)+1), Generated: 1})
	return t
}

func TestStepsAreCountedFromTheLastCompleteIteration(t *testing.T) {
	rows := []experiments.Trial{growing(0, 8, 6, 5), growing(1, 7, 4), growing(2)}
	for back, want := range [][]float64{{5, 4}, {6, 7}, {8}, nil} {
		if got := steps(frame.Of(rows), back); !slices.Equal(got, want) {
			t.Errorf("%d back: %v, want %v", back, got, want)
		}
	}
	if got := fitted(frame.Of([]experiments.Trial{growing(0, 9, 4, 4)}), true); len(got) != 1 || math.Abs(got[0]-4) > 1e-6 {
		t.Errorf("fit of the last three iterations: %v, want 4", got)
	}
}

func TestBranchingClaimFollowsTheData(t *testing.T) {
	var faster, slower, same []experiments.Trial
	for i := range 20 {
		wobble := 1 + 0.01*float64(i%5-2)
		faster = append(faster, growing(i, 8, 6*wobble))
		slower = append(slower, growing(i, 8, 3*wobble))
		same = append(same, growing(i, 8, perStep*wobble))
	}
	for _, c := range []struct {
		name   string
		trials []experiments.Trial
		want   reports.Verdict
	}{{"faster", faster, reports.Holds}, {"slower", slower, reports.Fails}, {"the same", same, reports.Undecided}, {"none", nil, reports.Undecided}} {
		if claim, err := BranchingClaim(frame.Of(c.trials)); err != nil || claim.Holds != c.want {
			t.Errorf("%s: %s, %v; want %s", c.name, claim.Holds, err, c.want)
		}
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
