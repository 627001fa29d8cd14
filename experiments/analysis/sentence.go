package analysis

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

// Sentence says the comparison in plain words: the ratios with their
// intervals, on how many instances, the wins, the tests, and how many runs
// were stopped by a limit. Intervals are over the choice of instances; they
// say nothing of other machines or other kinds of instances.
func (c Comparison) Sentence() string {
	verb := "has"
	if c.Metric.SmallerIsBetter {
		verb = "needs"
	}
	total := phrase{c.Totals, "in total"}
	mean := phrase{c.GeoMeans, "in the geometric mean"}
	if c.Metric.Aggregate == experiments.GeoMean {
		total, mean = mean, total
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Measured in %s, %s %s ", c.Metric.Name, c.B, verb)
	switch {
	case total.known() && mean.known():
		fmt.Fprintf(&b, "%s times as much as %s %s (%s) and %s times %s (%s)",
			number(total.Value), c.A, total.how, interval(total.BCa), number(mean.Value), mean.how, interval(mean.BCa))
	case total.known():
		fmt.Fprintf(&b, "%s times as much as %s %s (%s)", number(total.Value), c.A, total.how, interval(total.BCa))
	case mean.known():
		fmt.Fprintf(&b, "%s times as much as %s %s (%s)", number(mean.Value), c.A, mean.how, interval(mean.BCa))
	default:
		fmt.Fprintf(&b, "an unknown multiple of %s", c.A)
	}
	over := ""
	if c.Size > 0 {
		over = fmt.Sprintf(" of size %s", thousands(c.Size))
	}
	fmt.Fprintf(&b, ", over %s%s", plural(c.N-c.Censored, "paired instance"), over)
	if c.Censored > 0 {
		fmt.Fprintf(&b, " that both finished; %s more had a run stopped by a limit. Of all %s", thousands(c.Censored), thousands(c.N))
	} else {
		b.WriteString(". Of these")
	}
	fmt.Fprintf(&b, " it wins %s, loses %s and ties %s", thousands(c.Wins), thousands(c.Losses), thousands(c.Ties))
	if c.Undecided > 0 {
		fmt.Fprintf(&b, ", and %s are undecided", thousands(c.Undecided))
	}
	fmt.Fprintf(&b, " (sign test %s, signed-rank test %s).", pValue(c.SignP), pValue(c.SignedRank.P))
	if c.Totals.BCa.Known() && !c.Settled() {
		b.WriteString(" The interval of the total includes 1: these instances do not settle which of the two is ahead in total.")
	}
	return b.String()
}

// phrase is an estimate with the words for it.
type phrase struct {
	stats.Estimate
	how string
}

func (p phrase) known() bool { return !math.IsNaN(p.Value) }

// Sentence says the growth in plain words: the factor with its interval, the
// sizes it rests on, and which of the two models fits better.
func (g Growth) Sentence() string {
	var b strings.Builder
	if math.IsNaN(g.Factor.Value) {
		fmt.Fprintf(&b, "How the median of %s grows with the size for %s cannot be said", g.Metric.Name, g.Strategy)
		if len(g.Warnings) > 0 {
			fmt.Fprintf(&b, ": %s", g.Warnings[len(g.Warnings)-1])
		}
		return b.String() + "."
	}
	fmt.Fprintf(&b, "For %s, each unit of size multiplies the median of %s by %s (%s; sizes %s",
		g.Strategy, g.Metric.Name, number(g.Factor.Value), interval(g.Factor.BCa), list(g.Sizes))
	if len(g.CensoredAt) > 0 {
		fmt.Fprintf(&b, "; the median at %s is beyond the limit and left out", list(g.CensoredAt))
	}
	b.WriteString(").")
	if gap := g.Power.AIC - g.Fit.AIC; math.IsNaN(gap) {
		return b.String()
	} else if math.Abs(gap) < 2 {
		fmt.Fprintf(&b, " The medians do not tell this exponential from a power of the size (AIC %s against %s).", aic(g.Fit), aic(g.Power))
	} else if gap > 0 {
		fmt.Fprintf(&b, " The exponential fits better than a power of the size (AIC %s against %s).", aic(g.Fit), aic(g.Power))
	} else {
		fmt.Fprintf(&b, " A power of the size, with exponent %s, fits better (AIC %s against %s).", number(g.Power.B), aic(g.Power), aic(g.Fit))
	}
	return b.String()
}

func aic(f stats.Fit) string { return strings.Replace(fmt.Sprintf("%.1f", f.AIC), "-", "−", 1) }
