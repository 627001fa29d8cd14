package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Sentence describes the comparison in words: the ratios with their intervals, the number of
// instances, the wins, the tests, and the number of runs stopped by a limit. The intervals
// account for the choice of instances, but not for other machines or other kinds of instances.
func (c Comparison) Sentence() string {
	verb := "has"
	if c.Metric.SmallerIsBetter {
		verb = "needs"
	}
	ratios := []ratio{{c.Totals, "in total"}, {c.GeoMeans, "in the geometric mean"}}
	if c.Metric.Timing {
		ratios[1].how = "on a typical instance"
	}
	if c.Metric.Aggregate == trial.GeoMean {
		slices.Reverse(ratios)
	}
	var said []string
	for _, r := range ratios {
		switch as := fmt.Sprintf("%s (%s)", r.how, r.BCa.Phrase()); {
		case math.IsNaN(r.Value):
		case said == nil:
			said = append(said, fmt.Sprintf("%s times as much as %s %s", r.BCa.Number(r.Value), c.A, as))
		default:
			said = append(said, fmt.Sprintf("%s times %s", r.BCa.Number(r.Value), as))
		}
	}
	if said == nil {
		said = append(said, "an unknown multiple of "+c.A)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Measured in %s, %s %s %s", c.Metric.Name, c.B, verb, numerals.Enumerate(said))
	over := ""
	if c.Size > 0 {
		over = fmt.Sprintf(" of size %s", numerals.Count(c.Size))
	}
	n := c.N
	if !c.GivenUp {
		n -= c.Censored
	}
	fmt.Fprintf(&b, ", over %s%s", plural(n, "paired instance"), over)
	switch {
	case c.GivenUp:
		fmt.Fprintf(&b, "; on %s a search was given up at the limit. Of all %s", numerals.Count(c.Censored), numerals.Count(c.N))
	case c.Censored > 0:
		fmt.Fprintf(&b, " that both finished; %s more had a run stopped by a limit. Of all %s", numerals.Count(c.Censored), numerals.Count(c.N))
	default:
		b.WriteString(". Of these")
	}
	fmt.Fprintf(&b, " it wins %s, loses %s and ties %s", numerals.Count(c.Wins), numerals.Count(c.Losses), numerals.Count(c.Ties))
	if c.Undecided > 0 {
		fmt.Fprintf(&b, ", and %s are undecided", numerals.Count(c.Undecided))
	}
	fmt.Fprintf(&b, " (sign test %s, signed-rank test %s).", numerals.P(c.SignP), numerals.P(c.SignedRank.P))
	if c.Totals.BCa.Known() && !c.Settled() {
		b.WriteString(" The interval of the total includes 1, so these instances do not settle which of the two is ahead in total.")
	}
	return b.String()
}

// ratio is an estimate with its description in words.
type ratio struct {
	stats.Estimate
	how string
}

// Sentence describes the growth in words: the factor with its interval, the sizes used, and the
// better model. The better model is the one with the smaller Akaike criterion, corrected for small
// samples. The sentence also says how well each model, fitted to the other sizes, predicts the
// median at the largest size.
func (g Growth) Sentence() string {
	var b strings.Builder
	if math.IsNaN(g.Factor.Value) {
		fmt.Fprintf(&b, "It is unknown how the median of %s grows with size for %s", g.Metric.Name, g.Strategy)
		if len(g.Warnings) > 0 {
			fmt.Fprintf(&b, ": %s", g.Warnings[len(g.Warnings)-1])
		}
		return b.String() + "."
	}
	fmt.Fprintf(&b, "For %s, each unit of size multiplies the median of %s by %s (%s; sizes %s",
		g.Strategy, g.Metric.Name, g.Factor.BCa.Number(g.Factor.Value), g.Factor.BCa.Phrase(), numerals.Listed(g.Sizes))
	if len(g.CensoredAt) > 0 {
		fmt.Fprintf(&b, "; the median at %s is beyond the limit and left out", numerals.Listed(g.CensoredAt))
	}
	b.WriteString(").")
	gap := g.Power.AICc - g.Fit.AICc
	switch {
	case len(g.Sizes) < stats.MinSizes:
		fmt.Fprintf(&b, " Fewer than %d sizes cannot show whether the median grows, and whether it grows as an exponential or a power.", stats.MinSizes)
		return b.String()
	case math.IsNaN(gap):
		return b.String()
	case math.Abs(gap) < told:
		b.WriteString(" The medians do not distinguish this exponential from a power of the size")
	case gap > 0:
		b.WriteString(" The exponential fits better than a power of the size")
	default:
		fmt.Fprintf(&b, " A power of the size, with exponent %s, fits better than the exponential", numerals.Number(g.Power.B))
	}
	fmt.Fprintf(&b, " (AICc %s against %s for the power). Fitted to the smaller sizes, the exponential predicts %s times the median at %s, and the power %s times.",
		numerals.Number(g.Fit.AICc), numerals.Number(g.Power.AICc), numerals.Number(g.HeldOut.Exponential), numerals.Count(g.HeldOut.Size), numerals.Number(g.HeldOut.Power))
	return b.String()
}

// told is the smallest difference in Akaike's criterion that counts as evidence for one of two
// models (K. P. Burnham, D. R. Anderson, Model Selection and Multimodel Inference, 2002).
const told = 2
