package scaling

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/study"
)

// rounded writes a count to three significant digits.
func rounded(x float64) string {
	if math.IsNaN(x) || x < 0 || x > 1e15 {
		return "–"
	}
	if x >= 1000 {
		return study.Grouped(study.Rounded(x, 3))
	}
	return study.Grouped(uint64(math.Round(x)))
}

// signed writes a number that may be negative with one decimal and a minus
// sign.
func signed(x float64) string { return strings.Replace(fmt.Sprintf("%.1f", x), "-", "−", 1) }
