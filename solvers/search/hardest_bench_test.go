package search_test

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// hardest3x3 is one of the two boards 31 moves away from the goal with the
// blank in the corner (OEIS A089473).
var hardest3x3 = []uint8{8, 0, 6, 5, 4, 7, 2, 3, 1}

// BenchmarkHardest8Puzzle runs the searches whose speed is not that of
// [search.IDAStar] on one board. What they expand is checked against a first
// run, and the cost against the true one.
func BenchmarkHardest8Puzzle(b *testing.B) {
	p := newSlide(3, 3, hardest3x3, sorted(9))
	for _, s := range []struct {
		name string
		run  func() search.Result[slideMove]
	}{
		{"RBFS", func() search.Result[slideMove] { return search.RBFS(b.Context(), p, search.Limits{}) }},
		{"MM", func() search.Result[slideMove] { return search.MM(b.Context(), p, search.Limits{}) }},
		{"beam=1000", func() search.Result[slideMove] { return search.Beam(b.Context(), p, 1000, search.Limits{}) }},
	} {
		want := s.run()
		if want.Cost != 31 {
			b.Fatalf("%s: cost %d, want 31", s.name, want.Cost)
		}
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				if r := s.run(); r.Cost != 31 || !r.Equal(want.Meter) {
					b.Fatalf("cost %d, %d expanded; want 31, %d", r.Cost, r.Expanded, want.Expanded)
				}
			}
			b.ReportMetric(float64(want.Expanded), "expanded/op")
			b.ReportMetric(float64(want.Expanded)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mexpanded/s")
		})
	}
}
