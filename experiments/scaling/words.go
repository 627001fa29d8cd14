package scaling

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/study"
)

// list joins words as a sentence does: "a, b and c".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// rounded writes a count to three significant digits.
func rounded(x float64) string {
	if math.IsNaN(x) || x < 0 || x > 1e15 {
		return "–"
	}
	if x >= 1000 {
		unit := math.Pow(10, math.Floor(math.Log10(x))-2)
		x = math.Round(x/unit) * unit
	}
	return study.Grouped(uint64(math.Round(x)))
}

// signed writes a number that may be negative with one decimal and a minus
// sign.
func signed(x float64) string { return strings.Replace(fmt.Sprintf("%.1f", x), "-", "−", 1) }
