package study

import (
	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
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
