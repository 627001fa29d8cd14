package idastar

import (
	"fmt"
	"math"

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
		ID: "ties-matter", Statement: "Ties matter: on a typical one of Korf's easier boards A* expands more nodes if it takes the smallest g among equals first than if it takes the largest.",
		Ask: ratio(claim.Above, 1, onHundred, experiments.Expanded, "astar/manhattan", lowG),
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
	{
		ID: "mm-needs-more", Statement: "Meeting in the middle does not pay with a strong heuristic: on a typical one of Korf's easier boards MM expands more nodes than A* with lc-wd.",
		Ask: ratio(claim.Above, 1, spacesTrials, experiments.Expanded, "astar/lc-wd", "mm/lc-wd"),
	},
	{
		ID: "rbfs-against-idastar", Statement: "Best-first order in linear space saves nodes: on a typical one of Korf's easier boards RBFS expands fewer than IDA* with Manhattan distance.",
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
	limited := func(i int) int {
		return len(cases.Where(func(c frame.Case) bool { return frame.Limited(c.Trials[i]) }))
	}
	must := func(c frame.Case) float64 { return experiments.Expanded.Value(c.Trials[0]) }
	complete := func(c frame.Case) float64 { return lastComplete.Value(c.Trials[3]) }
	expanded := func(i int) func(frame.Case) frame.Bounded {
		return func(c frame.Case) frame.Bounded { return counted(c.Trials[i], experiments.Expanded) }
	}
	text := fmt.Sprintf("Positions with g + h below the optimal length were counted one by one, each with its smallest g. Either tie rule of A* expands them all, and some with g + h equal to that length. The last complete iteration of IDA* enters exactly these positions, but once for every path within its bound. A limit on memory ended %s of A*.", study.Plural(limited(1)+limited(2), "run"))
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
	text := fmt.Sprintf("%s. Ratios to A* with the same heuristic are geometric means over the boards both solved, with 95 %% bootstrap intervals. MM counts both sides. %s",
		easiestBoards(rows), study.Limits(rows, ""))
	return column.Fill(reports.Table{ID: "spaces", Title: "Four optimal searches on the same boards", Groups: 1, Caption: text}, each(rows, spaceNames...),
		column.Words("heuristic", ran.heuristic),
		column.Words("algorithm", ran.algorithm),
		column.On(ran.expanded, column.Instances("boards")),
		column.On(ran.expanded, column.Capped()).Doc("runs that a limit on memory or nodes ended; their counts are lower bounds"),
		column.On(ran.expanded, column.Median("median expanded")).Smallest(),
		column.Estimates("÷ A*", reports.Ratio, func(r ran) stats.Estimate { return againstAStar(rows, r.strategy) }),
		column.On(ran.stored, column.Median("median stored")).Smallest().Doc("the largest number of positions held at one time"),
	), nil
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
	text := fmt.Sprintf("Geometric means over the boards that both solved, with 95 %% bootstrap intervals; of %s in all. %s Boards left out for that are the harder ones.",
		study.Plural(rows.Instances(), "board"), study.Limits(rows, ""))
	options := plots.ForestOptions{XLabel: "nodes expanded ÷ A*, geometric mean", Below: "fewer than A*", Above: "more than A*"}
	return captioned(text)(plots.Forest("spaces-ratios", "Nodes expanded relative to A* with the same heuristic", options, intervals))
}
