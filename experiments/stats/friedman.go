package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// FriedmanResult holds the result of [Friedman].
type FriedmanResult struct {
	// mean rank of each strategy; 1 means that the strategy always has the smallest value
	MeanRanks  []float64
	ChiSquared float64 // Friedman's statistic, corrected for ties
	DF         int     // degrees of freedom of ChiSquared: k − 1
	P          float64
	F, PF      float64    // Iman & Davenport's statistic with k−1 and (k−1)(n−1) degrees of freedom, and its p-value
	Pairs      []PairTest // tests for all pairs of strategies, in the order (0, 1), (0, 2), …, (1, 2), …
	N          int        // number of instances
	Warnings   []string
}

// PairTest compares two strategies. A and B are their column numbers in the rows passed to
// [Friedman].
type PairTest struct {
	A, B             int
	SignedRankResult         // test of the values of A against the values of B
	Adjusted         float64 // P after correction by [Holm] for the number of pairs
}

// Friedman tests whether k strategies have equal ranks on the same instances (Friedman 1937).
// rows[i][j] is the value of strategy j on instance i. Equal values in a row share their mean rank,
// and the statistic is corrected for ties (Hollander & Wolfe 1973). R's friedman.test gives the
// same result. F is the statistic of Iman & Davenport (1980), (N−1)χ²/(N(k−1)−χ²), whose error rate
// is closer to the nominal level. It is +Inf, with PF = 0, if all instances give the same ranking.
// Both statistics are approximations that need about ten instances.
//
// Pairs shows which strategies differ: it holds the [SignedRank] test for each pair, adjusted by
// [Holm]. The test of a pair depends only on its two strategies (Benavoli et al. 2016). It compares
// differences, so pass logarithms of work. The mean ranks, in contrast, depend on all strategies.
// Use them only for the critical-difference diagram of Demšar (2006).
//
// Friedman needs at least two strategies, rows of equal length and finite values; otherwise P is
// NaN and a warning says why. If all rows are constant, P is 1.
func Friedman(rows [][]float64) FriedmanResult {
	nan := math.NaN()
	r := FriedmanResult{ChiSquared: nan, P: nan, F: nan, PF: nan, N: len(rows)}
	if r.N == 0 || len(rows[0]) < 2 {
		r.Warnings = []string{fmt.Sprintf("no test of %s (want rows of 2 values or more)", plural(r.N, "row"))}
		return r
	}
	k := len(rows[0])
	columns := make([][]float64, k)
	sums := make([]float64, k)
	var squares float64 // squares of all ranks
	for i, row := range rows {
		why := checkFinite(row)
		if len(row) != k {
			why = fmt.Sprintf("%d values (want %d as in the first row)", len(row), k)
		}
		if why != "" {
			r.Warnings = append(r.Warnings, fmt.Sprintf("no test: row %d: %s", i, why))
			return r
		}
		doubled, _ := doubledRanks(row)
		for j, d := range doubled {
			rank := float64(d) / 2
			sums[j] += rank
			squares += rank * rank
			columns[j] = append(columns[j], row[j])
		}
	}
	n, strategies := float64(r.N), float64(k)
	mean := (strategies + 1) / 2
	var between float64
	for _, s := range sums {
		r.MeanRanks = append(r.MeanRanks, s/n)
		between += (s - n*mean) * (s - n*mean)
	}
	r.DF = k - 1
	df := strategies - 1
	r.Pairs = pairTests(columns)
	if within := squares - n*strategies*mean*mean; within > 0 {
		r.ChiSquared = df * between / within
		r.P = mathext.GammaIncRegComp(0.5*df, 0.5*r.ChiSquared)
		r.F, r.PF = math.Inf(1), 0
		if rest := n*df - r.ChiSquared; rest > 1e-9*n*df {
			r.F = (n - 1) * r.ChiSquared / rest
			r.PF = 1 - mathext.RegIncBeta(df/2, df*(n-1)/2, df*r.F/(df*r.F+df*(n-1)))
		}
	} else {
		r.ChiSquared, r.P, r.F, r.PF = 0, 1, 0, 1
	}
	if r.N < 10 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s: the χ² and F distributions are rough (at least 10 are needed)", plural(r.N, "instance")))
	}
	return r
}

// pairTests compares each pair of columns.
func pairTests(columns [][]float64) []PairTest {
	var pairs []PairTest
	var p []float64
	for a := range columns {
		for b := a + 1; b < len(columns); b++ {
			t := SignedRank(columns[a], columns[b])
			pairs, p = append(pairs, PairTest{A: a, B: b, SignedRankResult: t}), append(p, t.P)
		}
	}
	for i, v := range Holm(p) {
		pairs[i].Adjusted = v
	}
	return pairs
}
