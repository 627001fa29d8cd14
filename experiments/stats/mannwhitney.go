package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// ExactSample is the largest sample for which [MannWhitney] computes the exact
// null distribution.
const ExactSample = 49

// MannWhitneyResult is the outcome of [MannWhitney].
type MannWhitneyResult struct {
	U        float64 // pairs of an x and a y in which x is the larger; ties count half
	P        float64 // two-sided
	Exact    bool    // otherwise the normal approximation
	A12      float64 // U as a share of all pairs: the chance that an x is the larger
	Shift    float64 // the median of all x[i] − y[j]
	Interval Interval
	N        int // values in both samples
	Warnings []string
}

// MannWhitney is the Wilcoxon-Mann-Whitney test of two independent samples:
// whether both come from one distribution (Mann & Whitney 1947). For paired
// values take [SignedRank]. It responds to samples that differ in spread too.
//
// P is exact if no two values are equal and no sample has more than
// [ExactSample]; otherwise it is the normal approximation with the variance
// corrected for ties and a continuity correction of ½. R's wilcox.test gives
// the same values. A12 is the effect size of Vargha & Delaney (2000): 0.56,
// 0.64 and 0.71 were proposed as small, medium and large; Cliff's δ is
// 2·A12 − 1.
//
// Shift is the estimate of Hodges & Lehmann (1963) of how much larger x is,
// Interval its interval at [DefaultLevel]: order statistics of the differences,
// with the rank from the exact distribution up to [ExactSample] values and the
// approximate one beyond (Hollander & Wolfe 1973). It assumes that the
// distributions differ by a shift alone; ties make it cover more. If no rank
// reaches the level, it is unknown and a warning says so.
//
// Both samples need finite values; otherwise the numbers are NaN and a warning
// says why. Cost O(n log n) for n values in all, with 64 passes for each end.
func MannWhitney(x, y []float64) MannWhitneyResult {
	nan := math.NaN()
	r := MannWhitneyResult{U: nan, P: nan, A12: nan, Shift: nan, Interval: unknown(DefaultLevel), N: len(x) + len(y)}
	for k, s := range [][]float64{x, y} {
		if w := checkFinite(s); w != "" {
			r.Warnings = append(r.Warnings, fmt.Sprintf("no test: sample %d: %s", k, w))
			return r
		}
	}
	ranks, ties := doubledRanks(append(sorted(x), y...))
	m, n := len(x), len(y)
	doubled := -m * (m + 1) // twice U
	for _, rank := range ranks[:m] {
		doubled += rank
	}
	r.U = float64(doubled) / 2
	pairs, all := float64(m)*float64(n), float64(m+n)
	r.A12 = r.U / pairs
	var rank int // of the lower end of the interval among the differences
	if max(m, n) <= ExactSample {
		p := rankSums(m, n)
		rank = tailRank(p, DefaultLevel)
		if r.Exact = ties == 0; r.Exact {
			r.P = min(1, 2*Sum(p[:min(doubled/2, m*n-doubled/2)+1]))
		}
	} else {
		rank = int(pairs/2 - normalQuantile((1+DefaultLevel)/2)*math.Sqrt(pairs/12*(all+1)))
	}
	if !r.Exact {
		r.P = 1
		sd := math.Sqrt(pairs / 12 * (all + 1 - ties/(all*(all-1))))
		if distance := math.Abs(r.U-pairs/2) - 0.5; distance > 0 && sd > 0 {
			r.P = 2 * normalCDF(-distance/sd)
		}
	}
	d := differencesOf(x, y)
	r.Shift = d.median()
	if r.Interval = d.interval(rank, DefaultLevel); !r.Interval.Known() {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d against %d values give no interval at level %v", m, n, DefaultLevel))
	}
	if least := min(1, 2/combin.GeneralizedBinomial(all, float64(m))); least > 0.05 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d against %d values cannot give a p-value below %.3g (0.05 needs 4 against 4, 3 against 5 or 2 against 8)", m, n, least))
	}
	return r
}

// rankSums returns the probabilities of U = 0, 1, … m·n for samples of m and n
// from one distribution: with the chance i/(i+j) the largest of i and j values
// is of the first sample and adds j to U (Mann & Whitney 1947). Cost O(m²n²).
func rankSums(m, n int) []float64 {
	p := make([][]float64, m+1)
	for i := range p {
		p[i] = make([]float64, m*n+1)
		p[i][0] = 1
	}
	for j := 1; j <= n; j++ {
		for i := 1; i <= m; i++ {
			first := float64(i) / float64(i+j)
			for u := 0; u <= i*j; u++ {
				p[i][u] *= 1 - first
				if u >= j {
					p[i][u] += first * p[i-1][u-j]
				}
			}
		}
	}
	return p[m]
}
