package numerals

import (
	"math"
	"testing"
)

func TestGroup(t *testing.T) {
	for number, want := range map[string]string{
		"": "", "0": "0", "999": "999", "1000": "1,000", "12345": "12,345", "123456": "123,456", "1234567": "1,234,567",
		"-1": "-1", "-123": "-123", "-1234": "-1,234", "+1234": "+1,234", "-123456": "-123,456",
	} {
		if got := Group(number, Comma); got != want {
			t.Errorf("Group(%q) = %q, want %q", number, got, want)
		}
	}
	if got := Group("2000", Narrow); got != "2\u202f000" {
		t.Errorf("with narrow spaces: %q", got)
	}
}

func TestPortableIsOneNumberForNeighbours(t *testing.T) {
	for x, want := range map[float64]float64{
		1.0 / 3: 0.3333333333, -2e-7 / 3: -6.666666667e-8, 2.9999999999999996: 3, 1234567890.123: 1234567890,
		12345678901: 12345678901, 0: 0, math.Inf(1): math.Inf(1),
	} {
		for _, near := range []float64{x, math.Nextafter(x, 0)} {
			if got := Portable(near); got != want && (x != math.Trunc(x) || near == x) {
				t.Errorf("Portable(%v) = %v, want %v", near, got, want)
			}
		}
	}
	if got := Portable(math.NaN()); !math.IsNaN(got) {
		t.Errorf("Portable(NaN) = %v", got)
	}
}

func TestPluralIsOfAllCountsButOne(t *testing.T) {
	for n, want := range map[int]string{0: "0 trials", 1: "1 trial", 2: "2 trials", 1234: "1,234 trials"} {
		if got := Plural(n, "trial", Comma); got != want {
			t.Errorf("Plural(%d) = %q, want %q", n, got, want)
		}
	}
}
