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

// records are what a figure shows, as a table: the heads, then a row for each point.
type records [][]string

// heads begins records. Labels of axes are rich text, or empty.
func heads(names ...string) records {
	for i, name := range names {
		names[i] = number.Unmarked(name)
	}
	return records{names}
}

// add appends a row: texts, fractions with ten significant digits, yes and no as true and
// false.
func (r *records) add(values ...any) {
	row := make([]string, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case float64:
			row[i] = strings.TrimPrefix(strconv.FormatFloat(numerals.Portable(v), 'g', -1, 64), "+") // of +Inf
		default:
			row[i] = fmt.Sprint(v)
		}
	}
	*r = append(*r, row)
}

// beside appends the records of a panel, each row with the name of the panel in front.
// Panels have the same heads.
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

// CSV returns what the figure shows as a table (RFC 4180, with \n line ends), with
// ten digits of each value and all of a whole number; nil for a figure without data. A
// text that a spreadsheet would take for a formula gets an apostrophe.
func (f Figure) CSV() ([]byte, error) {
	if len(f.data) == 0 {
		return nil, nil
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for _, row := range f.data {
		_ = w.Write(defuse.Record(row)) // Error returns what goes wrong
	}
	if w.Flush(); w.Error() != nil {
		return nil, fmt.Errorf("plots: figure %q: write CSV: %w", f.ID, w.Error())
	}
	return out.Bytes(), nil
}

// ends are the fields of an interval, empty if it is not known.
func ends(i stats.Interval) (low, high any) {
	if !i.Known() {
		return "", ""
	}
	return i.Low, i.High
}
