package study

import (
	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Compare is [analysis.Compare], and false if one of the strategies was not
// run.
func Compare(rows frame.Frame, m experiments.Metric, a, b string) (analysis.Comparison, bool, error) {
	if !rows.Has(a, b) {
		return analysis.Comparison{}, false, nil
	}
	c, err := analysis.Compare(rows, m, a, b)
	return c, err == nil, err
}

// Ahead is the claim of the statement that strategy b is ahead of a.
func Ahead(rows frame.Frame, m experiments.Metric, id, statement, a, b string) (reports.Claim, error) {
	claim := Undecided(id, statement)
	claim.Timing = m.Timing
	c, ok, err := Compare(rows, m, a, b)
	if err != nil || !ok {
		return claim, err
	}
	of := reports.ComparisonClaim(c)
	of.ID, of.Statement = id, statement
	return of, nil
}

// Answers are the answers to several claims, in their order.
func Answers(trials frame.Frame, claims ...func(frame.Frame) (reports.Claim, error)) ([]reports.Claim, error) {
	answers := make([]reports.Claim, len(claims))
	for i, claim := range claims {
		var err error
		if answers[i], err = claim(trials); err != nil {
			return nil, err
		}
	}
	return answers, nil
}
