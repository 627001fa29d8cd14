package colorwalk

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// families are the ways to make boards. Colours are among 1 and the number asked
// for; a small board need not have all.
var families = []puzzle.Family[Board]{
	{
		Name: "uniform", Version: 1,
		Doc:    "every cell's colour drawn with the same probability; the top left cell is blank",
		Source: "the boards of the series; with a coloured start those of Programming Challenge 19, in the centre those of code golf 26232",
		Options: []puzzle.Option{
			puzzle.OneOf("start", "coloured: no cell is blank, as in Flood-It; center: nor here, and the game starts in the centre", "blank", "coloured", "center"),
		},
		Bind: uniform,
	},
	{
		Name: "pattern", Version: 1,
		Doc:     "a regular drawing, its top left cell blank; neither seed nor index matter",
		Source:  "ours",
		Options: []puzzle.Option{puzzle.OneOf("kind", "the drawing", patternKinds...)},
		Bind:    drawn,
	},
}

// SizeOf returns the size of boards of so many columns, rows and colours, for
// [puzzle.Family.Instance].
func SizeOf(width, height, colors int) puzzle.Size {
	return puzzle.Size{Text: fmt.Sprintf("%dx%dx%d", width, height, colors), Cells: width * height, Numbers: []int{height, width, colors}}
}

// parseSize reads WxH or WxHxC. The colours are those of the option colors where
// the text has none.
func parseSize(text string, c puzzle.Choice) (puzzle.Size, error) {
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
		return puzzle.Size{}, fmt.Errorf("no board has %s colours (want 1 to %d)", colorsText, MaxColors)
	}
	return SizeOf(width, height, colors), nil
}

// uniform draws the cells row by row. A blank start is not drawn.
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

// makeOf makes a board of that size and index.
type makeOf = func(size puzzle.Size, index int, random *search.Random) (Board, error)

// boards makes boards whose cells, blank at first, fill colours. It returns the
// cell to start from.
func boards(fill func(cells []Color, rows, cols, colors int, random *search.Random) (begin int)) makeOf {
	return func(size puzzle.Size, _ int, random *search.Random) (Board, error) {
		rows, cols, colors := size.Numbers[0], size.Numbers[1], size.Numbers[2]
		if colors < 1 || colors > int(MaxColors) {
			return Board{}, fmt.Errorf("no board has %d colours (want 1 to %d)", colors, MaxColors)
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
var drawings = []drawing{
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

var patternKinds = wording.Each(drawings, func(d drawing) string { return d.name })

// drawn draws nothing at random.
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
