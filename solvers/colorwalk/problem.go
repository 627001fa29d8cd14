package colorwalk

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// State is a position in a search: the absorbed regions and the frontier of a board with up to 512
// regions.
type State struct{ absorbed, frontier block }

// area returns the state as sets, which share its memory.
func (s *State) area() Area { return Area{s.absorbed[:], s.frontier[:]} }

// New returns a board as a [search.Problem]. An action is a color and costs 1; colors that remove
// nothing are not actions. The estimate is the layer bound. A region counts as removed as soon as
// it leads to no new regions and a later move must remove it anyway. States that differ only in
// such regions are therefore equal. Paths are valid on the original board.
//
// New returns an error if the board has more than 512 regions.
func New(b Board) (search.Problem[State, Color], error) {
	if b.Cells() == 0 {
		return nil, errZeroBoard
	}
	g := NewGraph(b, -1)
	if !g.narrow() {
		return nil, fmt.Errorf("colorwalk: a board of %dx%d with %d regions is too large for this search (want at most %d regions; layered and beam take any number)",
			b.Cols(), b.Rows(), g.Regions, narrowRegions)
	}
	return problem{g: g}, nil
}

// problem is a search.Problem.
type problem struct {
	g     *Graph
	blind bool // estimates are 0, which saves most of the time of an expansion
}

// memory is a scratch on the stack.
type memory [5]block

func (m *memory) scratch() scratch {
	return scratch{inside: m[0][:], front: m[1][:], wave: m[2][:], fork: Area{m[3][:], m[4][:]}}
}

func (p problem) Start() (state State, h int32) {
	var m memory
	s := m.scratch()
	copy(state.frontier[:], p.g.start)
	p.g.settle(state.area(), &s)
	return state, p.estimate(state.area(), &s)
}

func (p problem) estimate(a Area, s *scratch) int32 {
	if p.blind {
		return 0
	}
	return int32(p.g.layers(a, s))
}

func (p problem) Goal(s *State) bool { return s.frontier == block{} }

func (p problem) Branching() int { return len(p.g.Colors) }

func (p problem) Expand(from *State, _ Color, dst []search.Step[State, Color]) int {
	var m memory
	s := m.scratch()
	n, at := 0, from.area()
	for i := range p.g.Colors {
		k := &p.g.Colors[i]
		step := &dst[n]
		to := step.State.area()
		if !p.g.Play(&to, &at, k) {
			continue
		}
		p.g.settle(to, &s)
		step.Action, step.Cost, step.H = k.Color, 1, p.estimate(to, &s)
		n++
	}
	return n
}
