package stats

import (
	"math"
	"testing"
)

func TestWideIntervalsArePrintedAsOpen(t *testing.T) {
	for _, c := range []struct {
		low, high            float64
		text, phrase, number string // number is of the estimate 5
	}{
		{0.744, 0.813, "0.744 to 0.813", "95 % interval 0.744 to 0.813", "5.00"},
		{2, 2000, "2 to 2\u202f000", "95 % interval 2 to 2\u202f000", "5"},
		{2, 2001, "open", "95 % interval open", "5"},
		{7.22, 84.3e9, "open", "95 % interval open", "5"},
		{-1, 5000, "−1 to 5\u202f000", "95 % interval −1 to 5\u202f000", "5"},
		{0, 5000, "0 to 5\u202f000", "95 % interval 0 to 5\u202f000", "5"},
		{0.7, math.Inf(1), "0.7 to +Inf", "95 % interval 0.7 to +Inf", "5.0"},
		{math.NaN(), math.NaN(), "unknown", "no interval", "5"},
	} {
		i := Interval{c.low, c.high, DefaultLevel}
		if i.String() != c.text || i.Phrase() != c.phrase || i.Number(5) != c.number {
			t.Errorf("%v to %v: %q, %q, estimate %q; want %q, %q, %q", c.low, c.high, i.String(), i.Phrase(), i.Number(5), c.text, c.phrase, c.number)
		}
	}
}
