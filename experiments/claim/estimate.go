package claim

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

const (
	// MinMean is the smallest number of cases that can decide a claim about a mean. With fewer
	// cases, every test of a mean rejects too often on skewed values.
	MinMean = 30
	// MinCases is the smallest number of cases that can decide a claim that something holds in most
	// cases, or a claim about the center of a symmetric distribution.
	MinCases = 10
	// MinDiffering is the minimum number of cases that must differ from the tested value. With fewer
	// such cases, no exact test can give a p-value below 0.05.
	MinDiffering = stats.MinPairs
)

// Estimate is a number estimated from a sample, with a description and a way to test the number
// against a value. Only the constructors of this package make estimates, so that every verdict on a
// sample follows the rules of this package.
type Estimate struct {
	What string // name of the quantity, such as "geometric mean of nodes expanded, b ÷ a"
	Noun string // noun for a case in the evidence, such as "board"
	N    int    // number of cases in the sample
	Note string // remark for readers, such as the number of cases left out
	// Short explains why the number cannot be tested, for example because runs failed. It is "" if
	// a test is possible.
	Short string

	asks     string // What as declared, with the strategies and the metric; "" if it is the same
	method   string // "sign-flip and bootstrap-t test"
	least    int    // smallest number of cases for the test
	describe func() stats.Estimate
	test     func(x float64) tested
	// Bounds from stopped runs support only one side.
	atLeast, atMost bool // the number is at least, or at most, the computed value
	control         func() (stats.Interval, string)
	apart           string // why there are no cases although trials ran
	err             error
}

// tested is the outcome of a test.
type tested struct {
	p         float64
	above     bool // the number is above the tested value
	differing int  // cases that differ from the tested value
}

// seed is the seed of the resampling tests.
const seed = 1

// Names of tests in declared questions. Reports print the names from the map spoken instead.
const (
	meanTest = "sign-flip and bootstrap-t test"
	lineTest = "t-test of the line"
)

var spoken = map[string]string{meanTest: "sign-flip and bootstrap-t tests", lineTest: "t-test of the slope"}

// Mean estimates the mean of values, such as differences between paired costs. The p-value comes
// from [stats.MeanTest]. Like the other constructors, Mean takes the name of the quantity and a
// noun for a case.
func Mean(what, noun string, x []float64) Estimate {
	return mean("mean of "+what, noun, x, func(at float64) float64 { return at }, func() stats.Estimate { return stats.Bootstrap{}.Mean(x) })
}

// MeanDifference estimates the mean difference in a quantity between strategies b and a. The values
// x are the paired differences, b minus a.
func MeanDifference(quantity, b, a, noun string, x []float64) Estimate {
	return Mean(fmt.Sprintf("%s, %s less %s", quantity, b, a), noun, x).Called(fmt.Sprintf("mean difference in %s (%s minus %s)", quantity, b, a))
}

// Called returns a copy of the estimate that shows readers a different name for the quantity. The
// declared question keeps the original name.
func (e Estimate) Called(what string) Estimate {
	e.asks, e.What = cmp.Or(e.asks, e.What), what
	return e
}

// GeoMean estimates the geometric mean of positive values. It applies the test of [Mean] to the
// logarithms of the values.
func GeoMean(what, noun string, x []float64) Estimate {
	return mean("geometric mean of "+what, noun, each(x, math.Log), math.Log, func() stats.Estimate { return stats.Bootstrap{}.GeoMean(x) })
}

// SD estimates the standard deviation of values. It applies the test of [Mean] to the squared
// deviations from the mean. The power of this test depends on the distribution.
func SD(what, noun string, x []float64) Estimate {
	centre, n := stats.Mean(x), float64(len(x))
	squares := each(x, func(v float64) float64 { return (v - centre) * (v - centre) * n / (n - 1) })
	return mean("standard deviation of "+what, noun, squares, func(at float64) float64 { return at * at }, func() stats.Estimate {
		e := stats.Bootstrap{}.Mean(squares)
		e.Value, e.BCa.Low, e.BCa.High = math.Sqrt(e.Value), math.Sqrt(max(0, e.BCa.Low)), math.Sqrt(e.BCa.High)
		return e
	})
}

// mean returns an estimate that is tested as the mean of x; scale converts a tested value to the
// scale of x.
func mean(what, noun string, x []float64, scale func(float64) float64, describe func() stats.Estimate) Estimate {
	return Estimate{
		What: what, Noun: noun, N: len(x), method: meanTest, least: MinMean, describe: describe,
		test: func(at float64) tested {
			r := stats.MeanTest(x, scale(at), seed)
			return tested{r.P, r.Mean > scale(at), r.N}
		},
	}
}

// each returns the result of a function for each value.
func each[T any](x []T, of func(T) float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = of(v)
	}
	return y
}

// Share estimates the share of cases with some property from a sample of n cases, k of which have
// it. The test is the exact binomial test.
func Share(what, noun string, k, n int) Estimate {
	return Estimate{
		What: what, Noun: noun, N: n, method: "exact binomial test", least: MinCases,
		describe: func() stats.Estimate {
			i := stats.ClopperPearson(k, n, stats.DefaultLevel)
			return stats.Estimate{Value: float64(k) / float64(n), BCa: i, Percentile: i, N: n}
		},
		test: func(at float64) tested { return tested{binomial(k, n, at), float64(k) > at*float64(n), n} },
	}
}

// binomial returns the two-sided p-value of k successes in n trials that each succeed with
// probability p.
func binomial(k, n int, p float64) float64 {
	return min(1, 2*min(stats.BinomialCDF(k, n, p), 1-stats.BinomialCDF(k-1, n, p)))
}

// Ratio estimates the geometric mean of the ratios b ÷ a of a metric, over instances on which both
// strategies ran. A stopped run counts with its value so far, which is a lower bound. A stopped run
// of b can therefore only support a claim that the ratio is above a value. A stopped run of a can
// only support a claim that the ratio is below a value. A pair with two stopped runs says nothing
// about the ratio. If limits stop many runs, [Restricted] is more informative.
//
// For times, Ratio estimates the pseudo-median of the ratios within one run ([stats.TypicalRatio]),
// and tests it with the signed-rank test. Times decide a claim only if their interval, divided by
// the tested value, does not overlap the interval of the run's control arm.
func Ratio(f frame.Frame, m trial.Metric, a, b, noun string) Estimate {
	e, pairs := paired(f, m, a, b, noun, 1)
	for _, p := range pairs {
		e.atLeast, e.atMost = e.atLeast || p.B.Lower, e.atMost || p.A.Lower
	}
	return e
}

// Restricted estimates the geometric mean of the ratios b ÷ a of a metric, over instances on which
// both strategies ran. It compares searches that give up at a common limit: a stopped run counts
// with its value at the limit. The estimate can be tested only if all stopped runs reached the same
// limit and no other run exceeded it.
func Restricted(f frame.Frame, m trial.Metric, a, b, noun string) Estimate {
	e, pairs := paired(f, m, a, b, noun, 1)
	e.asks += ", given up at a common limit"
	limit, ok := f.Restrict(a, b)
	switch {
	case !ok && len(pairs) > 0:
		e.Short = cmp.Or(e.Short, "The runs did not have the same limit.")
	case limit.Expanded > 0:
		e.What += fmt.Sprintf(", with searches cut off after %s nodes,", numerals.Count(limit.Expanded))
	case limit.Bytes > 0:
		e.What += fmt.Sprintf(", with searches cut off at %s bytes,", numerals.Count(limit.Bytes))
	}
	return e
}

// Most estimates the share of instances on which the metric of strategy b is smaller than factor
// times the metric of strategy a. It tests the share with the sign test. Unlike a mean, the share
// can be tested with as few as [MinCases] instances. Ties count for neither strategy. Pairs whose
// order is unknown because of stopped runs also count for neither.
func Most(f frame.Frame, m trial.Metric, a, b, noun string, factor float64) Estimate {
	e, pairs := paired(f, m, a, b, noun, factor)
	less, more := 0, 0
	for _, p := range pairs {
		switch x := factor * p.A.Value; {
		case !p.B.Lower && (p.B.Value < x || p.A.Lower && p.B.Value == x):
			less++
		case !p.A.Lower && (p.B.Value > x || p.B.Lower && p.B.Value == x):
			more++
		}
	}
	share := Share(fmt.Sprintf("share of the %ss on which %s has less than %s of %s", noun, b, times(factor, a), m.Name), noun, less, len(pairs))
	share.method, share.Note, share.Short, share.err = "sign test", e.Note, e.Short, e.err
	share.test = func(at float64) tested {
		n, k := len(pairs), max(less, more)
		if less < more {
			at = 1 - at
		}
		tail := 1 - stats.BinomialCDF(k-1, n, at)
		return tested{min(1, 2*tail), less >= more, n}
	}
	return share.Called(fmt.Sprintf("share of %ss on which %s has a smaller value than %s (%s)", noun, b, times(factor, a), m.Name))
}

func times(factor float64, a string) string {
	if factor == 1 {
		return a
	}
	return fmt.Sprintf("%s times %s", numerals.Number(factor), a)
}

// paired returns the ratio of the recorded values of two strategies on the same instances, and the
// pairs. The estimate's note says on how many instances the ratio is below the value at, and on how
// many it is above.
func paired(f frame.Frame, m trial.Metric, a, b, noun string, at float64) (Estimate, []frame.Pair) {
	pairs, left := f.Pair(m, a, b)
	var x, y, logs []float64
	var short string
	for _, p := range pairs {
		if !(p.A.Value > 0) || !(p.B.Value > 0) {
			short = fmt.Sprintf("The values %v and %v have no ratio, because one is not positive.", p.A.Value, p.B.Value)
		}
		x, y, logs = append(x, p.A.Value), append(y, p.B.Value), append(logs, math.Log(p.B.Value/p.A.Value))
	}
	average := "geometric mean"
	e := mean(fmt.Sprintf("geometric mean of %s, %s ÷ %s", m.Name, b, a), noun, logs, math.Log, func() stats.Estimate { return stats.Bootstrap{}.RatioOfGeoMeans(y, x) })
	if m.Timing {
		average = "pseudo-median"
		e.What, e.method, e.least = fmt.Sprintf("pseudo-median of the ratios of %s, %s ÷ %s", m.Name, b, a), "signed-rank test", MinCases
		e.describe = func() stats.Estimate { return stats.TypicalRatio(y, x) }
		e.test = func(at float64) tested {
			r := stats.SignedRank(logs, slices.Repeat([]float64{math.Log(at)}, len(logs)))
			return tested{r.P, r.V > float64(r.N*(r.N+1))/4, r.N}
		}
		e.control = func() (stats.Interval, string) { return control(f, m) }
	}
	e.Short, e.Note = short, noteOf(pairs, left, noun, at)
	if left.Failed > 0 {
		e.Short = fmt.Sprintf("On %s, a run failed with an error; the claim cannot be decided until this is fixed.", numerals.Plural(left.Failed, noun, numerals.Narrow))
	}
	if m.AnsweredOnly && left.WithoutMetric > 0 {
		e.Short = cmp.Or(e.Short, fmt.Sprintf("On %s, a run ended without %s, and the other runs alone cannot decide the claim.", numerals.Plural(left.WithoutMetric, noun, numerals.Narrow), m.Name))
	}
	if len(pairs) == 0 && left.OtherRun > 0 {
		e.apart = "No run timed both strategies on the same instance; run them again with --fresh."
	}
	without := func(t *trial.Trial) bool { return frame.Answered(t) && math.IsNaN(m.Value(t)) }
	if len(pairs) == 0 && left.WithoutMetric > 0 && !m.Timing && f.Where(frame.Strategy.Is(a, b)).Count(without) > 0 {
		e.err = fmt.Errorf("no trial of %s and %s has a value of the metric %q", a, b, m.Name)
	}
	return e.Called(fmt.Sprintf("%s ratio of %s (%s ÷ %s)", average, m.Name, b, a)), pairs
}

// noteOf describes the pairs, and the instances that were left out.
func noteOf(pairs []frame.Pair, left frame.Unpaired, noun string, at float64) string {
	stopped, sizes, sets := 0, map[int]bool{}, map[string]bool{}
	for _, p := range pairs {
		if p.A.Lower || p.B.Lower {
			stopped++
		}
		sizes[p.Size], sets[p.Set] = true, true
	}
	without := left.Missing() - left.OtherRun
	var notes []string
	for _, note := range []struct {
		applies bool
		text    string
	}{
		{len(pairs) > 0, counted(pairs, noun, at)},
		{stopped > 0, fmt.Sprintf("On %s, a limit stopped a run.", numerals.Plural(stopped, noun, numerals.Narrow))},
		{without > 0, fmt.Sprintf("The estimate excludes %s without values for both strategies.", numerals.Plural(without, noun, numerals.Narrow))},
		{left.OtherRun > 0, fmt.Sprintf("The estimate excludes %s, because no run timed both strategies.", numerals.Plural(left.OtherRun, noun, numerals.Narrow))},
		{len(sizes) > 1, fmt.Sprintf("Sizes %s are pooled.", numerals.Listed(slices.Sorted(maps.Keys(sizes))))},
		{len(sets) > 1, fmt.Sprintf("The sets %s are pooled.", numerals.Enumerate(slices.Sorted(maps.Keys(sets))))},
	} {
		if note.applies {
			notes = append(notes, note.text)
		}
	}
	return strings.Join(notes, " ")
}

// counted says for how many pairs the ratio b ÷ a is below, above and equal to x.
func counted(pairs []frame.Pair, noun string, x float64) string {
	less, more := 0, 0
	for _, p := range pairs {
		switch {
		case p.B.Value < x*p.A.Value:
			less++
		case p.B.Value > x*p.A.Value:
			more++
		}
	}
	var sides []string
	for i, n := range []int{less, more, len(pairs) - less - more} {
		if n > 0 {
			sides = append(sides, fmt.Sprintf("%s %s on %s", []string{"below", "above", "exactly"}[i], numerals.Number(x), numerals.Plural(n, noun, numerals.Narrow)))
		}
	}
	return "The ratio is " + numerals.Enumerate(sides) + "."
}

// Conditions under which a timed run can decide a claim: how much the times for the same work may
// vary, and how far the interval of the control arm may extend on either side of 1.
const (
	mostVariation = 0.10
	mostControl   = 0.10
)

// control returns the interval for the ratio between the two runs of the same strategy in the
// control arms of the timed runs, widened to include 1. The text says why the times cannot decide a
// claim; it is "" if they can.
func control(f frame.Frame, m trial.Metric) (stats.Interval, string) {
	var x, y []float64
	for _, p := range f.Control(m) {
		x, y = append(x, p.A.Value), append(y, p.B.Value)
	}
	c := stats.TypicalRatio(y, x).BCa
	c.Low, c.High = min(1, c.Low), max(1, c.High)
	switch noise := f.Whole().Noise(); {
	case !c.Known():
		return c, "No control arm was timed with them, so these times do not decide the claim."
	case c.Low < 1-mostControl || c.High > 1+mostControl:
		return c, fmt.Sprintf("In the control arm, which runs the same strategy twice, times differ by a factor of %s, that is, by more than %.0f %%, so these times do not decide the claim.", c, 100*mostControl)
	case noise.Variation > mostVariation:
		return c, fmt.Sprintf("Times for the same work vary by %.0f %% within the run, which exceeds the permitted %.0f %%, so these times do not decide the claim.", 100*noise.Variation, 100*mostVariation)
	}
	return c, ""
}

// IfSolved marks an estimate that was computed only from the cases solved by all strategies. If any
// of the given cases is unsolved, the estimate cannot decide a claim, because the solved cases tend
// to be easy.
func (e Estimate) IfSolved(cases frame.Cases) Estimate {
	if left := len(cases) - len(cases.Solved()); left > 0 {
		e.Short = fmt.Sprintf("On %s, a run found no solution, and the other runs alone cannot decide the claim.", numerals.Plural(left, e.Noun, numerals.Narrow))
	}
	return e
}

// Below tests the claim that an estimate is less than x.
func Below(e Estimate, x float64) Answer { return e.answer("below", x, x) }

// Above tests the claim that an estimate is greater than x.
func Above(e Estimate, x float64) Answer {
	a := e.answer("above", x, x)
	a.favours = !a.favours
	return a
}

// Equivalent tests the claim that an estimate is between low and high. It uses two one-sided tests
// (D. J. Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987): one against values
// below low, and one against values above high. The claim holds if both tests are significant. It
// fails if the estimate is significantly below low or significantly above high.
func Equivalent(e Estimate, low, high float64) Answer {
	return e.answer("between", low, high)
}

// against tests whether the number is x. If stopped runs leave a bound that supports only the other
// side, p is 1.
func (e Estimate) against(x float64) tested {
	t := e.test(x)
	if t.above && e.atMost || !t.above && e.atLeast {
		t.p = 1
	}
	return t
}

// answer tests the estimate against low and, if high is larger, also against high.
func (e Estimate) answer(side string, low, high float64) Answer {
	a := Answer{
		kind: sample, n: e.N, noun: e.Noun, short: e.Short, p: 1, apart: e.apart, err: e.err,
		question: fmt.Sprintf("%s %s %v %v; %s", cmp.Or(e.asks, e.What), side, low, high, e.method),
	}
	if e.N == 0 {
		return a
	}
	e.describe = sync.OnceValue(e.describe)
	switch {
	case e.Short != "":
	case e.N < e.least:
		a.short = fmt.Sprintf("At least %d %ss are needed to decide the claim.", e.least, e.Noun)
	default:
		t := e.against(low)
		if a.p, a.favours = t.p, !t.above; high > low {
			a.p, a.favours = t.between(e.against(high))
		}
		if t.differing < MinDiffering {
			a.short = fmt.Sprintf("Only %s of %s differ, and a test needs at least %d.", numerals.Count(t.differing), numerals.Plural(e.N, e.Noun, numerals.Narrow), MinDiffering)
		}
	}
	if e.control != nil {
		a.short = cmp.Or(a.short, e.noise(low, high))
	}
	a.measured = &measured{e, side, low, high}
	a.described = func(whole bool) string {
		if a.short != "" || whole {
			return a.measured.text(whole, "")
		}
		return a.measured.text(false, fmt.Sprintf(" (%s, %s)", cmp.Or(spoken[e.method], e.method), numerals.P(a.p)))
	}
	return a
}

// between combines tests against the two ends of a range into a test of the claim that the number
// is inside the range.
func (t tested) between(higher tested) (p float64, favours bool) {
	switch {
	case t.above && !higher.above:
		return max(t.p, higher.p), true
	case higher.above:
		return higher.p, false
	}
	return t.p, false
}

// noise compares times with their control arm and says why they cannot decide a claim; "" if they
// can.
func (e Estimate) noise(ends ...float64) string {
	c, why := e.control()
	for _, x := range ends {
		if i := e.describe().BCa; why == "" && i.Low/x <= c.High && i.High/x >= c.Low {
			why = fmt.Sprintf("Divided by %s, the interval overlaps the interval of the control arm, %s, so these times do not decide the claim.", numerals.Number(x), c)
		}
	}
	return why
}

// measured is an estimate with the range against which it is tested.
type measured struct {
	Estimate
	side      string
	low, high float64
}

// exact returns the estimate, or nil if only a bound is known.
func (m *measured) exact() *stats.Estimate {
	if m.atLeast || m.atMost {
		return nil
	}
	d := m.describe()
	return &d
}

// margin returns the distance between the number and the tested value, in widths of the number's
// interval.
func (m *measured) margin() float64 {
	d := m.describe()
	return min(math.Abs(d.Value-m.low), math.Abs(d.Value-m.high)) / (d.BCa.High - d.BCa.Low)
}

// within reports whether the number is on the claimed side, and whether that is known despite
// stopped runs.
func (m *measured) within() (within, known bool) {
	x := m.describe().Value
	switch m.side {
	case "below":
		within = x < m.low
	case "above":
		within = x > m.low
	default:
		within = m.low <= x && x <= m.high
	}
	return within, !math.IsNaN(x) && !(m.atLeast && x <= m.high) && !(m.atMost && x >= m.low)
}

// number writes the estimate with its interval, or with the bounds that stopped runs leave. For a
// whole list it leaves out the interval, which would be about other instances.
func (m *measured) number(whole bool) string {
	d := m.describe()
	number, interval := numerals.Number(d.Value), d.BCa.Phrase()
	switch {
	case m.atLeast && m.atMost, math.IsNaN(d.Value):
		return "not known"
	case m.atLeast:
		number, interval = "at least "+number, fmt.Sprintf("95 %% interval from %s upward", numerals.Number(d.BCa.Low))
	case m.atMost:
		number, interval = "at most "+number, fmt.Sprintf("95 %% interval up to %s", numerals.Number(d.BCa.High))
	case !whole:
		number = d.BCa.Number(d.Value)
	}
	if whole {
		return number
	}
	return fmt.Sprintf("%s (%s)", number, interval)
}

// text describes the number. Unless the number is about a whole list, it adds the warnings.
func (m *measured) text(whole bool, test string) string {
	text := fmt.Sprintf("The %s is %s over %s%s. %s", m.What, m.number(whole), numerals.Plural(m.N, m.Noun, numerals.Narrow), test, m.Note)
	text = strings.TrimSpace(text)
	if !whole {
		for _, w := range m.describe().Warnings {
			text += " Note: " + w + "."
		}
	}
	return text
}
