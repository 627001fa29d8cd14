package analysis

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/internal/digits"
)

// The functions of this file write numbers and names as sentences have them.

// thousands writes a count with a narrow space between thousands: 2 000.
func thousands(n int) string { return digits.Group(strconv.Itoa(n), digits.Narrow) }

// plural writes a count with its noun: 1 pair, 2 000 pairs.
func plural(n int, noun string) string { return digits.Plural(n, noun, digits.Narrow) }

// number writes three significant digits, zeros at the end included: 0.780,
// 1.31, 12.0, 120, 12 300.
func number(v float64) string {
	size := math.Abs(v)
	if size >= 999.5 && size < 1e15 {
		unit := math.Pow(10, math.Floor(math.Log10(size))-2)
		return thousands(int(math.Round(v/unit) * unit))
	}
	if v != 0 && (size < 0.001 || size >= 999.5) || math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	digits := 2
	for size >= 9.995 && digits > 0 {
		size /= 10
		digits--
	}
	for size != 0 && size < 0.9995 && digits < 5 {
		size *= 10
		digits++
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// pValue writes "p = 0.023" or "p < 0.001".
func pValue(p float64) string {
	switch {
	case math.IsNaN(p):
		return "p unknown"
	case p < 0.001:
		return "p < 0.001"
	case p > 0.9995:
		return "p = 1"
	default:
		return "p = " + strconv.FormatFloat(p, 'g', 2, 64)
	}
}

// interval writes "95 % interval 0.744 to 0.813", or "no interval".
func interval(i stats.Interval) string {
	if !i.Known() {
		return "no interval"
	}
	return fmt.Sprintf("%.4g %% interval %s to %s", 100*i.Level, number(i.Low), number(i.High))
}

// quoted writes names as "a", "b" and "c".
func quoted(names []string) string {
	q := make([]string, len(names))
	for i, n := range names {
		q[i] = strconv.Quote(n)
	}
	return enumerate(q)
}

// list writes numbers as 30, 40 and 50.
func list(numbers []int) string {
	s := make([]string, len(numbers))
	for i, n := range numbers {
		s[i] = thousands(n)
	}
	return enumerate(s)
}

func enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// slug joins words into an ID of lower-case letters, digits and single
// hyphens.
func slug(words ...string) string {
	var b strings.Builder
	hyphen := false
	for _, r := range strings.ToLower(strings.Join(words, "-")) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			if hyphen && b.Len() > 0 {
				b.WriteByte('-')
			}
			b.WriteRune(r)
			hyphen = false
			continue
		}
		hyphen = true
	}
	return b.String()
}
