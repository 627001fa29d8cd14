package scaling

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Overview says what was run: instances, strategies and limits of each part.
func Overview(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: "overview", Title: "What was run",
		Caption: "Limits are on the nodes expanded by a run; a run that met one counts as a lower bound. Every instance can be made again from its family, size and number.",
		Columns: []reports.Column{
			{Name: "set"},
			{Name: "sizes"},
			{Name: "instances", Kind: reports.Count},
			{Name: "strategies", Kind: reports.Count},
			{Name: "trials", Kind: reports.Count},
			{Name: "capped", Kind: reports.Count, Doc: "trials that a limit ended"},
			{Name: "largest limit", Unit: "nodes", Kind: reports.Count},
		},
	}
	for set, rows := range frame.By(trials, frame.NewFactor("set", setOf)) {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(set), reports.Str(study.Listed(frame.Size.Of(rows))), reports.Int(rows.Instances()),
			reports.Int(len(frame.Strategy.Of(rows))), reports.Int(rows.Len()), reports.Int(rows.Count(frame.Limited)), reports.Int(rows.NodeLimit()),
		})
	}
	return t, nil
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
