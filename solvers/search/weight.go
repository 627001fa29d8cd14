package search

import (
	"fmt"
	"math/big"
	"strings"
)

// Weight is a factor w = Num/Den ≥ 1 by which a search multiplies estimates. The zero Weight means
// 1.
type Weight struct{ Num, Den int32 }

// maxWeightTerm is the maximum of both terms, so that sums of weighted costs
// fit into 64 bits.
const maxWeightTerm = 1_000_000

// ParseWeight parses a number of at least 1, written like "2", "1.5" or "5/2", and returns the
// fraction in lowest terms.
func ParseWeight(s string) (Weight, error) {
	fail := func(what string) (Weight, error) {
		return Weight{}, fmt.Errorf("search: weight %q: %s (want a number of at least 1, such as 2, 1.5 or 5/2)", s, what)
	}
	if strings.Trim(s, "0123456789./") != "" || s == "" || len(s) > 32 {
		return fail("not a number")
	}
	if _, den, ok := strings.Cut(s, "/"); ok && strings.Trim(den, "0") == "" {
		return fail("the denominator is missing or 0")
	}
	r, ok := new(big.Rat).SetString(s)
	switch {
	case !ok:
		return fail("not a number")
	case r.Cmp(big.NewRat(1, 1)) < 0:
		return fail("less than 1")
	case !r.Num().IsInt64() || r.Num().Int64() > maxWeightTerm || r.Denom().Int64() > maxWeightTerm:
		return fail(fmt.Sprintf("%s has a term above %d", r.RatString(), maxWeightTerm))
	}
	return Weight{Num: int32(r.Num().Int64()), Den: int32(r.Denom().Int64())}, nil
}

// String returns the weight as a decimal such as "1.5" if it is exact, and otherwise as a fraction
// in lowest terms such as "7/3". [ParseWeight] parses both forms.
func (w Weight) String() string {
	if w == (Weight{}) {
		w = Weight{1, 1}
	}
	if w.Den <= 0 {
		return fmt.Sprintf("%d/%d", w.Num, w.Den) // not valid
	}
	r := big.NewRat(int64(w.Num), int64(w.Den))
	if digits, exact := r.FloatPrec(); exact {
		return r.FloatString(digits)
	}
	return r.RatString()
}

// Float returns the floating-point number nearest to the weight.
func (w Weight) Float() float64 {
	if w == (Weight{}) {
		return 1
	}
	return float64(w.Num) / float64(w.Den)
}

// Valid returns an error if the weight is less than 1, or if Num or Den is too large.
func (w Weight) Valid() error {
	switch {
	case w == Weight{}:
		return nil
	case w.Den <= 0 || w.Num < w.Den:
		return fmt.Errorf("search: weight %d/%d is not a number of at least 1", w.Num, w.Den)
	case w.Num > maxWeightTerm || w.Den > maxWeightTerm:
		return fmt.Errorf("search: weight %d/%d has a term above %d", w.Num, w.Den, maxWeightTerm)
	}
	return nil
}

// checked returns a valid weight with the zero Weight as 1/1.
func (w Weight) checked() Weight {
	if err := w.Valid(); err != nil {
		panic(err)
	}
	if w == (Weight{}) {
		return Weight{1, 1}
	}
	return w
}

// divide returns f/Num, rounded up. f is a cost in units of 1/Den that is at most w times the
// optimum, so the result is a lower bound on the optimum.
func (w Weight) divide(f int64) int { return int((f + int64(w.Num) - 1) / int64(w.Num)) }

// reduced returns num/den in lowest terms.
func reduced(num, den int64) Weight {
	r := big.NewRat(num, den)
	return Weight{Num: int32(r.Num().Int64()), Den: int32(r.Denom().Int64())}
}
