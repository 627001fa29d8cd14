package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// MatrixOptions say how a [Matrix] is drawn.
type MatrixOptions struct {
	Quantity string  // what the numbers are, such as "boards on which the row needs less"; it stands below
	Most     float64 // the number that has the darkest shade; 0 means the largest

	Width, Height Length // 0 means 7 inches and what the rows need
}

// Matrix draws a number for every ordered pair of names, such as on how many
// instances one strategy is ahead of another: values[i][j] is of row i against
// column j. The names stand at the left of the rows and, each on a line of its own,
// above the columns. The darker a cell, the larger its number, on a linear scale
// from 0; where cells are too narrow, the shade is all that is left of it. What is
// NaN, such as a diagonal, is left blank.
//
// A figure without names says so. Values that are negative or not as many as the
// pairs, names given twice and bad IDs are errors.
func Matrix(id, title string, opt MatrixOptions, names []string, values [][]float64) (Figure, error) {
	ch := newChart("Matrix", id, title, cmp.Or(opt.Width, TwoColumns), cmp.Or(opt.Height, (matrixRow+noteStep)*Length(len(names))+rowsHeight(0)))
	m := matrix{names: names, values: values, most: opt.Most}
	ch.distinct(names...)
	m.check(ch)
	if len(names) == 0 || ch.err != nil {
		return ch.missing("")
	}
	ch.x = axis{label: opt.Quantity, rows: []string{}, lo: 0.5, hi: float64(len(names)) + 0.5}
	ch.y, ch.head = rowAxis(names), noteStep*Length(len(names)-1)
	ch.under = append(ch.under, layer{marks: []mark{m.cells()}}, layer{class: "numbers", marks: m.numbers()})
	ch.data = heads("row", "column", cmp.Or(opt.Quantity, "value"))
	m.each(func(i, j int, v float64) { ch.data.add(names[i], names[j], v) })
	m.describe(ch, opt.Quantity)
	ch.Caption = fmt.Sprintf("%s; darker is more.", capitalised(cmp.Or(opt.Quantity, "values")))
	return ch.figure()
}

// matrixRow is the height of a row of numbers.
const matrixRow Length = 16

// matrix is a matrix being drawn.
type matrix struct {
	names  []string
	values [][]float64
	most   float64
}

// check refuses what cannot be drawn, and finds the largest value if none is set.
func (m *matrix) check(ch *chart) {
	ch.check(len(m.names) == 0 || len(m.values) == len(m.names), "matrix: %d names, but %d rows of values", len(m.names), len(m.values))
	largest := 0.0
	for i, row := range m.values[:min(len(m.values), len(m.names))] {
		ch.check(len(row) == len(m.names), "matrix: row %q has %d values (want %d)", m.names[i], len(row), len(m.names))
		for j, v := range row[:min(len(row), len(m.names))] {
			ch.check(!(v < 0 || math.IsInf(v, 0)), "matrix: %q against %q: cannot draw %v", m.names[i], m.names[j], v)
			if v > largest { // not so if v is NaN
				largest = v
			}
		}
	}
	m.most = cmp.Or(m.most, largest)
}

// shade returns the place of a value on the colour scale.
func (m *matrix) shade(v float64) int {
	if m.most <= 0 {
		return 0
	}
	return shadeOf(v / m.most)
}

// each calls f with every cell that is drawn.
func (m *matrix) each(f func(i, j int, v float64)) {
	for i, row := range m.values {
		for j, v := range row {
			if !math.IsNaN(v) {
				f(i, j, v)
			}
		}
	}
}

// cells are the cells.
func (m *matrix) cells() mark {
	grid := cellMark{gap: size{most: 2 * hairline}}
	m.each(func(i, j int, v float64) {
		grid.cells = append(grid.cells, cell{float64(j + 1), -float64(i), m.shade(v)})
	})
	return grid
}

// numbers are the values in the cells, and the names of the columns above them, each
// higher than the one before, so that lines lead down to the columns.
func (m *matrix) numbers() (marks []mark) {
	var lines []mark
	for j, name := range m.names {
		top := to(float64(j+1), edge)
		up := 3 + noteStep*Length(j)
		marks = append(marks, textMark{text: name, at: top.by(-2.5, up), style: noteStyle.plain().from(end)})
		lines = append(lines, lineMark{pts: []place{top.by(0, 1), top.by(0, up+noteSize*capHeight)}, tone: tone{name: "rule"}, width: hairline, free: true})
	}
	var values cellTextMark
	m.each(func(i, j int, v float64) {
		values = append(values, cellText{cell{float64(j + 1), -float64(i), m.shade(v)}, shortNumber(v)})
	})
	return append(append(marks, lines...), values)
}

// describe adds to the text alternative: the means of the rows.
func (m *matrix) describe(ch *chart, quantity string) {
	ch.say("Matrix of %s, for %s names against each other.", cmp.Or(quantity, "values"), count(len(m.names)))
	for i, name := range m.names {
		values := slices.DeleteFunc(slices.Clone(m.values[i]), math.IsNaN)
		sum := 0.0
		for _, v := range values {
			sum += v
		}
		if n := len(values); n > 0 {
			ch.say(" %s: %s on average.", name, spoken(sum/float64(n)))
		}
	}
}
