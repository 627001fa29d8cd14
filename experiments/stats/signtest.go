package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// SignTest returns the exact two-sided p-value of so many wins and losses if
// both were equally likely: twice the smaller tail of the binomial
// distribution with probability ½, at most 1. Ties are left out by the caller.
// It is 1 without any, and NaN if a count is negative. With the instances that only
// one of two strategies solved it is McNemar's exact test; [ClopperPearson] has the
// interval of the share of wins.
func SignTest(wins, losses int) float64 {
	n := wins + losses
	if wins < 0 || losses < 0 {
		return math.NaN()
	}
	if wins == losses {
		return 1
	}
	tail := distuv.Binomial{N: float64(n), P: 0.5}.CDF(float64(min(wins, losses)))
	return min(1, 2*tail)
}

// smallestP returns the smallest p-value that the two-sided sign and
// signed-rank tests can give with n pairs that differ: 2/2ⁿ, and 1 for n < 2.
func smallestP(n int) float64 { return min(1, math.Ldexp(2, -n)) }

// tooFew warns if n pairs, by what the test calls them, cannot give a p-value
// of 0.05.
func tooFew(n int, noun string) []string {
	if n >= MinPairs {
		return nil
	}
	return []string{fmt.Sprintf("%s cannot give a p-value below %.3g (0.05 needs %d)", plural(n, noun), smallestP(n), MinPairs)}
}

// MinPairs is the number of differing pairs from which on these tests can give a
// p-value of 0.05.
const MinPairs = 6
