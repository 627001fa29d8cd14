package heuristics

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// side is the width and height of the boards of this study.
const side = 3

// positions is the number of positions of the 8-puzzle: 9!/2.
const positions = 181_440

// goalCells are the cells of the goal's blank that are surveyed. Every other
// cell is like one of these, turned or mirrored.
var goalCells = []struct {
	cell int
	name string
}{{0, "corner"}, {1, "edge"}, {4, "centre"}}

// unreached stands for a distance that is not known yet, and none for a
// neighbour that is not there.
const (
	unreached = ^uint8(0)
	none      = int32(-1)
)

// space holds all positions that can reach a goal. They are numbered in the
// order in which a breadth-first search meets them, which depends on the moves
// alone: the spaces of different heuristics and goals have the same numbers.
type space struct {
	goal     tiles.Board
	next     [][4]int32 // neighbours of each position, none behind the last
	states   []tiles.State
	distance []uint8 // to the goal, in moves
	deepest  int
}

// goalOn returns the arrangement with the tiles in order, row by row, and the
// blank on a cell.
func goalOn(cell int) (tiles.Board, error) {
	if cell < 0 || cell >= side*side {
		return tiles.Board{}, fmt.Errorf("heuristics: no cell %d on a board of %dx%d (want 0 to %d)", cell, side, side, side*side-1)
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

// towards returns the problem that ends at a goal. A problem of package tiles
// ends at one of two goals, but starts anywhere: the way from the goal to the
// solved board, reversed, is a problem with any goal.
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
	s := &space{goal: goal, next: make([][4]int32, 0, positions), states: make([]tiles.State, 0, positions)}
	index := make(map[uint64]int32, positions)
	meet := func(state *tiles.State) int32 {
		key := p.Pack(state)
		if i, ok := index[key]; ok {
			return i
		}
		i := int32(len(s.states))
		index[key] = i
		s.states = append(s.states, *state)
		s.next = append(s.next, [4]int32{none, none, none, none})
		return i
	}
	start, _ := p.Start()
	meet(&start)
	children := make([]search.Step[tiles.State, tiles.Move], p.Branching())
	end := none
	for i := 0; i < len(s.states); i++ {
		if p.Goal(&s.states[i]) {
			end = int32(i)
		}
		n := p.Expand(&s.states[i], tiles.NoMove, children)
		for k := range children[:n] {
			s.next[i][k] = meet(&children[k].State)
		}
	}
	if end == none {
		return nil, fmt.Errorf("heuristics: goal %s cannot be reached from the solved board", goal)
	}
	s.measure(end)
	return s, nil
}

// estimates returns what a heuristic says of each position, in moves. It makes
// the moves of explore again, so that the k-th child of a position is next[k].
func (s *space) estimates(h tiles.Heuristic) ([]uint8, error) {
	p, err := towards(s.goal, h)
	if err != nil {
		return nil, err
	}
	states := make([]tiles.State, len(s.states))
	known := make([]bool, len(s.states))
	values := make([]uint8, len(s.states))
	start, h0 := p.Start()
	states[0], known[0], values[0] = start, true, uint8(h0)
	children := make([]search.Step[tiles.State, tiles.Move], p.Branching())
	for i := range states {
		n := p.Expand(&states[i], tiles.NoMove, children)
		for k := range children[:n] {
			if j := s.next[i][k]; !known[j] {
				states[j], known[j], values[j] = children[k].State, true, uint8(children[k].H)
			}
		}
	}
	return values, nil
}

// measure fills in the distances from a position to all.
func (s *space) measure(from int32) {
	s.distance = make([]uint8, len(s.states))
	for i := range s.distance {
		s.distance[i] = unreached
	}
	s.distance[from] = 0
	queue := append(make([]int32, 0, len(s.states)), from)
	for head := 0; head < len(queue); head++ {
		i := queue[head]
		for _, j := range s.next[i] {
			if j != none && s.distance[j] == unreached {
				s.distance[j] = s.distance[i] + 1
				queue = append(queue, j)
			}
		}
	}
	s.deepest = int(s.distance[queue[len(queue)-1]])
}

// board returns the position with that number, with the goal blank-first.
func (s *space) board(i int) (tiles.Board, error) {
	order := make([]int, side*side)
	for cell := range order {
		order[cell] = s.states[i].Tile(cell)
	}
	return tiles.NewBoard(side, side, tiles.BlankFirst, order)
}

// blank returns the cell of the blank of the position with that number.
func (s *space) blank(i int32) int {
	for cell := range side * side {
		if s.states[i].Tile(cell) == 0 {
			return cell
		}
	}
	return 0
}
