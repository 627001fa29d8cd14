package tiles

import (
	"fmt"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// BenchmarkKorfsHundred searches all hundred with the tables of 6, 6 and 3 tiles, which
// are built or opened before. The moves are the sum of the published lengths.
func BenchmarkKorfsHundred(b *testing.B) {
	h, err := ParseHeuristic(pdb663)
	if err != nil {
		b.Fatal(err)
	}
	var problems []search.Problem[State, Move]
	for _, k := range knownBoards(b, "korf100") {
		p, err := New(k.Board, h)
		if err != nil {
			b.Fatal(err)
		}
		problems = append(problems, p)
	}
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			generated := uint64(0)
			for b.Loop() {
				moves := 0
				for _, p := range problems {
					r := search.ParallelIDAStar(b.Context(), p, workers, search.Limits{})
					moves += r.Cost
					generated += r.Generated
				}
				if moves != 5305 {
					b.Fatalf("%d moves, want 5305", moves)
				}
			}
			b.ReportMetric(float64(generated)/b.Elapsed().Seconds(), "generated/s")
		})
	}
}
