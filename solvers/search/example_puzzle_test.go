package search_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// stack is a stack of six pancakes, from the top down, that is to be sorted by
// size with a slice under which any number of the upper ones is turned over. It
// is the state of the puzzle and, as the start, the puzzle itself.
type stack [6]uint8

func (start stack) Start() (stack, int32) { return start, gaps(&start) }
func (start stack) Goal(s *stack) bool    { return gaps(s) == 0 }
func (start stack) Branching() int        { return len(start) - 1 }

// Expand turns over two or more pancakes. The number of them is the action, and
// turning over the same number again would undo it.
func (start stack) Expand(s *stack, via int, dst []search.Step[stack, int]) (n int) {
	for turn := 2; turn <= len(s); turn++ {
		if turn == via {
			continue
		}
		d := &dst[n]
		d.State, d.Action, d.Cost = *s, turn, 1
		slices.Reverse(d.State[:turn])
		d.H = gaps(&d.State)
		n++
	}
	return n
}

// gaps counts the neighbours, with the plate as the largest, that are not next
// to each other in size. A turn changes one pair only, so that the estimate is
// consistent (M. Helmert, Landmark heuristics for the pancake problem, SoCS
// 2010).
func gaps(s *stack) (h int32) {
	for i, size := range s {
		below := uint8(len(s) + 1)
		if i+1 < len(s) {
			below = s[i+1]
		}
		if size+1 != below && below+1 != size {
			h++
		}
	}
	return h
}

// A puzzle is a type with four methods; every search then runs on it.
func Example_yourOwnPuzzle() {
	p := stack{3, 1, 6, 2, 5, 4}
	for _, r := range []search.Result[int]{
		search.IDAStar(context.Background(), p, search.Limits{}),
		search.AStar(context.Background(), p, search.HighG, search.Limits{Bytes: 64 << 20}),
		search.Greedy(context.Background(), p, search.Limits{}),
	} {
		fmt.Println(r.Outcome, "in", r.Cost, "turns:", r.Path, "optimal:", r.Optimal)
	}
	// Output:
	// solved in 6 turns: [3 6 3 4 3 5] optimal: true
	// solved in 6 turns: [3 6 3 4 3 5] optimal: true
	// solved in 7 turns: [3 4 2 3 6 3 6] optimal: false
}
