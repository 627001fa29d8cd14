package lookahead

import (
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var distributionSections = study.Sections{{
	Heading: "How far from the shortest",
	Text: "The series compares its algorithms with each other; it does not say what the shortest solutions are. A search through layers of positions, with a bound on the moves that are left, proves them for each of these boards. So every algorithm can be measured by the moves that it makes above the optimum of the same board. " +
		"Two algorithms that decide one move at a time, and are not of the series, stand beside the thirteen: *distance-greedy* takes the colour after which the distances of the remaining regions are smallest in sum, *beam-1/layers+distances* asks a lower bound on the moves left first.",
	Items: []study.Item{
		study.Figure("moves", MovesFigure), study.Figure("spread", SpreadFigure),
		study.Figure("gaps", GapsFigure), study.Block("gaps-table", GapsTable),
		study.Block("proved", ProvedClaim), study.Block("far-above", FarAboveClaim), study.Block("distances-win", DistancesClaim),
	},
}}

// The two algorithms that look one move ahead, and at distances.
const (
	byDistances = "distance-greedy"
	byBound     = "beam-1/layers+distances"
)

// measured names what is compared with the optimum: the thirteen algorithms of
// the series' table, and the two that look at distances.
func measured() []string { return append(tabled(), byDistances, byBound) }

// optimum is what the exact strategy is called where its lengths are shown.
const optimum = "optimum"

// shown is how a strategy is called in a figure of lengths.
func shown(strategy string) string {
	if strategy == exact {
		return optimum
	}
	return strategy
}

// boardsOf says on how many boards of the series there are trials.
func boardsOf(trials frame.Frame) string {
	n := onSeries(trials).Instances()
	if n == seriesBoards {
		return fmt.Sprintf("the %s of the series", study.Plural(n, "board"))
	}
	return fmt.Sprintf("%d of the %d boards of the series", n, seriesBoards)
}

// MovesFigure shows the distribution of the moves of every algorithm.
func MovesFigure(trials frame.Frame) (plots.Figure, error) {
	var curves []plots.Distribution
	for _, s := range ranked(onSeries(trials), append([]string{exact}, measured()...)...) {
		if s.name != deepPath {
			curves = append(curves, plots.Distribution{Name: shown(s.name), Answered: s.moves})
		}
	}
	f, err := plots.ECDF("moves", "Within how many moves boards are cleared", plots.ECDFOptions{
		XLabel: "moves", YLabel: "share of boards cleared", Height: 4.4 * 72,
	}, curves)
	f.Caption = fmt.Sprintf("Share of %s that are cleared within a number of moves; names in the order of the mean. %s, far to the right, is left out.", boardsOf(trials), deepPath)
	return f, err
}

// SpreadFigure shows the quartiles of the moves of every algorithm, in the order
// of the means.
func SpreadFigure(trials frame.Frame) (plots.Figure, error) {
	var boxes []plots.BoxRow
	for _, s := range ranked(onSeries(trials), slices.Concat([]string{exact}, measured(), []string{"round-robin", "random"})...) {
		boxes = append(boxes, plots.BoxRow{Name: shown(s.name), Values: s.moves})
	}
	f, err := plots.Box("spread", "Moves of every algorithm", plots.BoxOptions{XLabel: "moves"}, boxes)
	f.Caption = fmt.Sprintf("On %s, in the order of the mean. Boxes hold the middle half of the boards with a line at the median; strokes are boards beyond one and a half box lengths.", boardsOf(trials))
	return f, err
}

// GapsFigure shows how many moves above the optimum every algorithm makes.
func GapsFigure(trials frame.Frame) (plots.Figure, error) {
	var dots []plots.Dot
	for _, s := range known(ranked(onSeries(trials), measured()...)) {
		if s.name != deepPath {
			dots = append(dots, plots.DotOf(s.name, s.gap(), s.above))
		}
	}
	f, err := plots.Dots("gaps", "Moves above the shortest solution of the same board", aboveOptions, dots)
	f.Caption = fmt.Sprintf("On %s, in the order of the mean. Points are means with 95 %% bootstrap intervals, strokes single boards. %s, far to the right, is left out.", boardsOf(trials), deepPath)
	return f, err
}

var aboveOptions = plots.DotsOptions{XLabel: "moves above the optimum", References: []plots.Reference{{At: 0, Label: optimum}}}

// deepPath is so far from the others that figures are better without it.
const deepPath = "deep-path"

// GapsTable gives the moves above the optimum, and what they cost.
func GapsTable(trials frame.Frame) (reports.Table, error) {
	return column.Fill(reports.Table{
		ID: "gaps-table", Title: "Moves above the optimum",
		Caption: fmt.Sprintf("On %s, in the order of the mean. Intervals are 95 %%, bootstrap over boards.", boardsOf(trials)),
	}, known(ranked(onSeries(trials), slices.Concat([]string{exact}, measured(), games()[len(published):])...)),
		column.Words("algorithm", func(s score) string { return s.name }), column.Counts("boards", func(s score) int { return len(s.above) }),
		meanMoves, aboveOptimum, leastAbove, mostAbove, optimalShare, movesTried,
	), nil
}

// ProvedClaim asks whether the optimum of every board was proved.
func ProvedClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("proved", "The shortest solution of every board of the series that was run can be proved.")
	rows := onSeries(trials).Where(frame.Strategy.Is(exact))
	if rows.Len() == 0 {
		return claim, nil
	}
	proved := rows.Count(func(t *experiments.Trial) bool { return t.Outcome.Answered() && t.Bound == t.Cost })
	claim.Holds = reports.VerdictOf(proved == rows.Len())
	if proved == 0 {
		claim.Evidence = "None was."
		return claim, nil
	}
	s := summarize(movesOf(rows, exact))
	claim.Evidence = fmt.Sprintf("%s of %s: %.0f to %.0f moves, %.2f on average, %s in all.",
		study.Grouped(uint64(proved)), study.Plural(rows.Len(), "board"), s.least, s.most, s.mean.Value, study.Grouped(uint64(stats.Sum(movesOf(rows, exact)))))
	return claim, nil
}

// FarAboveClaim asks how far the best algorithm of the series' table is from the
// optimum.
func FarAboveClaim(trials frame.Frame) (reports.Claim, error) {
	const far = 0.1
	claim := study.Undecided("far-above", "The best algorithm of the series' table needs over a tenth more moves than the shortest solutions.")
	rows := onSeries(trials)
	list := ranked(rows, tabled()...)
	if len(list) < len(tabled()) {
		return claim, nil
	}
	mean, shortest := list[0].gap(), stats.Mean(movesOf(rows, exact))
	return claim.DecidedBy(mean.Firm(), reports.Above(mean.BCa, far*shortest),
		"%s makes %.2f moves above the optimum of %.2f (95 %% interval %.2f to %.2f), which is %.0f %%.",
		list[0].name, mean.Value, shortest, mean.BCa.Low, mean.BCa.High, 100*mean.Value/shortest), nil
}

// DistancesClaim asks whether looking one move ahead at distances is better than
// everything in the series' table.
func DistancesClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("distances-win", fmt.Sprintf("Looking one move ahead, but at a lower bound and at distances, beats all thirteen: %s makes fewer moves than each of them.", byBound))
	rows := onSeries(trials)
	nearest, of := stats.Estimate{}, ""
	least := math.Inf(1) // lower end of any of the intervals: all thirteen are to be beaten
	for _, name := range tabled() {
		mean := stats.Bootstrap{}.Mean(above(rows, byBound, name))
		if mean.N == 0 {
			return claim, nil
		}
		if of == "" || mean.Value < nearest.Value {
			nearest, of = mean, name
		}
		if mean.BCa.Known() {
			least = min(least, mean.BCa.Low)
		}
	}
	claim.Estimate = reports.EstimateOf(nearest.Firm())
	claim.Evidence = fmt.Sprintf("The nearest is %s, with %.2f moves more on the same boards (95 %% interval %.2f to %.2f).", of, nearest.Value, nearest.BCa.Low, nearest.BCa.High)
	switch {
	case !nearest.BCa.Known():
	case least > 0:
		claim.Holds = reports.Holds
	case nearest.BCa.High < 0:
		claim.Holds = reports.Fails
	}
	return claim, nil
}
