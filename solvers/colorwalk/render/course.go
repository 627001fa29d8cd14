package render

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// course records the effect of a path on each region of a board. A region is a
// maximal set of connected cells of one color. Moves remove whole regions, so
// the regions of the first board can be used for all boards along the path.
type course struct {
	board   colorwalk.Board
	path    []colorwalk.Color
	region  []int32   // of each cell; region 0 is the blank area before the first move
	cells   [][]int32 // of each region, in the order of the board
	near    [][]int32 // neighboring regions of each, in ascending order
	taken   []int     // the move that removes a region: 0 for region 0, len(path)+1 for none
	reached []int     // the number of moves after which a region is next to the blank area
	removed []int     // cells that each move removes
	all     []int32   // all cells
	byMove  [][]int32 // the cells that each move turns blank; first those that are blank before, last those that never are
}

func newCourse(b colorwalk.Board, path []colorwalk.Color) *course {
	c := &course{board: b, path: path}
	c.label()
	c.play()
	c.sort()
	return c
}

// label numbers the regions, that of the start first, the others in the order of
// their first cells, and finds the neighbors of each.
func (c *course) label() {
	g := colorwalk.NewGraph(c.board, -1)
	number := make([]int32, g.Regions+1) // by the graph's number + 1
	c.region, c.cells = make([]int32, c.board.Cells()), [][]int32{nil}
	for cell, r := range g.Region {
		if r >= 0 && number[r+1] == 0 {
			number[r+1] = int32(len(c.cells))
			c.cells = append(c.cells, nil)
		}
		n := number[r+1]
		c.region[cell] = n
		c.cells[n] = append(c.cells[n], int32(cell))
	}
	c.near = make([][]int32, len(c.cells))
	join := func(r, s int32) { c.near[r], c.near[s] = append(c.near[r], s), append(c.near[s], r) }
	g.Origin().Frontier.Each(func(r int) { join(0, number[r+1]) })
	for r := range g.Regions {
		g.Neighbors(r, func(s int) {
			if r < s {
				join(number[r+1], number[s+1])
			}
		})
	}
	for r := range c.near {
		slices.Sort(c.near[r])
	}
}

// play makes the moves.
func (c *course) play() {
	never := len(c.path) + 1
	c.taken, c.reached = make([]int, len(c.cells)), make([]int, len(c.cells))
	for r := range c.cells {
		c.taken[r], c.reached[r] = never, never
	}
	c.removed = make([]int, len(c.path))
	var frontier [colorwalk.MaxColors + 1][]int32
	take := func(r int32, move int) {
		c.taken[r] = move
		for _, next := range c.near[r] {
			if c.reached[next] == never {
				c.reached[next] = move
				frontier[c.color(next)] = append(frontier[c.color(next)], next)
			}
		}
	}
	c.reached[0] = 0
	take(0, 0)
	for i, move := range c.path {
		regions := frontier[move]
		frontier[move] = nil
		for _, r := range regions {
			c.removed[i] += len(c.cells[r])
			take(r, i+1)
		}
	}
}

// sort lists the cells, and those of each move, in the order of the board.
func (c *course) sort() {
	c.all = make([]int32, len(c.region))
	c.byMove = make([][]int32, len(c.path)+2)
	for cell, r := range c.region {
		c.all[cell] = int32(cell)
		move := c.turnsBlank(r)
		c.byMove[move] = append(c.byMove[move], int32(cell))
	}
}

// color returns the color of a region before the first move.
func (c *course) color(r int32) colorwalk.Color { return c.board.Color(int(c.cells[r][0])) }

// shows returns the color that a cell has after a number of moves. A colored
// start keeps its color until the first move.
func (c *course) shows(cell, step int) colorwalk.Color {
	if r := c.region[cell]; c.taken[r] > step || r == 0 && step == 0 {
		return c.board.Color(cell)
	}
	return colorwalk.Blank
}

// turnsBlank returns the move that makes a region blank, which for a colored
// start is the first.
func (c *course) turnsBlank(r int32) int {
	if r == 0 && c.color(0) != colorwalk.Blank {
		return 1
	}
	return c.taken[r]
}

// standing is what there is left after a number of moves.
type standing struct {
	cells, regions, frontier int // not removed; not removed; next to the blank area
}

// standings returns what is left before the first move and after each.
func (c *course) standings() []standing {
	all := make([]standing, len(c.path)+1)
	for r := 1; r < len(c.cells); r++ { // counted when they come and go, then summed
		all[0].cells += len(c.cells[r])
		all[0].regions++
		if at := c.reached[r]; at <= len(c.path) {
			all[at].frontier++
		}
		if at := c.taken[r]; at <= len(c.path) {
			all[at].cells -= len(c.cells[r])
			all[at].regions--
			all[at].frontier--
		}
	}
	for i := 1; i < len(all); i++ {
		all[i].cells += all[i-1].cells
		all[i].regions += all[i-1].regions
		all[i].frontier += all[i-1].frontier
	}
	return all
}
