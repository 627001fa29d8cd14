package pdb_test

import (
	"context"
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/pdb"
)

// A database for ten pancakes: the five largest alone, as the others are alike, and the same
// of five in the middle; the larger of the two estimates counts.
func Example() {
	table := func(from, below uint8) *pdb.Table[pancakes] {
		project := func(p pancakes) pancakes {
			for i, size := range p {
				if size < from || size >= below {
					p[i] = 99
				}
			}
			return p
		}
		moves := func(k pancakes, yield func(to pancakes, cost int)) {
			for n := 2; n <= len(k); n++ {
				yield(k.flipped(n), 1)
			}
		}
		return pdb.New([]pancakes{project(pancakes{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})}, moves, project)
	}
	var stack search.Problem[pancakes, int] = pancakes{7, 2, 9, 4, 0, 5, 8, 1, 3, 6}
	better, err := pdb.With(stack, table(5, 10), table(3, 8))
	if err != nil {
		fmt.Println(err)
		return
	}
	r := search.AStar(context.Background(), better, search.HighG, search.Limits{})
	fmt.Println(r.Outcome, r.Cost, r.Optimal)
	// Output: solved 10 true
}

// Two databases for the Towers of Hanoi: the moves of the larger discs, as if there were no
// smaller ones, and those of the smallest disc. They count different moves, and can be added.
func ExampleSum() {
	const discs = 12
	table := func(first, count int) *pdb.Table[uint32] {
		project := func(s uint32) uint32 { return s >> (2 * first) & (1<<(2*count) - 1) }
		moves := func(k uint32, yield func(to uint32, cost int)) {
			hops(k, count, func(to uint32, _ int) { yield(to, 1) })
		}
		return pdb.New([]uint32{project(0xaaaaaaaa)}, moves, project) // all on peg 2
	}
	var towers search.Problem[uint32, hop] = tower{0b00_01_10_00_01_10_00_01_10_00_01_00, discs}
	better, err := pdb.With(towers, pdb.Sum(table(0, 1), table(1, discs-1)))
	if err != nil {
		fmt.Println(err)
		return
	}
	plain := search.AStar(context.Background(), towers, search.HighG, search.Limits{})
	r := search.AStar(context.Background(), better, search.HighG, search.Limits{})
	fmt.Println(r.Cost == plain.Cost, r.Optimal, 2*r.Expanded < plain.Expanded)
	// Output: true true true
}
