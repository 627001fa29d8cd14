package analysis

import (
	"math"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

func TestSentences(t *testing.T) {
	estimate := func(v, low, high float64) stats.Estimate {
		return stats.Estimate{Value: v, BCa: stats.Interval{Low: low, High: high, Level: 0.95}}
	}
	nan := math.NaN()
	none := estimate(nan, nan, nan)
	cycles := trial.Observed("free cycles", "", "")
	means := trial.Expanded
	means.Aggregate = trial.GeoMean
	// The first two are the figures of a paired study of 2,000 rings of size
	// 50 and what a sample of 50 of them allows.
	for _, c := range []struct {
		name string
		c    Comparison
		want string
	}{
		{
			"settled",
			Comparison{
				Metric: trial.Expanded, A: "pruning", B: "pruning+sorting", Size: 50, N: 2000, Wins: 1350, Losses: 640, Ties: 10,
				Totals: estimate(0.778, 0.744, 0.813), GeoMeans: estimate(0.652, 0.611, 0.696), SignP: 1e-50, SignedRank: stats.SignedRankResult{P: 1e-60},
			},
			"Measured in nodes expanded, pruning+sorting needs 0.778 times as much as pruning in total (95 % interval 0.744 to 0.813) and 0.652 times in the geometric mean (95 % interval 0.611 to 0.696), over 2\u202f000 paired instances of size 50. Of these it wins 1\u202f350, loses 640 and ties 10 (sign test p < 0.001, signed-rank test p < 0.001).",
		},
		{
			"not settled",
			Comparison{
				Metric: means, A: "pruning", B: "pruning+sorting", Size: 50, N: 50, Wins: 30, Losses: 20,
				Totals: estimate(0.92, 0.6, 1.01), GeoMeans: estimate(0.8, 0.63, 1.02), SignP: 0.2026, SignedRank: stats.SignedRankResult{P: 0.061},
			},
			"Measured in nodes expanded, pruning+sorting needs 0.80 times as much as pruning in the geometric mean (95 % interval 0.63 to 1.02) and 0.92 times in total (95 % interval 0.60 to 1.01), over 50 paired instances of size 50. Of these it wins 30, loses 20 and ties 0 (sign test p = 0.2, signed-rank test p = 0.061). The interval of the total includes 1, so these instances do not settle which of the two is ahead in total.",
		},
		{
			"stopped runs, no geometric mean, larger is better",
			Comparison{
				Metric: cycles, A: "a", B: "b", N: 9, Wins: 3, Losses: 2, Ties: 3, Undecided: 1, Censored: 8,
				Totals: estimate(2, nan, nan), GeoMeans: none, SignP: 1, SignedRank: stats.SignedRankResult{P: nan},
			},
			"Measured in free cycles, b has 2 times as much as a in total (no interval), over 1 paired instance that both finished; 8 more had a run stopped by a limit. Of all 9 it wins 3, loses 2 and ties 3, and 1 are undecided (sign test p = 1, signed-rank test p unknown).",
		},
		{
			"all stopped",
			Comparison{Metric: trial.Expanded, A: "a", B: "b", N: 4, Ties: 4, Censored: 4, Totals: none, GeoMeans: none, SignP: 1, SignedRank: stats.SignedRankResult{P: 1}},
			"Measured in nodes expanded, b needs an unknown multiple of a, over 0 paired instances that both finished; 4 more had a run stopped by a limit. Of all 4 it wins 0, loses 0 and ties 4 (sign test p = 1, signed-rank test p = 1).",
		},
	} {
		if got := c.c.Sentence(); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}

	growth := func(exponential, power float64, sizes ...int) Growth {
		return Growth{
			Metric: trial.Expanded, Strategy: "standard", Sizes: sizes, CensoredAt: []int{75}, Factor: estimate(1.31, 1.29, 1.33),
			Fit: stats.Fit{Model: stats.Exponential, AICc: exponential}, Power: stats.Fit{Model: stats.Power, AICc: power, B: 7.5},
			HeldOut: HeldOut{Size: 50, Exponential: 0.94, Power: 0.6},
		}
	}
	five := []int{30, 35, 40, 45, 50}
	const (
		start = "For standard, each unit of size multiplies the median of nodes expanded by 1.31 (95 % interval 1.29 to 1.33; sizes 30, 35, 40, 45 and 50; the median at 75 is beyond the limit and left out)."
		end   = " Fitted to the smaller sizes, the exponential predicts 0.94 times the median at 50, and the power 0.6 times."
	)
	for _, c := range []struct {
		growth Growth
		want   string
	}{
		{growth(-21.9, 18.8, five...), start + " The exponential fits better than a power of the size (AICc −21.9 against 18.8 for the power)." + end},
		{growth(18.8, -21.9, five...), start + " A power of the size, with exponent 7.5, fits better than the exponential (AICc 18.8 against −21.9 for the power)." + end},
		{growth(3, 4, five...), start + " The medians do not distinguish this exponential from a power of the size (AICc 3 against 4 for the power)." + end},
		{growth(nan, nan, five...), start},
		{growth(1, 2, 30, 40, 50), strings.Replace(start, "30, 35, 40, 45 and 50", "30, 40 and 50", 1) + " Fewer than 5 sizes cannot show whether the median grows, and whether it grows as an exponential or a power."},
	} {
		if got := c.growth.Sentence(); got != c.want {
			t.Errorf("AICc %v and %v:\ngot  %s\nwant %s", c.growth.Fit.AICc, c.growth.Power.AICc, got, c.want)
		}
	}
}
