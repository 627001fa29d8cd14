package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Grouped formats a count with thin spaces between thousands.
func Grouped(n uint64) string { return numerals.Count(n) }

// Plural formats a number with its noun, as in "1 ring" or "50 rings".
func Plural(n int, noun string) string { return numerals.Plural(n, noun, numerals.Narrow) }

// Names shortens a list of strategy names for a table cell. It replaces a list of more than two
// names with their number, the first name and the last name: "12, astar/none to rbfs/lc-wd".
func Names(names []string) string {
	if len(names) > 2 {
		return fmt.Sprintf("%d, %s to %s", len(names), names[0], names[len(names)-1])
	}
	return strings.Join(names, ", ")
}

// FromTo returns the smallest of the numbers followed by " to ", as in "20 to ". The caller appends
// the largest number to complete the range. FromTo returns "" if all numbers are the same.
func FromTo(numbers []int) string {
	if len(numbers) > 0 && slices.Min(numbers) < slices.Max(numbers) {
		return Grouped(uint64(slices.Min(numbers))) + " to "
	}
	return ""
}

// Rounded rounds x, which must be at least 1, to the given number of significant digits.
func Rounded(x float64, digits int) uint64 {
	unit := math.Pow(10, math.Floor(math.Log10(x))-float64(digits-1))
	return uint64(math.Round(x/unit) * unit)
}

// Cell returns a table cell with the given words. If words is "", the cell is marked as missing.
func Cell(words string) (c reports.Cell) {
	if words != "" {
		c = reports.Str(words)
	}
	return c
}

// Capitalised returns the phrase s with its first letter in upper case.
func Capitalised(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Binary formats a number of bytes without rounding, using the largest of the units B, KiB, MiB, …
// that gives a whole number.
func Binary(bytes uint64) string {
	unit := "B"
	for _, larger := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if bytes == 0 || bytes%(1<<10) != 0 {
			break
		}
		bytes, unit = bytes>>10, larger
	}
	return Grouped(bytes) + " " + unit
}

// Compare works like [analysis.Compare], but if one of the strategies was not run, it returns false
// instead of an error.
func Compare(rows frame.Frame, m trial.Metric, a, b string) (analysis.Comparison, bool, error) {
	if !rows.Has(a, b) {
		return analysis.Comparison{}, false, nil
	}
	c, err := analysis.Compare(rows, m, a, b)
	return c, err == nil, err
}
