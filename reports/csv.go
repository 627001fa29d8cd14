package reports

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
)

// CSV writes the table in CSV format (RFC 4180, but lines end with \n), with all digits.
//
// The first line contains the headings with their units. Times are in seconds, and percentages are
// fractions of 1. A column with intervals is followed by columns for their ends, named "NAME low"
// and "NAME high". A column with lower bounds is followed by a column named "NAME censored", which
// contains true or false. Missing values are empty. An apostrophe precedes text that a spreadsheet
// would interpret as a formula.
func (t Table) CSV(w io.Writer) error {
	if err := t.validate(); err != nil {
		return err
	}
	var headings []string
	var cells []func(row []Cell) string
	for j, col := range t.Columns {
		add := func(heading string, cell func(Cell) string) {
			headings, cells = append(headings, heading), append(cells, func(row []Cell) string { return cell(row[j]) })
		}
		has := func(of func(Cell) bool) bool {
			return slices.ContainsFunc(t.Rows, func(row []Cell) bool { return of(row[j]) })
		}
		add(col.Name+csvUnit(col), func(c Cell) string {
			if c.hasNumber() {
				return c.exact()
			}
			return c.Text
		})
		if estimated := func(c Cell) bool { return c.Form == Estimated }; has(estimated) {
			add(col.Name+" low", where(estimated, func(c Cell) string { return exactNumber(c.Low) }))
			add(col.Name+" high", where(estimated, func(c Cell) string { return exactNumber(c.High) }))
		}
		if has(func(c Cell) bool { return c.Censored }) {
			add(col.Name+" censored", where(Cell.hasNumber, func(c Cell) string { return strconv.FormatBool(c.Censored) }))
		}
	}
	out := csv.NewWriter(w)
	_ = out.Write(defuse.Record(headings)) // Error below returns write errors
	for _, row := range t.Rows {
		record := make([]string, len(cells))
		for i, cell := range cells {
			record[i] = cell(row)
		}
		_ = out.Write(defuse.Record(record))
	}
	out.Flush()
	return out.Error()
}

// where returns a function that gives the text of cells for which pass is true, and "" for all
// others.
func where(pass func(Cell) bool, text func(Cell) string) func(Cell) string {
	return func(c Cell) string {
		if !pass(c) {
			return ""
		}
		return text(c)
	}
}

func csvUnit(col Column) string {
	switch col.Kind {
	case Seconds:
		return " (s)"
	case Bytes:
		return " (B)"
	case Percent:
		return " (fraction)"
	}
	if col.Unit != "" {
		return " (" + col.Unit + ")"
	}
	return ""
}
