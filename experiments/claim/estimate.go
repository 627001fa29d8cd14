package claim

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/internal/digits"
)

const (
	// MinCases is the number of cases below which a sample decides nothing.
	MinCases = 10
	// MinDiffering is the number of them that must differ from what is tested: with
	// fewer no exact test can come below 5 %.
	MinDiffering = stats.MinPairs
)

// Estimate is a number that a sample says something about: what it describes,
// and how it is tested against a value.
type Estimate struct {
	What string // "geometric mean of nodes expanded, b ÷ a"
	Noun string // a case: "board"
	N    int    // cases
	// Describe returns the number with its interval.
	Describe func() stats.Estimate
	// Test tests whether it is x, two-sided, and says on which side of x it is.
	Test func(x float64) Tested
	// Note is what a reader must know: pairs with a stopped run, cases left out.
	Note string
	// Short says why it cannot be tested, such as runs that failed; "" if it can.
	Short string
}

// Tested is the outcome of a test.
type Tested struct {
	P         float64
	Above     bool
	Differing int    // cases that differ from the value tested
	Method    string // "sign-flip test"
}

// seed is that of the tests which draw.
const seed = 1

// Mean is the mean of values, such as differences of paired costs, tested by
// flipping the signs of their distances from the value.
func Mean(what, noun string, x []float64) Estimate {
	return Estimate{
		What: "mean of " + what, Noun: noun, N: len(x),
		Describe: func() stats.Estimate { return stats.Bootstrap{}.Mean(x) },
		Test:     func(at float64) Tested { return flip(x, at) },
	}
}

// GeoMean is the geometric mean of positive values, tested as [Mean] on their
// logarithms.
func GeoMean(what, noun string, x []float64) Estimate {
	logs := make([]float64, len(x))
	for i, v := range x {
		logs[i] = math.Log(v)
	}
	return Estimate{
		What: "geometric mean of " + what, Noun: noun, N: len(x),
		Describe: func() stats.Estimate { return stats.Bootstrap{}.GeoMean(x) },
		Test:     func(at float64) Tested { return flip(logs, math.Log(at)) },
	}
}

func flip(x []float64, at float64) Tested {
	distances := make([]float64, len(x))
	for i, v := range x {
		distances[i] = v - at
	}
	r := stats.SignFlip(distances, seed)
	return Tested{P: r.P, Above: r.Mean > 0, Differing: r.N, Method: "sign-flip test"}
}

// Share is the share of n cases that have a property, tested by the binomial
// distribution.
func Share(what, noun string, k, n int) Estimate {
	return Estimate{
		What: what, Noun: noun, N: n,
		Describe: func() stats.Estimate {
			i := stats.ClopperPearson(k, n, stats.DefaultLevel)
			return stats.Estimate{Value: float64(k) / float64(n), BCa: i, Percentile: i, N: n}
		},
		Test: func(at float64) Tested {
			b := distuv.Binomial{N: float64(n), P: at}
			tail := min(b.CDF(float64(k)), 1-b.CDF(float64(k-1)))
			return Tested{P: min(1, 2*tail), Above: float64(k) > at*float64(n), Differing: n, Method: "exact binomial test"}
		},
	}
}

// Ratio is the geometric mean of a metric of strategy b ÷ that of a on the same
// instances. Where every run was finished it is tested as [GeoMean]. If limits
// stopped some, the test is Wilcoxon's signed-rank test of the log ratios, in
// which a pair with one stopped run counts as one of the largest differences of
// its sign, as long as what was counted rules out the other side of the value that
// is tested: a run stopped at twice of what the other needed says that the ratio is
// below 1, and not that it is below a third. A pair of which this stays open is
// taken for either, and what is less certain counts; two stopped runs are a tie.
// Both tests keep their level for strategies that are the same. A ratio with a
// value that is not positive cannot be tested.
//
// The ratio of times is the [stats.TypicalRatio], and its test always the signed-rank test.
func Ratio(f frame.Frame, m experiments.Metric, a, b, noun string) Estimate {
	pairs, left := f.Pair(m, a, b)
	e := Estimate{What: fmt.Sprintf("geometric mean of %s, %s ÷ %s", m.Name, b, a), Noun: noun}
	var logs []logRatio
	var finishedA, finishedB []float64
	stopped := 0
	for _, p := range pairs {
		if !(p.A.Value > 0) || !(p.B.Value > 0) {
			e.Short = fmt.Sprintf("A value is not positive: %v and %v have no ratio.", p.A.Value, p.B.Value)
			continue
		}
		logs = append(logs, logRatio{math.Log(p.B.Value / p.A.Value), p.A.Lower, p.B.Lower})
		if p.A.Lower || p.B.Lower {
			stopped++
		} else {
			finishedA, finishedB = append(finishedA, p.A.Value), append(finishedB, p.B.Value)
		}
	}
	sides := sidesOf(logs, 0, 0)
	e.N = len(pairs)
	if left.Failed > 0 {
		e.Short = fmt.Sprintf("On %s a run failed with an error: nothing is decided before that is mended.", digits.Plural(left.Failed, noun, digits.Narrow))
	}
	if stopped > 0 {
		e.Note = fmt.Sprintf("On %s a limit stopped a run, which counts in the test alone.", digits.Count(stopped))
		if unknown := len(logs) - len(sides); unknown > 0 {
			e.Note += fmt.Sprintf(" On %s the limits differed, so that not even the order is known.", digits.Count(unknown))
		}
	}
	if left.Alone+left.WithoutMetric > 0 {
		e.Note += fmt.Sprintf(" Left out, without both values: %s.", digits.Plural(left.Alone+left.WithoutMetric, noun, digits.Narrow))
	}
	e.Describe = func() stats.Estimate { return stats.Bootstrap{}.RatioOfGeoMeans(finishedB, finishedA) }
	if m.Timing {
		e.What = fmt.Sprintf("typical ratio of %s, %s ÷ %s", m.Name, b, a)
		e.Describe = func() stats.Estimate { return stats.TypicalRatio(finishedB, finishedA) }
	}
	e.Test = func(at float64) Tested {
		if stopped == 0 && !m.Timing {
			return flip(sides, math.Log(at))
		}
		t := worst(logs, math.Log(at))
		if open := len(logs) - len(sidesOf(logs, math.Log(at), 0)); open > 0 {
			t.Method += fmt.Sprintf(" (on %s the limits leave open on which side of %s it is, and the worse is taken)", digits.Plural(open, noun, digits.Narrow), digits.Number(at))
		}
		return t
	}
	e.Note = strings.TrimSpace(counted(sides) + " " + strings.TrimSpace(e.Note))
	return e
}

// logRatio is the logarithm of b ÷ a of a pair, of which limits may have stopped
// either: it is then at most, or at least, what the counts say.
type logRatio struct {
	d                  float64
	stoppedA, stoppedB bool
}

// sidesOf returns the log ratios: ±Inf where no more is known than their side of a
// value, the value itself where both runs were stopped. Those of which the side is
// open are on the given one, ±1, or left out if that is 0.
func sidesOf(logs []logRatio, at float64, open int) []float64 {
	var sides []float64
	for _, l := range logs {
		switch {
		case !l.stoppedA && !l.stoppedB:
			sides = append(sides, l.d)
		case l.stoppedA && l.stoppedB:
			sides = append(sides, at)
		case l.stoppedA && l.d <= at:
			sides = append(sides, math.Inf(-1))
		case l.stoppedB && l.d >= at:
			sides = append(sides, math.Inf(1))
		case open != 0:
			sides = append(sides, math.Inf(open))
		}
	}
	return sides
}

// worst is the less certain of the tests of log ratios against a value, on whatever
// side those are of which the limits leave it open.
func worst(logs []logRatio, at float64) Tested {
	t, u := ranks(sidesOf(logs, at, -1), at), ranks(sidesOf(logs, at, 1), at)
	if t.P < u.P {
		t, u = u, t
	}
	if t.Above != u.Above {
		t.P = 1
	}
	return t
}

// ranks is the signed-rank test of log ratios of which some are infinite.
func ranks(logs []float64, at float64) Tested {
	largest := 0.0
	for _, v := range logs {
		if !math.IsInf(v, 0) {
			largest = max(largest, math.Abs(v-at))
		}
	}
	d := make([]float64, len(logs))
	for i, v := range logs {
		switch {
		case math.IsInf(v, 0):
			d[i] = math.Copysign(largest+1, v)
		default:
			d[i] = v - at
		}
	}
	r := stats.SignedRank(d, make([]float64, len(d)))
	half := float64(r.N*(r.N+1)) / 4
	return Tested{P: r.P, Above: r.V > half, Differing: r.N, Method: "signed-rank test"}
}

// counted says on how many pairs b has less, more and as much.
func counted(logs []float64) string {
	less, more := 0, 0
	for _, d := range logs {
		switch {
		case d < 0:
			less++
		case d > 0:
			more++
		}
	}
	text := fmt.Sprintf("Below 1 on %s, above on %s.", digits.Count(less), digits.Count(more))
	if same := len(logs) - less - more; same > 0 {
		text = fmt.Sprintf("Below 1 on %s, above on %s, equal on %s.", digits.Count(less), digits.Count(more), digits.Count(same))
	}
	return text
}

// Below is the answer to the claim that an estimate is less than x.
func Below(e Estimate, x float64) Answer { return e.answer(x, x) }

// Above is the answer to the claim that an estimate is greater than x.
func Above(e Estimate, x float64) Answer {
	a := e.answer(x, x)
	a.favours = !a.favours
	return a
}

// Equivalent is the answer to the claim that an estimate lies from low to high:
// it is decided for the claim if both ends are ruled out, against it if one is
// and the estimate lies beyond (two one-sided tests; D. J. Schuirmann, Journal of
// Pharmacokinetics and Biopharmaceutics 15, 1987).
func Equivalent(e Estimate, low, high float64) Answer {
	return e.answer(low, high)
}

// answer tests against the ends of a range: below both is against nothing.
func (e Estimate) answer(low, high float64) Answer {
	if e.N == 0 {
		return Answer{}
	}
	a := Answer{kind: sample, n: e.N, noun: e.Noun, short: e.Short, p: 1}
	var t Tested
	switch {
	case e.Short != "":
	case e.N < MinCases:
		a.short = fmt.Sprintf("Fewer than %d %ss decide nothing.", MinCases, e.Noun)
	default:
		t = e.Test(low)
		a.p, a.favours = t.P, !t.Above
		if high > low {
			other := e.Test(high)
			switch inside := t.Above && !other.Above; {
			case inside:
				a.p, a.favours = max(t.P, other.P), true
			case other.Above:
				a.p, a.favours = other.P, false
			default:
				a.favours = false
			}
		}
		if t.Differing < MinDiffering {
			a.short = fmt.Sprintf("Only %s of %s differ: with fewer than %d no test can decide.", digits.Count(t.Differing), digits.Plural(e.N, e.Noun, digits.Narrow), MinDiffering)
		}
	}
	describe := sync.OnceValue(e.Describe)
	a.estimate = func() *stats.Estimate { d := describe(); return &d }
	a.described = func() string {
		d := describe()
		value, cases := "not known", digits.Plural(e.N, e.Noun, digits.Narrow)
		if !math.IsNaN(d.Value) {
			value = d.BCa.Number(d.Value)
		}
		if d.BCa.Known() {
			cases = fmt.Sprintf("%.4g %%: %s, %s", 100*d.BCa.Level, d.BCa, cases)
		}
		text := fmt.Sprintf("%s%s: %s (%s)", strings.ToUpper(e.What[:1]), e.What[1:], value, cases)
		if a.short == "" {
			text += fmt.Sprintf("; %s, %s", t.Method, digits.P(a.p))
		}
		return strings.TrimSpace(text + ". " + e.Note)
	}
	return a
}

// Slope is the slope of a line that was fitted to means or medians of so many
// cases, tested by Student's t, which covers how far they depart from the line. It
// needs [stats.MinSizes] points.
func Slope(what, noun string, fit stats.Fit, cases int) Estimate {
	e := Estimate{
		What: what, Noun: noun, N: cases,
		Describe: func() stats.Estimate {
			return stats.Estimate{Value: fit.B, Percentile: fit.BInterval, BCa: fit.BInterval, N: cases}
		},
		Test: func(at float64) Tested {
			return Tested{P: fit.SlopeP(at), Above: fit.B > at, Differing: cases, Method: "t-test of the line"}
		},
	}
	e.fewSizes(fit.N)
	return e
}

// fewSizes says of a growth over too few sizes that it decides nothing.
func (e *Estimate) fewSizes(n int) {
	if n < stats.MinSizes {
		e.Short = fmt.Sprintf("Fewer than %d sizes decide nothing.", stats.MinSizes)
	}
}

// Growth is the growth of medians with the size: B of a model that is fitted to
// the medians of samples, of which samples[k] was observed at x[k]. It is tested by
// Student's t of the line, which covers that the medians depart from the model, and
// no verdict goes against the interval of [stats.Bootstrap.FitMedians], which also
// covers the choice of instances. It needs [stats.MinSizes] sizes.
func Growth(what, noun string, model stats.Model, x []float64, samples [][]float64) Estimate {
	fit := sync.OnceValue(func() stats.MedianFit { return stats.Bootstrap{}.FitMedians(model, x, samples) })
	e := Estimate{
		What: what, Noun: noun,
		Describe: func() stats.Estimate { return fit().Growth() },
		Test: func(at float64) Tested {
			m := fit()
			t := Tested{P: m.Fit.SlopeP(at), Above: m.Fit.B > at, Differing: m.Resampled.N, Method: "t-test of the line"}
			if !m.Interval.Known() || m.Interval.Contains(at) {
				t.P = 1
			}
			return t
		},
	}
	for _, s := range samples {
		e.N += len(s)
	}
	e.fewSizes(len(x))
	return e
}
