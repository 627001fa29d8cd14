package claim

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Slope estimates the slope of a fitted line. Each point of the line is a mean or median over
// cases; the argument cases is their total number. Student's t-test accounts for the deviations of
// the points from the line. It needs at least [stats.MinSizes] points.
func Slope(what, noun string, fit stats.Fit, cases int) Estimate {
	return Estimate{
		What: what, Noun: noun, N: cases, Short: fewSizes(fit.N), method: lineTest,
		describe: func() stats.Estimate {
			return stats.Estimate{Value: fit.B, Percentile: fit.BInterval, BCa: fit.BInterval, N: cases}
		},
		test: func(at float64) tested { return tested{fit.SlopeP(at), fit.B > at, cases} },
	}
}

// fewSizes says why growth over n sizes cannot decide a claim; "" if it can.
func fewSizes(n int) string {
	if n < stats.MinSizes {
		return fmt.Sprintf("At least %d sizes are needed to decide the claim.", stats.MinSizes)
	}
	return ""
}

// Growth estimates how medians grow with size: it fits a model to the medians of samples and
// returns the model's parameter B. samples[k] was observed at x[k]. Student's t-test accounts for
// deviations of the medians from the model. The test never contradicts the interval of
// [stats.Bootstrap.FitMedians], which also accounts for the choice of instances. The test needs at
// least [stats.MinSizes] sizes.
//
// If stopped runs leave only a lower bound for the median at some size, Growth fits the bound.
// Bounds at large sizes make the fitted growth a lower bound, and bounds at small sizes make it an
// upper bound. Growth leaves out sizes without a sample.
func Growth(what, noun string, model stats.Model, x []float64, samples [][]frame.Bounded) Estimate {
	e := Estimate{What: what, Noun: noun, method: lineTest}
	var at []float64
	var values [][]float64
	for k, s := range samples {
		if len(s) > 0 {
			at, values = append(at, x[k]), append(values, each(s, func(b frame.Bounded) float64 { return b.Value }))
			e.N += len(s)
		}
	}
	centre := stats.Mean(at)
	for k, s := range samples {
		if frame.Quantile(s, 0.5).Lower {
			e.atLeast, e.atMost = e.atLeast || x[k] >= centre, e.atMost || x[k] <= centre
			e.Note = "If stopped runs leave a median unknown, its lower bound is used."
		}
	}
	if left := len(samples) - len(at); left > 0 {
		e.Note = strings.TrimSpace(fmt.Sprintf("%s The estimate excludes %s, where some instances have neither values nor lower bounds.", e.Note, numerals.Plural(left, "size", numerals.Narrow)))
	}
	fit := sync.OnceValue(func() stats.MedianFit { return stats.Bootstrap{}.FitMedians(model, at, values) })
	e.describe = func() stats.Estimate { return fit().Growth() }
	e.test = func(at float64) tested {
		m := fit()
		t := tested{m.Fit.SlopeP(at), m.Fit.B > at, m.Resampled.N}
		if !m.Interval.Known() || m.Interval.Contains(at) {
			t.p = 1
		}
		return t
	}
	e.Short = fewSizes(len(at))
	return e
}

// Superiority estimates the probability that a random value of x is larger than a random value of
// y, counting ties as half. The samples x and y must be independent. The test is
// [stats.BrunnerMunzel], which needs at least [MinCases] values in each sample.
func Superiority(what, noun string, x, y []float64) Estimate {
	e := Estimate{What: what, Noun: noun, N: len(x) + len(y), method: "Brunner-Munzel test"}
	if min(len(x), len(y)) < MinCases {
		e.Short = fmt.Sprintf("At least %d %ss in each sample are needed to decide the claim.", MinCases, noun)
	}
	r := sync.OnceValue(func() stats.BrunnerMunzelResult { return stats.BrunnerMunzel(x, y) })
	e.describe = func() stats.Estimate {
		return stats.Estimate{Value: r().A12, BCa: r().Interval, Percentile: r().Interval, N: e.N, Warnings: r().Warnings}
	}
	e.test = func(at float64) tested { return tested{r().PAt(at), r().A12 > at, e.N} }
	return e
}

// Quotients returns a sample for use in [Growth], from instances of one size. It has one value per
// instance, y/x^power, where x and y are the values of the metric for strategies a and b. A stopped
// run of b gives a lower bound. The result is nil if a run of a was stopped, since the quotient
// then has only an upper bound. The result is also nil if a quotient is not positive.
func Quotients(f frame.Frame, m trial.Metric, a, b string, power float64) (quotients []frame.Bounded) {
	pairs, _ := f.Pair(m, a, b)
	for _, p := range pairs {
		q := p.B.Value / math.Pow(p.A.Value, power)
		if p.A.Lower || !(q > 0) || math.IsInf(q, 0) {
			return nil
		}
		quotients = append(quotients, frame.Bounded{Value: q, Lower: p.B.Lower})
	}
	return quotients
}

// Nearer tests the claim that the first of two models fits medians better than the second. The
// medians summarize the given number of cases. The estimated quantity is the AICc of the second
// model minus the AICc of the first. The caller gives this quantity two names: one for the declared
// question, and one for reports. A parametric bootstrap tests the difference. A verdict also
// requires that the model with the smaller AICc, fitted to the smaller sizes, predicts the largest
// third of the sizes better.
func Nearer(what, shown, noun string, cases int, c stats.ModelChoice) Answer {
	const method = "parametric bootstrap"
	a := Answer{kind: sample, n: cases, noun: noun, p: c.P, favours: c.Difference > 0, question: fmt.Sprintf("%s above 0; %s", what, method)}
	switch {
	case c.N < stats.MinSizes:
		a.short = fewSizes(c.N)
	case math.IsNaN(c.P):
		a.short = fmt.Sprintf("The claim is not decided: %s.", strings.Join(c.Warnings, "; "))
	case !c.Agrees:
		a.p = 1
	}
	a.described = func(bool) string {
		if a.short != "" {
			return fmt.Sprintf("The %s is not known (%s).", shown, numerals.Plural(cases, noun, numerals.Narrow))
		}
		side, chance := "below", c.ByChance
		if !a.favours {
			side, chance = "above", -chance
		}
		text := fmt.Sprintf("The %s is %s over %s. If the model that fits worse were true, the difference would be %s %s in 97.5 %% of samples (%s, %s).", shown, numerals.Number(c.Difference), numerals.Plural(cases, noun, numerals.Narrow), side, numerals.Number(chance), method, numerals.P(c.P))
		text += fmt.Sprintf(" On held-out medians, the average error is a factor of %s for the model named first and %s for the other.", numerals.Number(math.Exp(c.HeldOut[1])), numerals.Number(math.Exp(c.HeldOut[0])))
		if !c.Agrees {
			text += " The model that fits better predicts worse, so the claim remains undecided."
		}
		return text
	}
	return a
}

// Normal estimates the ratio of a predicted number to the mean of n random draws. The mean has the
// given standard error, and the test assumes that it is normally distributed.
func Normal(what, noun string, predicted, mean, stderr float64, n int) Estimate {
	half := -stderr * stats.NormalQuantile((1-stats.DefaultLevel)/2)
	return Estimate{
		What: what, Noun: noun, N: n, method: "normal test", least: MinMean,
		describe: func() stats.Estimate {
			i := stats.Interval{Low: predicted / (mean + half), High: predicted / (mean - half), Level: stats.DefaultLevel}
			return stats.Estimate{Value: predicted / mean, BCa: i, Percentile: i, N: n}
		},
		test: func(at float64) tested {
			z := (predicted/at - mean) / stderr
			return tested{math.Erfc(math.Abs(z) / math.Sqrt2), z > 0, n}
		},
	}
}
