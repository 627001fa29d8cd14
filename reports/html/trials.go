package html

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

//go:embed trials.js
var trialsScript string

// firstTrials are what a page of trials shows without its script.
const firstTrials = 100

// WriteTrials writes the trials of a study (see [column.TrialRows]) as a page of their own,
// which its script sorts, filters and turns over; csv is where all columns of theirs are.
func WriteTrials(to io.Writer, title, csv string, columns []reports.Column, rows [][]any, neighbours ...Link) error {
	names, classes := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		names[i], classes[i] = c.Name, fragment.Class(c.Kind == reports.Words)
	}
	data, err := json.Marshal(struct { // escapes what HTML would take for its own
		Columns []string `json:"columns"`
		Rows    [][]any  `json:"rows"`
	}{names, rows})
	if err != nil {
		return fmt.Errorf("html: trials: %w", err)
	}
	w := newWriter(&page.Page{})
	w.add("trials", struct {
		Title, CSV, JSON string
		Names, Classes   []string
		First            [][]any
	}{title, csv, string(data), names, classes, rows[:min(firstTrials, len(rows))]})
	return w.finish(to, "All trials: "+title, trialsScript, neighbours)
}
