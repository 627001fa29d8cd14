package lookahead

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var exactItems = []study.Item{
	study.Block("bounds", boundsTable), figure("exact-gap", gapFigure), study.Claim(claims, "exact-gap-cost"),
	figure("exact-kept", keptFigure), study.Block("exact-table", keptTable), study.Claim(claims, "exact-dominance"), study.Claim(claims, "exact-order-rule"), study.Claim(claims, "exact-agree"),
}

var exactClaims = []claim.Claim{
	{ID: "exact-gap-cost", Of: onSmall, Population: anySmallBoard, Ask: func(f frame.Frame) (claim.Answer, error) {
		fit := stats.FitExponential(byGap(f, astar))
		return claim.Above(claim.Slope("factor by which a move of gap multiplies the nodes of A*", "board", fit, fit.N).IfSolved(f.Match(exact, astar)).Called("factor by which each move between bound and optimum multiplies the number of nodes that A* expands"), 1.5), nil
	}},
	{ID: "exact-dominance", Of: onSmall, Population: anySmallBoard, Ask: func(f frame.Frame) (claim.Answer, error) {
		keeps := func(without string, share float64) claim.Answer {
			return claim.Below(claim.Ratio(f, trial.Stored, without, exact, "board"), share)
		}
		return claim.All(keeps(plain, 2./3), keeps(exact+",no-dominance", 1), keeps(exact+",no-closure", 1)), nil
	}},
	{ID: "exact-order-rule", Of: onSmall, Ask: func(f frame.Frame) (claim.Answer, error) {
		same := func(c frame.Case) bool { return c.Trials[0].Meter.Stored == c.Trials[1].Meter.Stored }
		return everyBoard(leastBoards, "board", same, looked{"", f.Match(exact, exact+",no-order-rule").Solved()}), nil
	}},
	{ID: "exact-agree", Of: onSmall, Ask: func(f frame.Frame) (claim.Answer, error) {
		agree := func(c frame.Case) bool {
			return c.Trials[1].Cost == c.Trials[0].Cost && c.Trials[1].Bound == c.Trials[0].Cost
		}
		return everyBoard(leastBoards, "proof", agree, study.Map(append(proverNames(), courseName), func(search string) looked {
			return looked{search + " on ", f.Match(exact, search).Solved()}
		})...), nil
	}},
}

// plain is the search through layers with only those parts that earlier programs have too: the
// bound, the rule about the order of moves, and keeping one of equal positions.
const plain = exact + ",no-closure,no-dominance"

type prover struct{ strategy, title string }

// provers lists the exact searches in the order in which they are shown. The searches through
// layers that leave out a part come before the complete one.
var provers = []prover{
	{astar, "A*"},
	{plain + ",no-order-rule", "bound alone"},
	{plain, "neither closure nor dominance"},
	{exact + ",no-dominance", "no dominance"},
	{exact + ",no-closure", "no closure"},
	{exact + ",no-order-rule", "no order rule"},
	{exact, "layers"},
}

// proverNames returns the names of the exact searches.
func proverNames() []string { return study.Map(provers, func(p prover) string { return p.strategy }) }

// exactParts returns the searches that prove optima, on boards that all of them solve.
func exactParts(scale experiments.Scale, seed uint64) ([]study.Part, error) {
	boards := random(smallSet, 24, 16, 5, boardsAt(scale), seed)
	return []study.Part{{Instances: boards, Strategies: append(proverNames(), structureName, courseName)}}, nil
}

// boundsTable compares what is known about a board at its start with the optimum.
func boundsTable(trials frame.Frame) (reports.Table, error) {
	type bound struct {
		name   string
		values []float64
	}
	rows := trials.Where(onSmall.Pass, frame.Answered)
	cases := rows.Match(structureName, exact)
	best := cases.Values(trial.Cost, 1)
	bounds := []bound{
		{"colors left", cases.Values(shaped(func(s *shape) int { return s.Colours }), 0)},
		{"largest distance", cases.Values(shaped(func(s *shape) int { return s.Eccentricity }), 0)},
		{"layer bound", cases.Values(trial.LowerBound, 0)},
		{optimum, best},
	}
	if len(cases) == 0 {
		bounds = nil
	}
	return column.Fill(reports.Table{ID: "bounds", Title: "Lower bounds at the start", Caption: fmt.Sprintf("The bounds were computed for %s.", boardsOf(rows, anySmallBoard))}, bounds,
		column.Words("bound", func(b bound) string { return b.name }), column.Counts("boards", func(b bound) int { return len(b.values) }),
		column.Numbers("least", reports.Count, func(b bound) float64 { return slices.Min(b.values) }),
		column.Numbers("mean", reports.Number, func(b bound) float64 { return stats.Mean(b.values) }).Digits(4),
		column.Numbers("most", reports.Count, func(b bound) float64 { return slices.Max(b.values) }),
		column.Numbers("below optimum", reports.Number, func(b bound) float64 { return stats.Mean(minus(best, b.values)) }).Digits(4).Doc("mean difference between optimum and bound"),
		column.Words("gap of 1, 2, 3, 4, 5, 6 or more", func(b bound) string {
			if b.name == optimum {
				return "–"
			}
			var n [7]int
			for _, gap := range minus(best, b.values) {
				n[min(int(gap), 6)]++
			}
			return fmt.Sprintf("%d, %d, %d, %d, %d, %d", n[1], n[2], n[3], n[4], n[5], n[6])
		}).Doc("number of boards on which the optimum is that many moves above the bound"),
	), nil
}

// byGap returns, for each board, the optimum minus the layer bound at the start, and the nodes that
// a strategy expanded.
func byGap(trials frame.Frame, strategy string) (gaps, nodes []float64) {
	cases := trials.Where(onSmall.Pass, frame.Answered).Match(structureName, exact, strategy)
	return minus(cases.Values(trial.Cost, 1), cases.Values(trial.LowerBound, 0)), cases.Values(trial.Expanded, 2)
}

// gapFigure shows the nodes of the exact searches as a function of the gap between bound and
// optimum.
func gapFigure(trials frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	var boards []string
	for _, strategy := range []string{astar, exact} {
		gaps, nodes := byGap(trials, strategy)
		groups := map[float64][]float64{}
		for i, gap := range gaps {
			groups[gap] = append(groups[gap], nodes[i])
		}
		curve := plots.Curve{Name: strategy}
		for _, gap := range slices.Sorted(maps.Keys(groups)) {
			q := stats.Quartiles(groups[gap])
			curve.Points = append(curve.Points, plots.Point{X: gap, Y: q.Median, Low: q.Q1, High: q.Q3})
			if strategy == exact {
				boards = append(boards, fmt.Sprintf("%.0f (%s)", gap, study.Plural(q.N, "board")))
			}
		}
		if fit := stats.FitExponential(gaps, nodes); fit.N >= 3 {
			curve.Fit, curve.FitLabel = fit.At, fmt.Sprintf("× %.1f per move", fit.B)
		}
		curves = append(curves, curve)
	}
	f, err := plots.Growth("exact-gap", "Number of nodes expanded, by distance between bound and optimum", plots.CurveOptions{
		XLabel: "optimum minus layer bound at the start (moves)", YLabel: "nodes expanded, median", LogY: true, Bars: true,
	}, curves)
	return f.Captioned("On %s, the difference in moves is %s. Each line is an exponential fitted to all boards.", boardsOf(trials.Where(onSmall.Pass), anySmallBoard), strings.Join(boards, ", ")), err
}

// proof holds what an exact search needed on the boards that all exact searches finished, which
// makes them comparable.
type proof struct {
	prover
	kept, expanded, least []float64 // least is the number of positions that the complete search through layers keeps
}

func proofs(trials frame.Frame) (list []proof, boards int) {
	cases := trials.Where(onSmall.Pass).Match(proverNames()...).Solved()
	for i, p := range provers {
		if len(cases) > 0 {
			list = append(list, proof{p, cases.Values(trial.Stored, i), cases.Values(trial.Expanded, i), cases.Values(trial.Stored, len(provers)-1)})
		}
	}
	return list, len(cases)
}

// keptFigure shows how many positions the exact searches keep.
func keptFigure(trials frame.Frame) (plots.Figure, error) {
	list, boards := proofs(trials)
	dots := study.Map(list, func(p proof) plots.Dot { return plots.DotOf(p.title, stats.Bootstrap{}.GeoMean(p.kept), p.kept) })
	f, err := plots.Dots("exact-kept", "Number of positions kept until the optimum is proved", plots.DotsOptions{
		XLabel: "positions kept", Log: true,
	}, dots)
	return f.Captioned("Points show geometric means over %s, and strokes show individual boards. The rows below A* show the search in layers, from the variant with the fewest parts to the complete search.", study.Plural(boards, "board")), err
}

// keptTable summarizes what the exact searches needed.
func keptTable(trials frame.Frame) (reports.Table, error) {
	list, _ := proofs(trials)
	return column.Fill(reports.Table{ID: "exact-table", Title: "Number of positions kept and expanded to prove an optimum", Caption: "Only boards that all searches finished are counted."}, list,
		column.Words("search", func(p proof) string { return p.title }), column.Words("strategy", func(p proof) string { return p.strategy }),
		column.Counts("boards", func(p proof) int { return len(p.kept) }),
		column.Numbers("kept", reports.Count, func(p proof) float64 { return stats.Median(p.kept) }).Doc("median number of positions kept"),
		column.Numbers("most", reports.Count, func(p proof) float64 { return slices.Max(p.kept) }).Doc("largest number of positions kept"),
		column.Numbers("expanded", reports.Count, func(p proof) float64 { return stats.Median(p.expanded) }).Doc("median number of positions expanded"),
		column.Estimates("kept ÷ layers", reports.Ratio, func(p proof) stats.Estimate {
			return stats.Bootstrap{}.RatioOfGeoMeans(p.kept, p.least)
		}).Doc("number of positions kept, divided by the number that the complete search in layers keeps (geometric mean)"),
	), nil
}
