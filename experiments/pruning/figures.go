package pruning

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
)

// growthFigure shows the median number of nodes as a function of the size of the ring.
func growthFigure(trials frame.Frame) (plots.Figure, error) {
	rows := growth(trials)
	options, curves, err := plots.CurvesOf(rows, trial.Expanded, strategiesOf(rows)...)
	if err != nil {
		return plots.Figure{}, err
	}
	options.XLabel, options.YLabel = sizeLabel, "nodes expanded, median"
	f, err := plots.Growth("growth", "Number of nodes expanded, by size of the ring", options, curves)
	return f.Captioned("Curves show medians over %s per size, and bands show the middle half. Sorting first tries the place that the fewest others lead to; dynamic strategies recount after each move. The lowest three follow forced moves everywhere.", perSize(rows)), err
}

// sizeLabel is the label of axes that show sizes.
const sizeLabel = "places on the ring, n"

// distributionFigure shows the share of rings that each strategy solves within a number of nodes,
// at the largest size that all strategies ran on.
func distributionFigure(trials frame.Frame) (plots.Figure, error) {
	rows, size := largest(growth(trials))
	f, err := plots.ECDFOf(rows, trial.Expanded, strategiesOf(rows)...)
	f.ID, f.Title = "distribution", fmt.Sprintf("Share of rings solved within a given number of nodes, n = %d", size)
	return f.Captioned("The curves show the largest rings on which all strategies ran (%s).", perSize(rows)), err
}

// spreadFigure shows the spread of the number of nodes for each strategy.
func spreadFigure(trials frame.Frame) (plots.Figure, error) {
	rows, size := largest(growth(trials))
	f, err := plots.BoxOf(rows, trial.Expanded, strategiesOf(rows)...)
	f.ID, f.Title = "spread", fmt.Sprintf("Number of nodes expanded per ring, n = %d", size)
	return f.Captioned("The rings are the same as in [[fig:distribution]]."), err
}

// largest keeps the trials of one size, which it also returns: the largest size among those with
// the most strategies.
func largest(trials frame.Frame) (frame.Frame, int) {
	var best frame.Group[int]
	for _, g := range frame.Groups(trials, frame.Size) {
		if len(strategiesOf(g.Frame)) >= len(strategiesOf(best.Frame)) {
			best = g
		}
	}
	return best.Frame, best.Value
}

// sortingSize is the size with the largest sample for the question whether sorting helps.
const sortingSize = 50

// sortingScatter shows, ring by ring, the nodes that pruning needs with and without sorting.
func sortingScatter(trials frame.Frame) (plots.Figure, error) {
	rows := sortingPair(trials).Where(frame.Size.Is(sortingSize))
	f, err := plots.ScatterOf(rows, trial.Expanded, "pruning", "pruning+sorting")
	f.ID, f.Title = "sorting-scatter", fmt.Sprintf("Number of nodes expanded by pruning with and without sorting, n = %d", sortingSize)
	return f, err
}

// sortingIntervals shows how precisely samples of different sizes measure the effect of sorting:
// ratios of total nodes with their intervals.
func sortingIntervals(trials frame.Frame) (plots.Figure, error) {
	var rows []plots.Interval
	for size, at := range frame.By(sortingPair(trials), frame.Size) {
		whole, ok, err := study.Compare(at, trial.Expanded, "pruning", "pruning+sorting")
		if err != nil {
			return plots.Figure{}, err
		}
		if !ok {
			continue
		}
		if whole.N > growthInstances {
			first, _, err := study.Compare(at.Where(frame.Index.Below(growthInstances)), trial.Expanded, "pruning", "pruning+sorting")
			if err != nil {
				return plots.Figure{}, err
			}
			rows = append(rows, plots.IntervalOf(fmt.Sprintf("n = %d, the first %d rings", size, first.N), first.Totals, first.N))
		}
		rows = append(rows, plots.IntervalOf(fmt.Sprintf("n = %d, %s", size, study.Plural(whole.N, "ring")), whole.Totals, whole.N))
	}
	f, err := plots.Forest("sorting-intervals", "Effect of sorting on the total number of nodes, by sample", plots.ForestOptions{
		XLabel: "total number of nodes, pruning+sorting ÷ pruning",
		Below:  "fewer with sorting", Above: "more with sorting",
	}, rows)
	return f.Captioned("In the write-up, sorting multiplied the total time on %d rings with 100 places by %.2f. [[claim:sample-too-small]] is about what a sample of this size can show, and [[claim:sorting-saves]] is about whether sorting saves nodes.", growthInstances, 1-publishedSaving), err
}

// largeFigure shows, as a function of the size of the ring, the CPU time of the strategies that are
// polynomial in practice.
func largeFigure(trials frame.Frame) (plots.Figure, error) {
	options, curves, err := plots.CurvesOf(large(trials), trial.Seconds, strategiesOf(large(trials))...)
	if err != nil {
		return plots.Figure{}, err
	}
	options.LogX, options.XLabel, options.YLabel = true, sizeLabel, "CPU time to find one solution, median (s)"
	f, err := plots.Growth("large", "CPU time on large rings", options, curves)
	f.Timing = true
	return f.Captioned("Medians are taken over %s of each size, solved one at a time.", study.Capitalised(perSize(large(trials)))), err
}

// Metrics for runs that examine the structure of a ring or count solutions.
var (
	cyclesMetric    = trial.Observed(freeCycles, "", "Number of free cycles, which are components of the midpoint graph that can be oriented in two ways.")
	forcedMetric    = trial.Observed(forcedShare, "", "Share of places whose move is forced by peeling.")
	segmentsMetric  = trial.Observed(segments, "", "Number of chains of forced moves left by contraction.")
	statesMetric    = trial.Observed(states, "", "Number of states of the special component.")
	solutionsMetric = trial.Observed(solutions, "", "Number of solutions from the start.")
)

// parityCurves returns a curve for even sizes and one for odd sizes, with a point for each size
// that has values of a metric.
func parityCurves(trials frame.Frame, m trial.Metric, point func(n float64, sample []float64) plots.Point) []plots.Curve {
	curves := []plots.Curve{{Name: "even n"}, {Name: "odd n"}}
	for size, at := range frame.By(trials, frame.Size) {
		if sample := at.Values(m); len(sample) > 0 {
			c := &curves[size%2]
			c.Points = append(c.Points, point(float64(size), sample))
		}
	}
	return curves
}

// asymptotic is the smallest size at which a line is fitted to the mean number of free cycles.
// Smaller rings are below that line, because short cycles are rare in them.
const asymptotic = 1000

// cyclesFit returns the least-squares line through the mean number of free cycles against ln n, for
// sizes of one parity.
func cyclesFit(trials frame.Frame, odd int) stats.Fit {
	var x, y []float64
	for n, at := range frame.By(structured(trials).Where(frame.Size.From(asymptotic), ofParity(odd)), frame.Size) {
		if cycles := at.Values(cyclesMetric); len(cycles) > 0 {
			x, y = append(x, math.Log(float64(n))), append(y, stats.Mean(cycles))
		}
	}
	return stats.FitLinear(x, y)
}

// cyclesFigure shows the mean number of free cycles as a function of size, on a logarithmic axis,
// for even and odd rings.
func cyclesFigure(trials frame.Frame) (plots.Figure, error) {
	rows := structured(trials)
	curves := parityCurves(rows, cyclesMetric, func(n float64, sample []float64) plots.Point { return plots.PointOf(n, stats.Bootstrap{}.Mean(sample)) })
	for odd := range curves {
		if fit := cyclesFit(trials, odd); fit.N >= 3 {
			curves[odd].Fit = func(n float64) float64 { return max(0, fit.At(math.Log(n))) }
			curves[odd].FitFrom = asymptotic
			curves[odd].FitLabel = fmt.Sprintf("%.2f ln n − %.1f", fit.B, -fit.A)
		}
	}
	f, err := plots.Growth("cycles", "Number of free cycles in planted rings", plots.CurveOptions{XLabel: sizeLabel, YLabel: "number of free cycles, mean", LogX: true, Bars: true}, curves)
	return f.Captioned("Means are taken over %s of each size. The lines show least-squares fits against ln n for n ≥ %s, and [[claim:cycles-logarithmic]] gives their slopes.", study.Capitalised(perSize(rows)), study.Grouped(asymptotic)), err
}

// perSize describes how many rings there are of each size.
func perSize(trials frame.Frame) string {
	var rings []int
	for _, at := range frame.By(trials, frame.Size) {
		rings = append(rings, at.Instances())
	}
	return study.FromTo(rings) + study.Plural(slices.Max(append(rings, 0)), "planted ring")
}

// solutionsFigure shows how many solutions planted rings have.
func solutionsFigure(trials frame.Frame) (plots.Figure, error) {
	rows := counted(trials)
	curves := parityCurves(rows, solutionsMetric, func(n float64, sample []float64) plots.Point {
		q := stats.Quartiles(sample)
		return plots.Point{X: n, Y: q.Median, Low: q.Q1, High: q.Q3}
	})
	f, err := plots.Growth("solutions", "Number of solutions of planted rings", plots.CurveOptions{XLabel: sizeLabel, YLabel: "solutions, median and quartiles", LogX: true, LogY: true}, curves)
	return f.Captioned("Contraction counted the solutions that start at place 0, on %s of each size.", study.Capitalised(perSize(rows))), err
}

// solvableFigure shows the share of uniformly random rings that have a
// solution, from node 0 and from some node.
func solvableFigure(trials frame.Frame) (plots.Figure, error) {
	rows := uniform(trials)
	var curves []plots.Curve
	share := func(name, starts string) {
		curve := plots.Curve{Name: name}
		for _, p := range rows.Share(func(t *trial.Trial) bool { return observed(t, starts) > 0 }) {
			curve.Points = append(curve.Points, plots.Point{X: float64(p.Size), Y: p.Value(), Low: p.Interval.Low, High: p.Interval.High})
		}
		curves = append(curves, curve)
	}
	share("from some start", solvableStarts)
	share("from place 0", solvableZero)
	f, err := plots.Growth("solvable", "Share of uniformly random rings that can be solved", plots.CurveOptions{
		XLabel: sizeLabel, YLabel: "share of rings with a solution", Percent: true, Bars: true,
	}, curves)
	return f.Captioned("The values on a ring are drawn from 1 to ⌊n/2⌋. For %s of each size, we determined the places where a solution can start.", strings.Replace(perSize(rows), "planted ", "", 1)), err
}

func observed(t *trial.Trial, name string) float64 {
	v, _ := t.Observation(name)
	return v
}
