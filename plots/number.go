package plots

import (
	"math"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/digits"
)

// minus is the sign for negative numbers, as wide as a plus sign.
const minus = "\u2212"

// thin separates groups of three digits.
const thin = "\u2009"

// plainNumber prints a number as it stands in prose and on a linear axis: the
// shortest decimal form, groups of three digits from 1 000 up, a true minus, no
// negative zero. Very large and very small numbers get a power of ten in the
// notation of rich text.
func plainNumber(v float64) string {
	a := math.Abs(v)
	switch {
	case a == 0:
		return "0"
	case a >= 1e15 || a < 1e-4:
		return sign(v) + scientific(a)
	}
	s := strconv.FormatFloat(a, 'f', -1, 64)
	whole, frac, _ := strings.Cut(s, ".")
	s = digits.Group(whole, thin)
	if frac != "" {
		s += "." + frac
	}
	return sign(v) + s
}

// shortNumber prints a number with three significant digits, as labels beside
// data do; whole numbers below 100 000 are printed in full. The result is rich
// text.
func shortNumber(v float64) string {
	a := math.Abs(v)
	switch {
	case a == math.Trunc(a) && a < 1e5, a == 0:
		return plainNumber(v)
	case a >= 1e5 || a < 1e-3:
		return sign(v) + scientific(a)
	}
	r, _ := strconv.ParseFloat(strconv.FormatFloat(a, 'g', 3, 64), 64)
	return sign(v) + plainNumber(r)
}

// spoken prints a number for captions and text alternatives, where there is no
// rich text: three significant digits, "4.58e7" for large numbers.
func spoken(v float64) string {
	a := math.Abs(v)
	if a == 0 || a >= 1e-3 && a < 1e5 {
		return shortNumber(v)
	}
	mantissa, exp := decompose(a)
	return sign(v) + mantissa + "e" + exponent(exp)
}

// scientific prints a positive number as 4.58×10^{7}.
func scientific(a float64) string {
	mantissa, exp := decompose(a)
	if mantissa == "1" {
		return power(exp)
	}
	return mantissa + "×" + power(exp)
}

func power(exp int) string { return "10^{" + exponent(exp) + "}" }

func exponent(exp int) string { return strings.Replace(strconv.Itoa(exp), "-", minus, 1) }

// decompose returns a positive number as a mantissa of at most three digits
// and an exponent.
func decompose(a float64) (mantissa string, exp int) {
	m, e, _ := strings.Cut(strconv.FormatFloat(a, 'e', 2, 64), "e")
	exp, _ = strconv.Atoi(e)
	return strings.TrimRight(strings.TrimRight(m, "0"), "."), exp
}

func sign(v float64) string {
	if v < 0 {
		return minus
	}
	return ""
}

// count prints a whole number with thin spaces.
func count(n int) string { return plainNumber(float64(n)) }
