// Package numerals parses numbers as people write them, and formats numbers with separators between
// groups of three digits.
package numerals

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Separators between groups of digits.
const (
	Narrow = "\u202f" // separator on pages, a narrow no-break space
	Comma  = ","      // separator in terminal output, a comma
)

// Minus is the typographic minus sign, which is as wide as a plus sign.
const Minus = "\u2212"

// Fixed formats a number with the given number of decimals, or with as many as necessary if
// decimals is negative. It writes the separator between groups of three digits before the decimal
// point, and never writes a negative zero.
func Fixed(x float64, decimals int, separator string) string {
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(math.Abs(x), 'f', decimals, 64), ".")
	s := Group(whole, separator)
	if fraction != "" {
		s += "." + fraction
	}
	if x < 0 && strings.Trim(s, "0.") != "" {
		s = Minus + s
	}
	return s
}

// Group inserts a separator between groups of three digits of a whole number, which may have a
// sign: Group("-1234567", Comma) is "-1,234,567".
func Group(number, separator string) string {
	first := 0
	if number != "" && (number[0] == '-' || number[0] == '+') {
		first = 1
	}
	for i := len(number) - 3; i > first; i -= 3 {
		number = number[:i] + separator + number[i:]
	}
	return number
}

// Portable rounds x to ten significant digits, unless x is a whole number. Exponentials, logarithms
// and long sums differ between processors by relative errors of up to about 10⁻¹⁴. The rounded
// number is the same on all processors.
func Portable(x float64) float64 {
	if x == math.Trunc(x) || math.IsNaN(x) {
		return x
	}
	r, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 9, 64), 64)
	return r
}

// Plural formats a count with its noun and adds an s for the plural: Plural(1, "trial", Comma) is
// "1 trial", and Plural(2000, "trial", Comma) is "2,000 trials".
func Plural(n int, noun, separator string) string {
	if n != 1 {
		noun += "s"
	}
	return Group(strconv.Itoa(n), separator) + " " + noun
}

// Count formats a count for pages, with narrow spaces between groups of digits: 2 000.
func Count[N ~int | ~uint64](n N) string { return Group(fmt.Sprint(n), Narrow) }

// Number formats a number for sentences, with three significant digits and a typographic minus
// sign. It writes all digits before the decimal point of large numbers.
func Number(x float64) string {
	text := fmt.Sprintf("%.3g", x)
	if size := math.Abs(x); size >= 999.5 && size < 1e15 {
		text = Group(strconv.FormatFloat(math.Round(x), 'f', 0, 64), Narrow)
	}
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		return Minus + rest
	}
	return text
}

// Range formats the ends of an interval as [Number] does. It adds trailing zeros so that both ends
// have the same number of decimals, as in "0.900 to 0.957".
func Range(low, high float64) string {
	l, h := Number(low), Number(high)
	return alike(l, h) + " to " + alike(h, l)
}

// Within formats the number x as [Number] does. It adds zeros so that x has as many decimals as the
// ends of its interval: with the interval from −0.25 to 1.60, it returns "0.70" for 0.7.
func Within(low, high, x float64) string { return alike(alike(Number(x), Number(low)), Number(high)) }

// alike appends zeros to a number until it has as many decimals as another, or three significant
// digits.
func alike(number, other string) string {
	places := decimals(other)
	if strings.Trim(number, "0−") == "" || strings.ContainsAny(number+other, "eI") {
		return number
	}
	for decimals(number) < places && len(strings.TrimLeft(strings.ReplaceAll(number, ".", ""), "−0")) < 3 {
		if !strings.Contains(number, ".") {
			number += "."
		}
		number += "0"
	}
	return number
}

// decimals returns the number of digits after the decimal point.
func decimals(number string) int {
	_, fraction, _ := strings.Cut(number, ".")
	return len(fraction)
}

// P formats a p-value for sentences, as in "p = 0.023", "p < 0.001" or, for NaN, "p unknown".
func P(p float64) string {
	switch {
	case math.IsNaN(p):
		return "p unknown"
	case p < 0.001:
		return "p < 0.001"
	case p > 0.9995:
		return "p = 1"
	}
	return fmt.Sprintf("p = %.2g", p)
}

// Enumerate joins words into a list for a sentence, as in "a, b and c".
func Enumerate(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// Listed joins counts into a list for a sentence, as in "30, 40 and 50".
func Listed(counts []int) string {
	words := make([]string, len(counts))
	for i, n := range counts {
		words[i] = Count(n)
	}
	return Enumerate(words)
}

// Grouped formats a count for terminals, with commas between groups of digits: 2,000.
func Grouped(n int) string { return Group(strconv.Itoa(n), Comma) }

// Counted formats a count with its noun for terminals, as in "1 trial" or "2,000 trials".
func Counted(n int, noun string) string { return Plural(n, noun, Comma) }
