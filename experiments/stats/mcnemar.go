package stats

import (
	"fmt"
	"math"
)

// McNemarResult is the outcome of [McNemar].
type McNemarResult struct {
	P        float64  // two-sided, exact
	Share    float64  // of b in b + c; NaN if both are 0
	Interval Interval // of Share, by [ClopperPearson]
	N        int      // b + c, the instances that tell the strategies apart
	Warnings []string
}

// McNemar is the exact test of two strategies on the same instances, of which
// b were solved by the first alone and c by the second alone: whether either
// is as likely. Instances that both or neither solved say nothing about that.
// The test is [SignTest] of the b + c (McNemar 1947 gives the χ² of large
// counts); Interval leaves out ½ exactly if P is below 1 − [DefaultLevel].
//
// Instances must be independent. If b = c = 0, P is 1. A negative count gives
// NaN and a warning. With fewer than six instances P cannot come below 0.05,
// which a warning states.
func McNemar(b, c int) McNemarResult {
	n := b + c
	r := McNemarResult{P: SignTest(b, c), Share: float64(b) / float64(n), Interval: ClopperPearson(b, n, DefaultLevel), N: n}
	if r.Warnings = tooFew(n, "discordant instance"); b < 0 || c < 0 {
		r.Share, r.Warnings = math.NaN(), []string{fmt.Sprintf("no test: %d and %d instances (want 0 or more)", b, c)}
	}
	return r
}
