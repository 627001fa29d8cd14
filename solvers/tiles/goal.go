package tiles

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Goal is the arrangement that solves a board. It is one of the constants below, or a list of tiles
// in the order of their cells, as [ParseGoal] returns it.
type Goal string

// Named goals. The first two are equivalent; see [Board.Turned].
const (
	BlankLast  Goal = ""            // 1 2 3 … 0, common in everyday use
	BlankFirst Goal = "blank-first" // 0 1 2 3 …, common in the literature
	Snail      Goal = "snail"       // 1 2 3, 8 0 4, 7 6 5: a spiral from the top left corner to the blank
)

// Goals returns the two goals used by published boards: blank-last and blank-first.
func Goals() []Goal { return []Goal{BlankLast, BlankFirst} }

// namedGoals lists the goals that have a name, and goalNames lists these names.
var (
	namedGoals = []Goal{BlankLast, BlankFirst, Snail}
	goalNames  = wording.Each(namedGoals, Goal.String)
)

// String returns the name of the goal, or its tiles separated by commas.
func (g Goal) String() string {
	switch g {
	case BlankLast:
		return "blank-last"
	case BlankFirst, Snail:
		return string(g)
	}
	return strings.Join(wording.Each([]byte(g), func(tile byte) string { return strconv.Itoa(int(tile)) }), ",")
}

// ParseGoal parses a goal's name or its tiles, in any notation for boards.
func ParseGoal(text string) (Goal, error) {
	if i := slices.Index(goalNames, strings.ToLower(text)); i >= 0 {
		return namedGoals[i], nil
	}
	for g := range readGoals(strings.NewReader(text), "", puzzle.Choice{}) {
		if g.isOrder() {
			return g, nil
		}
	}
	return "", errors.New("tiles: " + notAGoal(text))
}

// readGoals reads all tiles of a text as one goal.
var readGoals = puzzle.Sheets(name, puzzle.Together, func(t puzzle.Sheet, c puzzle.Choice) (Goal, error) {
	if s, ok := t.Spread(); ok {
		t = s
	}
	order, _, _ := loosely(c)(t.Cells())
	return Goal(wording.Each(order, func(tile int) byte { return byte(min(tile, math.MaxUint8)) })), nil
})

func notAGoal(name string) string {
	return fmt.Sprintf("%s is not a goal (want %s, or the number of each cell once, as in 1,2,3,8,0,4,7,6,5)%s", wording.Quote(name), strings.Join(goalNames, ", "), search.DidYouMean(name, goalNames))
}

// isOrder reports whether a goal is a list that contains each tile once.
func (g Goal) isOrder() bool {
	for tile := range len(g) {
		if strings.IndexByte(string(g), byte(tile)) < 0 {
			return false
		}
	}
	return len(g) >= 4 && len(g) <= MaxCells
}

// on returns the goal for a board of the given size, by its name if it has one. It returns an error
// if no board of this size has the goal.
func (g Goal) on(width, height int) (Goal, error) {
	switch {
	case slices.Contains(namedGoals, g):
		return g, nil
	case !g.isOrder():
		return g, fmt.Errorf("tiles: %s", notAGoal(g.String()))
	case len(g) != width*height:
		return g, fmt.Errorf("tiles: the goal %v has %d cells, and a board of %dx%d has %d", g, len(g), width, height, width*height)
	}
	for _, named := range namedGoals {
		if named.order(width, height) == string(g) {
			return named, nil
		}
	}
	return g, nil
}

// order returns the tile on each cell of a goal, for a board of the given size.
func (g Goal) order(width, height int) string {
	order := make([]byte, width*height)
	switch g {
	case BlankLast, BlankFirst:
		for cell := range order {
			if order[cell] = byte(cell); g == BlankLast {
				order[cell] = byte((cell + 1) % len(order))
			}
		}
	case Snail:
		row, col, down, right := 0, 0, 0, 1
		for tile := 1; tile < len(order); tile++ {
			order[row*width+col] = byte(tile)
			if r, c := row+down, col+right; r == height || c < 0 || c == width || order[r*width+c] > 0 {
				down, right = right, -down
			}
			row, col = row+down, col+right
		}
	default:
		return string(g)
	}
	return string(order)
}

// view is the form in which a board is searched. If the goal's blank is in a corner, this is the
// mirror image in which the goal's blank comes first, with each tile numbered by its home.
// Otherwise it is the unchanged board.
type view struct {
	goal          Goal // goal of the board
	width, height int
	mirrored      [2]bool         // whether rows are upside down, and columns reversed
	tile          [MaxCells]uint8 // tile of the board for each tile of the view
}

// view returns the form in which a board is searched, and the homes of its tiles there.
func (b Board) view() (form Board, home [MaxCells]uint8, v view) {
	w, h := b.Width(), b.Height()
	form, home, v = b, homeFirst, view{goal: b.goal, width: w, height: h, tile: homeFirst}
	row, col := b.Home(0)/w, b.Home(0)%w
	if row > 0 && row < h-1 || col > 0 && col < w-1 {
		for tile := range b.Cells() {
			home[tile] = uint8(b.Home(tile))
		}
		return form, home, v
	}
	form.goal, v.mirrored = BlankFirst, [2]bool{row > 0, col > 0}
	for cell := range b.Cells() {
		number := v.cell(b.Home(b.Tile(cell)))
		form.tiles[v.cell(cell)] = uint8(number)
		v.tile[number] = b.tiles[cell]
	}
	return form, home, v
}

// cell converts a cell of the board to a cell of the view, and vice versa.
func (v *view) cell(cell int) int {
	row, col := cell/v.width, cell%v.width
	if v.mirrored[0] {
		row = v.height - 1 - row
	}
	if v.mirrored[1] {
		col = v.width - 1 - col
	}
	return row*v.width + col
}

// move converts a move on the board to a move in the view, and vice versa.
func (v *view) move(m Move) Move {
	if (m == Up || m == Down) && v.mirrored[0] || (m == Left || m == Right) && v.mirrored[1] {
		return m.Inverse()
	}
	return m
}

// board returns the board for the given cells of the view.
func (v *view) board(cells [MaxCells]uint8) Board {
	b := Board{width: uint8(v.width), height: uint8(v.height), goal: v.goal}
	for cell := range b.Cells() {
		b.tiles[v.cell(cell)] = v.tile[cells[cell]]
	}
	return b
}
