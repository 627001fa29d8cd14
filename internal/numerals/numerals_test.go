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

func TestNumbersInSentences(t *testing.T) {
	check := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s is written %q, want %q", what, got, want)
		}
	}
	for v, want := range map[float64]string{
		0: "0", 0.778: "0.778", 0.78: "0.78", 1.3149: "1.31", 1: "1", -2.5: "−2.5", 12: "12", 9.996: "10", 99.96: "100", 123.4: "123",
		999.4: "999", 999.6: "1\u202f000", 12345.6: "12\u202f346", -12345: "−12\u202f345", 0.0123: "0.0123", 1e-7: "1e-07", 1e20: "1e+20",
		math.Inf(1): "+Inf", math.Inf(-1): "−Inf",
	} {
		check("a number", Number(v), want)
	}
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0.744, 0.813, "0.744 to 0.813"},
		{0.9, 0.957, "0.900 to 0.957"},
		{0.957, 1, "0.957 to 1.00"},
		{0.9, 1.05, "0.90 to 1.05"},
		{8, 12.5, "8.0 to 12.5"},
		{8, 12, "8 to 12"},
		{0, 0.0123, "0 to 0.0123"},
		{0.00123, 0.9, "0.00123 to 0.900"},
		{-0.1, 0.123, "−0.100 to 0.123"},
		{0.25, 1234, "0.25 to 1\u202f234"},
		{1e-7, 0.5, "1e-07 to 0.5"},
		{1.5, math.Inf(1), "1.5 to +Inf"},
	} {
		check("an interval", Range(c.low, c.high), c.want)
	}
	for _, c := range []struct {
		low, high, x float64
		want         string
	}{
		{-0.25, 1.6, 0.7, "0.70"},
		{0.684, 0.843, 0.764, "0.764"},
		{2.1, 5.07, 3, "3.00"},
		{2, 2, 2, "2"},
		{8, 12.5, 10, "10.0"},
		{0.25, 1234, 100, "100"},
	} {
		check("an estimate", Within(c.low, c.high, c.x), c.want)
	}
	check("not a number", Number(math.NaN()), "NaN")
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1\u202f000", 1234567: "1\u202f234\u202f567"} {
		check("a count", Count(n), want)
	}
	for p, want := range map[float64]string{0.05: "p = 0.05", 0.0234: "p = 0.023", 0.00099: "p < 0.001", 1: "p = 1", 0.9999: "p = 1"} {
		check("a p-value", P(p), want)
	}
	check("no p-value", P(math.NaN()), "p unknown")
	check("no numbers", Listed(nil), "")
	check("three numbers", Listed([]int{30, 40, 1000}), "30, 40 and 1\u202f000")
	check("two words", Enumerate([]string{"a", "b"}), "a and b")
}
