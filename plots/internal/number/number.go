// Package number prints numbers as figures and the words beside them do.
package number

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// minus is the sign for negative numbers, as wide as a plus sign.
const minus = "\u2212"

// Thin separates groups of three digits.
const Thin = "\u2009"

// Plain prints a number for prose and for a linear axis: the
// shortest decimal form, groups of three digits from 1 000 up, a true minus, no
// negative zero. Very large and very small numbers get a power of ten in the
// notation of rich text.
func Plain(v float64) string {
	a := math.Abs(v)
	switch {
	case a == 0:
		return "0"
	case a >= 1e15 || a < 1e-4:
		return Sign(v) + scientific(a)
	}
	return Fixed(v, -1)
}

// Fixed prints a number with the given decimals, as many as it needs if that
// is negative.
func Fixed(v float64, decimals int) string {
	s := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	if strings.Trim(s, "0.") == "" {
		v = 0 // no negative zero
	}
	whole, frac, _ := strings.Cut(s, ".")
	s = numerals.Group(whole, Thin)
	if frac != "" {
		s += "." + frac
	}
	return Sign(v) + s
}

// Column returns what prints the numbers of a column: with the same decimals, such
// that the least of the values has two digits, three decimals at the most. Where
// they are too large or too far apart for that, each has three digits of its own.
func Column(values ...float64) func(v float64) string {
	least, most := math.Inf(1), 0.0
	for _, v := range values {
		if a := math.Abs(v); a > 0 && !math.IsInf(a, 0) && !math.IsNaN(a) {
			least, most = min(least, a), max(most, a)
		}
	}
	each := Short
	if most < 1e9 && least >= 1e-3 && most/least < 1e5 {
		decimals := min(max(1-int(math.Floor(math.Log10(least))), 0), 3)
		each = func(v float64) string {
			switch a := math.Abs(v); {
			case a > 0 && a < math.Pow10(-decimals)/2, a >= 1e5 && decimals > 0: // an end of an interval
				return Short(v)
			case a >= 1e5:
				v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
			}
			return Fixed(v, decimals)
		}
	}
	return func(v float64) string {
		if math.IsInf(v, 0) {
			return Sign(v) + "∞"
		}
		return each(v)
	}
}

// Short prints a number with three significant digits, as labels beside
// data do; whole numbers below 100 000 are printed in full. The result is rich
// text.
func Short(v float64) string {
	a := math.Abs(v)
	switch {
	case a == math.Trunc(a) && a < 1e5, a == 0:
		return Plain(v)
	case a >= 1e5 || a < 1e-3:
		return Sign(v) + scientific(a)
	}
	r, _ := strconv.ParseFloat(strconv.FormatFloat(a, 'g', 3, 64), 64)
	return Sign(v) + Plain(r)
}

// Spoken prints a number for captions and text alternatives, where there is no
// rich text: three significant digits, "45.8 million" for large numbers.
func Spoken(v float64) string {
	a := math.Abs(v)
	if a == 0 || a >= 1e-3 && a < 1e5 {
		return Short(v)
	}
	three, _ := strconv.ParseFloat(strconv.FormatFloat(a, 'g', 3, 64), 64)
	if three >= 1e5 && three < 1e15 {
		for _, large := range []struct {
			of   float64
			name string
		}{{1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}, {1, ""}} {
			if three >= large.of {
				return Sign(v) + Plain(Tidy(three/large.of, 0.01)) + large.name
			}
		}
	}
	mantissa, exp := decompose(a)
	return Sign(v) + mantissa + "e" + exponent(exp)
}

// scientific prints a positive number as 4.58×10^{7}.
func scientific(a float64) string {
	mantissa, exp := decompose(a)
	if mantissa == "1" {
		return Power(exp)
	}
	return mantissa + "×" + Power(exp)
}

// Power prints a power of ten.
func Power(exp int) string { return "10^{" + exponent(exp) + "}" }

func exponent(exp int) string { return strings.Replace(strconv.Itoa(exp), "-", minus, 1) }

// decompose returns a positive number as a mantissa of at most three digits
// and an exponent.
func decompose(a float64) (mantissa string, exp int) {
	m, e, _ := strings.Cut(strconv.FormatFloat(a, 'e', 2, 64), "e")
	exp, _ = strconv.Atoi(e)
	return strings.TrimRight(strings.TrimRight(m, "0"), "."), exp
}

// Sign is the sign of a number, nothing if it is not negative.
func Sign(v float64) string {
	if v < 0 {
		return minus
	}
	return ""
}

// Count prints a whole number with thin spaces.
func Count(n int) string { return Plain(float64(n)) }

// Tidy removes the noise of binary fractions from a multiple of step.
func Tidy(v, step float64) float64 {
	digits := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', digits, 64), 64)
	if err != nil || r == 0 {
		return 0
	}
	return r
}

// Markup is a raised or lowered piece of rich text.
var Markup = regexp.MustCompile(`[\^_]\{[^}]+\}`)

// Unmarked returns rich text as it is written where there is none: b^2, h_0.
func Unmarked(text string) string {
	return Markup.ReplaceAllStringFunc(text, func(piece string) string { return piece[:1] + piece[2:len(piece)-1] })
}
