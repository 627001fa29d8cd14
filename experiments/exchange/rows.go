package exchange

import (
	"iter"

	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// rows yields the values of each row of a table. The slice is reused.
func rows(t *store.Table) iter.Seq2[[]trial.Value, error] {
	return func(yield func([]trial.Value, error) bool) {
		values := make([]trial.Value, len(t.Columns))
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
