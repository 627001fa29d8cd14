package idastar

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var memoryItems = []study.Item{
	study.Block("memory", memoryTable),
	figure("memory-nodes", memoryScatter("memory-nodes", "Number of nodes that A* and IDA* expand on the easiest of Korf's boards, with Manhattan distance", trial.Expanded)), study.Claim(claims, "memory-expands-more"),
	study.Block("memory-times", memoryTimesTable),
	figure("memory-time", memoryScatter("memory-time", "CPU time of A* and IDA* on the easiest of Korf's boards, with Manhattan distance", trial.Seconds)), study.Claim(claims, "memory-faster"),
	figure("memory-growth", memoryGrowthFigure), study.Block("memory-crossover", crossoverTable),
	figure("memory-random", memoryRandomFigure), study.Claim(claims, "memory-idastar-goes-on"),
}

var memoryClaims = []claim.Claim{
	{ID: "memory-expands-more", Of: small("astar/manhattan", "idastar/manhattan"), Population: smallBoards, Ask: ratio(claim.Above, 1, trial.Expanded, "astar/manhattan", "idastar/manhattan")},
	{ID: "memory-faster", Timing: true, Of: frame.Selection{Sets: []string{smallSet}, Mode: trial.Timed}, Population: smallBoards, Ask: ratio(claim.Below, 1, trial.Seconds, "astar/manhattan", "idastar/manhattan")},
	{
		ID: "memory-idastar-goes-on", Of: onRandom, Population: "solvable 15-puzzle boards, all equally likely",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			pairs := f.Match("astar/lc-wd", "idastar/lc-wd")
			alone := pairs.Where(func(c frame.Case) bool { return c.Trials[0].Outcome == search.LimitMemory && solved(c.Trials[1]) })
			return claim.Above(claim.Share("share of the boards that IDA* solves after A* has run out of memory", "board", len(alone), len(pairs)).Called("share of boards on which A* runs out of memory and IDA* finds a solution"), 0.5), nil
		},
	},
}

// onRandom selects A* and IDA* with the strongest heuristic on random 15-puzzle boards.
var onRandom = frame.Selection{Sets: []string{uniformSet}, Sizes: []int{16}, Strategies: []string{"astar/lc-wd", "idastar/lc-wd"}}

// memoryRandomFigure shows on how many random boards A* and IDA* run out of memory.
func memoryRandomFigure(trials frame.Frame) (plots.Figure, error) {
	names := map[string]string{"astar/lc-wd": "A* (keeps every position)", "idastar/lc-wd": "IDA* (keeps one path)"}
	rows, boards := trials.Where(onRandom.Pass), 0
	var dots []plots.Dot
	for strategy, of := range frame.By(rows, frame.Strategy.In(onRandom.Strategies...)) {
		boards = of.Len()
		out := of.Count(func(t *trial.Trial) bool { return t.Outcome == search.LimitMemory })
		i := stats.ClopperPearson(out, boards, stats.DefaultLevel)
		dots = append(dots, plots.Dot{Name: names[strategy], Value: 100 * float64(out) / float64(boards), Low: 100 * i.Low, High: 100 * i.High})
	}
	f, err := plots.Dots("memory-random", "15-puzzle boards that need more than "+study.Binary(littleMemory)+" of memory", plots.DotsOptions{XLabel: "share of boards on which memory ran out (%)", Value: "%"}, dots)
	return f.Captioned("Dots show shares of %s, with 95 %% intervals. Both searches use lc-wd, the strongest estimate here, which is the larger of linear conflict and walking distance. The limit is low so that the study ends in minutes.", study.Plural(boards, "random board")), err
}

// memoryHeuristics lists the heuristics for the comparison of A* and IDA*: the one used in the
// write-ups, and the strongest that needs no large tables.
var memoryHeuristics = []string{"manhattan", "lc-wd"}

// memoryStrategies lists A* and IDA* with each heuristic, in pairs.
var memoryStrategies = under(memoryHeuristics, "astar/", "idastar/")

// under names strategies for all parts of the study.
var under = sliding.Under

// memoryTrials returns the trials of A* and IDA* on the same boards that ran one at a time.
func memoryTrials(trials frame.Frame) frame.Frame {
	return onKorf(trials, memoryStrategies...).Where(frame.Mode.Is(trial.Timed))
}

// heuristicIn returns the heuristic of the first case.
func heuristicIn(c frame.Cases) string { return heuristicOf(c[0].Trials[0].Strategy) }

// memoryTable compares A* and IDA*: what they expand, and what they store to do so.
func memoryTable(trials frame.Frame) (reports.Table, error) {
	text := "A* uses 16 bytes per position and fills its table to 90 %. IDA* stores only the positions on one path."
	return column.Fill(reports.Table{ID: "memory", Title: "A* and IDA* on the easiest of Korf's boards", Groups: 1, Caption: text}, each(memoryTrials(trials), memoryStrategies...), append(slices.Clip(searched),
		column.On(expanded, column.Max("most expanded")),
		medianStored, column.On(stored, column.Max("most stored")),
		column.Numbers("largest memory", reports.Bytes, func(r ran) float64 { return positive(r.Summary(trial.Memory).Max.Value) }),
	)...), nil
}

// Table columns with the results of searches.
var (
	searched = []column.Of[ran]{
		column.Words("heuristic", heuristic), column.Words("algorithm", algorithm),
		column.On(expanded, column.Instances("boards")), column.On(expanded, column.Capped()),
		column.On(expanded, column.Median("median expanded")).Smallest(),
	}
	medianStored = column.On(stored, column.Median("median stored")).Smallest().Doc("median of the largest number of positions held at one time")
)

// memoryScatter returns a figure that compares a metric of A* and IDA* with Manhattan distance,
// board by board.
func memoryScatter(id, title string, m trial.Metric) func(frame.Frame) (plots.Figure, error) {
	return func(trials frame.Frame) (plots.Figure, error) {
		f, err := plots.ScatterOf(memoryTrials(trials), m, "astar/manhattan", "idastar/manhattan")
		f.ID, f.Title, f.Timing = id, title, m.Timing
		return f, err
	}
}

// memoryTimesTable compares the CPU times of A* and IDA* on the boards that both solved.
func memoryTimesTable(trials frame.Frame) (reports.Table, error) {
	sum := func(c frame.Cases, m trial.Metric, i int) float64 { return stats.Sum(c.Values(m, i)) }
	seconds := func(name string, of func(frame.Cases) float64) column.Of[frame.Cases] {
		return column.Numbers(name, reports.Seconds, of)
	}
	return column.Fill(reports.Table{ID: "memory-times", Title: "CPU time of A* and IDA* on the boards that both solved", Timing: true, Caption: "Each ratio is the value for IDA* divided by the value for A*. The ratios are geometric means for numbers of nodes and pseudo-medians for times."},
		pairsWhere(trials, func(c frame.Case) bool { return solved(c.Trials[0]) && solved(c.Trials[1]) }),
		column.Words("heuristic", heuristicIn), column.Counts("boards", func(c frame.Cases) int { return len(c) }),
		seconds("A* total", func(c frame.Cases) float64 { return sum(c, trial.Seconds, 0) }),
		seconds("IDA* total", func(c frame.Cases) float64 { return sum(c, trial.Seconds, 1) }),
		column.Estimates("expanded, ratio", reports.Ratio, func(c frame.Cases) stats.Estimate {
			return stats.Bootstrap{}.RatioOfGeoMeans(c.Values(trial.Expanded, 1), c.Values(trial.Expanded, 0))
		}),
		column.Estimates("CPU time, ratio", reports.Ratio, func(c frame.Cases) stats.Estimate {
			return stats.TypicalRatio(c.Values(trial.Seconds, 1), c.Values(trial.Seconds, 0))
		}),
		seconds("A* per node", func(c frame.Cases) float64 { return sum(c, trial.Seconds, 0) / sum(c, trial.Expanded, 0) }).Doc("total CPU time divided by the total number of nodes expanded"),
		seconds("IDA* per node", func(c frame.Cases) float64 { return sum(c, trial.Seconds, 1) / sum(c, trial.Expanded, 1) }),
	), nil
}

// bytesPerNode is the memory that A* uses for a stored position: a 16-byte slot in a table that is
// filled to nine tenths (see [search.AStar]).
const bytesPerNode = 16 / 0.9

// pairsWhere matches A* and IDA* under each heuristic on the boards that pass. It leaves out
// heuristics without such boards.
func pairsWhere(trials frame.Frame, pass func(frame.Case) bool) []frame.Cases {
	pairs := study.Map(memoryHeuristics, func(h string) frame.Cases {
		return matched(memoryTrials(trials), "astar/"+h, "idastar/"+h).Where(pass)
	})
	return slices.DeleteFunc(pairs, func(c frame.Cases) bool { return len(c) == 0 })
}

// storagePairs returns the boards that IDA* solved, to relate what A* stored to the difficulty of
// the board.
func storagePairs(trials frame.Frame) []frame.Cases {
	return pairsWhere(trials, func(c frame.Case) bool { return solved(c.Trials[1]) })
}

// difficulty returns the number of nodes that IDA* expands.
func difficulty(c frame.Case) float64 { return float64(c.Trials[1].Meter.Expanded) }

func outgrown(c frame.Case) bool { return !solved(c.Trials[0]) }

// storageFit fits a power law for the number of positions that A* stores as a function of the
// number of nodes that IDA* expands. It fits a line to the logarithms of the group medians. It
// leaves out groups whose median is unknown because A* was stopped on half of their boards. It also
// returns the difficulty of the hardest group.
func storageFit(cases frame.Cases) (fit stats.Fit, hardest float64) {
	var x, y []float64
	for _, p := range storagePoints(cases) {
		if !p.Censored {
			x, y = append(x, p.X), append(y, p.Y)
			hardest = p.X
		}
	}
	return stats.FitPower(x, y), hardest
}

// storagePoints groups boards by difficulty; each group spans a factor of two.
func storagePoints(cases frame.Cases) (points []plots.Point) {
	group := func(c frame.Case) int { return int(math.Log2(difficulty(c))) }
	cases = slices.SortedStableFunc(slices.Values(cases), func(a, b frame.Case) int { return cmp.Compare(group(a), group(b)) })
	for len(cases) > 0 {
		n := 1
		for n < len(cases) && group(cases[n]) == group(cases[0]) {
			n++
		}
		of := cases[:n]
		q := stats.Quartiles(of.Values(trial.Stored, 0))
		points = append(points, plots.Point{
			X: stats.GeoMean(of.Values(trial.Expanded, 1)), Y: q.Median, Low: q.Q1, High: q.Q3, Censored: 2*len(of.Where(outgrown)) >= n,
		})
		cases = cases[n:]
	}
	return points
}

// memoryGrowthFigure shows what A* stores as a function of the difficulty of the board.
func memoryGrowthFigure(trials frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	for _, cases := range storagePairs(trials) {
		curve := plots.Curve{Name: heuristicIn(cases), Points: storagePoints(cases)}
		if fit, _ := storageFit(cases); fit.N >= 3 {
			curve.Fit, curve.FitLabel = fit.At, fmt.Sprintf("exponent %.2f", fit.B)
		}
		curves = append(curves, curve)
	}
	text := "Boards are grouped by the number of nodes that IDA* expands; each group spans a factor of two. The lines show power laws fitted to the known medians."
	options := plots.CurveOptions{
		XLabel: "nodes that IDA* expands with the same heuristic", YLabel: "positions that A* stores, median",
		LogX: true, LogY: true, Bars: true, Cap: float64(memoryTrials(trials).MemoryLimit()) / bytesPerNode, CapLabel: "memory limit",
	}
	return captioned(text)(plots.Growth("memory-growth", "Number of positions that A* stores, by difficulty of the board", options, curves))
}

// The crossover is the difficulty at which A* runs out of memory. It is reported only up to
// farthest times the difficulty of the hardest boards in the fit. Its intervals come from
// crossoverResamples resamples, each with a new fit.
const (
	farthest           = 1000
	crossoverResamples = 2000
)

// crossoverTable estimates how hard a board can be before A* no longer fits into a given memory.
func crossoverTable(trials frame.Frame) (reports.Table, error) {
	type crossing struct {
		frame.Cases
		fit     stats.Fit
		hardest float64
	}
	var fitted []crossing
	for _, cases := range storagePairs(trials) {
		if fit, hardest := storageFit(cases); fit.N >= 3 {
			fitted = append(fitted, crossing{cases, fit, hardest})
		}
	}
	estimate := func(c crossing, of func(stats.Fit) float64) stats.Estimate {
		drawn := make(frame.Cases, len(c.Cases))
		return stats.Bootstrap{Resamples: crossoverResamples}.Of(len(drawn), func(idx []int) float64 {
			for i, j := range idx {
				drawn[i] = c.Cases[j]
			}
			fit, _ := storageFit(drawn[:len(idx)])
			return of(fit)
		})
	}
	lasting := func(f stats.Fit, gib int) float64 { return math.Pow(float64(gib<<30)/bytesPerNode/f.A, 1/f.B) }
	known := func(c crossing, gib int) bool { return lasting(c.fit, gib) <= farthest*c.hardest }
	lasts := func(name string, gib int) column.Of[crossing] {
		return column.Estimates(name, reports.Count, func(c crossing) stats.Estimate {
			if !known(c, gib) {
				return stats.Estimate{Value: math.NaN()}
			}
			return estimate(c, func(f stats.Fit) float64 { return lasting(f, gib) })
		})
	}
	beyond := func(name string, gib int) column.Of[crossing] {
		return column.Numbers(name, reports.Percent, func(c crossing) float64 {
			if heuristicIn(c.Cases) != "manhattan" || !known(c, gib) {
				return math.NaN()
			}
			easier := func(k tiles.Known) bool { return float64(k.Manhattan.Expanded) <= lasting(c.fit, gib) }
			return float64(len(slices.DeleteFunc(slices.Clone(korfBoards()), easier))) / float64(len(korfBoards()))
		})
	}
	text := fmt.Sprintf("The estimates use the power laws in [[fig:memory-growth]] and %.1f bytes per position. The estimates extend to %s times the difficulty of the hardest group fitted. The intervals come from resampling the boards.", bytesPerNode, study.Grouped(farthest))
	return column.Fill(reports.Table{ID: "memory-crossover", Title: "Hardest boards that A* can solve", Caption: text}, fitted,
		column.Words("heuristic", func(c crossing) string { return heuristicIn(c.Cases) }),
		column.Counts("boards", func(c crossing) int { return len(c.Cases) }),
		column.Counts("capped", func(c crossing) int { return len(c.Where(outgrown)) }).Doc("number of boards that A* could not finish"),
		column.Numbers("hardest fitted", reports.Count, func(c crossing) float64 { return c.hardest }).Doc("number of nodes that IDA* expands in the hardest group fitted"),
		column.Estimates("exponent", reports.Number, func(c crossing) stats.Estimate { return estimate(c, func(f stats.Fit) float64 { return f.B }) }),
		lasts("hardest in 1 GiB", 1).Doc("number of nodes that IDA* expands on a board for which A* needs this much memory"), lasts("hardest in 16 GiB", 16),
		beyond("beyond 1 GiB", 1).Doc("share of Korf's hundred boards that are harder, by the verified numbers of nodes that IDA* expands with Manhattan distance"), beyond("beyond 16 GiB", 16),
	), nil
}

var spaceItems = []study.Item{
	study.Block("must-expand", mustExpandTable), study.Claim(claims, "ties-matter"), study.Claim(claims, "paths-cost-more"),
	study.Block("spaces", spacesTable), figure("spaces-ratios", spacesFigure), study.Claim(claims, "mm-needs-more"), study.Claim(claims, "rbfs-against-idastar"),
}

var spaceClaims = []claim.Claim{
	{ID: "ties-matter", Of: small("astar/manhattan", lowG), Population: smallBoards, Ask: ratio(claim.Above, 1, trial.Expanded, "astar/manhattan", lowG)},
	{ID: "paths-cost-more", Of: small(mustManhattan, "idastar/manhattan"), Population: smallBoards, Ask: func(f frame.Frame) (claim.Answer, error) {
		var paths, repeats, quotients []float64
		for _, c := range f.Match(mustManhattan, "idastar/manhattan").Solved() {
			n := lastComplete.Value(c.Trials[1])
			if math.IsNaN(n) {
				continue
			}
			// The number of nodes in the last iteration depends on the move order, so leave it out.
			complete := c.Trials[1].Meter.Expanded - lastIteration(c.Trials[1]).Expanded
			p, r := n/float64(c.Trials[0].Meter.Expanded), float64(complete)/n
			paths, repeats, quotients = append(paths, p), append(repeats, r), append(quotients, p/r)
		}
		return claim.Above(claim.GeoMean("factor of paths ÷ factor of repetition", "board", quotients).Called("geometric mean ratio of two factors (several paths ÷ repeated iterations)"), 1).
			Saying("The last complete iteration expands %.3g nodes for each position that must be expanded, and all iterations together expand %.3g times as many as that iteration (geometric means).", stats.GeoMean(paths), stats.GeoMean(repeats)), nil
	}},
	{ID: "mm-needs-more", Of: small("astar/lc-wd", "mm/lc-wd"), Population: smallBoards, Ask: ratio(claim.Above, 1, trial.Expanded, "astar/lc-wd", "mm/lc-wd")},
	{
		ID: "rbfs-against-idastar", Of: small("idastar/manhattan", "rbfs/manhattan"), Population: smallBoards,
		Ask: ratio(alike, 1.5, trial.Expanded, "idastar/manhattan", "rbfs/manhattan"),
	},
}

// lowG is A* that breaks every tie the other way.
const lowG = "astar/manhattan,ties=low-g"

// mustManhattan counts the nodes that every optimal search must expand.
const mustManhattan = mustPrefix + "manhattan"

// mustExpandTable shows, board by board, what an optimal search must expand, and what the ties of
// A* and the repetitions of IDA* add.
func mustExpandTable(trials frame.Frame) (reports.Table, error) {
	names := []string{mustManhattan, "astar/manhattan", lowG, "idastar/manhattan"}
	cases := matched(trials, names...)
	must := func(c frame.Case) float64 { return trial.Expanded.Value(c.Trials[0]) }
	complete := func(c frame.Case) float64 { return lastComplete.Value(c.Trials[3]) }
	expanded := func(i int) func(frame.Case) frame.Bounded {
		return func(c frame.Case) frame.Bounded { return counted(c.Trials[i], trial.Expanded) }
	}
	text := "With either tie rule, A* expands all positions with g + h below the optimal length, and some positions where the sum equals it. In its last complete iteration, IDA* expands exactly the positions with a smaller sum, once for each path within the bound."
	return column.Fill(reports.Table{ID: "must-expand", Title: "Positions that must be expanded, and nodes that are expanded, with Manhattan distance", Caption: text},
		cases.Where(func(c frame.Case) bool { return solved(c.Trials[0]) }),
		korfColumn, lengthColumn,
		column.Bounds("must expand", reports.Count, expanded(0)).Full().Doc("number of positions with g + h below the optimal length"),
		column.Bounds("A*, high g", reports.Count, expanded(1)).Full().Doc("number of nodes that A* expands if it prefers the largest g among equal g + h"),
		column.Bounds("A*, low g", reports.Count, expanded(2)).Full().Doc("number of nodes that A* expands if it prefers the smallest g among equal g + h"),
		column.Numbers("IDA*, last complete", reports.Count, complete).Full().Doc("number of nodes that IDA* expands in the iteration before the last"),
		column.Numbers("paths", reports.Number, func(c frame.Case) float64 { return complete(c) / must(c) }).Doc("mean number of paths to a position: “last complete” divided by “must expand”"),
		column.Bounds("IDA*, all", reports.Count, expanded(3)).Full(),
		column.Bounds("÷ must", reports.Number, func(c frame.Case) frame.Bounded {
			all := expanded(3)(c)
			all.Value /= must(c)
			return all
		}).Doc("number of nodes that IDA* expands in all iterations, divided by “must expand”"),
	), nil
}

// lastComplete is the number of nodes that IDA* expands in its last complete iteration, the one
// before the iteration that finds the solution.
var lastComplete = trial.Metric{Value: func(t *trial.Trial) float64 {
	if n := len(t.Meter.Iterations); solved(t) && n > 1 {
		return float64(t.Meter.Iterations[n-2].Expanded)
	}
	return math.NaN()
}}

// spaceNames lists the algorithms that differ in what they store, with each heuristic. A* comes
// first.
var spaceNames = under(memoryHeuristics, "astar/", "idastar/", "mm/", "rbfs/")

// spacesTrials returns the trials of all four algorithms on the boards that MM ran on, so that all
// numbers are for the same boards.
func spacesTrials(trials frame.Frame) frame.Frame {
	rows := onKorf(trials, spaceNames...)
	boards := frame.Index.Of(rows.Where(frame.Strategy.Is(under(memoryHeuristics, "mm/")...)))
	return rows.Where(frame.Index.Is(boards...)).Counted(trial.Expanded)
}

// againstAStar returns the ratio between the nodes of a strategy and the nodes of A* with the same
// heuristic, on the boards that both solved. It is NaN if there are none, or for A* itself.
func againstAStar(rows frame.Frame, strategy string) stats.Estimate {
	cases := rows.Match("astar/"+heuristicOf(strategy), strategy).Solved()
	if len(cases) == 0 || algorithmOf(strategy) == "astar" {
		return stats.Estimate{Value: math.NaN()}
	}
	return stats.Bootstrap{}.RatioOfGeoMeans(cases.Values(trial.Expanded, 1), cases.Values(trial.Expanded, 0))
}

// spacesTable compares four ways to use memory.
func spacesTable(trials frame.Frame) (reports.Table, error) {
	rows := spacesTrials(trials)
	text := "Each ratio is the number of nodes expanded, divided by the number that A* expands with the same heuristic (geometric mean over the boards that both solved). For MM, nodes on both sides are counted."
	return column.Fill(reports.Table{ID: "spaces", Title: "Four optimal searches on the easiest of Korf's boards", Groups: 1, Caption: text}, each(rows, spaceNames...), append(slices.Clip(searched),
		column.Estimates("÷ A*", reports.Ratio, func(r ran) stats.Estimate { return againstAStar(rows, r.Value) }), medianStored)...), nil
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
	text := fmt.Sprintf("The ratios are computed over those of Korf's %d easiest boards that both searches solved.", rows.Instances())
	options := plots.ForestOptions{XLabel: "nodes expanded ÷ nodes that A* expands, geometric mean", Below: "fewer than A*", Above: "more than A*"}
	return captioned(text)(plots.Forest("spaces-ratios", "Number of nodes expanded, relative to A* with the same heuristic", options, intervals))
}
