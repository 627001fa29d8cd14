package scaling

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/internal/digits"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

// overview says what was run: instances, strategies and limits of each part.
func overview(trials frame.Frame) (reports.Table, error) {
	type part = frame.Group[string]
	return column.Fill(reports.Table{ID: "overview", Title: "What was run"}, frame.Groups(trials, frame.NewFactor("set", setOf)),
		column.Words("set", func(p part) string { return p.Value }),
		column.Words("sizes", func(p part) string { return digits.Listed(frame.Size.Of(p.Frame)) }),
		column.Counts("instances", func(p part) int { return p.Instances() }),
		column.Counts("strategies", func(p part) int { return len(frame.Strategy.Of(p.Frame)) }),
		column.Counts("trials", func(p part) int { return p.Len() }),
		column.Counts("capped", func(p part) int { return p.Count(frame.Limited) }).Doc("trials that a limit ended"),
		column.Counts("largest limit", func(p part) uint64 { return p.NodeLimit() }).Unit("nodes"),
	), nil
}

// setOf is the set of a trial without the shape or the colours of its board.
func setOf(t *experiments.Trial) string {
	for _, prefix := range []string{boardsPrefix, walkPrefix} {
		if strings.HasPrefix(t.Set, prefix) {
			return strings.TrimSuffix(prefix, "-")
		}
	}
	return t.Set
}
