package stats

import (
	"fmt"
	"math"
)

// SignTest returns the exact two-sided p-value of the given wins and losses, if both are equally
// likely: twice the smaller tail of the binomial distribution with probability ½, at most 1. The
// caller leaves out ties. It is 1 without wins and losses, and NaN if a count is negative. For the
// instances that only one of two strategies solved it is McNemar's exact test; [ClopperPearson]
// gives the interval of the share of wins.
func SignTest(wins, losses int) float64 {
	n := wins + losses
	if wins < 0 || losses < 0 {
		return math.NaN()
	}
	if wins == losses {
		return 1
	}
	tail := BinomialCDF(min(wins, losses), n, 0.5)
	return min(1, 2*tail)
}

// smallestP returns the smallest p-value that the two-sided sign and signed-rank tests can give for
// n differing pairs: 2/2ⁿ, and 1 for n < 2.
func smallestP(n int) float64 { return min(1, math.Ldexp(2, -n)) }

// tooFew returns a warning if n pairs cannot give a p-value of 0.05; noun is the test's name for a
// pair.
func tooFew(n int, noun string) []string {
	if n >= MinPairs {
		return nil
	}
	return []string{fmt.Sprintf("%s cannot give a p-value below %.3g (0.05 needs %d)", plural(n, noun), smallestP(n), MinPairs)}
}

// MinPairs is the smallest number of differing pairs for which these tests can give a p-value of
// 0.05.
const MinPairs = 6
