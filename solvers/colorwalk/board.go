package colorwalk

import (
	"errors"
	"fmt"
	"strings"
)

// Color is the color of a cell, or the move that plays this color. The colors are 1 to [MaxColors];
// 0 is blank and not a move.
type Color uint8

const (
	// Blank is the color of a cell that has been removed or was never colored.
	Blank Color = 0
	// MaxColors is the largest color number. In text form, colors are the digits 1 to 9 and the
	// letters a to z.
	MaxColors Color = 35
	// MaxCells is the maximum number of cells on a board.
	MaxCells = 1 << 24
)

// Board is an instance of the puzzle: a grid of colored cells, and the cell at
// which the blank area begins. Cells are numbered row by row from 0. Boards are
// immutable and can be compared with ==. The zero Board is invalid; [NewBoard]
// and the parsers make valid boards.
//
// The start is blank, as in Color Walk, or colored, as in Flood-It. If it is colored, the cells of
// its color that are connected to it count as part of the blank area. All blank cells are connected
// to the start.
type Board struct {
	rows, cols, start int32
	cells             string // the color of each cell
}

var errZeroBoard = errors.New("colorwalk: the zero Board is no board; make one with NewBoard or a parser")

// NewBoard returns a board with the given size. The slice cells lists the colors row by row;
// NewBoard copies it. The blank area begins at cell number start; −1 means the first blank cell, or
// the top left cell if none is blank. The error names the first invalid cell.
func NewBoard(rows, cols, start int, cells []Color) (Board, error) {
	if err := checkSize(rows, cols); err != nil {
		return Board{}, err
	}
	if len(cells) != rows*cols {
		return Board{}, fmt.Errorf("colorwalk: a board of %dx%d has %d cells, got %d colors", cols, rows, rows*cols, len(cells))
	}
	if start < -1 || start >= len(cells) {
		return Board{}, fmt.Errorf("colorwalk: no cell %d to start from on a board of %dx%d (want 0 to %d, or -1)", start, cols, rows, len(cells)-1)
	}
	text := make([]byte, len(cells))
	for cell, c := range cells {
		if c > MaxColors {
			return Board{}, fmt.Errorf("colorwalk: cell %d: %d is not a color (want 0 to %d)", cell, c, MaxColors)
		}
		text[cell] = byte(c)
	}
	b, stray := makeBoard(rows, cols, start, string(text))
	if stray >= 0 {
		return Board{}, fmt.Errorf("colorwalk: cell %d is blank but not connected to the start, cell %d, through blank cells", stray, b.start)
	}
	return b, nil
}

// makeBoard is [NewBoard] of text that holds colors. stray is the first blank
// cell that is not in the blank area, −1 if there is none.
func makeBoard(rows, cols, start int, cells string) (b Board, stray int) {
	blank := strings.IndexByte(cells, byte(Blank))
	if start < 0 {
		start = max(blank, 0)
	}
	b = Board{rows: int32(rows), cols: int32(cols), start: int32(start), cells: cells}
	if blank >= 0 {
		for cell, inside := range newFlood(b).inside {
			if !inside && cells[cell] == byte(Blank) {
				return b, cell
			}
		}
	}
	return b, -1
}

// checkSize accepts 1x1 to MaxCells cells.
func checkSize(rows, cols int) error {
	switch {
	case rows < 1 || cols < 1:
		return fmt.Errorf("colorwalk: no board is %dx%d", cols, rows)
	case rows > MaxCells/cols:
		return fmt.Errorf("colorwalk: a board of %dx%d has more than %d cells", cols, rows, MaxCells)
	}
	return nil
}

// Rows returns the number of rows.
func (b Board) Rows() int { return int(b.rows) }

// Cols returns the number of columns.
func (b Board) Cols() int { return int(b.cols) }

// Cells returns the number of cells.
func (b Board) Cells() int { return len(b.cells) }

// Start returns the cell at which the blank area begins.
func (b Board) Start() int { return int(b.start) }

// Color returns the color of a cell, or [Blank].
func (b Board) Color(cell int) Color { return Color(b.cells[cell]) }

// Colors returns the largest color on the board, or 0 if all cells are blank. Smaller colors may be
// missing from the board.
func (b Board) Colors() Color {
	var most Color
	for _, c := range []byte(b.cells) {
		most = max(most, Color(c))
	}
	return most
}
