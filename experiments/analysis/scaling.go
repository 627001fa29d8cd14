package analysis

import (
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Growth describes how the median of a metric grows with instance size.
type Growth struct {
	Metric   trial.Metric
	Strategy string
	Set      string

	Sizes      []int     // sizes at which the models were fitted, in increasing order
	Medians    []float64 // median of the metric at each size
	N          []int     // number of instances at each size
	CensoredAt []int     // sizes that were left out because their median is only a lower bound

	// Factor is the factor by which the median grows per unit of size, from a line fitted to the
	// logarithms of the medians. Its interval accounts for the choice of instances and for
	// deviations of the medians from the line; see [stats.Bootstrap.FitMedians].
	Factor  stats.Estimate
	Fit     stats.Fit // fitted exponential model; its parameter B equals Factor.Value
	Power   stats.Fit // fitted power law, in which the median grows as a power of the size
	HeldOut HeldOut

	Warnings []string
}

// HeldOut shows how well each model, fitted to the other sizes, predicts the largest size. All
// fields are 0 if the fit has fewer than [stats.MinSizes] sizes.
type HeldOut struct {
	Size               int
	Exponential, Power float64 // each model's predicted median at the largest size, divided by the observed median
}

// Scaling describes how the median of a metric grows with size for one strategy. It fits two models
// to the medians, an exponential and a power law, both on a logarithmic scale. The value of an
// instance is the median of its repeats. The result does not depend on the order of the trials.
//
// Scaling leaves out sizes with a median that is not positive, or that is unknown because a limit
// stopped too many runs, and adds a warning about them. The growth factor needs at least two sizes,
// and its interval needs three. A choice between the models needs [stats.MinSizes] sizes; with
// fewer, [Growth.Sentence] says that the data cannot decide.
//
// Scaling returns an error if the trials come from several instance sets, since medians of
// different sets are not comparable; select one set with [frame.Frame.Where].
func Scaling(f frame.Frame, m trial.Metric, strategy string) (Growth, error) {
	g := Growth{Metric: m, Strategy: strategy}
	if err := check(f, m, strategy); err != nil {
		return g, fmt.Errorf("analysis: scaling of %q: %w", strategy, err)
	}
	all := f.Where(frame.Strategy.Is(strategy)).Outcomes(m)
	first, last := all[0].Set, all[len(all)-1].Set // sorted by set
	if first != last {
		return g, fmt.Errorf("analysis: scaling of %q: trials of several instance sets, from %q to %q (choose one with Where and frame.Set.Is)", strategy, first, last)
	}
	g.Set = first
	g.fit(g.medians(all))
	return g, nil
}

// medians fills in the sizes that the fit can use and returns the values at each.
func (g *Growth) medians(all []frame.Outcome) (samples [][]float64) {
	for from := 0; from < len(all); {
		size := all[from].Size
		var values []frame.Bounded
		var plain []float64
		stopped, without := 0, 0
		for ; from < len(all) && all[from].Size == size; from++ {
			v := all[from].Value
			if math.IsNaN(v.Value) {
				without++
				continue
			}
			if v.Lower {
				stopped++
			}
			values = append(values, v)
			plain = append(plain, v.Value)
		}
		if without > 0 {
			g.warn("size %d excludes %s without a value for %s%s", size, plural(without, "instance"), g.Metric.Name, timingHint(g.Metric))
		}
		if len(values) == 0 {
			continue
		}
		switch median := frame.Quantile(values, 0.5); {
		case median.Lower:
			g.CensoredAt = append(g.CensoredAt, size)
			g.warn("size %d is excluded: %s stopped by a limit, so its median is only known to be at least %s",
				size, runsOf(stopped, len(values)), numerals.Number(median.Value))
			continue
		case median.Value <= 0:
			g.warn("size %d is excluded: its median %v is not positive and has no logarithm", size, median.Value)
			continue
		default:
			g.Sizes, g.Medians, g.N = append(g.Sizes, size), append(g.Medians, median.Value), append(g.N, len(values))
			samples = append(samples, plain)
		}
		// The share k/n has a standard error of at most 1/(2√n).
		if n := float64(len(values)); float64(stopped)/n > 0.5-1/math.Sqrt(n) {
			g.warn("size %d: %s stopped by a limit, so the upper end of the interval may be too low", size, runsOf(stopped, len(values)))
		}
	}
	return samples
}

// fit fits both models to the medians, with and without the largest size.
func (g *Growth) fit(samples [][]float64) {
	x := make([]float64, len(g.Sizes))
	for i, s := range g.Sizes {
		x[i] = float64(s)
	}
	m := resampling.FitMedians(stats.Exponential, x, samples)
	g.Fit, g.Power, g.Factor = m.Fit, stats.FitPower(x, g.Medians), m.Growth()
	for _, w := range m.Warnings {
		g.warn("growth factor: %s", w)
	}
	if len(x) < stats.MinSizes {
		g.warn("the median is known for only %s, too few to judge the growth (at least %d are needed)", plural(len(x), "size"), stats.MinSizes)
		return
	}
	last := len(x) - 1
	g.HeldOut = HeldOut{
		Size:        g.Sizes[last],
		Exponential: stats.FitExponential(x[:last], g.Medians[:last]).At(x[last]) / g.Medians[last],
		Power:       stats.FitPower(x[:last], g.Medians[:last]).At(x[last]) / g.Medians[last],
	}
}

func (g *Growth) warn(format string, args ...any) {
	w := fmt.Sprintf(format, args...)
	if !slices.Contains(g.Warnings, w) {
		g.Warnings = append(g.Warnings, w)
	}
}

// runsOf begins a sentence about some of all runs: "1 of 5 runs was".
func runsOf(some, all int) string {
	verb := "were"
	if some == 1 {
		verb = "was"
	}
	return fmt.Sprintf("%d of %s %s", some, plural(all, "run"), verb)
}
