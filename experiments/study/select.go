package study

import (
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Has reports whether there are trials of all the named strategies.
func Has(trials []experiments.Trial, strategies ...string) bool {
	for _, s := range strategies {
		if len(analysis.Where(trials, analysis.Strategies(s))) == 0 {
			return false
		}
	}
	return true
}

// Sizes returns the sizes among the trials, in increasing order.
func Sizes(trials []experiments.Trial) []int {
	return distinct(trials, func(t *experiments.Trial) int { return t.Size })
}

// Sets returns the instance sets among the trials, sorted.
func Sets(trials []experiments.Trial) []string {
	return distinct(trials, func(t *experiments.Trial) string { return t.Set })
}

// Strategies returns the strategies among the trials, those of the given
// order first, others behind them by name.
func Strategies(trials []experiments.Trial, order []string) []string {
	names := distinct(trials, func(t *experiments.Trial) string { return t.Strategy })
	rank := func(name string) int {
		if i := slices.Index(order, name); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	return names
}

func distinct[T int | string](trials []experiments.Trial, of func(*experiments.Trial) T) []T {
	var values []T
	for i := range trials {
		values = append(values, of(&trials[i]))
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// Instances returns the number of instances among the trials, a board of two
// sets counting twice.
func Instances(trials []experiments.Trial) int {
	type instance struct{ set, digest string }
	seen := map[instance]bool{}
	for i := range trials {
		seen[instance{trials[i].Set, trials[i].Instance}] = true
	}
	return len(seen)
}

// NodeLimit returns the largest node limit under which trials ran; 0 for none.
func NodeLimit(trials []experiments.Trial) uint64 {
	var limit uint64
	for i := range trials {
		limit = max(limit, trials[i].Limits.Expanded)
	}
	return limit
}

// Limited returns how many of the trials a limit ended.
func Limited(trials []experiments.Trial) int {
	n := 0
	for i := range trials {
		if trials[i].Outcome.Limited() {
			n++
		}
	}
	return n
}

// Compare is [analysis.Compare], and false if one of the strategies was not
// run.
func Compare(rows []experiments.Trial, m experiments.Metric, a, b string) (analysis.Comparison, bool, error) {
	if !Has(rows, a, b) {
		return analysis.Comparison{}, false, nil
	}
	c, err := analysis.Compare(rows, m, a, b)
	return c, err == nil, err
}

// Ahead is the claim of the statement that strategy b is ahead of a.
func Ahead(rows []experiments.Trial, m experiments.Metric, id, statement, a, b string) (reports.Claim, error) {
	claim := Undecided(id, statement)
	claim.Timing = m.Timing
	c, ok, err := Compare(rows, m, a, b)
	if err != nil || !ok {
		return claim, err
	}
	of := reports.ClaimOf(c)
	of.ID, of.Statement = id, statement
	return of, nil
}

// Values returns the metric of the trials that pass the filters and were
// answered, as far as they have a value.
func Values(trials []experiments.Trial, m experiments.Metric, filters ...analysis.Filter) []float64 {
	var values []float64
	for _, t := range analysis.Where(trials, filters...) {
		if v := m.Value(&t); t.Outcome.Answered() && !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return values
}

// Answers are the answers to several claims, in their order.
func Answers(trials []experiments.Trial, claims ...func([]experiments.Trial) (reports.Claim, error)) ([]reports.Claim, error) {
	answers := make([]reports.Claim, len(claims))
	for i, claim := range claims {
		var err error
		if answers[i], err = claim(trials); err != nil {
			return nil, err
		}
	}
	return answers, nil
}
