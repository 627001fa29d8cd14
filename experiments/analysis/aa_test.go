package analysis

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// timings returns the trials of two identical strategies on n instances, as timed by a noisy
// machine. The work spans orders of magnitude, times vary by 3 %, one in fifty takes half as long
// again on average, and the machine becomes slower by a fifth from the first trial to the last. The
// trials run block by block, as in a sweep.
func timings(rng *rand.Rand, n int) []trial.Trial {
	var trials []trial.Trial
	for _, i := range rng.Perm(n) {
		work := math.Exp(1.5 * rng.NormFloat64())
		for _, k := range rng.Perm(2) {
			noise := math.Exp(0.03*rng.NormFloat64()) * (1 + 0.2*float64(len(trials))/float64(2*n))
			if rng.IntN(50) == 0 {
				noise *= 1 + 0.5*rng.ExpFloat64()
			}
			t := ran([]string{"a", "b"}[k], 50, i, 1, search.Solved)
			t.Mode, t.CPU = trial.Timed, work*noise
			trials = append(trials, t)
		}
	}
	return trials
}

// The test also checks the intervals of the geometric mean, which [stats.TypicalRatio] replaces,
// and of the total: their bounds come from the documentation and detect changes to it.
func TestTimesOfTheSameStrategyDoNotDiffer(t *testing.T) {
	usual := resampling
	defer func() { resampling = usual }()
	resampling.Resamples = 200
	const comparisons = 2000
	for _, n := range []int{10, 50} {
		rng := rand.New(rand.NewPCG(15, uint64(n)))
		typical, mean, total, rejected := 0, 0, 0, 0
		for range comparisons {
			rows := frame.Of(timings(rng, n))
			c, err := Compare(rows, trial.Seconds, "a", "b")
			if err != nil {
				t.Fatal(err)
			}
			var a, b []float64
			pairs, _ := rows.Pair(trial.Seconds, "a", "b")
			for _, p := range pairs {
				a, b = append(a, p.A.Value), append(b, p.B.Value)
			}
			count := func(n *int, is bool) {
				if is {
					*n++
				}
			}
			count(&typical, c.GeoMeans.BCa.Contains(1))
			count(&total, c.Totals.BCa.Contains(1))
			count(&rejected, c.SignedRank.P <= 0.05)
			count(&mean, resampling.RatioOfGeoMeans(b, a).BCa.Contains(1))
		}
		for _, c := range []struct {
			name      string
			n         int
			low, high float64
		}{
			{"the interval of the typical ratio covers 1", typical, 0.93, 0.97},
			{"the signed-rank test rejects", rejected, 0.035, 0.065},
			{"the BCa interval of the geometric mean covers 1", mean, 0.83, 0.90},
			{"the BCa interval of the total covers 1", total, 0.80, 0.87},
		} {
			rate := float64(c.n) / comparisons
			t.Logf("%d pairs: %s in %.4f", n, c.name, rate)
			if rate < c.low || rate > c.high {
				t.Errorf("%d pairs: %s in %.4f of %d comparisons of a strategy with itself, want %g to %g", n, c.name, rate, comparisons, c.low, c.high)
			}
		}
	}
}

func TestTypicalRatioLeavesOutliersOut(t *testing.T) {
	a, b := []float64{1, 2, 3, 4, 5, 6, 7}, []float64{2, 4, 6, 8, 10, 12, 7000}
	got := stats.TypicalRatio(b, a)
	near(t, "typical ratio", got.Value, 2)
	if got.N != 7 || !got.BCa.Contains(2) || got.BCa != got.Percentile {
		t.Errorf("%+v", got)
	}
	if none := stats.TypicalRatio([]float64{1, 0}, []float64{1, 1}); !math.IsNaN(none.Value) || !warned(none.Warnings, "want more than 0") {
		t.Errorf("of a time that is 0: %+v", none)
	}
}
