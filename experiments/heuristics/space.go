package heuristics

import (
	"fmt"
	"iter"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// side is the width and height of the boards of this study.
const side = 3

// positions is the number of positions of the 8-puzzle: 9!/2.
const positions = 181_440

// goalCells lists the cells of the goal's blank that are surveyed. Every other cell is equivalent
// to one of these by rotation or reflection.
var goalCells = []goal{{0, "corner"}, {1, "edge"}, {4, "centre"}}

type goal struct {
	cell int
	name string
}

// none stands for a missing neighbor.
const none = int32(-1)

// space holds all positions that can reach a goal. They are numbered in the order in which a
// breadth-first search visits them. That order depends only on the moves, so the numbers are the
// same for all heuristics and goals.
type space struct {
	goal     tiles.Board
	next     [][4]int32 // neighbors of each position, followed by none
	states   []tiles.State
	distance []uint8 // to the goal, in moves
	deepest  int
}

// goalOn returns the board with the tiles in order, row by row, and the blank on the given cell.
func goalOn(cell int) (tiles.Board, error) {
	if cell < 0 || cell >= side*side {
		return tiles.Board{}, fmt.Errorf("heuristics: there is no cell %d on a board of %dx%d (want 0 to %d)", cell, side, side, side*side-1)
	}
	order := make([]int, side*side)
	tile := 1
	for c := range order {
		if c != cell {
			order[c] = tile
			tile++
		}
	}
	return tiles.NewBoard(side, side, tiles.BlankFirst, order)
}

// towards returns the problem with the given goal. A problem of package tiles always has one of two
// goals, but it can start anywhere. So the problem from the given goal to the solved board is
// reversed.
func towards(goal tiles.Board, h tiles.Heuristic) (search.Reversible[tiles.State, tiles.Move], error) {
	forward, err := tiles.New(goal, h)
	if err != nil {
		return nil, err
	}
	return forward.(search.Reversible[tiles.State, tiles.Move]).Reverse(), nil
}

// explore visits all positions that can reach a goal.
func explore(goal tiles.Board) (*space, error) {
	p, err := towards(goal, tiles.None)
	if err != nil {
		return nil, err
	}
	alone := [4]int32{none, none, none, none}
	start, _ := p.Start()
	s, index := &space{goal: goal, next: append(make([][4]int32, 0, positions), alone)}, make(map[uint64]int32, positions)
	index[p.Pack(&start)] = 0
	s.states, _ = walk(p, func(i, k int, child *tiles.State) int32 {
		key := p.Pack(child)
		j, known := index[key]
		if !known {
			j = int32(len(index))
			index[key], s.next = j, append(s.next, alone)
		}
		s.next[i][k] = j
		return j
	})
	end := slices.IndexFunc(s.states, func(state tiles.State) bool { return p.Goal(&state) })
	if end < 0 {
		return nil, fmt.Errorf("heuristics: goal %s cannot be reached from the solved board", goal)
	}
	s.measure(int32(end))
	return s, nil
}

// estimates returns a heuristic's estimate for each position, in moves. It makes the moves of
// explore again, so that the k-th child of a position is next[k].
func (s *space) estimates(h tiles.Heuristic) ([]uint8, error) {
	p, err := towards(s.goal, h)
	if err != nil {
		return nil, err
	}
	_, values := walk(p, func(i, k int, _ *tiles.State) int32 { return s.next[i][k] })
	return values, nil
}

// walk visits the positions of a problem breadth-first and returns them with their estimates. It
// calls number for the number of the k-th child of position i; for a new position, this is the
// number of positions so far.
func walk(p search.Problem[tiles.State, tiles.Move], number func(i, k int, child *tiles.State) int32) ([]tiles.State, []uint8) {
	start, h := p.Start()
	states, values := append(make([]tiles.State, 0, positions), start), append(make([]uint8, 0, positions), uint8(h))
	children := make([]search.Step[tiles.State, tiles.Move], p.Branching())
	for i := 0; i < len(states); i++ {
		n := p.Expand(&states[i], tiles.NoMove, children)
		for k := range children[:n] {
			if child := &children[k]; int(number(i, k, &child.State)) == len(states) {
				states, values = append(states, child.State), append(values, uint8(child.H))
			}
		}
	}
	return states, values
}

// levels yields the positions by their distance from a given one.
func (s *space) levels(from int32) iter.Seq2[int, []int32] {
	return func(yield func(int, []int32) bool) {
		met := make([]bool, len(s.states))
		met[from] = true
		for d, level := 0, []int32{from}; len(level) > 0; d++ {
			if !yield(d, level) {
				return
			}
			var further []int32
			for _, i := range level {
				for _, j := range s.next[i] {
					if j != none && !met[j] {
						met[j], further = true, append(further, j)
					}
				}
			}
			level = further
		}
	}
}

// measure fills in the distance of every position from a given one.
func (s *space) measure(from int32) {
	s.distance = make([]uint8, len(s.states))
	for d, level := range s.levels(from) {
		s.deepest = d
		for _, i := range level {
			s.distance[i] = uint8(d)
		}
	}
}

// board returns the position with the given number, for a goal with the blank first.
func (s *space) board(i int) (tiles.Board, error) {
	order := make([]int, side*side)
	for cell := range order {
		order[cell] = s.states[i].Tile(cell)
	}
	return tiles.NewBoard(side, side, tiles.BlankFirst, order)
}

// blank returns the cell of the blank in the position with the given number.
func (s *space) blank(i int32) int {
	cell := 0
	for s.states[i].Tile(cell) != 0 {
		cell++
	}
	return cell
}

// counter counts what A* expands on the way from a position to the goal, for any start and any
// heuristic. With a consistent heuristic, and with C* as the distance of the start,
//
//   - every position with g + h < C* must be expanded, however ties are broken, by A* and by every
//     similar algorithm (Dechter & Pearl 1985);
//   - no position with g + h > C* is expanded.
//
// Whether positions with g + h = C* are expanded depends on ties. Along a shortest path g + h never
// decreases, so a position with g + h ≤ f is reached through positions that satisfy the same
// condition. A breadth-first search that visits only such positions therefore finds all of them,
// with the right g.
type counter struct {
	space *space
	seen  []uint32 // number of the search in which a position was last visited
	run   uint32
	queue []int32
	balls map[int][]int // number of positions within each distance of a start, by the cell of the start's blank
}

func newCounter(s *space) *counter {
	return &counter{space: s, seen: make([]uint32, len(s.states)), balls: map[int][]int{}}
}

// expansions returns how many positions A* must expand from a start, and how many it expands at
// most: all with g + h ≤ C* except the goal.
func (c *counter) expansions(start int32, h []uint8) (must, most int) {
	cost := int(c.space.distance[start])
	c.run++
	c.seen[start] = c.run
	c.queue = append(c.queue[:0], start)
	g, level := 0, 1 // level is the end of the positions with this g
	for head := 0; head < len(c.queue); head++ {
		if head == level {
			g, level = g+1, len(c.queue)
		}
		i := c.queue[head]
		if g+int(h[i]) < cost {
			must++
		}
		for _, j := range c.space.next[i] {
			if j == none {
				break
			}
			if c.seen[j] != c.run && g+1+int(h[j]) <= cost {
				c.seen[j] = c.run
				c.queue = append(c.queue, j)
			}
		}
	}
	return must, len(c.queue) - 1
}

// blind does the work of expansions without a heuristic: it counts the positions nearer than the
// goal, and those not farther away. The number of positions within a distance depends only on the
// cell of the start's blank, since the tiles can be renamed.
func (c *counter) blind(start int32) (must, most int) {
	cell := c.space.blank(start)
	within := c.balls[cell]
	if within == nil {
		all := 0
		for _, level := range c.space.levels(start) {
			all += len(level)
			within = append(within, all)
		}
		c.balls[cell] = within
	}
	cost := int(c.space.distance[start])
	if cost > 0 {
		must = within[cost-1]
	}
	return must, within[cost] - 1
}
