package reports

import (
	"encoding/csv"
	"io"
	"strconv"
)

// CSV writes the table's exact values with a heading line (RFC 4180, with \n
// line ends). Units stand in the headings: times in seconds, percentages as
// fractions of 1. A column with intervals is followed by "NAME low" and "NAME
// high", one with lower bounds by "NAME censored" (true or false). Missing
// values are empty.
func (t Table) CSV(w io.Writer) error {
	if err := t.validate(); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	var record []string
	shape := make([]csvColumn, len(t.Columns))
	for j, col := range t.Columns {
		for _, row := range t.Rows {
			shape[j].interval = shape[j].interval || row[j].Form == Estimated
			shape[j].censored = shape[j].censored || row[j].Censored
		}
		record = append(record, col.Name+csvUnit(col))
		if shape[j].interval {
			record = append(record, col.Name+" low", col.Name+" high")
		}
		if shape[j].censored {
			record = append(record, col.Name+" censored")
		}
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for _, row := range t.Rows {
		record = record[:0]
		for j, c := range row {
			record = shape[j].append(record, c)
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

type csvColumn struct{ interval, censored bool }

func (s csvColumn) append(record []string, c Cell) []string {
	switch c.Form {
	case Missing:
		record = append(record, "")
	case Worded:
		record = append(record, c.Text)
	default:
		record = append(record, c.exact())
	}
	if s.interval {
		if c.Form == Estimated {
			record = append(record, exactNumber(c.Low), exactNumber(c.High))
		} else {
			record = append(record, "", "")
		}
	}
	if s.censored {
		if c.hasNumber() {
			record = append(record, strconv.FormatBool(c.Censored))
		} else {
			record = append(record, "")
		}
	}
	return record
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
