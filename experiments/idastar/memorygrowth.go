package idastar

import (
	"fmt"
	"maps"
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
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var storageItems = []study.Item{
	figure("memory-growth", memoryGrowthFigure), study.Block("memory-crossover", crossoverTable), study.Claim(claims, "memory-idastar-goes-on"),
}

var storageClaims = []claim.Claim{{
	ID: "memory-idastar-goes-on", Statement: "Where A* runs out of memory IDA* goes on: under the same limit and with the same heuristic it solves every board that both were given.",
	Said: claim.Forms{
		Holds: "Where A* runs out of memory, IDA* solves the boards under the same limit ([[claim:memory-idastar-goes-on]])",
		Fails: "Where A* runs out of memory, IDA* does not solve every board under the same limit ([[claim:memory-idastar-goes-on]])",
	},
	Ask: func(f frame.Frame) (claim.Answer, error) {
		out, ran, against := 0, 0, 0
		for _, cases := range memoryPairs(f) {
			for _, c := range cases {
				a, ida := c.Trials[0], c.Trials[1]
				if a.Outcome == search.LimitMemory {
					out++
				}
				switch {
				case ida.Outcome == search.LimitMemory, solved(ida) && ida.Cost != shortest(ida):
					ran, against = ran+1, against+1
				case solved(ida):
					ran++
				}
			}
		}
		if out == 0 {
			return claim.Answer{}, nil
		}
		return claim.Every("run", onlyAStar(memoryTrials(f)).Len(), ran, against).
			Saying("A* ran out of memory in %s of %d; IDA* found the optimal length in %d.", study.Plural(out, "run"), ran, ran-against), nil
	},
}}

// bytesPerNode is what A* takes for a stored position: a slot of 16 bytes in a
// table of which nine tenths are filled (see [search.AStar]).
const bytesPerNode = 16 / 0.9

// storagePairs lines up A* and IDA* under each heuristic on the boards that
// IDA* solved: what A* stored, against how hard the board was.
func storagePairs(trials frame.Frame) []frame.Cases {
	pairs := memoryPairs(trials)
	for i, cases := range pairs {
		pairs[i] = cases.Where(func(c frame.Case) bool { return solved(c.Trials[1]) })
	}
	return slices.DeleteFunc(pairs, func(c frame.Cases) bool { return len(c) == 0 })
}

// difficulty is the number of nodes that IDA* expands.
func difficulty(c frame.Case) float64 { return float64(c.Trials[1].Meter.Expanded) }

func outgrown(c frame.Case) bool { return !solved(c.Trials[0]) }

// storageFit fits the positions A* stores by a power of the nodes IDA* expands:
// a line through the logarithms of the group medians, without groups whose
// median is not known because A* was stopped on half of their boards. It
// returns also the difficulty of the hardest group.
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

// storagePoints groups boards by their difficulty, a factor of two to a group.
func storagePoints(cases frame.Cases) []plots.Point {
	groups := map[int]frame.Cases{}
	for _, c := range cases {
		g := int(math.Log2(difficulty(c)))
		groups[g] = append(groups[g], c)
	}
	var points []plots.Point
	for _, g := range slices.Sorted(maps.Keys(groups)) {
		of := groups[g]
		q := stats.Quartiles(of.Values(experiments.Stored, 0))
		points = append(points, plots.Point{
			X: stats.GeoMean(of.Values(experiments.Expanded, 1)), Y: q.Median, Low: q.Q1, High: q.Q3, Censored: 2*len(of.Where(outgrown)) >= len(of),
		})
	}
	return points
}

// memoryGrowthFigure shows what A* stores against how hard the board is.
func memoryGrowthFigure(trials frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	for _, cases := range storagePairs(trials) {
		curve := plots.Curve{Name: heuristicIn(cases), Points: storagePoints(cases)}
		if fit, _ := storageFit(cases); fit.N >= 3 {
			curve.Fit = fit.At
			curve.FitLabel = fmt.Sprintf("exponent %.2f", fit.B)
		}
		curves = append(curves, curve)
	}
	rows := onlyAStar(memoryTrials(trials))
	f, err := plots.Growth("memory-growth", "Positions that A* stores against the difficulty of the board", plots.CurveOptions{
		XLabel: "nodes IDA* expands with the same heuristic", YLabel: "positions A* stores, median",
		LogX: true, LogY: true, Bars: true, Cap: float64(memoryLimit(rows)) / bytesPerNode, CapLabel: "memory limit",
	}, curves)
	f.Caption = fmt.Sprintf("%s, grouped by the nodes IDA* expands, a factor of two to a group; bars reach from the lower to the upper quartile of a group, open markers with an arrow are lower bounds. Lines: powers fitted to the medians that are known. %s",
		study.Capitalised(study.Plural(rows.Instances(), "board")), limitsOf(rows))
	return f, err
}

// The crossover is not told beyond so many times the hardest boards fitted. Its
// intervals fit the power anew for every resample.
const (
	farthest           = 1000
	crossoverResamples = 2000
)

// crossoverTable estimates how hard a board may be for A* to fit into a memory.
func crossoverTable(trials frame.Frame) (reports.Table, error) {
	fitted := slices.DeleteFunc(storagePairs(trials), func(c frame.Cases) bool { fit, _ := storageFit(c); return fit.N < 3 })
	estimate := func(cases frame.Cases, of func(stats.Fit) float64) stats.Estimate {
		drawn := make(frame.Cases, len(cases))
		return stats.Bootstrap{Resamples: crossoverResamples}.Of(len(cases), func(idx []int) float64 {
			for i, j := range idx {
				drawn[i] = cases[j]
			}
			fit, _ := storageFit(drawn[:len(idx)])
			return of(fit)
		})
	}
	lasting := func(f stats.Fit, bytes float64) float64 { return math.Pow(bytes/bytesPerNode/f.A, 1/f.B) }
	known := func(c frame.Cases, bytes float64) float64 {
		fit, hardest := storageFit(c)
		if nodes := lasting(fit, bytes); nodes <= farthest*hardest {
			return nodes
		}
		return math.NaN()
	}
	lasts := func(bytes float64) func(c frame.Cases) stats.Estimate {
		return func(c frame.Cases) stats.Estimate {
			if math.IsNaN(known(c, bytes)) {
				return stats.Estimate{Value: math.NaN()}
			}
			return estimate(c, func(f stats.Fit) float64 { return lasting(f, bytes) })
		}
	}
	beyond := func(bytes float64) func(c frame.Cases) float64 {
		return func(c frame.Cases) float64 {
			if heuristicIn(c) != "manhattan" {
				return math.NaN()
			}
			return harderThan(known(c, bytes))
		}
	}
	const gib = 1 << 30
	return column.Fill(reports.Table{
		ID: "memory-crossover", Title: "How hard a board may be for A*",
		Caption: fmt.Sprintf("Estimates from the powers of [[fig:memory-growth]]: positions stored = c · (nodes IDA* expands)^exponent, at %.1f bytes a position. The 95 %% intervals resample the boards (%s times); that the power goes on beyond the hardest boards fitted is assumed, but for no more than a factor of %s.",
			bytesPerNode, study.Grouped(crossoverResamples), study.Grouped(farthest)),
	}, fitted,
		column.Words("heuristic", heuristicIn),
		column.Counts("boards", func(c frame.Cases) int { return len(c) }),
		column.Counts("capped", func(c frame.Cases) int { return len(c.Where(outgrown)) }).Doc("boards that A* could not finish"),
		column.Numbers("hardest fitted", reports.Count, func(c frame.Cases) float64 { _, hardest := storageFit(c); return hardest }).Doc("nodes IDA* expands, in the hardest group of the fit"),
		column.Estimates("exponent", reports.Number, func(c frame.Cases) stats.Estimate {
			return estimate(c, func(f stats.Fit) float64 { return f.B })
		}),
		column.Estimates("1 GiB lasts to", reports.Count, lasts(gib)).Doc("nodes IDA* expands on a board for which A* needs this memory"),
		column.Estimates("16 GiB last to", reports.Count, lasts(16*gib)),
		column.Numbers("beyond 1 GiB", reports.Percent, beyond(gib)).Doc("share of Korf's hundred boards above the estimate, by the verified counts of IDA* with Manhattan distance"),
		column.Numbers("beyond 16 GiB", reports.Percent, beyond(16*gib)),
	), nil
}

// harderThan returns the share of Korf's boards on which IDA* with Manhattan
// distance expands more nodes; NaN if these are not known.
func harderThan(nodes float64) float64 {
	if math.IsNaN(nodes) {
		return nodes
	}
	n := 0.0
	for _, k := range korfBoards() {
		if float64(k.Manhattan.Expanded) > nodes {
			n++
		}
	}
	return n / float64(len(korfBoards()))
}
