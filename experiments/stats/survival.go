package stats

import (
	"fmt"
	"math"
	"slices"
)

// Survival is the Kaplan-Meier estimate of the share of instances that are still unsolved at a
// given cost. It also uses instances for which only a lower bound on the cost is known.
type Survival struct {
	Steps    []SurvivalStep // steps of the curve, one for each distinct cost, in increasing order
	N        int            // number of instances
	Solved   int
	Warnings []string
}

// SurvivalStep holds the estimate for all costs from Cost up to the Cost of the next step.
type SurvivalStep struct {
	Cost     float64
	AtRisk   int // number of instances that were neither solved nor stopped at a cost below Cost
	Solved   int // number of instances solved at Cost
	Share    float64
	StdErr   float64  // standard error of Share, by Greenwood's formula
	Interval Interval // interval for Share on the log-log scale, at [DefaultLevel]; unknown if Share is 1 or 0
}

// KaplanMeier estimates the share of unsolved instances as a function of cost (Kaplan & Meier
// 1958). Instance i was solved at cost x[i] if solved[i] is true; otherwise its run was stopped at
// that cost. An instance that is stopped at the cost at which another is solved still counts as at
// risk at that cost. Costs may be tied. Intervals use Greenwood's formula on the scale log(−log
// Share), which keeps them between 0 and 1 (Kalbfleisch & Prentice 1980). R's survfit gives the
// same intervals with conf.type "log-log".
//
// Instances must be independent, and the decision to stop must not depend on the remaining cost:
// one limit for all instances is fine, but giving up early on apparently hard instances is not.
// len(solved) must equal len(x), and the costs must be finite and not negative. Otherwise there are
// no steps and a warning says why.
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
	count := map[float64][2]int{} // for each cost: numbers of instances and of solved instances
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
	z := NormalQuantile((1 + DefaultLevel) / 2)
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

// Median returns the smallest cost at which at least half of the instances are solved. If exactly
// half are solved over a range of costs, it returns the middle of that range, as [Median] does for a
// sample. It returns NaN if no cost is high enough for half of the instances to be solved.
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
