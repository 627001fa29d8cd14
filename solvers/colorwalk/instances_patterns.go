package colorwalk

import (
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// drawings are the regular drawings, by the colour of each cell, counted from
// 0 and taken modulo the number of colours.
//
// They are extreme, not typical. Stripes, rings and diagonal play themselves:
// each layer of the region graph has one colour, so there is one shortest
// solution, as long as the graph is deep, and every lower bound that counts
// layers is exact. In checkers and spiral of three colours or more the layers
// have several colours. Solutions are then a move or two longer than the graph
// is deep, and there are many of the same length for a complete search to meet:
// on 6x6 cells of 4 colours diagonal has one, of 10 moves, checkers has 32, of
// 11, and spiral 632, of 12; all three are as deep.
var drawings = []struct {
	name  string
	color func(row, col, rows, cols, colors int) int
}{
	// Columns of one colour each: cols − 1 moves, and one more for the rest of
	// the first column if there are no more columns than colours.
	{"stripes", func(_, col, _, _, _ int) int { return col }},
	// Squares of one cell: the dark ones, that of the start among them, in
	// colour 1, the light ones in the other colours by columns. Two colours
	// make a chessboard, as they do in diagonal and spiral.
	{"checkers", func(row, col, _, _, colors int) int {
		if (row+col)%2 == 0 || colors == 1 {
			return 0
		}
		return 1 + col%(colors-1)
	}},
	// Squares around squares, the blank cell in the outermost: a move for each.
	{"rings", func(row, col, rows, cols, _ int) int { return min(row, col, rows-1-row, cols-1-col) }},
	// Diagonals of one colour each, whose cells touch at corners only: as many
	// regions as cells, and rows + cols − 2 moves, if there are two colours or
	// more.
	{"diagonal", func(row, col, _, _, _ int) int { return row + col }},
	// A way of single cells that winds from the start inwards, each with the
	// next colour. Its turns touch, and moves cross from turn to turn, so that
	// they are far fewer than the cells of the way.
	{"spiral", spiral},
}

func patternKinds() []string {
	kinds := make([]string, len(drawings))
	for i, p := range drawings {
		kinds[i] = p.name
	}
	return kinds
}

// drawn draws nothing at random.
func drawn(kind string) func(puzzle.Size, int, *search.Random) (Board, error) {
	return func(size puzzle.Size, _ int, _ *search.Random) (Board, error) {
		rows, cols, colors, err := shape(size)
		if err != nil {
			return Board{}, err
		}
		cells := make([]Color, rows*cols)
		for _, p := range drawings {
			if p.name != kind {
				continue
			}
			for i := range cells {
				cells[i] = Color(1 + p.color(i/cols, i%cols, rows, cols, colors)%colors)
			}
		}
		cells[0] = Blank
		return NewBoard(rows, cols, 0, cells)
	}
}

// spiral counts the cells of the way from the top left corner along the top
// row, down, back and up, ring by ring.
func spiral(row, col, rows, cols, _ int) int {
	ring := min(row, col, rows-1-row, cols-1-col)
	height, width := rows-2*ring, cols-2*ring
	before := rows*cols - height*width // cells of the outer rings
	row, col = row-ring, col-ring
	switch {
	case row == 0:
		return before + col
	case col == width-1:
		return before + width - 1 + row
	case row == height-1:
		return before + width - 1 + height - 1 + width - 1 - col
	default: // up the first column, which ends below the corner
		return before + 2*(width-1) + height - 1 + height - 1 - row
	}
}
