package cli

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
)

func listStudies(env *environment) []listRow {
	var rows []listRow
	for _, st := range env.studies {
		rows = append(rows, listRow{Puzzle: st.Puzzle, entry: entry{Name: st.Name, Doc: st.Title, Source: st.Source}})
	}
	return rows
}

func listFigures(env *environment) []listRow {
	var rows []listRow
	for _, st := range env.studies {
		for _, item := range st.Items {
			rows = append(rows, listRow{Study: st.Name, entry: entry{Name: item.ID, Doc: itemDoc(item)}})
		}
	}
	return rows
}

// itemDoc says what an item is, and that it shows measured times if it does.
func itemDoc(item study.Item) string {
	block, err := item.Describe()
	if err != nil {
		return "made of trials only"
	}
	doc := ""
	switch b := block.(type) {
	case reports.Figure:
		// Titles may end in the size of the sample.
		doc = "figure: " + strings.TrimSuffix(b.Title, ", n = 0")
	case reports.Table:
		doc = "table: " + b.Title
	case reports.Claim:
		doc = "claim: " + b.Statement
	}
	if reports.IsTiming(block) {
		doc += " (measured times)"
	}
	return doc
}

func listMetrics(*environment) []listRow {
	var rows []listRow
	for _, m := range experiments.Metrics() {
		how := fmt.Sprintf(" Over instances: the %s.", m.Aggregate)
		if m.Timing {
			how += " Depends on the machine."
		}
		rows = append(rows, listRow{entry: entry{Name: m.Name, Doc: m.Doc + how}})
	}
	return rows
}
