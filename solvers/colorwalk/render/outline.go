package render

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// outliner writes the outlines of sets of cells on one board as path data, with
// one unit per cell. The same data can be used to fill the cells and to draw a
// line around them.
type outliner struct {
	rows, cols int
	seen       []int // the number of the set in which the upper side of a cell was last drawn
	sets       int
}

func newOutliner(b colorwalk.Board) outliner {
	return outliner{rows: b.Rows(), cols: b.Cols(), seen: make([]int, b.Cells())}
}

// outlineSides holds, for each side of a cell, the step along that side and the
// path command for the step. Sides are walked clockwise, so that the cell is on
// the right: the upper side is walked to the right, and so on.
var outlineSides = [4]struct {
	dx, dy int
	format string
}{
	{1, 0, "h%d"}, {0, 1, "v%d"}, {-1, 0, "h-%d"}, {0, -1, "v-%d"},
}

// outline returns the outline of the cells that are in a set. The slice cells
// must be in the order of the board and contain every cell in the set. Cells
// that touch only at a corner are separate.
func (o *outliner) outline(cells []int32, in func(cell int) bool) string {
	o.sets++
	var s strings.Builder
	for _, c := range cells {
		cell := int(c)
		if in(cell) && o.seen[cell] != o.sets && (cell < o.cols || !in(cell-o.cols)) {
			o.loop(&s, cell, in)
		}
	}
	return s.String()
}

// loop walks once around from the upper side of a cell, the first of a line.
// Every loop has an upper side, also that around a hole.
func (o *outliner) loop(s *strings.Builder, begin int, in func(cell int) bool) {
	has := func(x, y int) bool {
		return x >= 0 && y >= 0 && x < o.cols && y < o.rows && in(y*o.cols+x)
	}
	x, y, side, length := begin%o.cols, begin/o.cols, 0, 0
	fmt.Fprintf(s, "M%d %d", x, y)
	for {
		if side == 0 {
			o.seen[y*o.cols+x] = o.sets
		}
		length++
		d, left := outlineSides[side], outlineSides[(side+3)%4]
		turn := side
		switch {
		case !has(x+d.dx, y+d.dy):
			turn = (side + 1) % 4
		case has(x+d.dx+left.dx, y+d.dy+left.dy):
			x, y, turn = x+d.dx+left.dx, y+d.dy+left.dy, (side+3)%4
		default:
			x, y = x+d.dx, y+d.dy
		}
		if turn == 0 && y*o.cols+x == begin {
			s.WriteByte('z') // draws the last line
			return
		}
		if turn != side {
			fmt.Fprintf(s, d.format, length)
			side, length = turn, 0
		}
	}
}
