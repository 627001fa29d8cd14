package analysis

import (
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Comparison is strategy B against strategy A on the instances both ran on.
//
// Wins, Losses, Ties and Undecided sum to N. A pair in which one run was
// stopped by a limit is a win for the other, provided that the other stayed
// within what the stopped run had already used; if it did not, because the
// limits differed, the pair is undecided. Two stopped runs are a tie. The sign
// test uses all pairs this way. If all stopped runs were stopped at one limit
// ([frame.Frame.Restrict]), totals, means and the signed-rank test are of searches that
// are given up there, over all pairs; otherwise they are over the N − Censored pairs that
// both finished.
type Comparison struct {
	Metric trial.Metric
	A, B   string // strategies
	Size   int    // of the instances; 0 if several
	Sizes  []int  // in increasing order
	Sets   []string

	N                             int  // paired instances
	Wins, Losses, Ties, Undecided int  // of B: a win is the better value of the metric
	Censored                      int  // pairs with at least one run stopped by a limit
	GivenUp                       bool // the ratios are of searches given up at that limit

	frame.Unpaired // what was left out of N

	Totals   stats.Estimate // total of B ÷ total of A
	GeoMeans stats.Estimate // geometric mean of B ÷ that of A; of a timing metric the [stats.TypicalRatio]

	// SignedRank tests the log ratios B ÷ A, or the differences B − A if a
	// value is not positive. Its V is large where B's values are.
	SignedRank stats.SignedRankResult
	SignP      float64 // exact two-sided sign test of wins against losses

	Warnings []string
}

// resampling makes all intervals of this package. It is the zero Bootstrap, as wherever
// intervals are made, so that one number has one interval on a page.
var resampling stats.Bootstrap

// Compare pairs the trials of strategies a and b on each instance, the repeats
// both have aggregated by their median first, and compares b with a. Trials of
// other strategies are ignored; which instances count is decided with [Where].
// The result does not depend on the order of the trials.
//
// The error says what is missing when there is nothing to compare: a strategy
// without trials, no common instance, no value of the metric.
func Compare(f frame.Frame, m trial.Metric, a, b string) (Comparison, error) {
	c := Comparison{Metric: m, A: a, B: b}
	if err := check(f, m, a, b); err != nil {
		return c, fmt.Errorf("analysis: compare %q with %q: %w", b, a, err)
	}
	var pairs []frame.Pair
	if pairs, c.Unpaired = f.Pair(m, a, b); len(pairs) == 0 {
		return c, fmt.Errorf("analysis: compare %q with %q: no instance on which both have a value of %q (%d with one strategy only, %d failed, %d without the metric)%s",
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
		notices = experiments.NoiseOf(f.All()).Notices()
	}
	c.warn(notices)
	return c, nil
}

// CompareSizes is [Compare] for each size at which both strategies have trials
// of the same instance, in increasing order of size.
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

// Settled reports whether the interval of the ratio of totals leaves out 1.
func (c Comparison) Settled() bool { return c.Totals.BCa.Known() && !c.Totals.BCa.Contains(1) }

// describe fills in what the pairs have in common.
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

// count decides every pair and returns the values that the ratios are of.
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

// below reports whether x is known to be less than y: a run that was stopped needed more
// than its bound.
func below(x, y frame.Bounded) bool {
	return !x.Lower && (x.Value < y.Value || y.Lower && x.Value == y.Value)
}

// rank does the signed-rank test.
func (c *Comparison) rank(xa, xb []float64) {
	logs := make([]float64, len(xa))
	for i := range xa {
		if xa[i] <= 0 || xb[i] <= 0 {
			c.SignedRank = stats.SignedRank(xb, xa)
			c.Warnings = append(c.Warnings, "some values are not positive: the signed-rank test is on differences, not on log ratios")
			return
		}
		// Of the larger to the smaller, so that 3:1 and 1:3 have the same
		// rank to the last bit.
		logs[i] = math.Copysign(math.Log(max(xa[i], xb[i])/min(xa[i], xb[i])), xb[i]-xa[i])
	}
	c.SignedRank = stats.SignedRank(logs, make([]float64, len(logs)))
}

// warn gathers what a reader of the numbers must know, with notices of their times.
func (c *Comparison) warn(notices []string) {
	add := func(format string, args ...any) { c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...)) }
	if c.GivenUp {
		add("in %s of %s a run was stopped by a limit: the ratios are of searches given up there", numerals.Count(c.Censored), plural(c.N, "pair"))
	} else if c.Censored > 0 {
		add("in %s of %s a run was stopped by a limit: totals, means and the signed-rank test are over the other %s, the sign test over all",
			numerals.Count(c.Censored), plural(c.N, "pair"), numerals.Count(c.N-c.Censored))
	}
	for _, apart := range []struct {
		n         int
		noun, why string
	}{
		{c.Undecided, "pair", "undecided: the run that finished went beyond the limit at which the other was stopped (run both under the same limits)"},
		{c.Alone, "instance", "left out: only one of the two strategies has trials there"},
		{c.Failed, "instance", "left out: a run failed with an error"},
		{c.WithoutMetric, "instance", "left out: a run has no value of " + c.Metric.Name + timingHint(c.Metric)},
		{c.OtherRun, "instance", "left out: no run timed both strategies"},
		{c.Doubles, "trial", "with the same key as another left out"},
		{c.Repeats, "repeat", "left out because only one of the two strategies finished them"},
	} {
		if apart.n > 0 {
			add("%s %s", plural(apart.n, apart.noun), apart.why)
		}
	}
	c.Warnings = append(c.Warnings, notices...)
	if len(c.Sizes) > 1 {
		add("sizes %s are pooled: the largest dominate the total; compare each size on its own", numerals.Listed(c.Sizes))
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
