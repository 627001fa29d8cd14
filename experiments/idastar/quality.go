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

var qualityItems = []study.Item{
	figure("quality", qualityFigure), study.Block("quality-table", qualityTable), study.Claim(claims, "quality-bound"),
	figure("quality-slack", slackFigure), study.Claim(claims, "quality-far-below"),
}

var qualityClaims = []claim.Claim{
	{
		ID: "quality-bound", Statement: "Weighted A* keeps its promise: none of the solutions found here is longer than w times the optimal length.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			found, broken, tightest := 0, 0, 0.0
			for t := range qualityTrials(f).Where(solved, func(t *experiments.Trial) bool { return algorithmOf(t.Strategy) == "wastar" }).All() {
				found++
				w, ratio := weightOf(t.Strategy), costRatio.Value(t)
				if ratio > w {
					broken++
				}
				tightest = max(tightest, ratio/w)
			}
			return claim.Every("solution", found, found, broken).Saying("It is kept by %d of %s with weights from %s to %s. The one nearest to its bound came to %.0f %% of it.",
				found-broken, study.Plural(found, "solution"), weights[0], weights[len(weights)-1], 100*tightest), nil
		},
	},
	{
		ID: "quality-far-below", Statement: "Solutions stay far below the bound: at every weight they use less than half of the excess it allows, on average over boards like Korf's.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			var parts []claim.Answer
			for _, w := range weights {
				parts = append(parts, claim.Below(claim.Mean("the share of the excess used at w = "+w, "board", slack(qualityTrials(f), w)), 0.5))
			}
			return claim.All(parts...), nil
		},
	},
}

// settings are the strategies of the comparison, with Manhattan distance: A*,
// which is the weight 1, and those that search less and may find longer
// solutions.
var settings = []setting{
	{"weighted A*", "astar/manhattan", "w = 1 (A*)", 1},
	{"weighted A*", weighted("1.5"), "1.5", 1.5},
	{"weighted A*", weighted("2"), "2", 2},
	{"weighted A*", weighted("3"), "3", 3},
	{"weighted A*", weighted("4"), "4", 4},
	{"weighted A*", weighted("5"), "5", 5},
	{"greedy", "greedy/manhattan", "", 0},
	{"beam", "beam-10/manhattan", "width 10", 0},
	{"beam", "beam-100/manhattan", "width 100", 0},
	{"beam", "beam-1000/manhattan", "width " + study.Grouped(1000), 0},
}

type setting struct {
	family, strategy, label string
	weight                  float64 // that bounds length ÷ optimal; 0 if nothing does
}

// weights of weighted A*.
var weights = []string{"1.5", "2", "3", "4", "5"}

func weighted(w string) string { return "wastar-" + w + "/manhattan" }

// qualityNames names the strategies of the comparison, A* first.
func qualityNames() []string {
	var names []string
	for _, s := range settings {
		names = append(names, s.strategy)
	}
	return names
}

// suboptimal names those that may find longer solutions.
func suboptimal() []string { return qualityNames()[1:] }

// costRatio is the length of a solution over that of a shortest one, for
// Korf's boards.
var costRatio = experiments.Metric{
	Name: "length ÷ optimal", Doc: "Length of the solution found ÷ length of a shortest one.",
	Value: func(t *experiments.Trial) float64 {
		if best := shortest(t); best > 0 {
			return experiments.Cost.Value(t) / float64(best)
		}
		return math.NaN()
	},
	SmallerIsBetter: true, Aggregate: experiments.Mean, Digits: 3, AnsweredOnly: true,
}

// qualityTrials returns the trials that trade length for search, and of A*,
// which is the weight 1, on the boards that these ran on.
func qualityTrials(trials frame.Frame) frame.Frame {
	boards := frame.Index.Of(onKorf(trials, suboptimal()...))
	return onKorf(trials, qualityNames()...).Where(frame.Index.Is(boards...)).Counted(experiments.Expanded)
}

// common lines up the strategies with trials on the boards that all of them
// solved.
func common(rows frame.Frame) (names []string, cases frame.Cases) {
	names = frame.Strategy.In(qualityNames()...).Of(rows)
	return names, matched(rows, names...).Solved()
}

// qualityFigure shows what a shorter search costs in length.
func qualityFigure(trials frame.Frame) (plots.Figure, error) {
	rows := qualityTrials(trials)
	names, cases := common(rows)
	var families []plots.Family
	for _, s := range settings {
		if len(families) == 0 || families[len(families)-1].Name != s.family {
			families = append(families, plots.Family{Name: s.family})
		}
		at := slices.Index(names, s.strategy)
		if at < 0 || len(cases) == 0 {
			continue
		}
		nodes, ratio := stats.Bootstrap{}.GeoMean(cases.Values(experiments.Expanded, at)), stats.Bootstrap{}.Mean(cases.Values(costRatio, at))
		p := plots.Tradeoff{Label: s.label, X: nodes.Value, Y: ratio.Value}
		if nodes.BCa.Known() {
			p.XLow, p.XHigh = nodes.BCa.Low, nodes.BCa.High
		}
		if ratio.BCa.Known() && ratio.BCa.High > ratio.BCa.Low {
			p.YLow, p.YHigh = ratio.BCa.Low, ratio.BCa.High
		}
		family := &families[len(families)-1]
		family.Points = append(family.Points, p)
	}
	f, err := plots.Pareto("quality", "Length of the solution against nodes expanded", plots.ParetoOptions{
		XLabel: "nodes expanded, geometric mean", YLabel: "length ÷ optimal, mean", Reference: 1, LogY: true,
	}, families)
	f.Caption = fmt.Sprintf("Means over the %s of Korf's hundred that all of these solved, of %s; Manhattan distance; bars are 95 %% bootstrap intervals. The grey staircase joins the points that no other beats in both.",
		study.Plural(len(cases), "board"), study.Grouped(uint64(rows.Instances())))
	return f, err
}

// qualityTable gives length and nodes of every setting.
func qualityTable(trials frame.Frame) (reports.Table, error) {
	rows := qualityTrials(trials)
	within := ""
	if limit := memoryLimit(onKorf(rows, "astar/manhattan")); limit > 0 {
		within = " within " + binary(limit)
	}
	return column.Fill(reports.Table{
		ID: "quality-table", Title: "Shorter searches and longer solutions",
		Caption: fmt.Sprintf("%s, Manhattan distance; A* ran on the easiest %s of them%s. Lengths are over the boards solved, which are the easier ones where some were capped. Intervals: 95 %%, bootstrap over boards. %s",
			easiestBoards(rows), study.Grouped(uint64(onKorf(rows, "astar/manhattan").Instances())), within, limitsOf(onKorf(rows, suboptimal()...))),
	}, each(rows, qualityNames()...),
		column.Words("strategy", func(r ran) string { return r.strategy }),
		column.On(ran.expanded, column.Instances("boards")),
		column.On(ran.expanded, column.Capped()).Doc("runs that the memory limit ended"),
		column.On(ran.expanded, column.Median("median expanded")).Smallest(),
		column.Numbers("mean length", reports.Number, func(r ran) float64 { return stats.Mean(r.solvedBoards(experiments.Cost)) }).Unit("moves"),
		column.Estimates("length ÷ optimal", reports.Number, func(r ran) stats.Estimate { return stats.Bootstrap{}.Mean(r.solvedBoards(costRatio)) }).Doc("mean over boards"),
		column.Numbers("worst", reports.Number, func(r ran) float64 { return stats.Quantile(r.solvedBoards(costRatio), 1) }).Doc("largest length ÷ optimal"),
		column.Numbers("bound", reports.Number, func(r ran) float64 { return positive(weightOf(r.strategy)) }).Doc("what the weight promises"),
		column.Numbers("optimal", reports.Percent, func(r ran) float64 {
			ratios := r.solvedBoards(costRatio)
			all := len(ratios)
			return float64(len(slices.DeleteFunc(ratios, func(x float64) bool { return x != 1 }))) / float64(all)
		}).Doc("share of the solutions found that are shortest"),
	), nil
}

// weightOf returns the weight of a strategy, 0 if it has none.
func weightOf(name string) float64 {
	if i := slices.IndexFunc(settings, func(s setting) bool { return s.strategy == name }); i >= 0 {
		return settings[i].weight
	}
	return 0
}

// slack returns the share of the excess that its weight allows which each
// solution has: 0 is optimal, 1 is the bound.
func slack(trials frame.Frame, w string) []float64 {
	ratios := ran{trials, weighted(w)}.solvedBoards(costRatio)
	for i := range ratios {
		ratios[i] = (ratios[i] - 1) / (weightOf(weighted(w)) - 1)
	}
	return ratios
}

// slackFigure shows how much of the excess that a weight allows is used.
func slackFigure(trials frame.Frame) (plots.Figure, error) {
	rows := qualityTrials(trials)
	var dots []plots.Dot
	for _, w := range weights {
		if shares := slack(rows, w); len(shares) > 0 {
			dots = append(dots, plots.DotOf("w = "+w, stats.Bootstrap{}.Mean(shares), shares))
		}
	}
	f, err := plots.Dots("quality-slack", "How much of the allowed excess weighted A* uses", plots.DotsOptions{
		XLabel:     "(length ÷ optimal − 1) ÷ (w − 1), mean",
		References: []plots.Reference{{At: 0, Label: "optimal"}, {At: 1, Label: "bound"}},
	}, dots)
	f.Caption = fmt.Sprintf("Strokes are single boards, %s to a weight; points are means with 95 %% bootstrap intervals. Manhattan distance.", study.Grouped(uint64(rows.Instances())))
	return f, err
}
