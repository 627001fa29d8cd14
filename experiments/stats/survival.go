package stats

import (
	"fmt"
	"math"
	"slices"
)

// Survival is the Kaplan-Meier estimate of the share of instances that are not
// yet solved at a cost, from costs of which some are only lower bounds.
type Survival struct {
	Steps    []SurvivalStep // one for each different cost, increasing
	N        int            // instances
	Solved   int
	Warnings []string
}

// SurvivalStep is the estimate from Cost on, up to the next step.
type SurvivalStep struct {
	Cost     float64
	AtRisk   int // instances neither solved nor stopped below Cost
	Solved   int // of these, at Cost
	Share    float64
	StdErr   float64  // Greenwood's
	Interval Interval // of Share, log-log, at [DefaultLevel]; unknown while Share is 1 or 0
}

// KaplanMeier estimates the share of unsolved instances by cost (Kaplan &
// Meier 1958). Instance i was solved at the cost x[i] if solved[i], else
// stopped there; one stopped at the cost of another's solution counts as at
// risk of it. The costs may have ties. Intervals are Greenwood's on the scale
// log(−log Share), which keeps them within 0 and 1 (Kalbfleisch & Prentice
// 1980); R's survfit gives the same with conf.type "log-log".
//
// Instances must be independent, and stopping must say nothing about the cost
// that remained; a limit equal for all is fine, giving up early on what looks
// hard is not. len(solved) must equal len(x) and the costs must be finite and
// not negative; otherwise there are no steps and a warning says why.
func KaplanMeier(x []float64, solved []bool) Survival {
	s := Survival{N: len(x)}
	why := checkFinite(x)
	switch {
	case len(solved) != len(x):
		why = fmt.Sprintf("%d costs with %d marks of solved (want equally many)", len(x), len(solved))
	case why == "" && slices.Min(x) < 0:
		why = fmt.Sprintf("cost %v (want 0 or more)", slices.Min(x))
	}
	if why != "" {
		s.Warnings = append(s.Warnings, "no estimate: "+why)
		return s
	}
	count := map[float64][2]int{} // at a cost: instances, and those solved
	for i, v := range x {
		c := count[v]
		c[0]++
		if solved[i] {
			c[1]++
			s.Solved++
		}
		count[v] = c
	}
	share, greenwood, atRisk := 1.0, 0.0, s.N
	z := normalQuantile((1 + DefaultLevel) / 2)
	var last float64
	for i, v := range sorted(x) {
		if i > 0 && v == last {
			continue
		}
		last = v
		n, d := float64(atRisk), float64(count[v][1])
		share *= (n - d) / n
		step := SurvivalStep{Cost: v, AtRisk: atRisk, Solved: count[v][1], Share: share, Interval: unknown(DefaultLevel)}
		if share > 0 {
			greenwood += d / (n * (n - d))
			step.StdErr = share * math.Sqrt(greenwood)
			if log := math.Log(share); log < 0 {
				factor := math.Exp(z * math.Sqrt(greenwood) / -log)
				step.Interval.Low, step.Interval.High = math.Exp(log*factor), math.Exp(log/factor)
			}
		}
		s.Steps = append(s.Steps, step)
		atRisk -= count[v][0]
	}
	if s.Solved == 0 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("none of %s was solved: only lower bounds are known", plural(s.N, "instance")))
	}
	return s
}

// Median returns the cost by which half of the instances are solved; the
// middle of the costs between which exactly half are, as [Median] does. It is
// NaN if fewer are ever solved.
func (s Survival) Median() float64 {
	const rounding = 1e-12
	for i, step := range s.Steps {
		if step.Share <= 0.5+rounding {
			below := slices.IndexFunc(s.Steps[i:], func(next SurvivalStep) bool { return next.Share < 0.5-rounding })
			return step.Cost/2 + s.Steps[i+max(below, 0)].Cost/2
		}
	}
	return math.NaN()
}

// RestrictedMean is the outcome of [Survival.RestrictedMean].
type RestrictedMean struct {
	Value    float64
	StdErr   float64
	Interval Interval // Value ± z·StdErr, at [DefaultLevel]
	N        int
	Warnings []string
}

// RestrictedMean estimates the mean cost if every run is stopped at limit at
// the latest: the area under the curve up to there, with the standard error
// that follows from Greenwood's formula (Irwin 1949; Klein & Moeschberger
// 2003, section 4.5). It is comparable between strategies at one limit only.
// The limit must be above 0 and no larger than the largest cost, unless all
// instances were solved by then; otherwise Value is NaN and a warning says
// why. The interval is a normal one; in simulations of exponential costs, a
// fifth of them stopped, it covers 93 % with 20 instances and 95 % with 100.
func (s Survival) RestrictedMean(limit float64) RestrictedMean {
	r := RestrictedMean{Value: math.NaN(), StdErr: math.NaN(), Interval: unknown(DefaultLevel), N: s.N}
	if len(s.Steps) == 0 || !(limit > 0) || math.IsInf(limit, 1) {
		r.Warnings = append(r.Warnings, fmt.Sprintf("no estimate from %s up to the limit %v (want a finite one above 0)", plural(s.N, "instance"), limit))
		return r
	}
	if last := s.Steps[len(s.Steps)-1]; limit > last.Cost && last.Share > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("no estimate: nothing is known beyond the cost %v, the limit is %v", last.Cost, limit))
		return r
	}
	// From the right: area is that from the step on.
	var area, variance float64
	end := limit
	for _, step := range slices.Backward(s.Steps) {
		if step.Cost >= limit {
			continue
		}
		area += step.Share * (end - step.Cost)
		end = step.Cost
		if n, d := float64(step.AtRisk), float64(step.Solved); d < n {
			variance += area * area * d / (n * (n - d))
		}
	}
	r.Value, r.StdErr = area+end, math.Sqrt(variance)
	half := normalQuantile((1+DefaultLevel)/2) * r.StdErr
	r.Interval.Low, r.Interval.High = r.Value-half, r.Value+half
	return r
}
