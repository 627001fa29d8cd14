package heuristics

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Overview says what was run: boards, strategies and limits of each set.
func Overview(trials []experiments.Trial) (reports.Table, error) {
	t := reports.Table{
		ID: "overview", Title: "What was run",
		Caption: "Uniform boards are equally likely positions; by-distance has as many of every distance; every-position looks at all positions for one goal. Timed trials ran one at a time.",
		Columns: []reports.Column{
			{Name: "boards"},
			{Name: "number", Kind: reports.Count},
			{Name: "mode"},
			{Name: "strategies"},
			{Name: "trials", Kind: reports.Count},
			{Name: "limit", Unit: "nodes", Kind: reports.Count, Full: true},
			{Name: "capped", Kind: reports.Count, Doc: "runs that the limit ended"},
		},
	}
	for _, set := range study.Sets(trials) {
		for _, mode := range []experiments.Mode{experiments.Budget, experiments.Timed} {
			for _, kind := range []string{program, astar, idastar, surveyPrefix, expansionsPrefix} {
				rows := analysis.Where(trials, analysis.Sets(set), analysis.InMode(mode), ofAlgorithm(kind))
				if len(rows) == 0 {
					continue
				}
				limit := reports.Cell{}
				if n := study.NodeLimit(rows); n > 0 {
					limit = reports.Int(n)
				}
				t.Rows = append(t.Rows, []reports.Cell{
					reports.Str(set), reports.Int(study.Instances(rows)), reports.Str(string(mode)), reports.Str(strategyPhrase(kind, strategiesOf(rows))),
					reports.Int(len(rows)), limit, reports.Int(study.Limited(rows)),
				})
			}
		}
	}
	return t, nil
}

// strategyPhrase names up to two strategies of a kind and counts more.
func strategyPhrase(kind string, names []string) string {
	if len(names) > 2 {
		return fmt.Sprintf("%s… (%d)", kind, len(names))
	}
	return strings.Join(names, ", ")
}
