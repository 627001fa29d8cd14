package tiles

import (
	"errors"
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// MaxCells is the maximum number of cells on a board.
const MaxCells = 25

// Board is an instance of the puzzle: an arrangement of tiles and the goal to reach. Cells are
// numbered row by row from 0; tile 0 is the blank. Boards can be compared with ==. The zero Board
// is invalid: it has no cells and no moves, and is neither solved nor solvable. [NewBoard] and the
// parsers make valid boards.
type Board struct {
	width, height uint8
	goal          Goal
	tiles         [MaxCells]uint8
}

var errZeroBoard = errors.New("tiles: the zero Board is no board; make one with NewBoard or a parser")

// NewBoard returns a board with the given size and goal. The slice tiles lists the tiles row by
// row, with 0 for the blank; NewBoard copies it. The error names the first invalid cell. An
// unsolvable board is not an error; see [Board.Check].
func NewBoard(width, height int, goal Goal, tiles []int) (Board, error) {
	if err := checkSize(width, height); err != nil {
		return Board{}, err
	}
	cells := width * height
	if len(tiles) != cells {
		return Board{}, fmt.Errorf("tiles: a board of %dx%d has %d cells, got %d tiles", width, height, cells, len(tiles))
	}
	goal, err := goal.on(width, height)
	if err != nil {
		return Board{}, err
	}
	b := Board{width: uint8(width), height: uint8(height), goal: goal}
	var cellOf [MaxCells]int
	for cell, tile := range tiles {
		if tile < 0 || tile >= cells {
			return Board{}, fmt.Errorf("tiles: cell %d: %d is not a tile of a board of %dx%d (want 0 to %d)", cell, tile, width, height, cells-1)
		}
		if before := cellOf[tile]; before > 0 {
			return Board{}, fmt.Errorf("tiles: cell %d: tile %d is on cell %d already", cell, tile, before-1)
		}
		cellOf[tile] = cell + 1
		b.tiles[cell] = uint8(tile)
	}
	return b, nil
}

// checkSize returns an error unless a board has at least 2x2 and at most 25 cells.
func checkSize(width, height int) error {
	switch {
	case width < 1 || height < 1:
		return fmt.Errorf("tiles: no board is %dx%d", width, height)
	case width == 1 || height == 1:
		return fmt.Errorf("tiles: a board of %dx%d is a line, on which the order of the tiles cannot change (want 2x2 or more)", width, height)
	case width > MaxCells || height > MaxCells || width*height > MaxCells:
		return fmt.Errorf("tiles: a board of %dx%d has more than %d cells", width, height, MaxCells)
	}
	return nil
}

// Solved returns the board of the given size on which every tile is at home.
func Solved(width, height int, goal Goal) (Board, error) {
	if err := checkSize(width, height); err != nil {
		return Board{}, err
	}
	goal, err := goal.on(width, height)
	if err != nil {
		return Board{}, err
	}
	return NewBoard(width, height, goal, wording.Each([]byte(goal.order(width, height)), func(tile byte) int { return int(tile) }))
}

// Width returns the number of columns.
func (b Board) Width() int { return int(b.width) }

// Height returns the number of rows.
func (b Board) Height() int { return int(b.height) }

// Cells returns the number of cells, which is the number of tiles plus one.
func (b Board) Cells() int { return int(b.width) * int(b.height) }

// Goal returns the arrangement that solves the board.
func (b Board) Goal() Goal { return b.goal }

// Tile returns the tile on a cell, or 0 for the blank.
func (b Board) Tile(cell int) int { return int(b.tiles[cell]) }

// Tiles returns the tile on each cell, in a new slice.
func (b Board) Tiles() []int {
	tiles := make([]int, b.Cells())
	for cell := range tiles {
		tiles[cell] = int(b.tiles[cell])
	}
	return tiles
}

// Blank returns the cell of the blank, or −1 for the zero Board.
func (b Board) Blank() int {
	for cell := range b.Cells() {
		if b.tiles[cell] == 0 {
			return cell
		}
	}
	return -1
}

// Home returns the cell on which a tile belongs.
func (b Board) Home(tile int) int {
	switch {
	case b.goal == BlankFirst:
		return tile
	case b.goal != BlankLast:
		return strings.IndexByte(b.goal.order(b.Width(), b.Height()), byte(tile))
	case tile == 0:
		return b.Cells() - 1
	}
	return tile - 1
}

// Solved reports whether every tile is at home.
func (b Board) Solved() bool {
	if b.Cells() == 0 {
		return false
	}
	for cell := range b.Cells() {
		if b.Home(int(b.tiles[cell])) != cell {
			return false
		}
	}
	return true
}

// Turned returns the board rotated by 180 degrees and renumbered so that the goal blank-last
// becomes blank-first and vice versa. Solutions keep their length, and each [Move] becomes its
// opposite.
func (b Board) Turned() Board {
	turned := func(tiles []uint8) (t [MaxCells]uint8) {
		for cell, tile := range tiles {
			t[len(tiles)-1-cell] = uint8((len(tiles) - int(tile)) % len(tiles))
		}
		return t
	}
	n := b.Cells()
	order := turned([]uint8(b.goal.order(b.Width(), b.Height())))
	t := Board{width: b.width, height: b.height, tiles: turned(b.tiles[:n])}
	t.goal, _ = Goal(order[:n]).on(b.Width(), b.Height())
	return t
}

// For returns the board renumbered for the given goal. The result is solvable if and only if b is.
//
// Between [BlankLast] and [BlankFirst], For returns [Board.Turned], which needs the same number of
// moves. For other goals, it first moves the blank in the solved board of the new goal to the home
// of b's blank. Then it replaces each tile of b with the tile that is now on the tile's home cell
// in the solved board. The number of moves may change.
func (b Board) For(goal Goal) (Board, error) {
	to, err := Solved(b.Width(), b.Height(), goal)
	turned := b.Turned()
	switch {
	case err != nil || to.goal == b.goal:
		return b, err
	case to.goal == turned.goal:
		return turned, nil
	}
	home := b.Home(0)
	for m := Up; to.Blank() != home; m = m%Right + 1 {
		if next, ok := to.Apply(m); ok && b.Apart(next.Blank(), home) < b.Apart(to.Blank(), home) {
			to = next
		}
	}
	numbers := to.tiles
	for cell := range b.Cells() {
		to.tiles[cell] = numbers[b.Home(b.Tile(cell))]
	}
	return to, nil
}

// Apply returns the board after a move, and whether the move is possible.
func (b Board) Apply(m Move) (Board, bool) {
	if b.Cells() == 0 {
		return b, false
	}
	to := b.Blank() // the moving tile comes here
	from, ok := m.From(to, b.Width(), b.Height())
	if !ok {
		return b, false
	}
	b.tiles[to], b.tiles[from] = b.tiles[from], 0
	return b, true
}

// Replay returns the board after all moves in a path. The error names the first impossible move.
func (b Board) Replay(path []Move) (Board, error) {
	for i, m := range path {
		next, ok := b.Apply(m)
		if !ok {
			return b, fmt.Errorf("tiles: move %d of %d, %v, cannot be made on %v", i+1, len(path), m, b)
		}
		b = next
	}
	return b, nil
}
