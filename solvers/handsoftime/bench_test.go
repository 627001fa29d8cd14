package handsoftime

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// BenchmarkCountTwoCycles counts a ring with 58 free cycles of length two, about
// 10¹⁷ solutions, by determinants.
func BenchmarkCountTwoCycles(b *testing.B) {
	family, err := Core().Family("planted-cycles,k=2,c=58")
	if err != nil {
		b.Fatal(err)
	}
	r, err := family.Instance(puzzle.SizeN(300), 1, 0)
	if err != nil {
		b.Fatal(err)
	}
	s, err := parseStrategy(DefaultStrategy)
	if err != nil {
		b.Fatal(err)
	}
	var n *big.Int
	for b.Loop() {
		n = s.Count(context.Background(), r, search.Limits{}).Solutions
	}
	digits := len(n.String())
	if digits < 10 {
		b.Fatalf("only %v solutions", n)
	}
	b.ReportMetric(float64(digits), "digits")
}

// plantedRings draws rings from a random order, like the write-up's generator.
func plantedRings(n, count int) []Ring {
	rings := make([]Ring, count)
	for k := range rings {
		rng := rand.New(rand.NewPCG(uint64(n), uint64(k)))
		order := rng.Perm(n)
		for i, p := range order {
			if p == 0 {
				order[0], order[i] = order[i], order[0]
			}
		}
		values := make([]int32, n)
		for i, p := range order {
			d := (order[(i+1)%n] - p + n) % n
			values[p] = int32(min(d, n-d))
		}
		values[order[n-1]] = int32(1 + rng.IntN(n/2))
		rings[k] = Ring{Values: values}
	}
	return rings
}

// BenchmarkBaselines measures nodes per second of the write-up's strategies.
func BenchmarkBaselines(b *testing.B) {
	rings := plantedRings(75, 20)
	for _, name := range []string{"standard", "pruning", "pruning+sorting", "dynamic-pruning", "dynamic-sorting"} {
		s, err := parseStrategy(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name+"/n=75", func(b *testing.B) {
			nodes := uint64(0)
			for b.Loop() {
				for _, r := range rings {
					nodes += s.Solve(context.Background(), r, search.Limits{Expanded: 1_000_000}).Expanded
				}
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func BenchmarkFind(b *testing.B)  { benchmarkContraction(b, false) }
func BenchmarkCount(b *testing.B) { benchmarkContraction(b, true) }

func benchmarkContraction(b *testing.B, count bool) {
	s, err := parseStrategy(DefaultStrategy)
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{100, 1_000, 1_001, 100_000, 100_001, 1_000_000, 1_000_001} {
		if count && n%2 == 0 {
			continue // the count is exponential in the free cycles of even rings
		}
		rings := plantedRings(n, max(1, min(50, 2_000_000/n)))
		b.Run(fmt.Sprintf("contraction/n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			k := 0
			for b.Loop() {
				r := rings[k%len(rings)]
				k++
				if count {
					s.Count(context.Background(), r, search.Limits{})
				} else if s.Solve(context.Background(), r, search.Limits{}).Outcome != search.Solved {
					b.Fatal("a planted ring was not solved")
				}
			}
		})
	}
}

// BenchmarkWhole reads a ring, finds a path, writes it and replays it, which is what the
// command does. Per node a large ring should take little more time than a small one.
func BenchmarkWhole(b *testing.B) {
	s, err := parseStrategy(DefaultStrategy)
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{100_001, 1_000_001} {
		text := plantedRings(n, 1)[0].String()
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r, err := ParseRing(text)
				if err != nil {
					b.Fatal(err)
				}
				path := Path(s.Solve(context.Background(), r, search.Limits{}).Path).String()
				if _, err := Check(r, path); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/node")
		})
	}
}
