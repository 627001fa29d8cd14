package tiles

import (
	"fmt"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// BenchmarkKorfsHundred searches the first boards, and all, with the tables of 6, 6 and 3
// tiles, which are built or opened before. The moves are the sum of the published lengths.
func BenchmarkKorfsHundred(b *testing.B) {
	h, err := ParseHeuristic(pdb663)
	if err != nil {
		b.Fatal(err)
	}
	known := knownBoards(b, "korf100")
	for _, boards := range []int{30, 100} {
		var problems []search.Problem[State, Move]
		want := 0
		for _, k := range known[:boards] {
			p, err := New(k.Board, h)
			if err != nil {
				b.Fatal(err)
			}
			problems = append(problems, p)
			want += k.Optimal
		}
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("boards=%d/workers=%d", boards, workers), func(b *testing.B) {
				generated := uint64(0)
				for b.Loop() {
					moves := 0
					for _, p := range problems {
						r := search.ParallelIDAStar(b.Context(), p, workers, search.Limits{})
						moves += r.Cost
						generated += r.Generated
					}
					if moves != want {
						b.Fatalf("%d moves, want %d", moves, want)
					}
				}
				b.ReportMetric(float64(generated)/b.Elapsed().Seconds(), "generated/s")
			})
		}
	}
}

// BenchmarkKorfAndFelner searches a board of the 24-puzzle with the tables of six tiles, which
// are built or opened before.
func BenchmarkKorfAndFelner(b *testing.B) {
	h, err := ParseHeuristic("pdb-6666")
	if err != nil {
		b.Fatal(err)
	}
	for _, k := range knownBoards(b, "korf24") {
		if k.Number != 40 {
			continue
		}
		p, err := New(k.Board, h)
		if err != nil {
			b.Fatal(err)
		}
		const generated = 44_183_698
		b.Run("board=40", func(b *testing.B) {
			for b.Loop() {
				if r := search.IDAStar(b.Context(), p, search.Limits{}); r.Generated != generated || r.Cost != k.Optimal {
					b.Fatalf("%d moves, %d generated", r.Cost, r.Generated)
				}
			}
			b.ReportMetric(generated*float64(b.N)/b.Elapsed().Seconds(), "generated/s")
		})
	}
}
