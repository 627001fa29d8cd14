package plots

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// Rain draws rows as [Box] does, with all of the values: above each box the density
// of its values, below it a stroke for each (Allen et al., Raincloud plots, Wellcome
// Open Research 4, 2019). It shows what a box hides, such as two heaps. The density
// is a kernel estimate, on a logarithmic axis of the logarithms, with the bandwidth of
// Silverman (Density Estimation, 1986, equation 3.31), and ends at the outermost
// values; it counts runs stopped by a limit with their lower bounds, and rows of fewer
// than five values have none.
func Rain(id, title string, opt BoxOptions, rows []BoxRow) (Figure, error) {
	opt.rain = true
	f, err := Box(id, title, opt, rows)
	f.Kind = "Rain"
	if err == nil && !f.empty() {
		f.Caption = "Above each box the density of the values, below it a stroke for each. " + strings.Replace(f.Caption, "; strokes are values beyond", "", 1)
	}
	return f, err
}

// rainRow is the height of a row with its cloud and its rain.
const rainRow Length = 44

// densityCloud is the density of values, above a row.
func densityCloud(values []float64, row float64, log bool) chart.Marks {
	at := slices.Clone(values)
	if log {
		at = slices.DeleteFunc(at, func(v float64) bool { return v <= 0 })
		for i, v := range at {
			at[i] = math.Log(v)
		}
	}
	if len(at) < 5 || slices.Min(at) == slices.Max(at) {
		return nil
	}
	slices.Sort(at)
	deviation := stat.StdDev(at, nil)
	h := 0.9 * cmp.Or(min(deviation, (stats.Quantile(at, 0.75)-stats.Quantile(at, 0.25))/1.34), deviation) * math.Pow(float64(len(at)), -0.2)
	const n = 64
	heights, most := make([]float64, n+1), 0.0
	lo, hi := at[0], at[len(at)-1]
	for i := range heights {
		x := lo + (hi-lo)*float64(i)/n
		for _, v := range at {
			z := (x - v) / h
			heights[i] += math.Exp(-z * z / 2)
		}
		most = max(most, heights[i])
	}
	var pts []chart.Place
	for i, d := range heights {
		x := lo + (hi-lo)*float64(i)/n
		if log {
			x = math.Exp(x)
		}
		pts = append(pts, chart.To(x, row).By(0, Length(6+12*d/most)))
	}
	base := func(pt chart.Place) []chart.Place { return []chart.Place{chart.To(pt.X, row).By(0, 6)} }
	return chart.Marks{
		chart.Area{At: slices.Concat(base(pts[0]), pts, base(pts[n])), Tone: chart.Tone{Opacity: 0.3}, Free: true},
		chart.Line{At: pts, Width: chart.ThinLine, Free: true},
	}
}
