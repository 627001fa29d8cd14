package plots

import (
	"math"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/numerals"
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
	return fixedNumber(v, -1)
}

// fixedNumber prints a number with the given decimals, as many as it needs if that
// is negative.
func fixedNumber(v float64, decimals int) string {
	s := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	if strings.Trim(s, "0.") == "" {
		v = 0 // no negative zero
	}
	whole, frac, _ := strings.Cut(s, ".")
	s = numerals.Group(whole, thin)
	if frac != "" {
		s += "." + frac
	}
	return sign(v) + s
}

// column returns what prints the numbers of a column: with the same decimals, such
// that the least of the values has two digits, three decimals at the most. Where
// they are too large or too far apart for that, each has three digits of its own.
func column(values ...float64) func(v float64) string {
	least, most := math.Inf(1), 0.0
	for _, v := range values {
		if a := math.Abs(v); a > 0 && !math.IsInf(a, 0) && !math.IsNaN(a) {
			least, most = min(least, a), max(most, a)
		}
	}
	each := shortNumber
	if most < 1e9 && least >= 1e-3 && most/least < 1e5 {
		decimals := min(max(1-int(math.Floor(math.Log10(least))), 0), 3)
		each = func(v float64) string {
			switch a := math.Abs(v); {
			case a > 0 && a < math.Pow10(-decimals)/2, a >= 1e5 && decimals > 0: // an end of an interval
				return shortNumber(v)
			case a >= 1e5:
				v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
			}
			return fixedNumber(v, decimals)
		}
	}
	return func(v float64) string {
		if math.IsInf(v, 0) {
			return sign(v) + "∞"
		}
		return each(v)
	}
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
// rich text: three significant digits, "45.8 million" for large numbers.
func spoken(v float64) string {
	a := math.Abs(v)
	if a == 0 || a >= 1e-3 && a < 1e5 {
		return shortNumber(v)
	}
	three, _ := strconv.ParseFloat(strconv.FormatFloat(a, 'g', 3, 64), 64)
	if three >= 1e5 && three < 1e15 {
		for _, large := range []struct {
			of   float64
			name string
		}{{1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}, {1, ""}} {
			if three >= large.of {
				return sign(v) + plainNumber(tidy(three/large.of, 0.01)) + large.name
			}
		}
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
