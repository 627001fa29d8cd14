package tiles

import "testing"

// BenchmarkEnumerateDistances keeps all distances of the 8-puzzle. Allow 100 ms.
func BenchmarkEnumerateDistances(b *testing.B) {
	for b.Loop() {
		if d := mustEnumerate(b, 3, 3, 0); d.Counts.Positions() != 181_440 || d.Counts.Max() != 31 {
			b.Fatal(d.Counts)
		}
	}
}

// BenchmarkAll goes through the positions of the 8-puzzle.
func BenchmarkAll(b *testing.B) {
	d := mustEnumerate(b, 3, 3, 0)
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
