package frame

import (
	"fmt"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// BenchmarkMillion asks each question about a million trials: five strategies on 20,000 instances
// of each of ten sizes, as produced by a sweep.
func BenchmarkMillion(b *testing.B) {
	var trials []trial.Trial
	for size := range 10 {
		for i := range 20_000 {
			for s := range 5 {
				trials = append(trials, ran(fmt.Sprintf("strategy-%d", s), size, i, uint64(1+(i*7919)%1000), search.Solved))
			}
		}
	}
	b.Run("group-by/first", func(b *testing.B) {
		for b.Loop() {
			for range By(Of(trials), Strategy) {
			}
		}
	})
	f := Of(trials)
	for _, c := range []struct {
		name string
		ask  func() int
	}{
		{"group-by", func() int { return len(Strategy.Of(f)) }},
		{"where", func() int { return f.Where(Strategy.Is("strategy-1"), Size.Is(3)).Len() }},
		{"pair", func() int { pairs, _ := f.Pair(trial.Expanded, "strategy-0", "strategy-1"); return len(pairs) }},
		{"pair-by-size", func() int {
			n := 0
			for _, at := range By(f, Size) {
				pairs, _ := at.Pair(trial.Expanded, "strategy-0", "strategy-1")
				n += len(pairs)
			}
			return n
		}},
		{"summarize", func() int { return len(f.Summarize(trial.Expanded)) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if c.ask() == 0 {
					b.Fatal("no answer")
				}
			}
		})
	}
}
