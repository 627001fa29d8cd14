package idastar

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var mustItems = []study.Item{
	study.Block("must-expand", mustExpandTable), study.Claim(claims, "ties-matter"), study.Claim(claims, "paths-cost-more"),
}

var mustClaims = []claim.Claim{
	{
		ID: "ties-matter", Statement: "Ties matter: on a typical one of Korf's easier boards A* expands more nodes if it takes the smallest g among equals first than if it takes the largest.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return claim.Above(claim.Ratio(onKorf(f, "astar/manhattan", lowG), experiments.Expanded, "astar/manhattan", lowG, "board"), 1), nil
		},
	},
	{
		ID: "paths-cost-more", Statement: "Paths that meet cost IDA* more than its repeated iterations: on a typical one of Korf's easier boards they multiply the work up to the last complete iteration by more.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			var paths, repeats, quotients []float64
			for _, c := range matched(f, mustManhattan, "idastar/manhattan").Solved() {
				n := lastComplete.Value(c.Trials[1])
				if math.IsNaN(n) {
					continue
				}
				// What the last iteration adds depends on the order of moves.
				complete := c.Trials[1].Meter.Expanded - lastIteration(c.Trials[1]).Expanded
				p, r := n/float64(c.Trials[0].Meter.Expanded), float64(complete)/n
				paths, repeats, quotients = append(paths, p), append(repeats, r), append(quotients, p/r)
			}
			return claim.Above(claim.GeoMean("the first ÷ the second", "board", quotients), 1).
				Saying("The last complete iteration expands %.3g nodes for each position that has to be expanded; all complete iterations together expand %.3g times what the last of them does (geometric means).", stats.GeoMean(paths), stats.GeoMean(repeats)), nil
		},
	},
}

// lowG is A* that takes the other end of every tie.
const lowG = "astar/manhattan,ties=low-g"

// mustManhattan counts what every optimal search has to expand.
const mustManhattan = mustPrefix + "manhattan"

// mustExpandTable tells, board by board, what an optimal search has to expand
// and what the ties and the repetitions of A* and IDA* add.
func mustExpandTable(trials frame.Frame) (reports.Table, error) {
	names := []string{mustManhattan, "astar/manhattan", lowG, "idastar/manhattan"}
	cases := matched(trials, names...)
	limited := func(i int) int {
		return len(cases.Where(func(c frame.Case) bool { return frame.Limited(c.Trials[i]) }))
	}
	must := func(c frame.Case) float64 { return experiments.Expanded.Value(c.Trials[0]) }
	complete := func(c frame.Case) float64 { return lastComplete.Value(c.Trials[3]) }
	expanded := func(i int) func(frame.Case) frame.Bounded {
		return func(c frame.Case) frame.Bounded { return counted(c.Trials[i], experiments.Expanded) }
	}
	stopped := "No run of A* reached its limit on memory."
	if n := limited(1) + limited(2); n > 0 {
		stopped = fmt.Sprintf("A limit on memory stopped %s of A*.", study.Plural(n, "run"))
	}
	return column.Fill(reports.Table{
		ID: "must-expand", Title: "What has to be expanded, and what is, with Manhattan distance",
		Caption: fmt.Sprintf("Positions with g + h below the optimal length were counted one by one, each with its smallest g. Either tie rule of A* expands them all, and some with g + h equal to that length. The last complete iteration of IDA* enters exactly these positions, but once for every path within its bound. %s", stopped),
	}, cases.Where(func(c frame.Case) bool { return solved(c.Trials[0]) }),
		column.Counts("Korf", func(c frame.Case) int { return c.Index + 1 }).Doc("number of the board"),
		column.Counts("length", func(c frame.Case) int { return shortest(c.Trials[0]) }).Unit("moves"),
		column.Bounds("must expand", reports.Count, expanded(0)).Full().Doc("positions with g + h below the optimal length"),
		column.Bounds("A*, high g", reports.Count, expanded(1)).Full().Doc("of equal g + h the largest g first"),
		column.Bounds("A*, low g", reports.Count, expanded(2)).Full().Doc("of equal g + h the smallest g first"),
		column.Numbers("IDA*, last complete", reports.Count, complete).Full().Doc("expanded in the iteration before the last"),
		column.Numbers("paths", reports.Number, func(c frame.Case) float64 { return complete(c) / must(c) }).Doc("paths to a position: last complete iteration ÷ must expand"),
		column.Bounds("IDA*, all", reports.Count, expanded(3)).Full(),
		column.Bounds("÷ must", reports.Number, func(c frame.Case) frame.Bounded {
			all := expanded(3)(c)
			all.Value /= must(c)
			return all
		}).Doc("all that IDA* expands ÷ must expand"),
	), nil
}

// lastComplete is what IDA* expands in its last iteration that is searched to
// the end, the one before the solution's.
var lastComplete = experiments.Metric{Value: func(t *experiments.Trial) float64 {
	if n := len(t.Meter.Iterations); solved(t) && n > 1 {
		return float64(t.Meter.Iterations[n-2].Expanded)
	}
	return math.NaN()
}}
