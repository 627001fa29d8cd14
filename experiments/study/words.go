package study

import (
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/digits"
)

// Grouped writes a count with thin spaces between thousands.
func Grouped(n uint64) string { return digits.Group(strconv.FormatUint(n, 10), digits.Narrow) }

// Plural writes a number with its noun: "1 ring", "50 rings".
func Plural(n int, noun string) string { return digits.Plural(n, noun, digits.Narrow) }

// Listed writes numbers as a sentence does: "30, 40 and 50".
func Listed(numbers []int) string {
	var b strings.Builder
	for i, n := range numbers {
		switch {
		case i > 0 && i == len(numbers)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(Grouped(uint64(n)))
	}
	return b.String()
}

// Capitalised makes a phrase into the beginning of a sentence.
func Capitalised(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
