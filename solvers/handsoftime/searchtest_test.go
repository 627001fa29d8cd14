package handsoftime_test

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
)

// walk presents a ring of at most 32 nodes as a search problem: a state is
// where the hand is and which nodes it has visited, the estimate is the number
// of nodes left, which is what every solution still costs.
type walk struct{ ring handsoftime.Ring }

type hand struct {
	visited uint32
	at      int32
}

func (w walk) left(s hand) int32 { return int32(w.ring.Size() - bits.OnesCount32(s.visited)) }

func (w walk) Start() (hand, int32) {
	s := hand{1 << w.ring.Start, int32(w.ring.Start)}
	return s, w.left(s)
}

func (w walk) Goal(s *hand) bool { return w.left(*s) == 0 }
func (w walk) Branching() int    { return 2 }

func (w walk) Expand(s *hand, _ handsoftime.Direction, dst []search.Step[hand, handsoftime.Direction]) int {
	n := 0
	for _, to := range []int{w.ring.Clockwise(int(s.at)), w.ring.CounterClockwise(int(s.at))} {
		turn := w.ring.Direction(int(s.at), to)
		if s.visited>>to&1 != 0 || turn == handsoftime.Both && n == 1 {
			continue
		}
		d := &dst[n]
		d.State = hand{s.visited | 1<<to, int32(to)}
		d.Action, d.Cost, d.H = turn, 1, w.left(d.State)
		n++
	}
	return n
}

func (w walk) Pack(s *hand) uint64 { return uint64(s.at)<<32 | uint64(s.visited) }

func (w walk) Unpack(key uint64) hand { return hand{uint32(key), int32(key >> 32)} }

// nodes returns the nodes that a sequence of turns visits.
func (w walk) nodes(turns []handsoftime.Direction) []int32 {
	at := w.ring.Start
	path := []int32{int32(at)}
	for _, turn := range turns {
		if turn == handsoftime.CounterClockwise {
			at = w.ring.CounterClockwise(at)
		} else {
			at = w.ring.Clockwise(at)
		}
		path = append(path, int32(at))
	}
	return path
}

// rings calls each for small rings of every family.
func rings(t *testing.T, each func(name string, r handsoftime.Ring)) {
	for _, listed := range handsoftime.Core().Families {
		f, err := handsoftime.Core().Family(listed.Name)
		if err != nil {
			t.Fatal(err)
		}
		for size := 4; size <= 9; size++ {
			for i := range 2 {
				r, err := f.Instance(puzzle.SizeN(size), 7, i)
				if err != nil {
					continue // a family that has no ring of this size
				}
				each(fmt.Sprintf("%s %d %d", f.Name, size, i), r)
			}
		}
	}
}

func TestRingsAsAProblemConform(t *testing.T) {
	suite := searchtest.Suite[hand, handsoftime.Direction]{
		Begin: func(p search.Problem[hand, handsoftime.Direction], s hand) search.Problem[hand, handsoftime.Direction] {
			return begunAt{p.(walk), s}
		},
		Consistent: true,
		Ends:       true,
	}
	unsolvable := 0
	rings(t, func(name string, r handsoftime.Ring) {
		s, err := handsoftime.Core().Strategy("contraction")
		if err != nil {
			t.Fatal(err)
		}
		instance := searchtest.Instance[hand, handsoftime.Direction]{Name: name, Problem: walk{r}, Cost: r.Size() - 1}
		if f, err := s.Run(t.Context(), r, 0, search.Limits{}); err != nil {
			t.Fatal(err)
		} else if f.Outcome == search.Unsolvable {
			instance.Cost, instance.Unsolvable = 0, true
			unsolvable++
		}
		suite.Small = append(suite.Small, instance)
	})
	if unsolvable == 0 || unsolvable == len(suite.Small) {
		t.Fatalf("%d of %d rings are unsolvable: want some of both", unsolvable, len(suite.Small))
	}
	searchtest.Check(t, suite)
}

// The strategy of the write-up is depth-first search in the order of the
// problem: the same first solution, found with the same work. It enters the
// last node too, which a search that stops at a goal does not, and counts both
// targets of a node when it comes there; the others count one when they try it.
func TestStandardIsDepthFirstSearch(t *testing.T) {
	standard, err := handsoftime.Core().Strategy("standard")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	rings(t, func(name string, r handsoftime.Ring) {
		w := walk{r}
		got, err := standard.Run(t.Context(), r, 0, search.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []search.Result[handsoftime.Direction]{
			search.DepthFirst(t.Context(), w, 0, search.Limits{}),
			search.IDAStar(t.Context(), w, search.Limits{}),
		} {
			compared++
			last, untried := uint64(0), uint64(0)
			if want.Outcome == search.Solved {
				last, untried = 1, uint64(len(want.Path))
			}
			if got.Outcome != want.Outcome || got.Meter.Expanded != want.Expanded+last ||
				got.Meter.Generated < want.Generated || got.Meter.Generated > want.Generated+untried {
				t.Errorf("%s: %v, %d expanded, %d generated; want %v, %d, %d to %d", name, got.Outcome, got.Meter.Expanded, got.Meter.Generated,
					want.Outcome, want.Expanded+last, want.Generated, want.Generated+untried)
			}
			if want.Outcome != search.Solved {
				continue
			}
			if path := w.nodes(want.Path); handsoftime.Path(path).String() != got.Solution.String() || r.Verify(path) != nil {
				t.Errorf("%s: path %v (%v), want %v", name, got.Solution, r.Verify(path), path)
			}
		}
	})
	if compared < 50 {
		t.Errorf("only %d runs were compared", compared)
	}
}

// begunAt is a walk that starts in the middle.
type begunAt struct {
	walk
	at hand
}

func (b begunAt) Start() (hand, int32) { return b.at, b.left(b.at) }
