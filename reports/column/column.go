// Package column declares tables column by column: each says its heading and what
// its cells are of a value, and [Fill] makes a row of every value. [TrialTable] and those
// beside it are the tables of trials and of analyses that need no columns of your own.
//
//	column.Fill(reports.Table{ID: "nodes", Title: "Nodes expanded", Groups: 1}, rows.Summarize(trial.Expanded),
//		column.Size("n"), column.Strategy(), column.Instances("rings"), column.Solved(), column.Median("median").Smallest(),
//		column.Counts("moves", func(c frame.Cell) int { return moves[c.Size] }).Doc("of a shortest solution").Unit("moves"))
package column

import (
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Of is a column with a cell for each value of type R. The functions that make one are not
// inlined: a table calls each once, and their closures would be compiled again at every call.
type Of[R any] struct {
	Column reports.Column // not embedded: its methods would be compiled anew for each R
	Cell   func(R) reports.Cell
	Sample func(R) (frame.Cell, Statistic) // what the cell shows; nil if it is not a statistic of trials
}

// Statistic sums up values of instances, as [stats.Median] does. It must not decrease
// when a value grows.
type Statistic = func([]float64) float64

// Fill returns the table with the columns and a row for each value. What a value that
// is a [frame.Cell], or embeds one, warns of becomes a footnote of its row. The best values
// of columns with a Sample are tested ([reports.Table.Test]).
//
//go:noinline
func Fill[R any](t reports.Table, values []R, columns ...Of[R]) reports.Table {
	before := len(t.Columns)
	for _, c := range columns {
		t.Columns = append(t.Columns, c.Column)
	}
	for _, v := range values {
		row := make([]reports.Cell, len(columns))
		for i, c := range columns {
			row[i] = c.Cell(v)
		}
		if w, ok := any(v).(interface{ Warnings() []string }); ok && row[t.Groups].Note == 0 {
			row[t.Groups] = row[t.Groups].WithNote(t.Warn(w.Warnings()))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Test(func(i, j int) (frame.Cell, Statistic) {
		if j < before || columns[j-before].Sample == nil {
			return frame.Cell{}, nil
		}
		return columns[j-before].Sample(values[i])
	})
	return t
}

// when returns the columns of a table that may do without them.
func when[R any](wanted bool, columns ...Of[R]) []Of[R] {
	if wanted {
		return columns
	}
	return nil
}

// Cells is a column of any cells.
//
//go:noinline
func Cells[R any](name string, kind reports.Kind, cell func(R) reports.Cell) Of[R] {
	return Of[R]{Column: reports.Column{Name: name, Kind: kind}, Cell: cell}
}

// Words is a column of words.
//
//go:noinline
func Words[R any](name string, of func(R) string) Of[R] {
	return Cells(name, reports.Words, func(r R) reports.Cell { return reports.Str(of(r)) })
}

// Counts is a column of counts.
//
//go:noinline
func Counts[R any, N ~int | ~int32 | ~int64 | ~uint32 | ~uint64](name string, of func(R) N) Of[R] {
	return Cells(name, reports.Count, func(r R) reports.Cell { return reports.Int(of(r)) })
}

// Numbers is a column of numbers, where NaN is missing.
//
//go:noinline
func Numbers[R any](name string, kind reports.Kind, of func(R) float64) Of[R] {
	return Cells(name, kind, func(r R) reports.Cell { return reports.Num(of(r)) })
}

// Bounds is a column of numbers some of which are lower bounds.
//
//go:noinline
func Bounds[R any](name string, kind reports.Kind, of func(R) frame.Bounded) Of[R] {
	return Cells(name, kind, func(r R) reports.Cell { return Bounded(of(r)) })
}

// Bounded is the cell of a number that may be a lower bound.
func Bounded(x frame.Bounded) reports.Cell {
	if x.Lower {
		return reports.AtLeast(x.Value)
	}
	return reports.Num(x.Value)
}

// Estimates is a column of estimates with their intervals.
//
//go:noinline
func Estimates[R any](name string, kind reports.Kind, of func(R) stats.Estimate) Of[R] {
	return Cells(name, kind, func(r R) reports.Cell { return Est(of(r)) })
}

// Est is the cell of an estimate with its BCa interval, as [reports.Between] makes it.
func Est(e stats.Estimate) reports.Cell { return reports.Between(e.Value, e.BCa.Low, e.BCa.High) }

// YesNo is a cell with either word.
func YesNo(yes bool) reports.Cell {
	if yes {
		return reports.Str("yes")
	}
	return reports.Str("no")
}

// Doc returns the column with its definition.
//
//go:noinline
func (c Of[R]) Doc(definition string) Of[R] { c.Column.Doc = definition; return c }

// Unit returns the column with its unit.
//
//go:noinline
func (c Of[R]) Unit(unit string) Of[R] { c.Column.Unit = unit; return c }

// Digits returns the column with its number of significant digits.
//
//go:noinline
func (c Of[R]) Digits(n int) Of[R] { c.Column.Digits = n; return c }

// Kind returns the column with another kind of number.
//
//go:noinline
func (c Of[R]) Kind(k reports.Kind) Of[R] { c.Column.Kind = k; return c }

// Full returns the column with counts that are never shortened.
//
//go:noinline
func (c Of[R]) Full() Of[R] { c.Column.Full = true; return c }

// From returns the column with the statistic and the summary of trials that each of its
// cells shows: those that the instances cannot tell apart from the best stand out with it.
//
//go:noinline
func (c Of[R]) From(statistic Statistic, sample func(R) frame.Cell) Of[R] {
	c.Sample = func(r R) (frame.Cell, Statistic) { return sample(r), statistic }
	return c
}

// Smallest returns the column with its smallest value standing out.
//
//go:noinline
func (c Of[R]) Smallest() Of[R] { c.Column.Best = reports.Smallest; return c }

// Largest returns the column with its largest value standing out.
//
//go:noinline
func (c Of[R]) Largest() Of[R] { c.Column.Best = reports.Largest; return c }

// On returns a column of values of type S for a column of something of them.
//
//go:noinline
func On[S, R any](of func(S) R, c Of[R]) Of[S] {
	on := Of[S]{Column: c.Column, Cell: func(s S) reports.Cell { return c.Cell(of(s)) }}
	if c.Sample != nil {
		on.Sample = func(s S) (frame.Cell, Statistic) { return c.Sample(of(s)) }
	}
	return on
}
