package heuristics

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// bookSide is what the textbook prints for one heuristic at one distance.
type bookSide struct {
	heuristic string
	nodes, b  float64
}

func (r bookRow) sides() []bookSide {
	return []bookSide{{"hamming", r.hamming, r.hammingB}, {"manhattan", r.manhattan, r.manhattanB}}
}

// BranchingTable sets the effective branching factors beside those of the
// textbook.
func BranchingTable(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "branching", Title: "Effective branching factor, beside the textbook's", Groups: 1,
		Caption: fmt.Sprintf("Means over boards at distance d of the nodes of A*, with the root, and of b* with 1 + b* + … + b*^d = nodes. Printed: Russell & Norvig (2010), figure 3.29, 100 boards at each distance. "+
			"A factor agrees if it is within %.2f of the printed one. Without a table: the write-up's program on the same boards; no number where a limit ended a run.", branchingTolerance),
		Columns: []reports.Column{
			{Name: "heuristic"},
			{Name: "d", Kind: reports.Count},
			{Name: "boards", Kind: reports.Count},
			{Name: "printed nodes", Kind: reports.Count},
			{Name: "our nodes", Kind: reports.Count},
			{Name: "without a table", Kind: reports.Count},
			{Name: "printed b*", Kind: reports.Number, Digits: 3},
			{Name: "our b*", Kind: reports.Number, Digits: 3},
			{Name: "agrees"},
		},
	}
	for i := range book[0].sides() {
		for _, r := range book {
			side := r.sides()[i]
			mean, b, n := generatedAt(trials, astar+side.heuristic, r.distance)
			if n == 0 {
				continue
			}
			without, _, _ := generatedAt(trials, program+side.heuristic, r.distance)
			t.Rows = append(t.Rows, []reports.Cell{
				reports.Str(side.heuristic), reports.Int(r.distance), reports.Int(n),
				reports.Num(side.nodes), reports.Num(math.Round(mean + 1)), reports.Num(math.Round(without + 1)),
				reports.Num(side.b), reports.Num(b), reports.YesNo(near(b, side.b)),
			})
		}
	}
	return t, nil
}

// branchingTolerance is how far two factors may be apart to agree.
const branchingTolerance = 0.05

// near reports whether a factor agrees with a printed one.
func near(b, printed float64) bool { return math.Abs(b-printed) <= branchingTolerance }

// branching returns the effective branching factor b* of a search that
// generated so many nodes, the root not counted, for a solution of that length:
// nodes + 1 = 1 + b* + b*² + … + b*^length (Russell & Norvig, section 3.6.1).
// It is NaN unless there are at least as many nodes as moves and at least one
// move.
func branching(nodes float64, length int) float64 {
	if length < 1 || math.IsNaN(nodes) || nodes < float64(length) {
		return math.NaN()
	}
	low, high := 1.0, nodes+1
	for range 100 {
		b := (low + high) / 2
		sum, power := 0.0, 1.0
		for range length {
			power *= b
			sum += power
		}
		if sum < nodes {
			low = b
		} else {
			high = b
		}
	}
	return (low + high) / 2
}

// generatedAt returns the means of the nodes that a strategy generates at a
// distance and of its effective branching factors, and the number of boards;
// NaN and 0 if there are none or a limit ended a run.
func generatedAt(trials frame.Frame, strategy string, distance int) (nodes, b float64, n int) {
	rows := atDistances(trials).Where(frame.Strategy.Is(strategy), func(t *experiments.Trial) bool { return distanceOf(t) == distance })
	var counts, factors []float64
	for t := range rows.All() {
		if t.Outcome != search.Solved || t.Error != "" {
			return math.NaN(), math.NaN(), 0
		}
		count := float64(t.Meter.Generated)
		counts, factors = append(counts, count), append(factors, branching(count, distance))
	}
	return stats.Mean(counts), stats.Mean(factors), rows.Len()
}
