package plots

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// MatrixOptions say how a [Matrix] is drawn.
type MatrixOptions struct {
	Quantity string  // what the numbers are, such as "boards on which the row needs less"; it stands below
	Most     float64 // the number that has the darkest shade; 0 means the largest

	Width, Height vg.Length // 0 means 7 inches and what the rows need
}

// Matrix draws a number for every ordered pair of names, such as on how many
// instances one strategy is ahead of another: values[i][j] is of row i against
// column j. The columns have the numbers of the rows. The darker a cell, the
// larger its number, on a linear scale from 0. What is NaN, such as a diagonal,
// is left blank.
//
// A figure without names says so. Values that are negative or not as many as the
// pairs, names given twice and bad IDs are errors.
func Matrix(id, title string, opt MatrixOptions, names []string, values [][]float64) (Figure, error) {
	opt.Width = cmp.Or(opt.Width, TwoColumns)
	if len(names) == 0 {
		return noData(id, title, opt.Width)
	}
	if err := distinct(names); err != nil {
		return Figure{}, err
	}
	m := matrix{names: names, values: values, most: opt.Most}
	if err := m.check(); err != nil {
		return Figure{}, err
	}
	if opt.Height == 0 {
		opt.Height = matrixRow*vg.Length(len(names)) + rowsHeight(0)
	}
	rows := make([]string, len(names))
	for i, name := range names {
		rows[i] = fmt.Sprintf("%s  %d", name, i+1)
	}
	ch := chart{
		x: axis{label: opt.Quantity, rows: []string{}, lo: 0.5, hi: float64(len(names)) + 0.5},
		y: rowAxis(rows),
	}
	ch.add(m.cells, m.numbers)
	f, err := newFigure(id, title, opt.Width, opt.Height, ch.draw)
	f.Alt = m.describe(opt.Quantity)
	f.Caption = fmt.Sprintf("%s; columns have the numbers of the rows, darker is more.", capitalised(cmp.Or(opt.Quantity, "values")))
	return f, err
}

// matrixRow is the height of a row of numbers.
const matrixRow vg.Length = 16

// matrix is a matrix being drawn.
type matrix struct {
	names  []string
	values [][]float64
	most   float64
}

// check refuses what cannot be drawn, and finds the largest value if none is set.
func (m *matrix) check() error {
	if len(m.values) != len(m.names) {
		return fmt.Errorf("plots: matrix: %d names, but %d rows of values", len(m.names), len(m.values))
	}
	largest := 0.0
	for i, row := range m.values {
		if len(row) != len(m.names) {
			return fmt.Errorf("plots: matrix: row %q has %d values (want %d)", m.names[i], len(row), len(m.names))
		}
		for j, v := range row {
			if v < 0 || math.IsInf(v, 0) {
				return fmt.Errorf("plots: matrix: %q against %q: cannot draw %v", m.names[i], m.names[j], v)
			}
			if v > largest { // not so if v is NaN
				largest = v
			}
		}
	}
	m.most = cmp.Or(m.most, largest)
	return nil
}

// shade returns the place of a value on the colour scale.
func (m *matrix) shade(v float64) int {
	if m.most <= 0 {
		return 0
	}
	return min(max(int(math.Round(v/m.most*(shades-1))), 0), shades-1)
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

// cells fills the cells, those of one shade in one path.
func (m *matrix) cells(c draw.Canvas, x, y func(float64) vg.Length) error {
	beginGroup(c, "cells", "")
	defer endGroup(c)
	var paths [shades]vg.Path
	m.each(func(i, j int, v float64) {
		left, bottom := x(float64(j)+0.5), y(-float64(i)-0.5)
		right, top := x(float64(j)+1.5), y(-float64(i)+0.5)
		k := m.shade(v)
		paths[k] = append(paths[k], rectangle(left+hairline, bottom+hairline, right-hairline, top-hairline)...)
	})
	for k, p := range paths {
		if len(p) > 0 {
			c.SetColor(shadeColor(k))
			c.Fill(p)
		}
	}
	return nil
}

// numbers writes the values into the cells and the numbers of the columns above
// them.
func (m *matrix) numbers(c draw.Canvas, x, y func(float64) vg.Length) error {
	beginGroup(c, "numbers", "")
	defer endGroup(c)
	s := noteStyle
	s.anchor = middle
	for j := range m.names {
		write(c, s, vg.Point{X: x(float64(j + 1)), Y: c.Max.Y + 2}, fmt.Sprint(j+1))
	}
	s.centred = true
	m.each(func(i, j int, v float64) {
		s.color = ink
		if shade := shadeColor(m.shade(v)); contrast(ink, shade) < contrast(paper, shade) {
			s.color = paper
		}
		write(c, s, vg.Point{X: x(float64(j + 1)), Y: y(-float64(i))}, shortNumber(v))
	})
	return nil
}

// describe is the text alternative of a matrix: the largest value, and the sums
// of the rows.
func (m *matrix) describe(quantity string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Matrix of %s, for %s names against each other.", cmp.Or(quantity, "values"), count(len(m.names)))
	for i, name := range m.names {
		sum, n := 0.0, 0
		for _, v := range m.values[i] {
			if !math.IsNaN(v) {
				sum, n = sum+v, n+1
			}
		}
		if n > 0 {
			fmt.Fprintf(&b, " %s: %s on average.", name, spoken(sum/float64(n)))
		}
	}
	return b.String()
}
