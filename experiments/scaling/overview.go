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
	type part struct {
		set  string
		rows frame.Frame
	}
	var parts []part
	for set, rows := range frame.By(trials, frame.NewFactor("set", setOf)) {
		parts = append(parts, part{set, rows})
	}
	return column.Fill(reports.Table{
		ID: "overview", Title: "What was run",
		Caption: "Limits are on the nodes expanded by a run; a run that met one counts as a lower bound. Every instance can be made again from its family, size and number.",
	}, parts,
		column.Words("set", func(p part) string { return p.set }),
		column.Words("sizes", func(p part) string { return digits.Listed(frame.Size.Of(p.rows)) }),
		column.Counts("instances", func(p part) int { return p.rows.Instances() }),
		column.Counts("strategies", func(p part) int { return len(frame.Strategy.Of(p.rows)) }),
		column.Counts("trials", func(p part) int { return p.rows.Len() }),
		column.Counts("capped", func(p part) int { return p.rows.Count(frame.Limited) }).Doc("trials that a limit ended"),
		column.Counts("largest limit", func(p part) uint64 { return p.rows.NodeLimit() }).Unit("nodes"),
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
