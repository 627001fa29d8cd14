package idastar

import (
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var qualityItems = []study.Item{
	figure("quality", qualityFigure), study.Block("quality-table", qualityTable), study.Claim(claims, "quality-bound"),
	figure("quality-slack", slackFigure), study.Claim(claims, "quality-far-below"),
	figure("anytime", anytimeFigure), study.Block("anytime-nodes", anytimeTable), study.Claim(claims, "anytime-proof"), study.Claim(claims, "anytime-cheap"),
}

var qualityClaims = []claim.Claim{
	{ID: "quality-bound", Of: korf(study.Map(weights, weighted)...), Ask: func(f frame.Frame) (claim.Answer, error) {
		found, tightest := map[string]bool{}, 0.0
		for t := range f.Where(solved).All() {
			w, ratio := weightOf(t.Strategy), costRatio.Value(t)
			found[korfName(t.Index)+", "+t.Strategy], tightest = ratio <= w, max(tightest, ratio/w)
		}
		return claim.Every("solution", combined(easiestNames(fewWeighted), study.Map(weights, weighted)), found).
			Saying("Of %s, the longest relative to its bound reaches %.0f %% of the bound.", study.Plural(len(found), "solution"), 100*tightest), nil
	}},
	{
		ID: "quality-far-below", Of: small(append(study.Map(weights, weighted), "idastar/manhattan")...), Population: smallBoards,
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return claim.All(study.Map(weights, func(w string) claim.Answer {
				cases := f.Match("idastar/manhattan", weighted(w))
				used := slack(cases.Solved().Quotients(trial.Cost, 0, 1), w)
				return claim.Below(claim.Mean("share of the excess used at w = "+w, "board", used).Called("mean share of the allowed excess length that solutions use (w = "+w+")").IfSolved(cases), 0.5)
			})...), nil
		},
	},
	{ID: "anytime-proof", Of: korf(anytime()...), Ask: func(f frame.Frame) (claim.Answer, error) {
		runs := map[string]bool{}
		for t := range f.Where(solved).All() {
			found, _ := measure.Of[[]improvement](t)
			sound := t.Cost == shortest(t) && len(found) > 0 && found[len(found)-1].Cost == float64(t.Cost)
			for j := 1; j < len(found); j++ {
				sound = sound && found[j].Cost < found[j-1].Cost && found[j].Nodes >= found[j-1].Nodes
			}
			runs[korfName(t.Index)+", "+t.Strategy] = sound
		}
		return claim.Every("run", combined(easiestNames(few), anytime()), runs), nil
	}},
	{ID: "anytime-cheap", Of: small("astar/manhattan", anytime()[0]), Population: smallBoards, Ask: func(f frame.Frame) (claim.Answer, error) {
		return claim.Above(claim.Most(f, trial.Expanded, "astar/manhattan", anytime()[0], "board", 2).Called("share of boards on which ARA* expands fewer than twice as many nodes as A*"), 0.5), nil
	}},
}

// settings lists the strategies of the comparison, with Manhattan distance: A*, which has weight 1,
// and strategies that search less and may find longer solutions.
var settings = study.Read(files, "settings.csv", func(row []string) setting {
	s := setting{family: row[0], strategy: row[1], label: row[2]}
	study.Scan(row[3], &s.weight)
	return s
})

type setting struct {
	family, strategy, label string
	weight                  float64 // upper bound on length ÷ optimal length; 0 if there is none
}

// weights lists the weights for weighted A*.
var weights = []string{"1.5", "2", "3", "4", "5"}

func weighted(w string) string { return "wastar-" + w + "/manhattan" }

// qualityNames returns the names of the strategies in the comparison, with A* first.
func qualityNames() []string {
	return study.Map(settings, func(s setting) string { return s.strategy })
}

// suboptimal returns the names of the strategies that may find longer solutions.
func suboptimal() []string { return qualityNames()[1:] }

// costRatio is the length of a solution divided by the length of a shortest one, for Korf's boards.
var costRatio = trial.Metric{
	Name: "length ÷ optimal", Doc: "Ratio of the length of the solution found to the length of a shortest solution.",
	Value: func(t *trial.Trial) float64 {
		if best := shortest(t); best > 0 {
			return trial.Cost.Value(t) / float64(best)
		}
		return math.NaN()
	},
	SmallerIsBetter: true, Aggregate: trial.Mean, Digits: 3, AnsweredOnly: true,
}

// qualityTrials returns the trials of strategies that may find longer solutions, and of A*, which
// has weight 1, on the boards that these ran on.
func qualityTrials(trials frame.Frame) frame.Frame {
	boards := frame.Index.Of(onKorf(trials, suboptimal()...))
	return onKorf(trials, qualityNames()...).Where(frame.Index.Is(boards...)).Counted(trial.Expanded)
}

// common matches the strategies that have trials, on the boards that all of them solved.
func common(rows frame.Frame) (names []string, cases frame.Cases) {
	names = frame.Strategy.In(qualityNames()...).Of(rows)
	return names, matched(rows, names...).Solved()
}

// qualityFigure shows how much longer solutions get when the search gets shorter.
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
		nodes, ratio := stats.Bootstrap{}.GeoMean(cases.Values(trial.Expanded, at)), stats.Bootstrap{}.Mean(cases.Values(costRatio, at))
		p := plots.Tradeoff{Label: s.label, X: nodes.Value, Y: ratio.Value}
		if nodes.BCa.Known() {
			p.XLow, p.XHigh = nodes.BCa.Low, nodes.BCa.High
		}
		if ratio.BCa.Known() && ratio.BCa.High > ratio.BCa.Low {
			p.YLow, p.YHigh = ratio.BCa.Low, ratio.BCa.High
		}
		points := &families[len(families)-1].Points
		*points = append(*points, p)
	}
	text := fmt.Sprintf("Means are computed over the %s (of %d) that all these searches solved. All use Manhattan distance. No search is both cheaper and better than a search on the gray line, the Pareto front.", study.Plural(len(cases), "board"), rows.Instances())
	options := plots.ParetoOptions{XLabel: "nodes expanded, geometric mean", YLabel: "length ÷ optimal length, mean", Reference: 1, LogY: true}
	return captioned(text)(plots.Pareto("quality", "Solution length and number of nodes expanded", options, families))
}

// qualityTable shows solution length and nodes for every setting.
func qualityTable(trials frame.Frame) (reports.Table, error) {
	rows := qualityTrials(trials)
	text := fmt.Sprintf("The searches use Manhattan distance. A* ran only on the %d easiest boards. Lengths are computed over the boards that the search solved.", onKorf(rows, "astar/manhattan").Instances())
	return column.Fill(reports.Table{ID: "quality-table", Title: "Shorter searches and longer solutions", Caption: text}, each(rows, qualityNames()...),
		column.Words("strategy", func(r ran) string { return r.Value }), searched[2], searched[3], searched[4],
		column.Numbers("mean length", reports.Number, func(r ran) float64 { return stats.Mean(solvedBoards(r, trial.Cost)) }).Unit("moves"),
		column.Estimates("length ÷ optimal", reports.Number, func(r ran) stats.Estimate { return stats.Bootstrap{}.Mean(solvedBoards(r, costRatio)) }).Doc("mean ratio of length to optimal length"),
		column.Numbers("worst", reports.Number, func(r ran) float64 { return stats.Quantile(solvedBoards(r, costRatio), 1) }).Doc("largest ratio of length to optimal length"),
		column.Numbers("bound", reports.Number, func(r ran) float64 { return positive(weightOf(r.Value)) }).Doc("bound that the weight guarantees on the ratio of length to optimal length"),
		column.Numbers("optimal", reports.Percent, func(r ran) float64 {
			return float64(r.Count(func(t *trial.Trial) bool { return solved(t) && costRatio.Value(t) == 1 })) / float64(len(solvedBoards(r, costRatio)))
		}).Doc("share of solutions found that are optimal"),
	), nil
}

// weightOf returns the weight of a strategy, or 0 if it has none.
func weightOf(name string) float64 {
	if i := slices.IndexFunc(settings, func(s setting) bool { return s.strategy == name }); i >= 0 {
		return settings[i].weight
	}
	return 0
}

// slack converts ratios length ÷ optimal length to shares of the excess that the weight allows: 0
// is optimal, 1 is the bound.
func slack(lengths []float64, w string) []float64 {
	return study.Map(lengths, func(ratio float64) float64 { return (ratio - 1) / (weightOf(weighted(w)) - 1) })
}

// slackFigure shows how much of the excess allowed by a weight is used.
func slackFigure(trials frame.Frame) (plots.Figure, error) {
	rows := qualityTrials(trials)
	var dots []plots.Dot
	for _, w := range weights {
		if shares := slack(solvedBoards(ran{Frame: rows, Value: weighted(w)}, costRatio), w); len(shares) > 0 {
			dots = append(dots, plots.DotOf("w = "+w, stats.Bootstrap{}.Mean(shares), shares))
		}
	}
	options := plots.DotsOptions{XLabel: "share of the allowed excess length, mean", References: []plots.Reference{{At: 0, Label: "optimal"}, {At: 1, Label: "bound"}}}
	return captioned("Strokes show single boards, and points show means. A share is (length ÷ optimal length − 1) ÷ (w − 1).")(plots.Dots("quality-slack", "Share of the allowed excess length that weighted A* uses", options, dots))
}

// anytime returns the names of ARA* with each heuristic in the comparison, with the option that
// reports every solution on the way.
func anytime() []string {
	return []string{"ara/manhattan" + improvementsOption, "ara/lc-wd" + improvementsOption}
}

// Metrics of an ARA* search: the number of solutions it found, the cost of the first one relative
// to the shortest, and the nodes expanded up to the first and the last one.
var (
	solutions  = measure.Metric(func(_ *trial.Trial, found []improvement) float64 { return float64(len(found)) })
	firstRatio = measure.Metric(func(t *trial.Trial, found []improvement) float64 { return found[0].Cost / float64(shortest(t)) })
	toFirst    = measure.Metric(func(_ *trial.Trial, found []improvement) float64 { return found[0].Nodes })
	toShortest = measure.Metric(func(_ *trial.Trial, found []improvement) float64 { return found[len(found)-1].Nodes })
)

// anytimeFigure shows how the best solution so far improves.
func anytimeFigure(trials frame.Frame) (plots.Figure, error) {
	rows := onKorf(trials, anytime()...)
	var traces []plots.Trace
	for _, r := range each(rows, anytime()...) {
		trace := plots.Trace{Name: "ara/" + heuristic(r)}
		for _, c := range matched(rows, r.Value) {
			t := c.Trials[0]
			found, _ := measure.Of[[]improvement](t)
			steps := study.Map(found, func(i improvement) plots.Improvement {
				return plots.Improvement{X: i.Nodes, Cost: i.Cost / float64(shortest(t))}
			})
			trace.Runs = append(trace.Runs, plots.Run{End: float64(t.Meter.Expanded), Steps: steps})
		}
		traces = append(traces, trace)
	}
	text := "Thin lines show single boards, from the first solution to the proof. Thick lines show means, starting where all boards have a solution. The first weight is 5."
	options := plots.AnytimeOptions{XLabel: "nodes expanded", YLabel: "length ÷ optimal length", Optimal: 1}
	return captioned(text)(plots.Anytime("anytime", "Best solution of ARA*, by number of nodes expanded", options, traces))
}

// proofRatios returns how many nodes the proof of ARA* takes, as multiples of the nodes of A*, on
// the boards that both solved.
func proofRatios(trials frame.Frame, heuristic string) []float64 {
	return matched(trials, "ara/"+heuristic+improvementsOption, "astar/"+heuristic).Solved().Quotients(trial.Expanded, 1, 0)
}

// anytimeTable shows how far apart the solutions of ARA* are.
func anytimeTable(trials frame.Frame) (reports.Table, error) {
	nodes := func(name string, m trial.Metric) column.Of[ran] {
		return column.Estimates(name, reports.Count, func(r ran) stats.Estimate { return stats.Bootstrap{}.GeoMean(solvedBoards(r, m)) })
	}
	text := "Node counts are geometric means over the boards that ARA* finished. The last column is computed over the boards that A* also solved."
	return column.Fill(reports.Table{ID: "anytime-nodes", Title: "ARA*: from the first solution to the proof", Caption: text}, each(onKorf(trials, anytime()...).Where(solved), anytime()...),
		column.Words("heuristic", heuristic), column.Counts("boards", ran.Len),
		column.Numbers("solutions", reports.Number, func(r ran) float64 { return stats.Mean(solvedBoards(r, solutions)) }).Doc("mean number of successively better solutions"),
		column.Estimates("first ÷ optimal", reports.Number, func(r ran) stats.Estimate { return stats.Bootstrap{}.Mean(solvedBoards(r, firstRatio)) }).Doc("mean ratio of the first solution's length to the optimal length"),
		nodes("to the first", toFirst), nodes("to a shortest", toShortest), nodes("to the proof", trial.Expanded),
		column.Estimates("proof ÷ A*", reports.Ratio, func(r ran) stats.Estimate {
			return stats.Bootstrap{}.GeoMean(proofRatios(trials, heuristic(r)))
		}).Doc("number of nodes that ARA* expands, divided by the number that A* expands on the same board (geometric mean)"),
	), nil
}
