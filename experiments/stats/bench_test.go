package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// BenchmarkBootstrap is the default bootstrap of 1,000 pairs; the target for the
// mean is 50 ms on one core.
func BenchmarkBootstrap(b *testing.B) {
	x, y := pairsOf(rand.New(rand.NewPCG(1, 1)), 1000, 2, -0.4, 0.8)
	boot := Bootstrap{Seed: 1}
	for _, c := range []struct {
		name string
		run  func() Estimate
	}{
		{"mean", func() Estimate { return boot.Mean(x) }},
		{"totals", func() Estimate { return boot.RatioOfTotals(y, x) }},
		{"geomeans", func() Estimate { return boot.RatioOfGeoMeans(y, x) }},
		{"median", func() Estimate { return boot.Median(x) }},
		{"general", func() Estimate {
			return boot.Of(len(x), func(idx []int) float64 {
				var s float64
				for _, i := range idx {
					s += x[i]
				}
				return s
			})
		}},
	} {
		b.Run("pairs=1000/"+c.name, func(b *testing.B) {
			for b.Loop() {
				if e := c.run(); math.IsNaN(e.BCa.Low) {
					b.Fatalf("no interval: %q", e.Warnings)
				}
			}
		})
	}
}

// BenchmarkSignFlip draws 10,000 signs; the target is 50 ms on one core.
func BenchmarkSignFlip(b *testing.B) {
	x, y := pairsOf(rand.New(rand.NewPCG(1, 3)), 1000, 2, 0, 0.8)
	for i := range x {
		x[i] -= y[i]
	}
	b.Run("pairs=1000", func(b *testing.B) {
		for b.Loop() {
			if r := SignFlip(x, 1); r.Exact || r.N != 1000 {
				b.Fatalf("%+v, want 1000 differences with drawn signs", r)
			}
		}
	})
}

func BenchmarkFitMedians(b *testing.B) {
	x, samples := wobblingSamples(rand.New(rand.NewPCG(1, 4)), 8, 100, 0.3, 0.2)
	b.Run("sizes=8/instances=100", func(b *testing.B) {
		for b.Loop() {
			if r := (Bootstrap{Seed: 1}).FitMedians(Exponential, x, samples); !r.Interval.Known() {
				b.Fatalf("no interval: %q", r.Warnings)
			}
		}
	})
}

func BenchmarkSignedRank(b *testing.B) {
	for _, n := range []int{50, ExactPairs, 10_000} {
		x, y := pairsOf(rand.New(rand.NewPCG(1, 2)), n, 2, 0, 0.8)
		b.Run(fmt.Sprintf("pairs=%d", n), func(b *testing.B) {
			for b.Loop() {
				if r := SignedRank(x, y); r.N != n {
					b.Fatalf("%d pairs, want %d", r.N, n)
				}
			}
		})
	}
}
