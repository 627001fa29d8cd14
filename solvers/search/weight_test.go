package search_test

import (
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestWeightsAreReadInLowestTerms(t *testing.T) {
	for _, c := range []struct {
		in       string
		num, den int32
		out      string
	}{
		{"1", 1, 1, "1"},
		{"2", 2, 1, "2"},
		{"1.5", 3, 2, "1.5"},
		{"5/2", 5, 2, "2.5"},
		{"10/4", 5, 2, "2.5"},
		{"1.250", 5, 4, "1.25"},
		{"7/3", 7, 3, "7/3"},
		{"1.000001", 1_000_001, 1_000_000, ""},
		{"1000000", 1_000_000, 1, "1000000"},
	} {
		w, err := search.ParseWeight(c.in)
		if c.out == "" {
			if err == nil || !strings.Contains(err.Error(), "above 1000000") {
				t.Errorf("ParseWeight(%q) = %v, %v; want a term that is too large", c.in, w, err)
			}
			continue
		}
		if err != nil || w != (search.Weight{Num: c.num, Den: c.den}) || w.String() != c.out {
			t.Errorf("ParseWeight(%q) = %v (%d/%d), %v; want %s (%d/%d)", c.in, w, w.Num, w.Den, err, c.out, c.num, c.den)
		}
	}
}

func TestWhatIsNoWeightIsRefused(t *testing.T) {
	for in, want := range map[string]string{
		"":                      "not a number",
		"x":                     "not a number",
		"-2":                    "not a number",
		"1e3":                   "not a number",
		"0x2":                   "not a number",
		"1.5.2":                 "not a number",
		"1.5/2.5":               "not a number",
		"/2":                    "not a number",
		"5/":                    "denominator",
		"5/0":                   "denominator",
		"0":                     "less than 1",
		"0.99":                  "less than 1",
		"2/3":                   "less than 1",
		"1000001":               "above 1000000",
		"99999999999999999999":  "above 1000000",
		strings.Repeat("1", 99): "not a number",
	} {
		w, err := search.ParseWeight(in)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("ParseWeight(%q) = %v, %v; want an error about %q", in, w, err, want)
		}
	}
}

func TestTheZeroWeightIsOne(t *testing.T) {
	var w search.Weight
	if w.String() != "1" || w.Float() != 1 || w.Valid() != nil {
		t.Errorf("%v, %v, %v", w, w.Float(), w.Valid())
	}
	for _, w := range []search.Weight{{Num: 1}, {Den: 1}, {Num: 1, Den: 2}, {Num: -3, Den: -2}, {Num: 2_000_000, Den: 1}} {
		if w.Valid() == nil {
			t.Errorf("%d/%d is taken for a weight", w.Num, w.Den)
		}
		_ = w.String() // must not panic
	}
}

func FuzzParseWeight(f *testing.F) {
	for _, s := range []string{"1", "2", "1.5", "5/2", "7/3", "1.000000", "", "0/0", "01", ".5", "3."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		w, err := search.ParseWeight(s)
		if err != nil {
			return
		}
		if w.Valid() != nil {
			t.Fatalf("ParseWeight(%q) = %d/%d, which is not valid", s, w.Num, w.Den)
		}
		if again, err := search.ParseWeight(w.String()); err != nil || again != w {
			t.Fatalf("%q is %v, which is read back as %v, %v", s, w, again, err)
		}
	})
}

func TestTieRulesAreReadBack(t *testing.T) {
	for _, ties := range []search.Ties{search.HighG, search.LowG, search.FIFO} {
		if got, err := search.ParseTies(ties.String()); err != nil || got != ties {
			t.Errorf("%v is read back as %v, %v", ties, got, err)
		}
	}
	if _, err := search.ParseTies("hihg-g"); err == nil || !strings.Contains(err.Error(), `did you mean "high-g"?`) {
		t.Errorf("hihg-g: %v", err)
	}
}
