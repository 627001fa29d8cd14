package analysis

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Comparison compares strategy B with strategy A on the instances on which both ran.
//
// Each of the N pairs of runs is a win, a loss or a tie for B, or undecided. If a limit stopped
// only one run of a pair, the other run wins if it needed no more than the stopped run had used.
// Otherwise the pair is undecided, which can happen only if the two runs had different limits. If
// both runs were stopped, the pair is a tie. The sign test uses all pairs.
//
// If all stopped runs were stopped at one limit ([frame.Frame.Restrict]), totals, means and the
// signed-rank test cover all pairs and count each search up to that limit. Otherwise they cover the
// N − Censored pairs in which both runs finished.
type Comparison struct {
	Metric trial.Metric
	A, B   string // names of the strategies; B is compared with A
	Size   int    // size of the instances; 0 if they have different sizes
	Sizes  []int  // sizes of the instances, in increasing order
	Sets   []string

	N                             int // number of instances on which both strategies ran
	Wins, Losses, Ties, Undecided int // numbers of pairs that B wins, loses or ties, and of pairs with an unknown result
	Censored                      int // number of pairs in which a limit stopped at least one run
	// whether all stopped runs were stopped by the same limit; if so, ratios count the effort of each
	// search only up to that limit
	GivenUp bool

	frame.Unpaired // numbers of instances and trials without a partner; N does not include them

	Totals   stats.Estimate // B's total of the metric, divided by A's total
	GeoMeans stats.Estimate // B's geometric mean divided by A's; for a timing metric, the [stats.TypicalRatio] of B to A

	// SignedRank tests the log ratios of B to A. If a value is not positive, it tests the
	// differences B − A instead. Its statistic V is large if B's values are larger than A's.
	SignedRank stats.SignedRankResult
	SignP      float64 // p-value of the exact two-sided sign test for wins against losses

	Warnings []string
}

// resampling computes all intervals of this package. It is the zero Bootstrap, as in other
// packages, so that every part of a page gives the same interval for the same number.
var resampling stats.Bootstrap

// Compare pairs the trials of strategies a and b on each instance and compares b with a. Only
// repeats that both strategies ran are used; their median is the value for the instance. Compare
// ignores other strategies. Use [frame.Frame.Where] to select the instances first. The result does
// not depend on the order of the trials.
//
// If there is nothing to compare, the error says what is missing: trials of a strategy, a common
// instance, or a value of the metric.
func Compare(f frame.Frame, m trial.Metric, a, b string) (Comparison, error) {
	c := Comparison{Metric: m, A: a, B: b}
	if err := check(f, m, a, b); err != nil {
		return c, fmt.Errorf("analysis: compare %q with %q: %w", b, a, err)
	}
	var pairs []frame.Pair
	if pairs, c.Unpaired = f.Pair(m, a, b); len(pairs) == 0 {
		return c, fmt.Errorf("analysis: compare %q with %q: there is no instance on which both have a value of %q (%d with only one strategy, %d failed, %d without the metric)%s",
			b, a, m.Name, c.Alone, c.Failed, c.WithoutMetric, timingHint(m))
	}
	c.describe(pairs)
	if slices.ContainsFunc(pairs, func(p frame.Pair) bool { return p.A.Lower || p.B.Lower }) {
		_, c.GivenUp = f.Restrict(a, b)
	}
	xa, xb := c.count(pairs)
	c.Totals = resampling.RatioOfTotals(xb, xa)
	c.GeoMeans = resampling.RatioOfGeoMeans(xb, xa)
	if m.Timing {
		c.GeoMeans = stats.TypicalRatio(xb, xa)
	}
	c.SignP = stats.SignTest(c.Wins, c.Losses)
	c.rank(xa, xb)
	var notices []string
	if m.Timing {
		notices = f.Noise().Notices()
	}
	c.warn(notices)
	return c, nil
}

// CompareSizes calls [Compare] for each size at which both strategies ran on a common instance. It
// returns the comparisons in increasing order of size.
func CompareSizes(f frame.Frame, m trial.Metric, a, b string) ([]Comparison, error) {
	if err := check(f, m, a, b); err != nil {
		return nil, fmt.Errorf("analysis: compare %q with %q: %w", b, a, err)
	}
	var all []Comparison
	var first error
	for _, rows := range frame.By(f, frame.Size) {
		c, err := Compare(rows, m, a, b)
		if err == nil {
			all = append(all, c)
		} else if first == nil {
			first = err
		}
	}
	if len(all) == 0 {
		return nil, first
	}
	return all, nil
}

// Settled reports whether the confidence interval for the ratio of totals excludes 1.
func (c Comparison) Settled() bool { return c.Totals.BCa.Known() && !c.Totals.BCa.Contains(1) }

// describe fills in the sizes and sets of the pairs.
func (c *Comparison) describe(pairs []frame.Pair) {
	for _, p := range pairs {
		c.Sizes = append(c.Sizes, p.Size)
		c.Sets = append(c.Sets, p.Set)
	}
	slices.Sort(c.Sizes)
	slices.Sort(c.Sets)
	c.Sizes, c.Sets = slices.Compact(c.Sizes), slices.Compact(c.Sets)
	if len(c.Sizes) == 1 {
		c.Size = c.Sizes[0]
	}
}

// count decides who wins each pair and returns the values for the ratios.
func (c *Comparison) count(pairs []frame.Pair) (xa, xb []float64) {
	c.N = len(pairs)
	for _, p := range pairs {
		better, worse := below(p.B, p.A), below(p.A, p.B)
		if !c.Metric.SmallerIsBetter {
			better, worse = worse, better
		}
		switch {
		case better:
			c.Wins++
		case worse:
			c.Losses++
		case p.A.Lower == p.B.Lower:
			c.Ties++
		default:
			c.Undecided++
		}
		if p.A.Lower || p.B.Lower {
			c.Censored++
			if !c.GivenUp {
				continue
			}
		}
		xa, xb = append(xa, p.A.Value), append(xb, p.B.Value)
	}
	return xa, xb
}

// below reports whether x is known to be less than y. The exact value of a stopped run is above its
// bound.
func below(x, y frame.Bounded) bool {
	return !x.Lower && (x.Value < y.Value || y.Lower && x.Value == y.Value)
}

// rank does the signed-rank test.
func (c *Comparison) rank(xa, xb []float64) {
	logs := make([]float64, len(xa))
	for i := range xa {
		if xa[i] <= 0 || xb[i] <= 0 {
			c.SignedRank = stats.SignedRank(xb, xa)
			c.Warnings = append(c.Warnings, "some values are not positive, so the signed-rank test uses differences instead of log ratios")
			return
		}
		// Divide the larger by the smaller value, so that 3:1 and 1:3 have exactly the same rank.
		logs[i] = math.Copysign(math.Log(max(xa[i], xb[i])/min(xa[i], xb[i])), xb[i]-xa[i])
	}
	c.SignedRank = stats.SignedRank(logs, make([]float64, len(logs)))
}

// warn collects the warnings that belong with the numbers, including notices about times.
func (c *Comparison) warn(notices []string) {
	add := func(format string, args ...any) { c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...)) }
	if c.GivenUp {
		add("a limit stopped a run in %s of %s; the ratios apply to searches cut off at this limit", numerals.Count(c.Censored), plural(c.N, "pair"))
	} else if c.Censored > 0 {
		add("a limit stopped a run in %s of %s; totals, means and the signed-rank test are over the other %s, and the sign test is over all",
			numerals.Count(c.Censored), plural(c.N, "pair"), numerals.Count(c.N-c.Censored))
	}
	for _, apart := range []struct {
		n         int
		noun, why string
	}{
		{c.Undecided, "pair", "the order is unknown in %s, because the run that finished went beyond the limit that stopped the other (run both under the same limits)"},
		{c.Alone, "instance", "the ratios exclude %s with trials of only one of the two strategies"},
		{c.Failed, "instance", "the ratios exclude %s with a failed run"},
		{c.WithoutMetric, "instance", "the ratios exclude %s with a run that has no value for " + c.Metric.Name + timingHint(c.Metric)},
		{c.OtherRun, "instance", "the ratios exclude %s on which no run timed both strategies"},
		{c.Doubles, "trial", "the ratios exclude %s with the same key as another trial"},
		{c.Repeats, "repeat", "the ratios exclude %s that only one of the two strategies finished"},
	} {
		if apart.n > 0 {
			add(apart.why, plural(apart.n, apart.noun))
		}
	}
	c.Warnings = append(c.Warnings, notices...)
	if len(c.Sizes) > 1 {
		add("sizes %s are pooled, so the largest dominate the total; compare each size separately", numerals.Listed(c.Sizes))
	}
	if len(c.Sets) > 1 {
		add("the sets %s are pooled", quoted(c.Sets))
	}
	for _, part := range []struct {
		name     string
		warnings []string
	}{{"ratio of totals", c.Totals.Warnings}, {"ratio of geometric means", c.GeoMeans.Warnings}, {"signed-rank test", c.SignedRank.Warnings}} {
		for _, w := range part.warnings {
			add("%s: %s", part.name, w)
		}
	}
}

// check returns an error if the trials cannot answer a question: the metric has no Value function,
// or a strategy has no trials or is compared with itself.
func check(f frame.Frame, m trial.Metric, strategies ...string) error {
	if m.Value == nil {
		return fmt.Errorf("the metric %q has no Value function", m.Name)
	}
	present := frame.Strategy.Of(f)
	for i, s := range strategies {
		if slices.Contains(strategies[:i], s) {
			return errors.New("a strategy cannot be compared with itself")
		}
		if _, found := slices.BinarySearch(present, s); !found {
			if len(present) == 0 {
				return errors.New("there are no trials")
			}
			return fmt.Errorf("no trials of %q (the trials are of %s)", s, quoted(present))
		}
	}
	return nil
}

// timingHint tells the user what to do if a timing metric has no values.
func timingHint(m trial.Metric) string {
	if m.Timing {
		return fmt.Sprintf("; only trials in mode %q have it", trial.Timed)
	}
	return ""
}

// plural writes a count with its noun: 1 pair, 2 000 pairs.
func plural(n int, noun string) string { return numerals.Plural(n, noun, numerals.Narrow) }

// quoted writes names as "a", "b" and "c".
func quoted(names []string) string {
	q := make([]string, len(names))
	for i, n := range names {
		q[i] = strconv.Quote(n)
	}
	return numerals.Enumerate(q)
}
