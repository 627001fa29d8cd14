package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// RanksOptions sets the axis label of a [Ranks] figure.
type RanksOptions struct {
	XLabel string // axis label; "" means "mean rank (1 is least)"
}

// Ranks draws the mean ranks of strategies on the same instances, with the best on top. Bars join
// strategies that the tests do not distinguish. This is a critical difference diagram (Demšar,
// Statistical comparisons of classifiers over multiple data sets, JMLR 7, 2006).
//
// The tests are pairwise signed-rank tests at the 5 % level, adjusted by Holm's method. Such a test
// depends only on its two strategies (Benavoli, Corani and Mangili, JMLR 17, 2016). A bar joins
// consecutive strategies if no two of them differ significantly.
//
// The argument r must be a result of [stats.Friedman] with a mean rank for each name.
func Ranks(id, title string, opt RanksOptions, names []string, r stats.FriedmanResult) (Figure, error) {
	ch := newDraft("Ranks", id, title, 17*Length(len(names))+rowsHeight(0))
	ch.check(len(r.MeanRanks) == 0 || len(r.MeanRanks) == len(names), "ranks: %d names, but %d mean ranks", len(names), len(r.MeanRanks))
	if len(r.MeanRanks) == 0 || ch.err != nil {
		return ch.missing(strings.Join(r.Warnings, "; "))
	}
	var order []int
	for i := range names {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.MeanRanks[a], r.MeanRanks[b]) })
	xs := ch.span(false)
	xs.add("", 1, float64(len(names)))
	xs.add("", r.MeanRanks...)
	ch.X = xs.axis(cmp.Or(opt.XLabel, "mean rank (1 is least)"))
	ch.X.Whole = true
	ch.data = heads("row", cmp.Or(opt.XLabel, "mean rank"))
	digits := number.Column(r.MeanRanks...)
	var said []string
	for row, j := range order {
		rank := r.MeanRanks[j]
		ch.Series = append(ch.Series, chart.Series{
			Class: "row", Name: names[j], Cells: []string{digits(rank)}, Marks: chart.Marks{discs(5.6, "1", chart.To(rank, -float64(row)))},
		})
		said = append(said, digits(rank)+" for "+names[j])
		ch.data.add(names[j], rank)
	}
	ch.rows("mean rank")
	ch.rowLines()
	ch.say("The mean ranks are %s.", numerals.Enumerate(said))
	for _, g := range together(order, r, 0.05) {
		first, last := order[g[0]], order[g[1]]
		ch.say(" The tests show no difference from %s to %s.", names[first], names[last])
		bar := func(row int) chart.Place { return chart.To(r.MeanRanks[last], -float64(row)).By(10, 0) }
		bars := [][]chart.Place{{bar(g[0]), bar(g[1])}}
		for row := g[0]; row <= g[1]; row++ { // a line from each dot to the bar
			bars = append(bars, []chart.Place{chart.To(r.MeanRanks[order[row]], -float64(row)), bar(row)})
		}
		ch.behind("groups", lines(chart.Line{Tone: chart.Tone{Color: "ink"}, Width: chart.CurveWidth, Free: true}, bars...)...)
	}
	ch.Caption = fmt.Sprintf("Mean ranks are over %s; bars join strategies that signed-rank tests, adjusted by Holm, do not distinguish.", instances(r.N))
	return ch.figure()
}

// together returns the longest stretches of the order in which no two strategies differ, each with
// its first and last place.
func together(order []int, r stats.FriedmanResult, alpha float64) (out [][2]int) {
	differ := map[[2]int]bool{}
	for _, t := range r.Pairs {
		if t.Adjusted < alpha {
			differ[[2]int{t.A, t.B}], differ[[2]int{t.B, t.A}] = true, true
		}
	}
	reached := 0 // last place of the stretches so far
	for from := range order {
		to := from
		for to+1 < len(order) && !slices.ContainsFunc(order[from:to+1], func(a int) bool { return differ[[2]int{a, order[to+1]}] }) {
			to++
		}
		if to > from && to > reached {
			out, reached = append(out, [2]int{from, to}), to
		}
	}
	return out
}
