package study

import (
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Compare is like [analysis.Compare], but returns false without an error if one of the strategies
// was not run.
func Compare(rows frame.Frame, m trial.Metric, a, b string) (analysis.Comparison, bool, error) {
	if !rows.Has(a, b) {
		return analysis.Comparison{}, false, nil
	}
	c, err := analysis.Compare(rows, m, a, b)
	return c, err == nil, err
}
