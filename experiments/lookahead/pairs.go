package lookahead

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var pairItems = []study.Item{
	figure("differences", differencesFigure), study.Block("differences-table", differencesTable),
	study.Claim(claims, "deeper-worse"), study.Claim(claims, "finish-first"), study.Claim(claims, "too-few-games"),
	figure("matrix", matrixFigure), study.Claim(claims, "distances-alone"),
}

var pairClaims = []claim.Claim{
	{
		ID: "deeper-worse", Of: onDrawn, Population: anyBoard,
		Ask: func(f frame.Frame) (claim.Answer, error) { return claim.Above(moreMoves(f, "gla-5", "gla-6"), 0), nil },
	},
	{ID: "finish-first", Of: onDrawn, Population: anyBoard, Ask: func(f frame.Frame) (claim.Answer, error) {
		return claim.All(study.Map([]int{5, 6}, func(depth int) claim.Answer {
			return claim.Below(moreMoves(f, gla(depth), gla(depth)+finishFirst), 0)
		})...), nil
	}},
	{ID: "too-few-games", Of: ofBatches, Ask: func(f frame.Frame) (claim.Answer, error) {
		var spread []float64
		for _, moves := range [][]float64{batchOf(f, "gla-5,literal"), batchOf(f, row(breadthFirst).literal+strayOption)} {
			mean := stats.Mean(moves)
			spread = append(spread, study.Map(moves, func(n float64) float64 { return n - mean })...)
		}
		return claim.Whole(claim.Above(claim.SD("moves around the mean of their batch", "game", spread).Called("standard deviation of the number of moves within a batch"), mostSpread), 2*batchGames).
			Saying("With a hundred games for each algorithm, the smallest difference that a test would detect with 80 %% power is %.2f moves.", detectable(math.Sqrt2*stats.StdDev(spread), batchGames)), nil
	}},
	{ID: "distances-alone", Of: onDrawn, Population: anyBoard, Ask: func(f frame.Frame) (claim.Answer, error) {
		return claim.Equivalent(moreMoves(f, breadthFirst, byDistances), -1, 1), nil
	}},
}

// ahead is the mean number of moves that the series' breadth-first search saves compared with its
// look-ahead.
var ahead = row("gla-5").mean - row(breadthFirst).mean

// mostSpread is the largest standard deviation of games at which a hundred games of each can show
// that difference.
var mostSpread = ahead / detectable(math.Sqrt2, batchGames)

// moreMoves estimates how many more moves b makes than a on boards that both solved.
func moreMoves(trials frame.Frame, a, b string) claim.Estimate {
	return claim.MeanDifference("moves", b, a, "board", above(trials, a, b)).IfSolved(trials.Match(a, b))
}

// comparisons lists the pairs of strategies to compare. They show whether a deeper look-ahead is
// better, whether it should prefer the shorter finish, what a search after it improves, and what
// evaluating distances improves.
var comparisons = [][2]string{
	{"gla-2", "gla-3"},
	{"gla-3", "gla-4"},
	{"gla-4", "gla-5"},
	{"gla-5", "gla-6"},
	{"gla-4", "gla-4,finish-first"},
	{"gla-5", "gla-5,finish-first"},
	{"gla-6", "gla-6,finish-first"},
	{"gla-5,finish-first", "gla-6,finish-first"},
	{"gla-2", "max-perimeter-la-2"},
	{"gla-5", breadthFirst},
	{"gla-5", depthFirst},
	{breadthFirst, byDistances},
	{breadthFirst, byBound},
}

// difference holds how many more moves one strategy makes than another, for each board that both
// solved.
type difference struct {
	name              string
	each              []float64
	mean              stats.Estimate
	unpaired          float64 // standard deviation of the difference if the two play different boards
	fewer, same, more int     // numbers of boards
}

// differences returns the comparisons that have trials.
func differences(trials frame.Frame) []difference {
	rows := trials.Where(onDrawn.Pass)
	var list []difference
	for _, c := range comparisons {
		if each := above(rows, c[0], c[1]); len(each) > 0 {
			unpaired := math.Hypot(stats.StdDev(movesOf(rows, c[0])), stats.StdDev(movesOf(rows, c[1])))
			d := difference{name: c[1] + " − " + c[0], each: each, mean: stats.Bootstrap{}.Mean(each), unpaired: unpaired}
			d.fewer, d.same, d.more = count(each)
			list = append(list, d)
		}
	}
	return list
}

// power is the sum of the normal quantiles for a two-sided test at 5 % that detects a difference
// with a probability of 80 %: 1.960 + 0.842.
const power = 2.802

// detectable returns the difference of means that n games of each strategy can be expected to show,
// if differences between single games have this standard deviation.
func detectable(deviation float64, n int) float64 { return power * deviation / math.Sqrt(float64(n)) }

// paired and apart return the difference that n boards can be expected to show: paired if both
// strategies play the same boards, apart if they play different ones.
func (d difference) paired(n int) float64 { return detectable(stats.StdDev(d.each), n) }
func (d difference) apart(n int) float64  { return detectable(d.unpaired, n) }

// differencesFigure shows the mean differences with their intervals.
func differencesFigure(trials frame.Frame) (plots.Figure, error) {
	rows := study.Map(differences(trials), func(d difference) plots.Interval { return plots.IntervalOf(d.name, d.mean, len(d.each)) })
	f, err := plots.Forest("differences", "Mean differences in moves on the same boards", plots.ForestOptions{
		XLabel: "mean difference in moves", Linear: true, Below: "the first is better", Above: "the second is better",
	}, rows)
	return f.Captioned("Each difference is the number of moves that the first algorithm makes minus the number that the second makes, on %s.", boardsOf(trials.Where(onDrawn.Pass), anyBoard)), err
}

// differencesTable shows the differences with the test that claims about them use, and the
// differences that could be detected without pairing.
func differencesTable(trials frame.Frame) (reports.Table, error) {
	return column.Fill(reports.Table{ID: "differences-table", Title: "Differences in moves on the same boards", Caption: "Each difference is the number of moves that the first algorithm makes minus the number that the second makes. Unlike the p-values of claims, the p-values here are not corrected for multiple tests."}, differences(trials),
		column.Words("difference", func(d difference) string { return d.name }), column.Counts("boards", func(d difference) int { return len(d.each) }),
		column.Estimates("mean", reports.Number, func(d difference) stats.Estimate { return d.mean }).Unit("moves"),
		column.Counts("fewer", func(d difference) int { return d.fewer }).Doc("number of boards on which the first algorithm makes fewer moves"),
		column.Counts("same", func(d difference) int { return d.same }), column.Counts("more", func(d difference) int { return d.more }),
		column.Numbers("p", reports.PValue, func(d difference) float64 { return stats.MeanTest(d.each, 0, 1).P }).Doc("p-value for a mean difference of 0, from the test that claims use"),
		column.Numbers("paired", reports.Number, func(d difference) float64 { return d.paired(len(d.each)) }).Digits(2).Doc("smallest difference in moves that a test would detect with 80 % power if both algorithms played on the same boards"),
		column.Numbers("apart", reports.Number, func(d difference) float64 { return d.apart(len(d.each)) }).Digits(2).Doc("smallest difference in moves that a test would detect with 80 % power if the algorithms played on different boards"),
	), nil
}

// victories holds, for every pair of algorithms, the number of boards on which the first makes
// fewer moves than the second.
type victories struct {
	names []string
	fewer [][]float64 // boards on which the row's algorithm makes fewer moves than the column's; NaN on the diagonal
	most  int         // largest number of boards in a pair
}

// victoriesOf compares the measured algorithms and the optimum, sorted by their means.
func victoriesOf(trials frame.Frame) victories {
	names := append([]string{exact}, measured()...)
	rows := trials.Where(onDrawn.Pass, frame.Strategy.Is(names...))
	list := ranked(rows, names...)
	var v victories
	for i, a := range list {
		v.names, v.fewer = append(v.names, shown(a.name)), append(v.fewer, make([]float64, len(list)))
		for j, b := range list {
			_, _, more := count(above(rows, a.name, b.name))
			v.fewer[i][j] = float64(more)
		}
		v.fewer[i][i] = math.NaN()
		v.most = max(v.most, len(a.moves))
	}
	return v
}

// matrixFigure shows, for every pair of algorithms, on how many boards the first makes fewer moves
// than the second.
func matrixFigure(trials frame.Frame) (plots.Figure, error) {
	v := victoriesOf(trials)
	f, err := plots.Matrix("matrix", "Number of boards on which one algorithm makes fewer moves than another", plots.MatrixOptions{
		Quantity: "boards on which the row makes fewer moves than the column", Most: float64(v.most),
	}, v.names, v.fewer)
	f = f.Captioned("The algorithms played on %s. They are sorted by the mean number of moves. On the rest of the %d boards, the two algorithms tie.", boardsOf(trials.Where(onDrawn.Pass), anyBoard), v.most)
	if len(v.names) > 0 {
		f.Alt = v.describe()
	}
	return f, err
}

// describe describes the matrix in words: how often each algorithm is ahead of the next.
func (v victories) describe() string {
	var pairs []string
	for i, name := range v.names[1:] {
		pairs = append(pairs, fmt.Sprintf("%.0f for %s against %s (and more on %.0f)", v.fewer[i][i+1], v.names[i], name, v.fewer[i+1][i]))
	}
	return fmt.Sprintf("This matrix shows on how many of %d boards one of %d algorithms makes fewer moves than another: %s.", v.most, len(v.names), strings.Join(pairs, "; "))
}
