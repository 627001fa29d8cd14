package reports

import "github.com/puzzlelab/puzzlelab/experiments/frame"

// Field is a column with a cell for each value of type R. Package column makes
// fields.
type Field[R any] struct {
	Column
	Cell   func(R) Cell
	Sample func(R) (frame.Cell, Statistic) // what the cell shows; nil if it is no statistic of trials
}

// Fill returns the table with the columns and a row for each value. What a value that
// is a [frame.Cell], or embeds one, warns of becomes a footnote of its row. The best values
// of columns with a Sample are tested ([Table.Test]).
func Fill[R any](t Table, values []R, fields ...Field[R]) Table {
	before := len(t.Columns)
	for _, f := range fields {
		t.Columns = append(t.Columns, f.Column)
	}
	for _, v := range values {
		row := make([]Cell, len(fields))
		for i, f := range fields {
			row[i] = f.Cell(v)
		}
		if w, ok := any(v).(interface{ Warnings() []string }); ok && row[t.Groups].Note == 0 {
			row[t.Groups] = row[t.Groups].WithNote(t.Warn(w.Warnings()))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Test(func(i, j int) (frame.Cell, Statistic) {
		if j < before || fields[j-before].Sample == nil {
			return frame.Cell{}, nil
		}
		return fields[j-before].Sample(values[i])
	})
	return t
}

// fieldsOf are the fields of a table that does without some.
type fieldsOf[R any] []Field[R]

func (f *fieldsOf[R]) add(wanted bool, col Column, cell func(R) Cell) {
	if wanted {
		*f = append(*f, Field[R]{Column: col, Cell: cell})
	}
}

func (f *fieldsOf[R]) count(name, doc string, of func(R) int) {
	f.add(true, Column{Name: name, Kind: Count, Doc: doc}, func(r R) Cell { return Int(of(r)) })
}
