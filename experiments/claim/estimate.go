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
	MinDiffering = 6
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
// its sign, as long as the other stayed within what the stopped one had used, and
// as nothing if it did not; two stopped runs are a tie. Both tests keep their
// level for strategies that are the same. A ratio with a value that is not
// positive cannot be tested.
func Ratio(f frame.Frame, m experiments.Metric, a, b, noun string) Estimate {
	pairs, left := f.Pair(m, a, b)
	e := Estimate{What: fmt.Sprintf("geometric mean of %s, %s ÷ %s,", m.Name, b, a), Noun: noun}
	var logs, finishedA, finishedB []float64 // logs: ±Inf for a pair of which the order alone is known
	stopped, unknown := 0, 0
	for _, p := range pairs {
		if !(p.A.Value > 0) || !(p.B.Value > 0) {
			e.Short = fmt.Sprintf("A value is not positive: %v and %v have no ratio.", p.A.Value, p.B.Value)
			continue
		}
		d := math.Log(p.B.Value / p.A.Value)
		switch {
		case !p.A.Lower && !p.B.Lower:
			finishedA, finishedB = append(finishedA, p.A.Value), append(finishedB, p.B.Value)
		case p.A.Lower && p.B.Lower:
			stopped, d = stopped+1, 0
		case p.A.Lower && d <= 0, p.B.Lower && d >= 0:
			stopped, d = stopped+1, math.Inf(1)
			if p.A.Lower {
				d = math.Inf(-1)
			}
		default:
			stopped, unknown = stopped+1, unknown+1
			continue
		}
		logs = append(logs, d)
	}
	e.N = len(pairs)
	if left.Failed > 0 {
		e.Short = fmt.Sprintf("On %s a run failed with an error: nothing is decided before that is mended.", digits.Plural(left.Failed, noun, digits.Narrow))
	}
	if stopped > 0 {
		e.Note = fmt.Sprintf(" On %s of them a limit stopped a run, which counts in the test and not in the mean.", count(stopped))
		if unknown > 0 {
			e.Note += fmt.Sprintf(" On %s the limits differed, so that not even the order is known.", count(unknown))
		}
	}
	if left.Alone+left.WithoutMetric > 0 {
		e.Note += fmt.Sprintf(" Left out, because one of the two has no value: %s.", digits.Plural(left.Alone+left.WithoutMetric, noun, digits.Narrow))
	}
	e.Describe = func() stats.Estimate { return stats.Bootstrap{}.RatioOfGeoMeans(finishedB, finishedA) }
	e.Test = func(at float64) Tested {
		if stopped == 0 {
			return flip(logs, math.Log(at))
		}
		return ranks(logs, math.Log(at))
	}
	e.Note = counted(logs) + e.Note
	return e
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
	return fmt.Sprintf("It is below 1 on %s, above on %s and 1 on %s.", count(less), count(more), count(len(logs)-less-more))
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
		a.short = fmt.Sprintf("Fewer than %d %s decide nothing.", MinCases, plurals(e.Noun))
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
			a.short = fmt.Sprintf("Only %s of %s differ: with fewer than %d no test can decide.", count(t.Differing), digits.Plural(e.N, e.Noun, digits.Narrow), MinDiffering)
		}
	}
	describe := sync.OnceValue(e.Describe)
	a.estimate = func() *stats.Estimate { d := describe(); return &d }
	a.described = func() string {
		d := describe()
		text := fmt.Sprintf("The %s is %s (%s, %s)", e.What, number(d.Value), interval(d.BCa), digits.Plural(e.N, e.Noun, digits.Narrow))
		if a.short == "" {
			text += fmt.Sprintf("; %s, %s", t.Method, pText(a.p))
		}
		return strings.TrimSpace(text + ". " + e.Note)
	}
	return a
}

// Slope is the slope of a line that was fitted to means or medians of so many
// cases, tested by Student's t, which covers how far they depart from the line. It
// needs [MinSizes] points.
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
	if n < MinSizes {
		e.Short = fmt.Sprintf("Fewer than %d sizes decide nothing.", MinSizes)
	}
}

// MinSizes is the number of sizes below which a growth decides nothing.
const MinSizes = 5

// Growth is the growth of medians with the size: B of a model that is fitted to
// the medians of samples, of which samples[k] was observed at x[k]. It is tested by
// Student's t of the line, which covers that the medians depart from the model, and
// no verdict goes against the interval of [stats.Bootstrap.FitMedians], which also
// covers the choice of instances. It needs [MinSizes] sizes.
func Growth(what, noun string, model stats.Model, x []float64, samples [][]float64) Estimate {
	fit := sync.OnceValue(func() stats.MedianFit { return stats.Bootstrap{}.FitMedians(model, x, samples) })
	e := Estimate{
		What: what, Noun: noun,
		Describe: func() stats.Estimate {
			m := fit()
			return stats.Estimate{Value: m.Fit.B, Percentile: m.Interval, BCa: m.Interval, N: m.Resampled.N}
		},
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
