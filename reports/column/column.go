// Package column declares tables column by column: each says its heading and what
// its cells are of a value, and [Fill] makes a row of every value.
//
//	column.Fill(reports.Table{ID: "nodes", Title: "Nodes expanded", Groups: 1}, rows.Summarize(experiments.Expanded),
//		column.Size("n"), column.Strategy(), column.Instances("rings"), column.Solved(), column.Median("median").Smallest(),
//		column.Counts("moves", func(c frame.Cell) int { return moves[c.Size] }).Doc("of a shortest solution").Unit("moves"))
package column

import (
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Of is a column with a cell for each value of type R.
type Of[R any] reports.Field[R]

// Fill is [reports.Fill].
func Fill[R any](t reports.Table, values []R, columns ...Of[R]) reports.Table {
	fields := make([]reports.Field[R], len(columns))
	for i, c := range columns {
		fields[i] = reports.Field[R](c)
	}
	return reports.Fill(t, values, fields...)
}

// Cells is a column of any cells.
func Cells[R any](name string, kind reports.Kind, cell func(R) reports.Cell) Of[R] {
	return Of[R]{Column: reports.Column{Name: name, Kind: kind}, Cell: cell}
}

// Words is a column of words.
func Words[R any](name string, of func(R) string) Of[R] {
	return Cells(name, reports.Words, func(r R) reports.Cell { return reports.Str(of(r)) })
}

// Counts is a column of counts.
func Counts[R any, N ~int | ~int32 | ~int64 | ~uint32 | ~uint64](name string, of func(R) N) Of[R] {
	return Cells(name, reports.Count, func(r R) reports.Cell { return reports.Int(of(r)) })
}

// Numbers is a column of numbers, where NaN is missing.
func Numbers[R any](name string, kind reports.Kind, of func(R) float64) Of[R] {
	return Cells(name, kind, func(r R) reports.Cell { return reports.Num(of(r)) })
}

// Bounds is a column of numbers some of which are lower bounds.
func Bounds[R any](name string, kind reports.Kind, of func(R) frame.Bounded) Of[R] {
	return Cells(name, kind, func(r R) reports.Cell { return reports.Bounded(of(r)) })
}

// Estimates is a column of estimates with their intervals.
func Estimates[R any](name string, kind reports.Kind, of func(R) stats.Estimate) Of[R] {
	return Cells(name, kind, func(r R) reports.Cell { return reports.Est(of(r)) })
}

// Doc returns the column with its definition.
func (c Of[R]) Doc(definition string) Of[R] { c.Column.Doc = definition; return c }

// Unit returns the column with its unit.
func (c Of[R]) Unit(unit string) Of[R] { c.Column.Unit = unit; return c }

// Digits returns the column with its number of significant digits.
func (c Of[R]) Digits(n int) Of[R] { c.Column.Digits = n; return c }

// Kind returns the column with another kind of number.
func (c Of[R]) Kind(k reports.Kind) Of[R] { c.Column.Kind = k; return c }

// Full returns the column with counts that are never shortened.
func (c Of[R]) Full() Of[R] { c.Column.Full = true; return c }

// From returns the column with the statistic and the summary of trials that each of its
// cells shows: those that the instances cannot tell apart from the best stand out with it.
func (c Of[R]) From(statistic reports.Statistic, sample func(R) frame.Cell) Of[R] {
	c.Sample = func(r R) (frame.Cell, reports.Statistic) { return sample(r), statistic }
	return c
}

// Smallest returns the column with its smallest value standing out.
func (c Of[R]) Smallest() Of[R] { c.Column.Best = reports.Smallest; return c }

// Largest returns the column with its largest value standing out.
func (c Of[R]) Largest() Of[R] { c.Column.Best = reports.Largest; return c }

// On returns a column of values of type S for a column of something of them.
func On[S, R any](of func(S) R, c Of[R]) Of[S] {
	on := Of[S]{Column: c.Column, Cell: func(s S) reports.Cell { return c.Cell(of(s)) }}
	if c.Sample != nil {
		on.Sample = func(s S) (frame.Cell, reports.Statistic) { return c.Sample(of(s)) }
	}
	return on
}
