package study

import (
	"fmt"
	"math"
	"slices"
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
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = Grouped(uint64(n))
	}
	return Enumerated(words)
}

// Enumerated joins words as a sentence does: "a, b and c".
func Enumerated(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// Names writes the names of strategies in a cell: "12, astar/none to rbfs/lc-wd".
func Names(names []string) string {
	if len(names) > 2 {
		return fmt.Sprintf("%d, %s to %s", len(names), names[0], names[len(names)-1])
	}
	return strings.Join(names, ", ")
}

// FromTo begins a phrase about numbers that goes on with their largest: "20 to ",
// and "" if all are the same.
func FromTo(numbers []int) string {
	if len(numbers) > 0 && slices.Min(numbers) < slices.Max(numbers) {
		return Grouped(uint64(slices.Min(numbers))) + " to "
	}
	return ""
}

// Rounded returns x ≥ 1 to so many significant digits.
func Rounded(x float64, digits int) uint64 {
	unit := math.Pow(10, math.Floor(math.Log10(x))-float64(digits-1))
	return uint64(math.Round(x/unit) * unit)
}

// Capitalised makes a phrase into the beginning of a sentence.
func Capitalised(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
