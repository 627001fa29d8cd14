package reports

import (
	"math"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
)

// TrialRows returns all trials as rows, whose values are strings and integers, with their
// columns. What depends on measured times is left out; a trial without a solution has no
// cost, which is "".
func TrialRows(trials frame.Frame) (columns []Column, rows [][]any) {
	columns = []Column{
		{Name: "set"},
		{Name: "size", Kind: Count},
		{Name: "number", Kind: Count},
		{Name: "strategy"},
		{Name: "repeat", Kind: Count},
		{Name: "outcome"},
		{Name: "cost", Kind: Count},
		{Name: "expanded", Kind: Count},
		{Name: "generated", Kind: Count},
		{Name: "stored", Kind: Count},
	}
	for t := range trials.All() {
		var cost any = ""
		if !math.IsNaN(experiments.Cost.Value(t)) {
			cost = t.Cost
		}
		rows = append(rows, []any{
			t.Set, t.Size, t.Index, t.Strategy, t.Repeat,
			t.Outcome.String(), cost, t.Meter.Expanded, t.Meter.Generated, t.Meter.Stored,
		})
	}
	return columns, rows
}
