package colorwalk

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
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
		Bind: func(c puzzle.Choice) (func(puzzle.Size, int, *search.Random) (Board, error), error) {
			return uniform(c.Value("start")), nil
		},
	},
	{
		Name: "pattern", Version: 1,
		Doc:     "a regular drawing, its top left cell blank; neither seed nor index matter",
		Source:  "ours",
		Options: []puzzle.Option{puzzle.OneOf("kind", "the drawing", patternKinds()...)},
		Bind: func(c puzzle.Choice) (func(puzzle.Size, int, *search.Random) (Board, error), error) {
			return drawn(c.Value("kind")), nil
		},
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
	fail := func(err error) (puzzle.Size, error) {
		return puzzle.Size{}, fmt.Errorf("%q is not a size: %w", text, puzzle.Unprefixed(name, err))
	}
	board, colorsText := text, c.Value("colors")
	if i := strings.LastIndexByte(text, 'x'); i > strings.IndexByte(text, 'x') {
		board, colorsText = text[:i], text[i+1:]
	}
	width, height, err := puzzle.ParseWxH(board)
	if err != nil {
		return puzzle.Size{}, err
	}
	colors, ok := puzzle.Digits(colorsText, int(MaxColors))
	switch err := checkSize(height, width); {
	case err != nil:
		return fail(err)
	case !ok || colors < 1 || colors > int(MaxColors):
		return puzzle.Size{}, fmt.Errorf("no board has %s colours (want 1 to %d)", colorsText, MaxColors)
	}
	return SizeOf(width, height, colors), nil
}

// shape returns the rows, columns and colours of a size.
func shape(size puzzle.Size) (rows, cols, colors int, err error) {
	rows, cols, colors = size.Numbers[0], size.Numbers[1], size.Numbers[2]
	if colors < 1 || colors > int(MaxColors) {
		return 0, 0, 0, fmt.Errorf("no board has %d colours (want 1 to %d)", colors, MaxColors)
	}
	return rows, cols, colors, checkSize(rows, cols)
}

// uniform draws the cells row by row. A blank start is not drawn.
func uniform(start string) func(puzzle.Size, int, *search.Random) (Board, error) {
	return func(size puzzle.Size, _ int, random *search.Random) (Board, error) {
		rows, cols, colors, err := shape(size)
		if err != nil {
			return Board{}, err
		}
		cells := make([]Color, rows*cols)
		begin := 0
		switch start {
		case "blank":
			drawUniform(cells[1:], colors, random)
		case "coloured":
			drawUniform(cells, colors, random)
		case "center":
			drawUniform(cells, colors, random)
			begin = centerOf(rows, cols)
		}
		return NewBoard(rows, cols, begin, cells)
	}
}

// drawUniform fills cells with colours that are all equally likely.
func drawUniform(cells []Color, colors int, random *search.Random) {
	for i := range cells {
		cells[i] = Color(1 + random.Below(colors))
	}
}
