package idastar

import (
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var spaceItems = []study.Item{
	study.Block("must-expand", mustExpandTable), study.Claim(claims, "ties-matter"), study.Claim(claims, "paths-cost-more"),
	study.Block("spaces", spacesTable), figure("spaces-ratios", spacesFigure), study.Claim(claims, "mm-needs-more"), study.Claim(claims, "rbfs-against-idastar"),
}

var spaceClaims = []claim.Claim{
	{
		ID: "ties-matter", Statement: "A* expands more nodes on a typical easy board if it takes the smallest g among equals first than if it takes the largest.",
		Ask: ratio(claim.Above, 1, onHundred, experiments.Expanded, "astar/manhattan", lowG),
	},
	{
		ID: "paths-cost-more", Statement: "Paths that meet cost IDA* more than its repeated iterations on a typical easy board.",
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
			return claim.Above(claim.GeoMean("first ÷ second", "board", quotients), 1).
				Saying("The last complete iteration expands %.3g nodes for each position that must be expanded, all together %.3g times what the last does (geometric means).", stats.GeoMean(paths), stats.GeoMean(repeats)), nil
		},
	},
	{
		ID: "mm-needs-more", Statement: "MM, which meets in the middle, expands more nodes than A* with lc-wd on a typical easy board.",
		Ask: ratio(claim.Above, 1, spacesTrials, experiments.Expanded, "astar/lc-wd", "mm/lc-wd"),
	},
	{
		ID: "rbfs-against-idastar", Statement: "RBFS expands fewer nodes than IDA* on a typical easy board, with Manhattan distance.",
		Ask: ratio(claim.Below, 1, spacesTrials, experiments.Expanded, "idastar/manhattan", "rbfs/manhattan"),
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
	must := func(c frame.Case) float64 { return experiments.Expanded.Value(c.Trials[0]) }
	complete := func(c frame.Case) float64 { return lastComplete.Value(c.Trials[3]) }
	expanded := func(i int) func(frame.Case) frame.Bounded {
		return func(c frame.Case) frame.Bounded { return counted(c.Trials[i], experiments.Expanded) }
	}
	text := "Either tie rule expands all positions with g + h below the optimal length, and some with g + h equal to it. The last complete iteration of IDA* enters exactly these, once for every path within its bound."
	return column.Fill(reports.Table{ID: "must-expand", Title: "What has to be expanded, and what is, with Manhattan distance", Caption: text},
		cases.Where(func(c frame.Case) bool { return solved(c.Trials[0]) }),
		korfColumn, lengthColumn,
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

// spaceNames names the algorithms that differ in what they store with each
// heuristic, A* first.
var spaceNames = under(memoryHeuristics, "astar/", "idastar/", "mm/", "rbfs/")

// spacesTrials returns the trials of all four algorithms on the boards that MM
// ran on, so that their numbers are of the same boards.
func spacesTrials(trials frame.Frame) frame.Frame {
	rows := onKorf(trials, spaceNames...)
	boards := frame.Index.Of(rows.Where(frame.Strategy.Is(under(memoryHeuristics, "mm/")...)))
	return rows.Where(frame.Index.Is(boards...)).Counted(experiments.Expanded)
}

// againstAStar is the ratio of a strategy's nodes to those of A* with the same
// heuristic, on the boards that both solved; NaN on none, and of A* itself.
func againstAStar(rows frame.Frame, strategy string) stats.Estimate {
	cases := rows.Match("astar/"+heuristicOf(strategy), strategy).Solved()
	if len(cases) == 0 || algorithmOf(strategy) == "astar" {
		return stats.Estimate{Value: math.NaN()}
	}
	return stats.Bootstrap{Seed: 1}.RatioOfGeoMeans(cases.Values(experiments.Expanded, 1), cases.Values(experiments.Expanded, 0))
}

// spacesTable sets four ways to use memory beside each other.
func spacesTable(trials frame.Frame) (reports.Table, error) {
	rows := spacesTrials(trials)
	text := "Ratios to A* with the same heuristic are geometric means over the boards both solved. MM counts both sides."
	return column.Fill(reports.Table{ID: "spaces", Title: "Four optimal searches on the same boards", Groups: 1, Caption: text}, each(rows, spaceNames...), append(slices.Clip(searched),
		column.Estimates("÷ A*", reports.Ratio, func(r ran) stats.Estimate { return againstAStar(rows, r.strategy) }), medianStored)...), nil
}

// spacesFigure shows the nodes of each algorithm relative to A*.
func spacesFigure(trials frame.Frame) (plots.Figure, error) {
	rows := spacesTrials(trials)
	var intervals []plots.Interval
	for _, name := range spaceNames {
		if ratio := againstAStar(rows, name); ratio.N > 0 {
			intervals = append(intervals, plots.IntervalOf(name, ratio, ratio.N))
		}
	}
	text := fmt.Sprintf("Over the boards, of %d, that both solved; those left out are the harder ones.", rows.Instances())
	options := plots.ForestOptions{XLabel: "nodes expanded ÷ A*, geometric mean", Below: "fewer than A*", Above: "more than A*"}
	return captioned(text)(plots.Forest("spaces-ratios", "Nodes expanded relative to A* with the same heuristic", options, intervals))
}
