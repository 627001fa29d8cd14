package tiles

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
)

// Every heuristic keeps the contract of a problem: on the whole spaces of 2x2,
// 3x2 and 2x3, and on samples of larger ones; with -exhaustive on the whole of
// 3x3 too, and on larger samples.
func TestProblemConformance(t *testing.T) {
	for i, h := range append(Heuristics(), Max("md-hd-id", Manhattan, Hamming, InversionDistance)) {
		t.Run(h.Name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(3, uint64(i)))
			suite := searchtest.Suite[State, Move]{
				Begin:      beginAt,
				Consistent: h.Consistent,
				MaxStates:  200_000,
				MaxNodes:   1 << 40,
				Samples:    30,
				Seed:       uint64(i),
			}
			small, large := [][2]int{{2, 2}, {3, 2}, {2, 3}}, [][2]int{{4, 4}, {5, 5}}
			if *exhaustive {
				small, large = append(small, [2]int{3, 3}), append(large, [2]int{4, 3}, [2]int{12, 2})
				suite.Samples = 1000
			}
			for j, size := range small {
				b := shuffled(t, r, size[0], size[1], append(Goals(), Snail)[(i+j)%3])
				suite.Small = append(suite.Small, conformanceInstance(t, b, h))
			}
			for j, size := range large {
				b := shuffled(t, r, size[0], size[1], append(Goals(), Snail)[(i+j)%3])
				if h.Fits(size[0], size[1]) == nil {
					suite.Large = append(suite.Large, conformanceInstance(t, b, h))
				}
			}
			searchtest.Run(t, suite)
		})
	}
}

// conformanceInstance is the board as a problem; its distance is known if it
// is small.
func conformanceInstance(t *testing.T, b Board, h Heuristic) searchtest.Instance[State, Move] {
	t.Helper()
	p, err := New(b, h)
	if err != nil {
		t.Fatal(err)
	}
	in := searchtest.Instance[State, Move]{Name: fmt.Sprintf("%dx%d,%v", b.Width(), b.Height(), b.Goal()), Problem: p}
	if b.Cells() <= 6 {
		in.Cost = nearby(t, b)
	}
	return in
}

// beginAt returns the problem with the same goal, heuristic and order that
// starts at another position.
func beginAt(p search.Problem[State, Move], s State) search.Problem[State, Move] {
	own := inner(p)
	begun, err := NewInOrder(own.board(&s), own.heuristic, own.order)
	if err != nil {
		panic(err)
	}
	return begun
}
