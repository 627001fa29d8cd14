// Package column builds tables column by column. A column has a heading and a function that
// converts a value to a cell, and [Fill] makes one row for each value. [TrialTable],
// [ComparisonTable] and [GrowthTable] return complete tables for trials and analyses.
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

// Of is a table column for values of type R. It computes one cell from each value.
//
// The functions that return columns are not inlined. A table calls each of them only once, and
// inlining would compile their closures again for every call.
type Of[R any] struct {
	Column reports.Column // heading and format; not embedded, because its methods would then be compiled for each R
	Cell   func(R) reports.Cell
	Sample func(R) (frame.Cell, Statistic) // returns the trials that a cell summarizes and the statistic that it shows; nil if the column does not show a statistic of trials
}

// Statistic computes a number from the values of several instances, as [stats.Median] does. The
// number must not decrease when a value increases.
type Statistic = func([]float64) float64

// Fill adds the given columns to table t, and one row for each value. If values have a Warnings
// method, as [frame.Cell] does, their warnings become footnotes. In columns with a Sample, Fill
// tests which values differ significantly from the best ([reports.Table.Test]).
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

// when returns the columns if wanted is true, and none otherwise.
func when[R any](wanted bool, columns ...Of[R]) []Of[R] {
	if wanted {
		return columns
	}
	return nil
}

// Cells returns a column of the given kind. The cell for a value v is cell(v).
//
//go:noinline
func Cells[R any](name string, kind reports.Kind, cell func(R) reports.Cell) Of[R] {
	return Of[R]{Column: reports.Column{Name: name, Kind: kind}, Cell: cell}
}

// Words returns a column of words. The cell for a value v contains the words that of(v) returns.
//
//go:noinline
func Words[R any](name string, of func(R) string) Of[R] {
	return Cells(name, reports.Words, func(r R) reports.Cell { return reports.Str(of(r)) })
}

// Counts returns a column of whole numbers. The cell for a value v contains the number that of(v)
// returns.
//
//go:noinline
func Counts[R any, N ~int | ~int32 | ~int64 | ~uint32 | ~uint64](name string, of func(R) N) Of[R] {
	return Cells(name, reports.Count, func(r R) reports.Cell { return reports.Int(of(r)) })
}

// Numbers returns a column of numbers of the given kind. The cell for a value v contains the number
// that of(v) returns. If this is NaN, the cell is missing.
//
//go:noinline
func Numbers[R any](name string, kind reports.Kind, of func(R) float64) Of[R] {
	return Cells(name, kind, func(r R) reports.Cell { return reports.Num(of(r)) })
}

// Bounds returns a column of numbers of the given kind, some of which may be lower bounds. The cell
// for a value v contains the number or bound that of(v) returns.
//
//go:noinline
func Bounds[R any](name string, kind reports.Kind, of func(R) frame.Bounded) Of[R] {
	return Cells(name, kind, func(r R) reports.Cell { return Bounded(of(r)) })
}

// Bounded returns a cell that contains x. If x is a lower bound, the cell is printed in the form ">
// 60 000".
func Bounded(x frame.Bounded) reports.Cell {
	if x.Lower {
		return reports.AtLeast(x.Value)
	}
	return reports.Num(x.Value)
}

// Estimates returns a column of estimates with their BCa bootstrap intervals. The cell for a value
// v contains the estimate that of(v) returns.
//
//go:noinline
func Estimates[R any](name string, kind reports.Kind, of func(R) stats.Estimate) Of[R] {
	return Cells(name, kind, func(r R) reports.Cell { return Est(of(r)) })
}

// Est returns a cell that contains an estimate and its BCa bootstrap interval, rounded as in
// [reports.Between].
func Est(e stats.Estimate) reports.Cell { return reports.Between(e.Value, e.BCa.Low, e.BCa.High) }

// YesNo returns a cell that contains the word "yes" or "no".
func YesNo(yes bool) reports.Cell {
	if yes {
		return reports.Str("yes")
	}
	return reports.Str("no")
}

// Doc returns a copy of the column with a definition, which is printed below the table.
//
//go:noinline
func (c Of[R]) Doc(definition string) Of[R] { c.Column.Doc = definition; return c }

// Unit returns a copy of the column with a unit, which is printed in the heading.
//
//go:noinline
func (c Of[R]) Unit(unit string) Of[R] { c.Column.Unit = unit; return c }

// Digits returns a copy of the column that prints n significant digits.
//
//go:noinline
func (c Of[R]) Digits(n int) Of[R] { c.Column.Digits = n; return c }

// Kind returns a copy of the column whose values have the given kind.
//
//go:noinline
func (c Of[R]) Kind(k reports.Kind) Of[R] { c.Column.Kind = k; return c }

// Full returns a copy of the column that prints counts with all digits, instead of shortening them
// with k or M.
//
//go:noinline
func (c Of[R]) Full() Of[R] { c.Column.Full = true; return c }

// From returns a copy of the column whose cells show the given statistic of trials. The function
// sample returns the trials for a value. The column prints its best value in bold, together with
// all values that do not differ significantly from it.
//
//go:noinline
func (c Of[R]) From(statistic Statistic, sample func(R) frame.Cell) Of[R] {
	c.Sample = func(r R) (frame.Cell, Statistic) { return sample(r), statistic }
	return c
}

// Smallest returns a copy of the column that prints its smallest value in bold.
//
//go:noinline
func (c Of[R]) Smallest() Of[R] { c.Column.Best = reports.Smallest; return c }

// Largest returns a copy of the column that prints its largest value in bold.
//
//go:noinline
func (c Of[R]) Largest() Of[R] { c.Column.Best = reports.Largest; return c }

// On converts a column for values of type R to a column for values of type S. In the new column,
// the cell for a value s is c's cell for of(s).
//
//go:noinline
func On[S, R any](of func(S) R, c Of[R]) Of[S] {
	on := Of[S]{Column: c.Column, Cell: func(s S) reports.Cell { return c.Cell(of(s)) }}
	if c.Sample != nil {
		on.Sample = func(s S) (frame.Cell, Statistic) { return c.Sample(of(s)) }
	}
	return on
}
