package idastar

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var korfItems = []study.Item{
	study.Block("korf-heuristics", korfTable), figure("korf-cactus", korfCactus),
	study.Block("korf-pairs", pairsTable), figure("korf-ratios", ratiosFigure), study.Claim(claims, "korf-max").Whole(),
	figure("korf-estimates", estimatesFigure), study.Claim(claims, "korf-slope").Whole(),
	figure("korf-published", korfPublishedFigure), study.Claim(claims, "korf-published-exact").Whole(),
}

var korfClaims = []claim.Claim{
	{ID: "korf-max", Of: korf(korfNames[1:]...), Ask: func(f frame.Frame) (claim.Answer, error) {
		left := study.Map(f.Match(korfNames[1:]...).Solved(), func(c frame.Case) float64 {
			nodes := study.Map(c.Trials, generated.Value)
			return nodes[2] / min(nodes[0], nodes[1])
		})
		return hundred(claim.Below(claim.GeoMean("nodes generated, lc-wd ÷ the better of the two", "board", left).Called("geometric mean ratio of nodes generated (lc-wd ÷ the better of linear conflict and walking distance)"), 2./3), len(left), ""), nil
	}},
	{ID: "korf-slope", Of: korf("idastar/manhattan", "idastar/lc-wd"), Ask: func(f frame.Frame) (claim.Answer, error) {
		cases := f.Match("idastar/manhattan", "idastar/lc-wd").Solved()
		left := cases.Quotients(generated, 0, 1)
		for i, moves := range cases.Differences(firstBound, 0, 1) {
			left[i] *= math.Pow(branching, moves)
		}
		return hundred(claim.Below(claim.GeoMean("nodes, lc-wd ÷ manhattan, times the branching factor for each move of estimate", "board", left).Called("geometric mean ratio of nodes generated (lc-wd ÷ manhattan), each multiplied by the branching factor for every additional move in the estimate,"), 1), len(left), ""), nil
	}},
	{ID: "korf-published-exact", Of: korf("idastar/manhattan"), Ask: func(f frame.Frame) (claim.Answer, error) {
		boards, found, odd := korfPublishedCases(f), map[string]bool{}, []string(nil)
		for _, c := range boards {
			k, ours := korfPublished(c)
			if ours != k.Generated {
				odd = append(odd, fmt.Sprintf(", but not on board %d (published %s, ours %s)", k.Number, study.Grouped(k.Generated), study.Grouped(ours)))
			}
			found[korfName(c.Index)] = slices.Contains(unreproduced, k.Number) == (ours != k.Generated)
		}
		return claim.Every("board", easiestNames(len(korfBoards())), found).Saying("The counts are equal on %d of %s%s.", len(boards)-len(odd), study.Plural(len(boards), "board"), strings.Join(odd, "")), nil
	}},
}

// korfRows returns the trials of IDA* on Korf's boards in the default move order, without
// duplicates.
func korfRows(trials frame.Frame) frame.Frame {
	return onHundred(trials).Where(frame.Mode.Is(trial.Budget), func(t *trial.Trial) bool {
		return strings.HasPrefix(t.Strategy, "idastar/") && !strings.Contains(t.Strategy, ",")
	})
}

// korfNames lists the strategies for Korf's boards, with the weakest heuristic first.
var korfNames = under(heuristicsOfKorf, "idastar/")

// Metrics of iterative-deepening searches.
var (
	firstBound = trial.Metric{
		Name: "estimate of the start", Doc: "Estimate at the start, which is the first bound.",
		Value: func(t *trial.Trial) float64 {
			if t.Error != "" || len(t.Meter.Iterations) == 0 {
				return math.NaN()
			}
			return float64(t.Meter.Iterations[0].Bound)
		},
		Aggregate: trial.Mean, Digits: 4,
	}
	generated = trial.Generated
)

// korfTable summarizes each heuristic's results on Korf's boards.
func korfTable(trials frame.Frame) (reports.Table, error) {
	rows := korfRows(trials)
	boot, common := stats.Bootstrap{}, rows.AnsweredByAll()
	shared := func(r ran) frame.Frame { return common.Where(frame.Strategy.Is(r.Value)) }
	work := func(r ran) frame.Cell { return shared(r).Summary(generated) }
	return column.Fill(reports.Table{ID: "korf-heuristics", Title: "IDA* on Korf's boards, by heuristic", Caption: "Except for the numbers of boards, all values are computed over the boards solved with every heuristic."}, each(rows, korfNames...),
		column.Words("heuristic", heuristic), column.Counts("boards", ran.Len),
		column.Counts("solved", func(r ran) int { return len(r.Values(generated)) }),
		column.Numbers("length, mean", reports.Number, func(r ran) float64 { return stats.Mean(shared(r).Values(trial.Cost)) }).Digits(4),
		column.Numbers("estimate, mean", reports.Number, func(r ran) float64 { return stats.Mean(shared(r).Values(firstBound)) }).Digits(4).Largest().From(stats.Mean, func(r ran) frame.Cell { return shared(r).Summary(firstBound) }).Doc("mean estimate at the start"),
		column.Estimates("generated, mean", reports.Count, func(r ran) stats.Estimate { return boot.Mean(shared(r).Values(generated)) }).Smallest().From(stats.Mean, work),
		column.Estimates("geometric mean", reports.Count, func(r ran) stats.Estimate { return stats.Bootstrap{}.GeoMean(shared(r).Values(generated)) }).Smallest().From(stats.GeoMean, work),
		column.Estimates("median", reports.Count, func(r ran) stats.Estimate { return boot.Median(shared(r).Values(generated)) }).Smallest().From(stats.Median, work),
		column.Numbers("maximum", reports.Count, func(r ran) float64 { return stats.Quartiles(shared(r).Values(generated)).Max }),
		column.Numbers("total", reports.Count, func(r ran) float64 { return positive(stats.Sum(shared(r).Values(generated))) }).Smallest().From(stats.Sum, work),
	), nil
}

// korfCactus shows how many boards each heuristic solves within a number of
// nodes.
func korfCactus(trials frame.Frame) (plots.Figure, error) {
	curves := study.Map(each(korfRows(trials), korfNames...), func(r ran) plots.Distribution {
		return plots.Distribution{Name: heuristic(r), Answered: r.Values(generated), Capped: r.Count(frame.Limited)}
	})
	options := plots.ECDFOptions{XLabel: "nodes generated", YLabel: "boards solved"}
	return captioned("The farther left a curve is, the fewer nodes IDA* needs with that heuristic to solve a given number of Korf's boards.")(plots.Cactus("korf-cactus", "Number of boards solved within a given number of nodes, by heuristic", options, curves))
}

// heuristicPairs compares each heuristic with every weaker one on the same
// boards.
func heuristicPairs(trials frame.Frame) (pairs []analysis.Comparison, err error) {
	rows := korfRows(trials)
	names := frame.Strategy.In(korfNames...).Of(rows)
	for i, better := range names {
		for _, other := range names[:i] {
			c, err := analysis.Compare(rows, generated, other, better)
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, c)
		}
	}
	return pairs, nil
}

// pairsTable compares the heuristics two by two.
func pairsTable(trials frame.Frame) (reports.Table, error) {
	pairs, err := heuristicPairs(trials)
	if err != nil {
		return reports.Table{}, err
	}
	return column.Fill(reports.Table{ID: "korf-pairs", Title: "Pairs of heuristics: number of nodes generated on the same boards", Caption: "Each ratio is the number of nodes with the first heuristic divided by the number with the second."}, pairs,
		column.Words("heuristic", func(c analysis.Comparison) string { return heuristicOf(c.B) }),
		column.Words("against", func(c analysis.Comparison) string { return heuristicOf(c.A) }),
		column.Counts("boards", func(c analysis.Comparison) int { return c.N }),
		column.Counts("fewer nodes", func(c analysis.Comparison) int { return c.Wins }).Doc("number of boards on which IDA* generates fewer nodes with the first heuristic"),
		column.Counts("more nodes", func(c analysis.Comparison) int { return c.Losses }),
		column.Estimates("ratio of totals", reports.Ratio, func(c analysis.Comparison) stats.Estimate { return c.Totals }),
		column.Estimates("ratio of geometric means", reports.Ratio, func(c analysis.Comparison) stats.Estimate { return c.GeoMeans }),
	), nil
}

// ratiosFigure draws the ratios of geometric means for all pairs.
func ratiosFigure(trials frame.Frame) (plots.Figure, error) {
	pairs, err := heuristicPairs(trials)
	if err != nil {
		return plots.Figure{}, err
	}
	var rows []plots.Interval
	for _, c := range pairs {
		if !math.IsNaN(c.GeoMeans.Value) { // there are boards that both finished within the limits
			rows = append(rows, plots.IntervalOf(heuristicOf(c.B)+" ÷ "+heuristicOf(c.A), c.GeoMeans, 0))
		}
	}
	options := plots.ForestOptions{XLabel: "nodes generated, ratio of geometric means", Below: "fewer with the first", Above: "fewer with the second"}
	return captioned("IDA* solved the same boards with both heuristics. The boards are Korf's.")(plots.Forest("korf-ratios", "Number of nodes with one heuristic, relative to another", options, rows))
}

// estimatesFigure shows the nodes as a function of the mean estimate for the starts.
func estimatesFigure(trials frame.Frame) (plots.Figure, error) {
	rows := korfRows(trials)
	cases := rows.Match(frame.Strategy.In(korfNames...).Of(rows)...).Solved()
	var curves []plots.Curve
	if len(cases) > 0 {
		for i, t := range cases[0].Trials {
			p := plots.PointOf(stats.Mean(cases.Values(firstBound, i)), stats.Bootstrap{}.GeoMean(cases.Values(generated, i)))
			curves = append(curves, plots.Curve{Name: heuristicOf(t.Strategy), Points: []plots.Point{p}})
		}
	}
	slices.SortStableFunc(curves, func(a, b plots.Curve) int { return cmp.Compare(a.Points[0].X, b.Points[0].X) })
	x := study.Map(curves, func(c plots.Curve) float64 { return c.Points[0].X })
	y := study.Map(curves, func(c plots.Curve) float64 { return c.Points[0].Y })
	if fit := stats.FitExponential(x, y); len(curves) >= 3 && !math.IsNaN(fit.B) {
		line := func(divisor float64, at func(x float64) float64) {
			ends := []plots.Point{{X: x[0], Y: at(x[0])}, {X: x[len(x)-1], Y: at(x[len(x)-1])}}
			curves = append(curves, plots.Curve{Name: fmt.Sprintf("÷ %.2f per move", divisor), Points: ends, Ruler: true})
		}
		line(1/fit.B, fit.At)
		line(branching, func(h float64) float64 { return y[0] * math.Pow(branching, x[0]-h) })
	}
	text := "One line is fitted to the points. The other line shows how the number of nodes would fall if each additional move in the estimate only made the search one move shallower. The intervals are for each heuristic by itself, not for differences between heuristics."
	options := plots.CurveOptions{XLabel: "estimate at the start, mean (moves)", YLabel: "nodes generated, geometric mean", LogY: true, Bars: true}
	return captioned(text)(plots.Growth("korf-estimates", "Number of nodes generated, by mean estimate at the start", options, curves))
}

// unreproduced lists the numbers of those boards whose published counts could not be reproduced.
var unreproduced = []int{22, 88, 89}

// korfPublishedCases returns the boards that were solved with Korf's move order.
func korfPublishedCases(trials frame.Frame) frame.Cases {
	return korfRows(trials).Match("idastar/manhattan").Solved()
}

// korfPublished returns the board of a case, and our count including the root.
func korfPublished(c frame.Case) (k tiles.Known, ours uint64) {
	return korfBoards()[c.Index], c.Trials[0].Meter.Generated + 1
}

// korfPublishedFigure plots Korf's counts against ours, board by board.
func korfPublishedFigure(trials frame.Frame) (plots.Figure, error) {
	pairs := study.Map(korfPublishedCases(trials), func(c frame.Case) plots.Pair {
		k, ours := korfPublished(c)
		pair := plots.Pair{X: float64(k.Generated), Y: float64(ours)}
		if ours != k.Generated {
			pair.Label = fmt.Sprint(k.Number)
		}
		return pair
	})
	text := "We add 1 to our counts, because Korf counts the root. Boards on which the counts differ are labeled with their numbers."
	options := plots.ScatterOptions{X: "published", Y: "ours", Quantity: "nodes generated", Agreement: true}
	return captioned(text)(plots.Scatter("korf-published", "Korf's published numbers of nodes and ours", options, pairs))
}

var twentyFourItems = []study.Item{
	study.Block("twentyfour", twentyFourTable).Of(ofTwentyFour), study.Block("twentyfour-boards", twentyFourBoardsTable).Of(ofTwentyFour), study.Claim(claims, "twentyfour-bounds"),
}

var ofTwentyFour = frame.Selection{Sets: []string{twentyFourSet}, Strategies: twentyFourStrategies}

var twentyFourClaims = []claim.Claim{{ID: "twentyfour-bounds", Of: ofTwentyFour, Ask: func(f frame.Frame) (claim.Answer, error) {
	found := map[string]bool{}
	for t := range twentyFour(f).All() {
		if g := gap(t); !math.IsNaN(g) {
			found[fmt.Sprintf("board %d, %s", t.Index+1, t.Strategy)] = g >= 0 && !(solved(t) && g != 0)
		}
	}
	boards := study.Map(fiveByFive(), func(k tiles.Known) string { return fmt.Sprintf("board %d", k.Number) })
	return claim.Every("run", combined(boards, twentyFourStrategies), found), nil
}}}

// twentyFourSet is the set of Korf and Felner's 5×5 boards.
const twentyFourSet = "korf24"

// twentyFourStrategies lists the strategies for these boards; lc-id is the strongest heuristic for
// 5×5 boards that needs no large tables.
var twentyFourStrategies = []string{"idastar/manhattan", "idastar/lc-id"}

// twentyFour returns the trials on the 24-puzzle.
func twentyFour(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is(twentyFourSet), frame.Index.Below(len(fiveByFive())), frame.Strategy.Is(twentyFourStrategies...))
}

// fiveByFive returns Korf and Felner's boards by index.
var fiveByFive = sync.OnceValue(func() []tiles.Known { return sliding.Boards(twentyFourSet) })

// provedBound returns the lower bound that a trial proved on a board of the 24-puzzle, or NaN if it
// proved none. Every solution length has the parity of the Manhattan distance, so a bound with the
// other parity is raised by one.
func provedBound(t *trial.Trial) float64 {
	bound := trial.LowerBound.Value(t)
	if (tiles.Manhattan.Of(fiveByFive()[t.Index].Board)-t.Bound)%2 != 0 {
		bound++
	}
	return bound
}

// gap returns the published length minus the bound that a trial proved.
func gap(t *trial.Trial) float64 {
	return float64(fiveByFive()[t.Index].Optimal) - provedBound(t)
}

// twentyFourTable summarizes the bounds that the runs on the 24-puzzle prove.
func twentyFourTable(trials frame.Frame) (reports.Table, error) {
	return column.Fill(reports.Table{ID: "twentyfour", Title: "The 24-puzzle under a limit", Caption: "The boards are from Korf and Felner (2002)."}, each(twentyFour(trials), twentyFourStrategies...),
		column.Words("strategy", func(r ran) string { return r.Value }),
		column.On(expanded, column.Instances("boards")), column.On(expanded, column.Solved()), column.On(expanded, column.Capped()),
		column.Numbers("mean bound", reports.Number, func(r ran) float64 { return stats.Mean(values(r.Frame, provedBound)) }).Unit("moves").Digits(4).Doc("mean of the largest proved lower bound"),
		column.Estimates("mean gap", reports.Number, func(r ran) stats.Estimate { return stats.Bootstrap{}.Mean(values(r.Frame, gap)) }).Unit("moves").Doc("mean difference between published length and proved bound"),
		column.Numbers("smallest gap", reports.Count, func(r ran) float64 { return stats.Quantile(values(r.Frame, gap), 0) }).Unit("moves"),
		column.Counts("closed", func(r ran) int { return r.Count(func(t *trial.Trial) bool { return gap(t) == 0 }) }).Doc("number of boards whose proved bound equals the published length"),
	), nil
}

// twentyFourBoardsTable compares the proved bounds with the published lengths, board by board.
func twentyFourBoardsTable(trials frame.Frame) (reports.Table, error) {
	columns := []column.Of[entry]{
		column.Counts("board", func(e entry) int { return e.Number }).Doc("the board's number in Korf and Felner (2002)"),
		column.Counts("published", func(e entry) int { return e.Optimal }).Unit("moves"),
	}
	for i, name := range twentyFourStrategies {
		moves := func(name string, of func(*trial.Trial) float64) column.Of[entry] {
			return column.Numbers(name, reports.Count, func(e entry) float64 { return e.value(i, of) }).Unit("moves")
		}
		columns = append(columns, moves(name, provedBound).Largest(), moves("gap of "+name, gap))
	}
	text := "The proved bound is the bound of the iteration stopped by the limit, plus one if no solution has the parity of that bound. If the gap is 0, the published length is proved."
	t := reports.Table{ID: "twentyfour-boards", Title: "Proved bounds and published lengths of the 24-puzzle", Caption: text, Across: true}
	return column.Fill(t, tried(entries(trials, twentyFourSet, twentyFourStrategies...)), columns...), nil
}
