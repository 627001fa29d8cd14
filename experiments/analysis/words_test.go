package analysis

import (
	"math"
	"testing"
)

func TestNumbersInSentences(t *testing.T) {
	check := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s is written %q, want %q", what, got, want)
		}
	}
	for v, want := range map[float64]string{
		0: "0.00", 0.778: "0.778", 0.78: "0.780", 1.3149: "1.31", 1: "1.00", -2.5: "-2.50", 12: "12.0", 9.996: "10.0",
		99.96: "100", 123.4: "123", 999.4: "999", 999.6: "1\u202f000", 12345: "12\u202f300", 0.0123: "0.0123", 0.99996: "1.00", 0.0004: "0.0004",
		math.Inf(1): "+Inf",
	} {
		check("a number", number(v), want)
	}
	check("not a number", number(math.NaN()), "NaN")
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1\u202f000", 1234567: "1\u202f234\u202f567", -12345: "-12\u202f345", -123: "-123"} {
		check("a count", thousands(n), want)
	}
	for p, want := range map[float64]string{0.05: "p = 0.05", 0.0234: "p = 0.023", 0.00099: "p < 0.001", 1: "p = 1", 0.9999: "p = 1"} {
		check("a p-value", pValue(p), want)
	}
	check("no p-value", pValue(math.NaN()), "p unknown")
	check("no numbers", list(nil), "")
	check("three numbers", list([]int{30, 40, 1000}), "30, 40 and 1\u202f000")
	check("two names", quoted([]string{"a", "b"}), `"a" and "b"`)
	check("one pair", plural(1, "pair"), "1 pair")
	check("no pairs", plural(0, "pair"), "0 pairs")
	check("an ID", slug("growth", "CPU time", "pruning+sorting,literal", "µ"), "growth-cpu-time-pruning-sorting-literal")
}
