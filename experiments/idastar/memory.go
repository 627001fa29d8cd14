package idastar

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var memoryItems = []study.Item{
	study.Block("memory", memoryTable), figure("memory-nodes", memoryScatter), study.Claim(claims, "memory-expands-more"),
	study.Block("memory-times", memoryTimesTable), figure("memory-time", memoryTimeScatter), study.Claim(claims, "memory-faster"),
}

var memoryClaims = []claim.Claim{
	{
		ID: "memory-expands-more", Statement: "On a typical one of Korf's easier boards IDA* with Manhattan distance expands more nodes than A*.",
		Said: claim.Forms{
			Holds:     "IDA* keeps one path where A* keeps all positions, and expands {estimate} times the nodes of A* with the Manhattan distance, over {cases} ([[fig:memory-nodes]])",
			Fails:     "IDA* keeps one path where A* keeps all positions, and does not expand more nodes for it ([[fig:memory-nodes]])",
			Undecided: "IDA* keeps one path where A* keeps all positions; whether it expands more nodes for it is open ([[fig:memory-nodes]])",
		},
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return claim.Above(claim.Ratio(memoryTrials(f), experiments.Expanded, "astar/manhattan", "idastar/manhattan", "board"), 1), nil
		},
	},
	{
		ID: "memory-faster", Timing: true, Statement: "IDA* is faster than A* nevertheless: with Manhattan distance it takes less CPU time on a typical one of Korf's easier boards.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return claim.Below(claim.Ratio(memoryTrials(f), experiments.Seconds, "astar/manhattan", "idastar/manhattan", "board"), 1), nil
		},
	},
}

// memoryHeuristics are those that A* and IDA* are compared with: the one of the
// write-ups, and the strongest that needs no large tables.
var memoryHeuristics = []string{"manhattan", "lc-wd"}

// memoryStrategies names A* and IDA* with each heuristic, in pairs.
func memoryStrategies() []string { return underEach("astar/", "idastar/") }

// underEach puts all algorithms before each heuristic of the comparison.
func underEach(algorithms ...string) []string {
	var names []string
	for _, h := range memoryHeuristics {
		for _, a := range algorithms {
			names = append(names, a+h)
		}
	}
	return names
}

// memoryTrials returns the trials of A* and IDA* on the same boards: those that
// ran one at a time.
func memoryTrials(trials frame.Frame) frame.Frame {
	return onKorf(trials, memoryStrategies()...).Where(frame.Mode.Is(experiments.Timed))
}

// onlyAStar returns the trials of A*.
func onlyAStar(rows frame.Frame) frame.Frame { return onKorf(rows, underEach("astar/")...) }

// memoryPairs lines up A* and IDA* under each heuristic.
func memoryPairs(trials frame.Frame) []frame.Cases {
	rows := memoryTrials(trials)
	var all []frame.Cases
	for _, h := range memoryHeuristics {
		all = append(all, matched(rows, "astar/"+h, "idastar/"+h))
	}
	return all
}

// heuristicIn is the heuristic of cases of which there is one.
func heuristicIn(c frame.Cases) string { return heuristicOf(c[0].Trials[0].Strategy) }

// memoryTable sets A* and IDA* beside each other: what they expand, and what
// they store for it.
func memoryTable(trials frame.Frame) (reports.Table, error) {
	rows := memoryTrials(trials)
	return column.Fill(reports.Table{
		ID: "memory", Title: "A* and IDA* on the same boards", Groups: 1,
		Caption: fmt.Sprintf("%s. A* takes 16 bytes for a position and fills its table to nine tenths; IDA* stores the positions on one path, too few bytes to count. Memory is that of tables, which grow in steps. %s",
			easiestBoards(rows), limitsOf(onlyAStar(rows))),
	}, each(rows, memoryStrategies()...),
		column.Words("heuristic", ran.heuristic),
		column.Words("algorithm", ran.algorithm),
		column.On(ran.expanded, column.Instances("boards")),
		column.On(ran.expanded, column.Capped()).Doc("runs that the memory limit ended; their counts are lower bounds"),
		column.On(ran.expanded, column.Median("median expanded")).Smallest(),
		column.On(ran.expanded, column.Max("most expanded")).Smallest(),
		column.On(ran.stored, column.Median("median stored")).Smallest().Doc("the largest number of positions held at one time"),
		column.On(ran.stored, column.Max("most stored")).Smallest(),
		column.Numbers("largest memory", reports.Bytes, func(r ran) float64 { return positive(r.Summary(experiments.Memory).Max.Value) }),
	), nil
}

// memoryScatter shows, board by board, the nodes that A* and IDA* expand with
// Manhattan distance.
func memoryScatter(trials frame.Frame) (plots.Figure, error) {
	return scatterOf(trials, "memory-nodes", "Nodes expanded by A* and IDA*, Manhattan distance", experiments.Expanded)
}

// memoryTimeScatter shows, board by board, the CPU time of A* and IDA* with
// Manhattan distance.
func memoryTimeScatter(trials frame.Frame) (plots.Figure, error) {
	return scatterOf(trials, "memory-time", "CPU time of A* and IDA*, Manhattan distance", experiments.Seconds)
}

func scatterOf(trials frame.Frame, id, title string, m experiments.Metric) (plots.Figure, error) {
	rows := memoryTrials(trials)
	f, err := plots.ScatterOf(rows, m, "astar/manhattan", "idastar/manhattan")
	if err != nil {
		return f, err
	}
	f.ID, f.Title, f.Timing = id, title, m.Timing
	if limit := memoryLimit(rows); limit > 0 {
		f.Caption += fmt.Sprintf(" A* stops at %s of memory.", binary(limit))
	}
	return f, nil
}

// memoryTimesTable sets the CPU times of A* and IDA* beside each other, on the
// boards that both solved.
func memoryTimesTable(trials frame.Frame) (reports.Table, error) {
	var pairs []frame.Cases
	for _, cases := range memoryPairs(trials) {
		if both := cases.Solved(); len(both) > 0 {
			pairs = append(pairs, both)
		}
	}
	total := func(m experiments.Metric, i int) func(frame.Cases) float64 {
		return func(c frame.Cases) float64 { return stats.Sum(c.Values(m, i)) }
	}
	ratio := func(m experiments.Metric) func(frame.Cases) stats.Estimate {
		return func(c frame.Cases) stats.Estimate {
			return stats.Bootstrap{}.RatioOfGeoMeans(c.Values(m, 1), c.Values(m, 0))
		}
	}
	perNode := func(i int) func(frame.Cases) float64 {
		return func(c frame.Cases) float64 {
			return total(experiments.Seconds, i)(c) / total(experiments.Expanded, i)(c)
		}
	}
	return column.Fill(reports.Table{
		ID: "memory-times", Title: "A* and IDA*: time on the boards both solved", Timing: true,
		Caption: "One run at a time on one core. Ratios are geometric means over boards, IDA* ÷ A*, with 95 % bootstrap intervals. Boards that A* could not finish are left out.",
	}, pairs,
		column.Words("heuristic", heuristicIn),
		column.Counts("boards", func(c frame.Cases) int { return len(c) }),
		column.Numbers("A* total", reports.Seconds, total(experiments.Seconds, 0)),
		column.Numbers("IDA* total", reports.Seconds, total(experiments.Seconds, 1)),
		column.Estimates("expanded, ratio", reports.Ratio, ratio(experiments.Expanded)),
		column.Estimates("CPU time, ratio", reports.Ratio, ratio(experiments.Seconds)),
		column.Numbers("A* per node", reports.Seconds, perNode(0)).Doc("CPU time ÷ nodes expanded, over all boards"),
		column.Numbers("IDA* per node", reports.Seconds, perNode(1)),
	), nil
}
