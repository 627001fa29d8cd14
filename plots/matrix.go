package plots

import (
	"cmp"
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// MatrixOptions sets the text and scale of a [Matrix] figure.
type MatrixOptions struct {
	// Quantity describes the numbers, such as "boards on which the row needs less". The figure
	// shows it below the matrix.
	Quantity string
	Most     float64 // number that gets the darkest shade; 0 means the largest number in the figure
}

// Matrix draws a number for every ordered pair of names, such as the number of instances on which
// one strategy beats another. Each values[i][j] compares row i with column j.
//
// The names are to the left of the rows and above the columns. If the columns are too narrow for
// names, they are numbered instead. The darker a cell, the larger its number, on a linear scale
// from 0. If cells are too narrow for numbers, they show only the shade. Cells with NaN, such as
// those on the diagonal, are blank.
//
// If there are no names, the figure says so. Matrix returns an error if a value is negative, if the
// numbers of values and names differ, if names repeat, or if the ID is invalid.
func Matrix(id, title string, opt MatrixOptions, names []string, values [][]float64) (Figure, error) {
	ch := newDraft("Matrix", id, title, matrixRow*Length(len(names))+rowsHeight(0))
	ch.distinct(names...)
	ch.check(len(names) == 0 || len(values) == len(names), "matrix: %d names, but %d rows of values", len(names), len(values))
	largest := 0.0
	for i, row := range values[:min(len(values), len(names))] {
		ch.check(len(row) == len(names), "matrix: row %q has %d values (want %d)", names[i], len(row), len(names))
		for j, v := range row[:min(len(row), len(names))] {
			ch.check(!(v < 0 || math.IsInf(v, 0)), "matrix: %q against %q: cannot draw %v", names[i], names[j], v)
			if v > largest { // false if v is NaN
				largest = v
			}
		}
	}
	if len(names) == 0 || ch.err != nil {
		return ch.missing("")
	}
	ch.data = heads("row", "column", cmp.Or(opt.Quantity, "value"))
	ch.say("This matrix shows the %s for each pair of %s names.", aloud(cmp.Or(opt.Quantity, "value")), number.Count(len(names)))
	grid := chart.Cells{Gap: chart.Size{Most: 2 * chart.Hairline}}
	for i, row := range values {
		sum, n := 0.0, 0
		for j, v := range row {
			if !math.IsNaN(v) {
				grid.Cells = append(grid.Cells, chart.Cell{X: float64(j + 1), Y: -float64(i), Shade: v / cmp.Or(opt.Most, largest, 1), Text: number.Short(v)})
				ch.data.add(names[i], names[j], v)
				sum, n = sum+v, n+1
			}
		}
		if n > 0 {
			ch.say(" The average for %s is %s.", names[i], number.Spoken(sum/float64(n)))
		}
	}
	ch.X = chart.Axis{Label: opt.Quantity, Rows: names, Lo: 0.5, Hi: float64(len(names)) + 0.5}
	ch.Y = rowAxis(names)
	ch.behind("", grid)
	ch.Caption = fmt.Sprintf("%s; darker means more.", capitalised(cmp.Or(opt.Quantity, "values")))
	return ch.figure()
}

// matrixRow is the height of a row of numbers.
const matrixRow Length = 18
