package exchange

import (
	"iter"

	"github.com/puzzlelab/puzzlelab/experiments"
)

// rows yields the values of each row of a table, in a list that is used again.
func rows(t *experiments.Table) iter.Seq2[[]experiments.Value, error] {
	return func(yield func([]experiments.Value, error) bool) {
		values := make([]experiments.Value, len(t.Columns))
		for row, err := range t.Trials() {
			if err == nil {
				t.Row(row, values)
			}
			if !yield(values, err) {
				return
			}
		}
	}
}
