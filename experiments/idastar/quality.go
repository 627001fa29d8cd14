package idastar

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var qualitySections = study.Sections{
	{
		Heading: "What a shorter search costs",
		Text: "Weighted A* multiplies the estimate by w; its solutions are at most w times too long. Greedy search looks at the estimate alone, beam search keeps the best few positions of every depth. " +
			"The lengths are compared with the optimal ones, which are known for all boards.",
		Items: []study.Item{
			study.Figure("quality", QualityFigure), study.Block("quality-table", QualityTable), study.Block("quality-bound", BoundClaim),
			study.Figure("quality-slack", SlackFigure), study.Block("quality-far-below", SlackClaim),
		},
	},
	{
		Heading: "Any time",
		Text:    "ARA* finds a first solution soon and improves it as long as it is let: weighted A* with a falling weight, which goes on from what the search before has done. Its last solution is proved to be shortest.",
		Items: []study.Item{
			study.Figure("anytime", AnytimeFigure), study.Block("anytime-nodes", AnytimeTable), study.Block("anytime-proof", ProofClaim), study.Block("anytime-cheap", AnytimeClaim),
		},
	},
}

// weights of weighted A*, and widths of beam search, with Manhattan distance.
var (
	weights = []string{"1.5", "2", "3", "4", "5"}
	widths  = []int{10, 100, 1000}
)

// suboptimal names the strategies that search less and may find longer
// solutions.
func suboptimal() []string {
	var names []string
	for _, w := range weights {
		names = append(names, weighted(w))
	}
	names = append(names, greedy)
	for _, w := range widths {
		names = append(names, beam(w))
	}
	return names
}

const greedy = "greedy/manhattan"

func weighted(w string) string { return "wastar-" + w + "/manhattan" }

func beam(width int) string { return fmt.Sprintf("beam-%d/manhattan", width) }

// costRatio is the length of a solution over that of a shortest one, for
// Korf's boards.
var costRatio = experiments.Metric{
	Name: "length ÷ optimal", Doc: "Length of the solution found ÷ length of a shortest one.",
	Value: func(t *experiments.Trial) float64 {
		if best := shortest(t); best > 0 {
			return experiments.Cost.Value(t) / float64(best)
		}
		return nan
	},
	SmallerIsBetter: true, Aggregate: experiments.Mean, Digits: 3, AnsweredOnly: true,
}

// qualityTrials returns the trials that trade length for search, and of A*,
// which is the weight 1, on the boards that these ran on.
func qualityTrials(trials frame.Frame) frame.Frame {
	boards := frame.Index.Of(onKorf(trials, suboptimal()...))
	return onKorf(trials, qualityNames()...).Where(frame.Index.Is(boards...)).Counted(experiments.Expanded)
}

// qualityNames names the strategies of the comparison, A* first.
func qualityNames() []string { return append([]string{"astar/manhattan"}, suboptimal()...) }

// common returns the boards that all strategies with trials solved.
func common(trials frame.Frame) []int {
	var present []string
	for _, name := range qualityNames() {
		if trials.Has(name) {
			present = append(present, name)
		}
	}
	return finishedBy(trials, present...)
}

// bound returns the weight of a strategy whose solutions it bounds; 0 of
// others.
func bound(name string) float64 {
	if name == "astar/manhattan" {
		return 1
	}
	for _, w := range weights {
		if name == weighted(w) {
			if weight, err := search.ParseWeight(w); err == nil {
				return weight.Float()
			}
		}
	}
	return 0
}

// QualityFigure shows what a shorter search costs in length.
func QualityFigure(trials frame.Frame) (plots.Figure, error) {
	rows := qualityTrials(trials)
	boards := common(rows)
	point := func(name, label string) plots.Tradeoff {
		nodes, ratio := stats.Bootstrap{}.GeoMean(over(rows, experiments.Expanded, name, boards)), stats.Bootstrap{}.Mean(over(rows, costRatio, name, boards))
		p := plots.Tradeoff{Label: label, X: nodes.Value, Y: ratio.Value}
		if nodes.BCa.Known() {
			p.XLow, p.XHigh = nodes.BCa.Low, nodes.BCa.High
		}
		if ratio.BCa.Known() && ratio.BCa.High > ratio.BCa.Low {
			p.YLow, p.YHigh = ratio.BCa.Low, ratio.BCa.High
		}
		return p
	}
	var families []plots.Family
	add := func(name string, labels map[string]string, strategies ...string) {
		family := plots.Family{Name: name}
		for _, s := range strategies {
			if rows.Has(s) && len(boards) > 0 {
				family.Points = append(family.Points, point(s, labels[s]))
			}
		}
		families = append(families, family)
	}
	line, labels := []string{"astar/manhattan"}, map[string]string{"astar/manhattan": "w = 1 (A*)"}
	for _, w := range weights {
		line, labels[weighted(w)] = append(line, weighted(w)), w
	}
	add("weighted A*", labels, line...)
	add("greedy", nil, greedy)
	line = nil
	for _, w := range widths {
		line, labels[beam(w)] = append(line, beam(w)), fmt.Sprintf("width %s", study.Grouped(uint64(w)))
	}
	add("beam", labels, line...)
	f, err := plots.Pareto("quality", "Length of the solution against nodes expanded", plots.ParetoOptions{
		XLabel: "nodes expanded, geometric mean", YLabel: "length ÷ optimal, mean", Reference: 1, LogY: true,
	}, families)
	f.Caption = fmt.Sprintf("Means over the %s of Korf's hundred that all of these solved, of %s; Manhattan distance; bars are 95 %% bootstrap intervals. The grey staircase joins the points that no other beats in both.",
		study.Plural(len(boards), "board"), study.Grouped(uint64(rows.Instances())))
	return f, err
}

// QualityTable gives length and nodes of every setting.
func QualityTable(trials frame.Frame) (reports.Table, error) {
	rows := qualityTrials(trials)
	within := ""
	if limit := memoryLimit(onKorf(rows, "astar/manhattan")); limit > 0 {
		within = " within " + binary(limit)
	}
	t := reports.Table{
		ID: "quality-table", Title: "Shorter searches and longer solutions",
		Caption: fmt.Sprintf("%s, Manhattan distance; A* ran on the easiest %s of them%s. Lengths are over the boards solved, which are the easier ones where some were capped. Intervals: 95 %%, bootstrap over boards. %s",
			easiestBoards(rows), study.Grouped(uint64(rows.Where(frame.Strategy.Is("astar/manhattan")).Instances())), within, limitsOf(onKorf(rows, suboptimal()...))),
		Columns: []reports.Column{
			{Name: "strategy"},
			{Name: "boards", Kind: reports.Count},
			{Name: "capped", Kind: reports.Count, Doc: "runs that the memory limit ended"},
			{Name: "median expanded", Kind: reports.Count, Best: reports.Smallest},
			{Name: "mean length", Kind: reports.Number, Unit: "moves"},
			{Name: "length ÷ optimal", Kind: reports.Number, Doc: "mean over boards"},
			{Name: "worst", Kind: reports.Number, Doc: "largest length ÷ optimal"},
			{Name: "bound", Kind: reports.Number, Doc: "what the weight promises"},
			{Name: "optimal", Kind: reports.Percent, Doc: "share of the solutions found that are shortest"},
		},
	}
	for _, name := range qualityNames() {
		at := rows.Where(frame.Strategy.Is(name))
		if at.Len() == 0 {
			continue
		}
		solved := finishedBy(rows, name)
		ratios := over(rows, costRatio, name, solved)
		exact := 0
		for _, r := range ratios {
			if r == 1 {
				exact++
			}
		}
		limit := reports.Cell{}
		if w := bound(name); w > 0 {
			limit = reports.Num(w)
		}
		expanded := summed(at, experiments.Expanded)
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(name), reports.Int(expanded.N), reports.Int(expanded.Censored),
			reports.Bounded(expanded.Median), reports.Num(stats.Mean(over(rows, experiments.Cost, name, solved))),
			reports.Est(stats.Bootstrap{}.Mean(ratios)), reports.Num(stats.Quantile(ratios, 1)), limit,
			reports.Num(float64(exact) / float64(len(ratios))),
		})
	}
	return t, nil
}

// BoundClaim asks whether weighted A* keeps its promise.
func BoundClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("quality-bound", "Weighted A* keeps its promise: no solution is longer than w times the optimal length.")
	rows := qualityTrials(trials)
	runs, broken, tightest := 0, 0, 0.0
	for t := range rows.All() {
		w, err := weightOf(t.Strategy)
		if err != nil || t.Outcome != search.Solved || t.Error != "" {
			continue
		}
		runs++
		if t.Cost*int(w.Den) > shortest(t)*int(w.Num) {
			broken++
		}
		tightest = max(tightest, costRatio.Value(t)/w.Float())
	}
	return claim.Decided(runs, reports.VerdictOf(broken == 0),
		"It is kept by %s of %s with weights from %s to %s. The one nearest to its bound came to %.0f %% of it.",
		study.Grouped(uint64(runs-broken)), study.Plural(runs, "solution"), weights[0], weights[len(weights)-1], 100*tightest), nil
}

// weightOf returns the weight in the name of a strategy of weighted A*.
func weightOf(name string) (search.Weight, error) {
	for _, w := range weights {
		if name == weighted(w) {
			return search.ParseWeight(w)
		}
	}
	return search.Weight{}, fmt.Errorf("idastar: %q has no weight", name)
}

// slack returns the share of the excess that its weight allows which each
// solution has: 0 is optimal, 1 is the bound.
func slack(trials frame.Frame, w string) []float64 {
	weight, err := search.ParseWeight(w)
	if err != nil {
		return nil
	}
	ratios := over(trials, costRatio, weighted(w), finishedBy(trials, weighted(w)))
	for i := range ratios {
		ratios[i] = (ratios[i] - 1) / (weight.Float() - 1)
	}
	return ratios
}

// SlackFigure shows how much of the excess that a weight allows is used.
func SlackFigure(trials frame.Frame) (plots.Figure, error) {
	rows := qualityTrials(trials)
	var dots []plots.Dot
	for _, w := range weights {
		each := slack(rows, w)
		if len(each) == 0 {
			continue
		}
		mean := stats.Bootstrap{}.Mean(each)
		dots = append(dots, plots.DotOf("w = "+w, mean, each))
	}
	f, err := plots.Dots("quality-slack", "How much of the allowed excess weighted A* uses", plots.DotsOptions{
		XLabel:     "(length ÷ optimal − 1) ÷ (w − 1), mean",
		References: []plots.Reference{{At: 0, Label: "optimal"}, {At: 1, Label: "bound"}},
	}, dots)
	f.Caption = fmt.Sprintf("Strokes are single boards, %s to a weight; points are means with 95 %% bootstrap intervals. Manhattan distance.", study.Grouped(uint64(rows.Instances())))
	return f, err
}

// halfSlack is what counts as far below the bound.
const halfSlack = 0.5

// SlackClaim asks whether solutions stay far below the bound.
func SlackClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("quality-far-below", "Solutions stay far below the bound: at every weight they use less than half of the excess it allows, on average.")
	rows := qualityTrials(trials)
	most, boards, at := stats.Estimate{Value: -1}, 0, ""
	for _, w := range weights {
		each := slack(rows, w)
		if len(each) == 0 {
			return claim, nil
		}
		if mean := (stats.Bootstrap{}).Mean(each); mean.Value > most.Value {
			most, at, boards = mean, w, len(each)
		}
	}
	return claim.DecidedBy(most, reports.Below(most.Firm().BCa, halfSlack),
		"The largest mean share is %.0f %% (95 %% interval %.0f to %.0f %%), at w = %s on %s.",
		100*most.Value, 100*most.BCa.Low, 100*most.BCa.High, at, study.Plural(boards, "board")), nil
}
