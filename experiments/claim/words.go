package claim

import (
	"fmt"
	"math"
	"strconv"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/internal/digits"
)

func count(n int) string { return digits.Group(strconv.Itoa(n), digits.Narrow) }

// plurals is the plural of a noun.
func plurals(noun string) string { return noun + "s" }

// number writes three significant digits, and large numbers in full.
func number(x float64) string {
	if math.Abs(x) >= 1000 && math.Abs(x) < 1e15 {
		return count(int(math.Round(x)))
	}
	return fmt.Sprintf("%.3g", x)
}

func bounded(b frame.Bounded) string {
	if b.Lower {
		return "at least " + number(b.Value)
	}
	return number(b.Value)
}

func interval(i stats.Interval) string {
	if !i.Known() {
		return "no interval"
	}
	return fmt.Sprintf("%.4g %% interval %s to %s", 100*i.Level, number(i.Low), number(i.High))
}

func pText(p float64) string {
	if p < 0.001 {
		return "p < 0.001"
	}
	return fmt.Sprintf("p = %.2g", p)
}
