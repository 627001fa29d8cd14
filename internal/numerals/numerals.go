// Package numerals parses numbers as people write them, and formats numbers with their digits in
// groups of three.
package numerals

import (
	"math"
	"strconv"
)

// The separators between groups of digits.
const (
	Narrow = "\u202f" // narrow no-break space, for pages
	Comma  = ","      // comma, for terminals
)

// Group separates the digits of a whole number into groups of three. The number may have a sign:
// Group("-1234567", Comma) is "-1,234,567".
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

// Portable rounds x to ten significant digits, unless it is whole. Processors round exponentials,
// logarithms and long sums differently, by up to about 10⁻¹⁴ of the result; the rounded number is
// the same on all of them.
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
