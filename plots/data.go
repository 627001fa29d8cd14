package plots

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// records holds the data of a figure as a table: the headings, then one row for each point.
type records [][]string

// heads returns records with the given headings, which may be empty or the rich text of axis
// labels.
func heads(names ...string) records {
	for i, name := range names {
		names[i] = number.Unmarked(name)
	}
	return records{names}
}

// add appends a row. It writes texts as they are, fractions with ten significant digits, booleans
// as true and false, and an interval as two fields, which are empty if the interval is unknown.
func (r *records) add(values ...any) {
	var row []string
	for _, v := range values {
		switch v := v.(type) {
		case stats.Interval:
			low, high := "", ""
			if v.Known() {
				low, high = fraction(v.Low), fraction(v.High)
			}
			row = append(row, low, high)
		case float64:
			row = append(row, fraction(v))
		default:
			row = append(row, fmt.Sprint(v))
		}
	}
	*r = append(*r, row)
}

func fraction(v float64) string {
	return strings.TrimPrefix(strconv.FormatFloat(numerals.Portable(v), 'g', -1, 64), "+") // of +Inf
}

// beside appends the records of a panel, with the panel's name at the start of each row. All panels
// must have the same headings.
func (r records) beside(panel string, data records) records {
	for i, row := range data {
		switch {
		case i > 0:
			r = append(r, append([]string{panel}, row...))
		case r == nil:
			r = records{append([]string{"panel"}, row...)}
		}
	}
	return r
}

// CSV returns the figure's data as a table in CSV format (RFC 4180, but lines end with \n), or nil
// if the figure has no data. Whole numbers are exact, and other numbers have ten significant
// digits. An apostrophe precedes text that a spreadsheet would interpret as a formula.
func (f Figure) CSV() ([]byte, error) {
	if len(f.data) == 0 {
		return nil, nil
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for _, row := range f.data {
		_ = w.Write(defuse.Record(row)) // Error below returns write errors
	}
	if w.Flush(); w.Error() != nil {
		return nil, fmt.Errorf("plots: figure %q: write CSV: %w", f.ID, w.Error())
	}
	return out.Bytes(), nil
}
