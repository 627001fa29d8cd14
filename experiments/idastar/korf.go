package idastar

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var korfItems = []study.Item{
	study.Block("korf-heuristics", korfTable), figure("korf-cactus", korfCactus),
	study.Block("korf-pairs", pairsTable), figure("korf-ratios", ratiosFigure), study.Claim(claims, "korf-max"),
	figure("korf-estimates", estimatesFigure), study.Claim(claims, "korf-slope"),
}

var korfClaims = []claim.Claim{
	{
		ID: "korf-max", Statement: "On a typical board of Korf's the larger of linear conflict and walking distance, lc-wd, generates less than half of the nodes of either.",
		Said: claim.Forms{
			Holds:     "Two estimates are worth more than one: the larger of linear conflict and walking distance more than halves the nodes of either ([[table:korf-pairs]])",
			Fails:     "The larger of linear conflict and walking distance does not halve the nodes of both ([[table:korf-pairs]])",
			Undecided: "Whether the larger of linear conflict and walking distance halves the nodes of either is open ([[table:korf-pairs]])",
		},
		Ask: func(f frame.Frame) (claim.Answer, error) {
			than := func(h string) claim.Answer {
				return claim.Below(claim.Ratio(korfRows(f), generated, "idastar/"+h, "idastar/lc-wd", "board"), 0.5)
			}
			return claim.All(than("linear-conflict"), than("walking-distance")), nil
		},
	},
	{
		ID: "korf-slope", Statement: fmt.Sprintf("The estimate of the start does not tell all that a heuristic saves: on a typical board of Korf's lc-wd divides the nodes of the Manhattan distance by more than the branching factor, %.4f, for each move that its estimate is larger.", branching),
		Said: claim.Forms{
			Holds: "A better estimate saves more than the levels it takes off the search ([[claim:korf-slope]])",
			Fails: "A better estimate saves no more than the levels it takes off the search ([[claim:korf-slope]])",
		},
		Ask: func(f frame.Frame) (claim.Answer, error) {
			cases := korfRows(f).Match("idastar/manhattan", "idastar/lc-wd").Solved()
			left := cases.Values(generated, 1)
			for i, moves := range cases.Differences(firstBound, 0, 1) {
				left[i] *= math.Pow(branching, moves) / generated.Value(cases[i].Trials[0])
			}
			return claim.Below(claim.GeoMean("nodes generated, lc-wd ÷ manhattan, times the branching factor for each move of estimate", "board", left), 1), nil
		},
	},
}

// korfRows returns the trials of IDA* on Korf's boards in the default order,
// each once.
func korfRows(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is("korf100"), frame.Mode.Is(experiments.Budget), frame.Index.Below(len(korfBoards())), func(t *experiments.Trial) bool {
		return strings.HasPrefix(t.Strategy, "idastar/") && !strings.Contains(t.Strategy, ",")
	})
}

// korfNames are the strategies on Korf's boards, weakest heuristic first.
var korfNames = under("idastar/", heuristicsOfKorf)

// Metrics of a search that deepens.
var (
	firstBound = experiments.Metric{
		Name: "estimate of the start", Doc: "Estimate of the start, which is the first bound.",
		Value: func(t *experiments.Trial) float64 {
			if t.Error != "" || len(t.Meter.Iterations) == 0 {
				return math.NaN()
			}
			return float64(t.Meter.Iterations[0].Bound)
		},
		Aggregate: experiments.Mean, Digits: 4,
	}
	generated = experiments.Generated
)

// korfTable sums up the heuristics over Korf's boards.
func korfTable(trials frame.Frame) (reports.Table, error) {
	rows := korfRows(trials)
	boot, common := stats.Bootstrap{Seed: 1}, rows.AnsweredByAll()
	values := func(r ran, m experiments.Metric) []float64 {
		return common.Where(frame.Strategy.Is(r.strategy)).Values(m)
	}
	return column.Fill(reports.Table{
		ID: "korf-heuristics", Title: "IDA* on Korf's boards, by heuristic",
		Caption: "Nodes generated in all iterations, over the boards that every heuristic solved. Brackets are 95 % bootstrap intervals over the boards; a few hard boards carry the mean, so the geometric mean and the median stand beside it. " + limitsOf(rows),
	}, each(rows, korfNames...),
		column.Words("heuristic", ran.heuristic),
		column.Counts("boards", ran.Len),
		column.Counts("solved", func(r ran) int { return len(r.Values(generated)) }),
		column.Numbers("length, mean", reports.Number, func(r ran) float64 { return stats.Mean(values(r, experiments.Cost)) }).Digits(4),
		column.Numbers("estimate, mean", reports.Number, func(r ran) float64 { return stats.Mean(values(r, firstBound)) }).Digits(4).Largest().Doc("estimate of the start"),
		column.Estimates("generated, mean", reports.Count, func(r ran) stats.Estimate { return boot.Mean(values(r, generated)) }).Smallest(),
		column.Estimates("geometric mean", reports.Count, func(r ran) stats.Estimate { return stats.Bootstrap{}.GeoMean(values(r, generated)) }).Smallest(),
		column.Estimates("median", reports.Count, func(r ran) stats.Estimate { return boot.Median(values(r, generated)) }).Smallest(),
		column.Numbers("maximum", reports.Count, func(r ran) float64 { return stats.Quartiles(values(r, generated)).Max }).Smallest(),
		column.Numbers("total", reports.Count, func(r ran) float64 { return positive(stats.Sum(values(r, generated))) }).Smallest(),
	), nil
}

// korfCactus shows how many boards each heuristic solves within a number of
// nodes.
func korfCactus(trials frame.Frame) (plots.Figure, error) {
	rows := korfRows(trials)
	var curves []plots.Distribution
	for _, r := range each(rows, korfNames...) {
		curves = append(curves, plots.Distribution{Name: r.heuristic(), Answered: r.Values(generated), Capped: r.Count(frame.Limited)})
	}
	f, err := plots.Cactus("korf-cactus", "Boards solved within a number of nodes, by heuristic", plots.ECDFOptions{XLabel: "nodes generated", YLabel: "boards solved"}, curves)
	f.Caption = fmt.Sprintf("IDA* on %s of Korf's. A curve further to the left needs fewer nodes for as many boards. %s",
		study.Plural(rows.Instances(), "board"), limitsOf(rows))
	return f, err
}

// heuristicPair is a comparison with the p-value after Holm's correction.
type heuristicPair struct {
	analysis.Comparison
	corrected float64
}

// heuristicPairs compares each heuristic with every weaker one on the same
// boards.
func heuristicPairs(trials frame.Frame) ([]heuristicPair, error) {
	rows := korfRows(trials)
	var pairs []heuristicPair
	var p []float64
	names := frame.Strategy.In(korfNames...).Of(rows)
	for i, better := range names {
		for _, other := range names[:i] {
			c, err := analysis.Compare(rows, generated, other, better)
			if err != nil {
				return nil, err
			}
			pairs, p = append(pairs, heuristicPair{Comparison: c}), append(p, c.SignedRank.P)
		}
	}
	for i, corrected := range stats.Holm(p) {
		pairs[i].corrected = corrected
	}
	return pairs, nil
}

// pairsTable compares the heuristics two by two.
func pairsTable(trials frame.Frame) (reports.Table, error) {
	pairs, err := heuristicPairs(trials)
	if err != nil {
		return reports.Table{}, err
	}
	return column.Fill(reports.Table{
		ID: "korf-pairs", Title: "Heuristics in pairs: nodes generated on the same boards",
		Caption: "Ratios of the first heuristic to the second, with 95 % bootstrap intervals. p is of the signed-rank test of the logarithms; since several pairs are tested, it is also given after Holm's correction (S. Holm, Scandinavian Journal of Statistics 6, 1979).",
	}, pairs,
		column.Words("heuristic", func(c heuristicPair) string { return heuristicOf(c.B) }),
		column.Words("against", func(c heuristicPair) string { return heuristicOf(c.A) }),
		column.Counts("boards", func(c heuristicPair) int { return c.N }),
		column.Counts("fewer nodes", func(c heuristicPair) int { return c.Wins }).Doc("boards on which the first generates fewer nodes"),
		column.Counts("more nodes", func(c heuristicPair) int { return c.Losses }),
		column.Estimates("ratio of totals", reports.Ratio, func(c heuristicPair) stats.Estimate { return c.Totals }),
		column.Estimates("of geometric means", reports.Ratio, func(c heuristicPair) stats.Estimate { return c.GeoMeans }),
		column.Numbers("p", reports.PValue, func(c heuristicPair) float64 { return c.SignedRank.P }),
		column.Numbers("p after Holm", reports.PValue, func(c heuristicPair) float64 { return c.corrected }),
	), nil
}

// ratiosFigure draws the ratios of geometric means of all pairs.
func ratiosFigure(trials frame.Frame) (plots.Figure, error) {
	pairs, err := heuristicPairs(trials)
	if err != nil {
		return plots.Figure{}, err
	}
	var rows []plots.Interval
	n := 0
	for _, c := range pairs {
		if math.IsNaN(c.GeoMeans.Value) {
			continue // limits left no board that both finished
		}
		rows = append(rows, plots.IntervalOf(heuristicOf(c.B)+" ÷ "+heuristicOf(c.A), c.GeoMeans, 0))
		n = max(n, c.N-c.Censored)
	}
	f, err := plots.Forest("korf-ratios", "What one heuristic needs of another's nodes", plots.ForestOptions{
		XLabel: "nodes generated, ratio of geometric means", Below: "the first needs less", Above: "the second needs less",
	}, rows)
	f.Caption = fmt.Sprintf("IDA* on the same %s of Korf's, with 95 %% bootstrap intervals over the boards.", study.Plural(n, "board"))
	return f, err
}

// commonBoards lines up the heuristics on the boards that all of them solved.
func commonBoards(trials frame.Frame) frame.Cases {
	rows := korfRows(trials)
	return rows.Match(frame.Strategy.In(korfNames...).Of(rows)...).Solved()
}

// estimatesFigure shows the nodes against the mean estimate of the starts.
func estimatesFigure(trials frame.Frame) (plots.Figure, error) {
	cases := commonBoards(trials)
	var curves []plots.Curve
	if len(cases) > 0 {
		for i, t := range cases[0].Trials {
			p := plots.PointOf(stats.Mean(cases.Values(firstBound, i)), stats.Bootstrap{}.GeoMean(cases.Values(generated, i)))
			curves = append(curves, plots.Curve{Name: heuristicOf(t.Strategy), Points: []plots.Point{p}})
		}
	}
	slices.SortStableFunc(curves, func(a, b plots.Curve) int { return cmp.Compare(a.Points[0].X, b.Points[0].X) })
	var x, y []float64
	for _, c := range curves {
		x, y = append(x, c.Points[0].X), append(y, c.Points[0].Y)
	}
	if fit := stats.FitExponential(x, y); len(curves) >= 3 && !math.IsNaN(fit.B) {
		line := func(divisor float64, at func(x float64) float64) {
			ends := []plots.Point{{X: x[0], Y: at(x[0])}, {X: x[len(x)-1], Y: at(x[len(x)-1])}}
			curves = append(curves, plots.Curve{Name: fmt.Sprintf("÷ %.2f per move", divisor), Points: ends})
		}
		line(1/fit.B, fit.At)
		line(branching, func(h float64) float64 { return y[0] * math.Pow(branching, x[0]-h) })
	}
	f, err := plots.Growth("korf-estimates", "Nodes against the mean estimate of the starts", plots.CurveOptions{
		XLabel: "estimate of the start, mean (moves)", YLabel: "nodes generated, geometric mean", LogY: true, Bars: true,
	}, curves)
	f.Caption = fmt.Sprintf("IDA* on the same %s of Korf's; bars are 95 %% bootstrap intervals, of boards and not of differences. Lines: a fit through the heuristics, and what follows if one move more of estimate only made the search one move shallower.",
		study.Plural(korfRows(trials).Instances(), "board"))
	return f, err
}
