package tiles

import (
	"fmt"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// BenchmarkEnumerate counts whole spaces. On one core of a shared 2-core
// virtual machine (AMD EPYC): 3x3 in 3.6 ms, 4x3 in 5.2 s, 6x2 in 7.8 s. The
// process holds 90 MB.
func BenchmarkEnumerate(b *testing.B) {
	for _, c := range []struct{ width, height, deepest int }{{3, 3, 31}, {5, 2, 55}, {4, 3, 53}, {3, 4, 53}, {6, 2, 80}} {
		b.Run(fmt.Sprintf("%dx%d", c.width, c.height), func(b *testing.B) {
			positions := uint64(0)
			for b.Loop() {
				e, err := Enumerate(b.Context(), c.width, c.height, 0, search.Limits{})
				if err != nil || e.Counts.Max() != c.deepest {
					b.Fatal(e.Counts.Max(), err)
				}
				positions += e.Counts.Positions()
			}
			b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

// BenchmarkEnumerateDistances keeps all distances of the 8-puzzle. Allow 60 ms.
func BenchmarkEnumerateDistances(b *testing.B) {
	hardest := mustEnumerate(b, 3, 3, 0, search.Limits{}).Deepest[0]
	for b.Loop() {
		d, err := EnumerateDistances(b.Context(), 3, 3, 0, search.Limits{})
		if err != nil || d.Expanded != 181_440 {
			b.Fatal(d, err)
		}
		if moves, ok := d.Distance(hardest); !ok || moves != 31 {
			b.Fatal(moves, ok)
		}
	}
}

// BenchmarkAll goes through the positions of the 8-puzzle.
func BenchmarkAll(b *testing.B) {
	d, err := EnumerateDistances(b.Context(), 3, 3, 0, search.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		n, sum := 0, 0
		for _, moves := range d.All() {
			n++
			sum += moves
		}
		if n != 181_440 || sum != 3_986_672 {
			b.Fatal(n, sum)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/181_440, "ns/position")
}
