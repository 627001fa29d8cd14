// Package number formats numbers for figures and for their captions and text alternatives.
package number

import (
	"math"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Thin is a thin space, which separates groups of three digits.
const Thin = "\u2009"

// Plain formats a number for prose and for linear axes. It uses the shortest decimal form, with
// thin spaces between groups of three digits, a true minus sign, and no negative zero. Numbers of
// 10^15 or more, or below 0.0001, are written with a power of ten, as rich text.
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

// Fixed formats a number with the given number of decimals. A negative number of decimals means as
// many as necessary.
func Fixed(v float64, decimals int) string { return numerals.Fixed(v, decimals, Thin) }

// Column returns a function that formats the numbers in a column consistently. All numbers have the
// same number of decimals, at most three, chosen so that the smallest of the values has two
// significant digits. If the values are too large, too small or too far apart for that, each number
// has three significant digits instead.
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
			case a > 0 && a < math.Pow10(-decimals)/2, a >= 1e5 && decimals > 0: // the end of an interval
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

// Short formats a number as rich text with three significant digits, for labels next to data. Whole
// numbers below 100 000 keep all digits.
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

// SecondsUnit returns the largest unit of time with an SI prefix that does not exceed a value, in
// seconds, and its name.
func SecondsUnit(v float64) (unit float64, name string) {
	names := []string{"s", "ms", "µs", "ns"}
	for unit = 1; len(names) > 1 && v < unit*(1-1e-9); unit /= 1000 {
		names = names[1:]
	}
	return unit, names[0]
}

// Spoken formats a number for captions and text alternatives, which have no rich text. It uses
// three significant digits, and words for large numbers, such as "45.8 million".
func Spoken(v float64) string {
	a := math.Abs(v)
	three, _ := strconv.ParseFloat(strconv.FormatFloat(a, 'g', 3, 64), 64)
	switch {
	case math.IsInf(a, 0):
		return Sign(v) + "infinity"
	case a == 0 || a >= 1e-3 && a < 1e5:
		return Short(v)
	case a >= 1e-6 && a < 1e-3:
		return Sign(v) + Fixed(three, -1)
	}
	for _, large := range []struct {
		of   float64
		name string
	}{{1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}, {1, ""}} {
		if three >= large.of && three < 1e15 {
			return Sign(v) + Plain(Tidy(three/large.of, 0.01)) + large.name
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

// Power formats a power of ten as rich text: Power(6) is "10^{6}".
func Power(exp int) string { return "10^{" + exponent(exp) + "}" }

func exponent(exp int) string { return strings.Replace(strconv.Itoa(exp), "-", numerals.Minus, 1) }

// decompose splits a positive number into a mantissa with at most three digits and an exponent.
func decompose(a float64) (mantissa string, exp int) {
	m, e, _ := strings.Cut(strconv.FormatFloat(a, 'e', 2, 64), "e")
	exp, _ = strconv.Atoi(e)
	return strings.TrimRight(strings.TrimRight(m, "0"), "."), exp
}

// Sign returns a true minus sign if v is negative, and "" otherwise.
func Sign(v float64) string {
	if v < 0 {
		return numerals.Minus
	}
	return ""
}

// Count formats a whole number with thin spaces between groups of three digits.
func Count(n int) string { return Plain(float64(n)) }

// Tidy removes the rounding error from v, which must be approximately a multiple of step.
func Tidy(v, step float64) float64 {
	digits := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', digits, 64), 64)
	if err != nil || r == 0 {
		return 0
	}
	return r
}

// Markup matches one superscript or subscript in rich text, such as ^{2}.
var Markup = lazy.Regexp(`[\^_]\{[^}]+\}`)

// Unmarked converts rich text to plain text by removing the braces: b^{2} becomes b^2.
func Unmarked(text string) string {
	return Markup().ReplaceAllStringFunc(text, func(piece string) string { return piece[:1] + piece[2:len(piece)-1] })
}
