package colorwalk

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// families lists the ways to generate boards. Colors are from 1 to the requested
// number; small boards may lack some.
var families = []puzzle.Family[Board]{
	{
		Name: "uniform", Version: 1,
		Doc:    "boards whose colors are drawn with equal probability; the top left cell is blank",
		Source: "the boards of the series; with a colored start those of Programming Challenge 19, in the center those of code golf 26232",
		Options: []puzzle.Option{
			puzzle.OneOf("start", "coloured: no cell is blank, as in Flood-It; center: the same, but the game starts in the center", "blank", "coloured", "center"),
		},
		Bind: uniform,
	},
	{
		Name: "pattern", Version: 1,
		Doc:     "a regular pattern whose top left cell is blank; seed and index do not matter",
		Source:  "ours",
		Options: []puzzle.Option{puzzle.OneOf("kind", "the drawing", patternKinds...)},
		Bind:    drawn,
	},
}

// SizeOf returns the size to pass to [puzzle.Family.Instance] for boards with the given numbers of
// columns, rows and colors.
func SizeOf(width, height, colors int) puzzle.Size {
	return puzzle.Size{Text: fmt.Sprintf("%dx%dx%d", width, height, colors), Cells: width * height, Numbers: []int{height, width, colors}}
}

// parseSize parses WxH or WxHxC. Without C, the option colors gives the number
// of colors.
func parseSize(text string, c puzzle.Choice) (puzzle.Size, error) {
	text = wording.Crosses(text)
	board, colorsText := text, c.Value("colors")
	if i := strings.LastIndexByte(text, 'x'); i > strings.IndexByte(text, 'x') {
		board, colorsText = text[:i], text[i+1:]
	}
	width, height, err := wording.WxH(board)
	if err != nil {
		return puzzle.Size{}, err
	}
	colors, ok := wording.Digits(colorsText, int(MaxColors))
	switch err := checkSize(height, width); {
	case err != nil:
		return puzzle.Size{}, fmt.Errorf("%q is not a size: %w", text, wording.Unprefixed(name, err))
	case !ok || colors < 1 || colors > int(MaxColors):
		return puzzle.Size{}, fmt.Errorf("no board has %s colors (want 1 to %d)", colorsText, MaxColors)
	}
	return SizeOf(width, height, colors), nil
}

// uniform draws the cells at random, row by row. A blank start is not drawn.
func uniform(c puzzle.Choice) (makeOf, error) {
	start := c.Value("start")
	return boards(func(cells []Color, rows, cols, colors int, random *search.Random) (begin int) {
		if start == "center" {
			begin = centerOf(rows, cols)
		}
		if start == "blank" {
			cells = cells[1:]
		}
		for i := range cells {
			cells[i] = Color(1 + random.Below(colors))
		}
		return begin
	}), nil
}

// makeOf makes a board of the given size and index.
type makeOf = func(size puzzle.Size, index int, random *search.Random) (Board, error)

// boards returns a generator of boards. fill colors the cells, which are blank
// at first, and returns the start.
func boards(fill func(cells []Color, rows, cols, colors int, random *search.Random) (begin int)) makeOf {
	return func(size puzzle.Size, _ int, random *search.Random) (Board, error) {
		rows, cols, colors := size.Numbers[0], size.Numbers[1], size.Numbers[2]
		if colors < 1 || colors > int(MaxColors) {
			return Board{}, fmt.Errorf("no board has %d colors (want 1 to %d)", colors, MaxColors)
		}
		if err := checkSize(rows, cols); err != nil {
			return Board{}, err
		}
		cells := make([]Color, rows*cols)
		return NewBoard(rows, cols, fill(cells, rows, cols, colors, random), cells)
	}
}

type drawing struct {
	name  string
	color func(row, col, rows, cols, colors int) int
}

// drawings lists the regular patterns. Each function returns the color of a
// cell, from 0, to be taken modulo the number of colors.
//
// The patterns are extreme, not typical. In stripes, rings and diagonal, each layer of the region
// graph has only one color. So there is only one shortest solution, its length is the depth of the
// graph, and every lower bound that counts layers is exact. In checkers and spiral with three or
// more colors, the layers have several colors. Solutions are then a move or two longer than the
// depth of the graph, and there are many of the same length, which a complete search must examine.
// On 6x6 cells with 4 colors, diagonal has one solution of 10 moves, checkers has 32 of 11 moves,
// and spiral has 632 of 12 moves, while all three graphs have the same depth.
var drawings = []drawing{
	// Columns of one color each: cols − 1 moves, and one more for the rest of
	// the first column if there are no more columns than colors.
	{"stripes", func(_, col, _, _, _ int) int { return col }},
	// Squares of one cell: dark ones, including the start, in color 1, light
	// ones in the other colors by columns. Two colors make a chessboard, as in
	// diagonal and spiral.
	{"checkers", func(row, col, _, _, colors int) int {
		if (row+col)%2 == 0 || colors == 1 {
			return 0
		}
		return 1 + col%(colors-1)
	}},
	// Nested squares, with the blank cell in the outermost: one move for each.
	{"rings", func(row, col, rows, cols, _ int) int { return min(row, col, rows-1-row, cols-1-col) }},
	// Diagonals of one color each, whose cells touch only at corners: as many
	// regions as cells, and rows + cols − 2 moves if there are two or more
	// colors.
	{"diagonal", func(row, col, _, _, _ int) int { return row + col }},
	// A path of single cells that winds inward from the start, each with the
	// next color. Its turns touch, and moves cross from one turn to the next, so
	// there are far fewer moves than cells.
	{"spiral", spiral},
}

var patternKinds = wording.Each(drawings, func(d drawing) string { return d.name })

// drawn returns the generator of a regular pattern, which uses no random
// numbers.
func drawn(c puzzle.Choice) (makeOf, error) {
	d := drawings[slices.Index(patternKinds, c.Value("kind"))]
	return boards(func(cells []Color, rows, cols, colors int, _ *search.Random) (begin int) {
		for i := range cells {
			cells[i] = Color(1 + d.color(i/cols, i%cols, rows, cols, colors)%colors)
		}
		cells[0] = Blank
		return 0
	}), nil
}

// spiral returns the position of a cell on the path from the top left corner
// along the top row, down, back and up, ring by ring.
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
