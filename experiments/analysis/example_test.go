package analysis_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// invented returns trials of two strategies that nobody ran: the work grows by
// a factor 1.2 per unit of size, "sorted" needs three quarters of it, and runs
// stop at 20,000 nodes.
func invented() []experiments.Trial {
	const limit = 20_000
	rng := rand.New(rand.NewPCG(2013, 1))
	var trials []experiments.Trial
	for _, size := range []int{20, 25, 30, 35, 40} {
		for i := range 200 {
			work := 5 * math.Pow(1.2, float64(size)) * math.Exp(rng.NormFloat64())
			for k, strategy := range []string{"plain", "sorted"} {
				t := experiments.Trial{
					Set: "invented", Size: size, Index: i, Strategy: strategy, Mode: experiments.Budget, Outcome: search.Solved,
					Meter: search.Meter{Expanded: 1 + uint64(work*[]float64{1, 0.75}[k]*math.Exp(0.3*rng.NormFloat64()))},
				}
				if t.Meter.Expanded > limit {
					t.Meter.Expanded, t.Outcome = limit, search.LimitNodes
				}
				trials = append(trials, t)
			}
		}
	}
	return trials
}

func ExampleCompare() {
	trials := analysis.Where(invented(), analysis.Sizes(30))
	c, err := analysis.Compare(trials, experiments.Expanded, "plain", "sorted")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Sentence())
	for _, w := range c.Warnings {
		fmt.Println("Note:", w+".")
	}
	// Output:
	// Measured in nodes expanded, sorted needs 0.727 times as much as plain in total (95 % interval 0.662 to 0.802) and 0.717 times in the geometric mean (95 % interval 0.673 to 0.765), over 199 paired instances of size 30 that both finished; 1 more had a run stopped by a limit. Of all 200 it wins 155, loses 45 and ties 0 (sign test p < 0.001, signed-rank test p < 0.001).
	// Note: in 1 of 200 pairs a run was stopped by a limit: totals, means and the signed-rank test are over the other 199, the sign test over all.
}

func ExampleCompareSizes() {
	comparisons, err := analysis.CompareSizes(invented(), experiments.Expanded, "plain", "sorted")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range comparisons {
		fmt.Printf("%d: %.3f (%s), %d pairs, %d stopped\n", c.Size, c.Totals.Value, c.Totals.BCa, c.N, c.Censored)
	}
	// Output:
	// 20: 0.798 (0.742 to 0.878), 200 pairs, 0 stopped
	// 25: 0.789 (0.718 to 0.851), 200 pairs, 0 stopped
	// 30: 0.727 (0.662 to 0.802), 200 pairs, 1 stopped
	// 35: 0.743 (0.684 to 0.822), 200 pairs, 16 stopped
	// 40: 0.771 (0.713 to 0.83), 200 pairs, 43 stopped
}

func ExampleSummarize() {
	for _, c := range analysis.Summarize(invented(), experiments.Expanded, "sorted", "plain") {
		at := ""
		if c.Bounds.Total {
			at = "at least "
		}
		fmt.Printf("size %d, %-6s %3d of %d solved, median %5.0f, total %s%.0f\n", c.Size, c.Strategy, c.Solved, c.N, c.Median, at, c.Total)
	}
	// Output:
	// size 20, sorted 200 of 200 solved, median   168, total 56732
	// size 20, plain  200 of 200 solved, median   222, total 71069
	// size 25, sorted 200 of 200 solved, median   338, total 121437
	// size 25, plain  200 of 200 solved, median   447, total 153882
	// size 30, sorted 200 of 200 solved, median   842, total 288954
	// size 30, plain  199 of 200 solved, median  1232, total at least 399846
	// size 35, sorted 195 of 200 solved, median  2437, total at least 821920
	// size 35, plain  185 of 200 solved, median  3427, total at least 1083589
	// size 40, sorted 170 of 200 solved, median  6424, total at least 1733130
	// size 40, plain  160 of 200 solved, median  9104, total at least 2083578
}

func ExampleScaling() {
	g, err := analysis.Scaling(invented(), experiments.Expanded, "plain")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Sentence())
	// Output:
	// For plain, each unit of size multiplies the median of nodes expanded by 1.21 (95 % interval 1.20 to 1.22; sizes 20, 25, 30, 35 and 40). The exponential fits better than a power of the size (AIC −4.3 against 4.8).
}

func ExampleShare() {
	plain := analysis.Where(invented(), analysis.Strategies("plain"))
	for _, p := range analysis.Share(plain, func(t *experiments.Trial) bool { return t.Outcome.Answered() }) {
		fmt.Printf("size %d: %d of %d answered (%s)\n", p.Size, p.Successes, p.N, p.Interval)
	}
	// Output:
	// size 20: 200 of 200 answered (0.981 to 1)
	// size 25: 200 of 200 answered (0.981 to 1)
	// size 30: 199 of 200 answered (0.972 to 0.999)
	// size 35: 185 of 200 answered (0.88 to 0.954)
	// size 40: 160 of 200 answered (0.739 to 0.85)
}
