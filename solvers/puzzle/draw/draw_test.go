package draw

import (
	"math"
	"testing"
)

func TestContrastIsThatOfWCAG(t *testing.T) {
	// The contrast of #767676 with white is 4.54 and that of #0000ff 8.59: W3C,
	// Understanding WCAG 2.1, and the definition of relative luminance there.
	for hex, want := range map[string]float64{"#767676": 4.54, "#0000ff": 8.59, "#000000": 21, "#ffffff": 1} {
		if got := Contrast("#ffffff", hex); math.Abs(got-want) > 0.005 {
			t.Errorf("white on %s has contrast %.3f, want %v", hex, got, want)
		}
	}
}

func TestPercentHasThreeDecimalsAtMost(t *testing.T) {
	check := func(part, whole int, want string) {
		t.Helper()
		if got := percent(part, whole); got != want {
			t.Errorf("%d of %d is %s, want %s", part, whole, got, want)
		}
	}
	check(0, 7, "0%")
	check(1, 3, "33.333%")
	check(2, 3, "66.667%")
	check(1, 8, "12.5%")
	check(1, 10, "10%")
	check(7, 7, "100%")
}

func TestGradientRunsFromEndToEnd(t *testing.T) {
	g := Gradient{"#000000", "#102030", "#ffffff"}
	check := func(i, last int, want string) {
		t.Helper()
		if got := g.At(i, last); got != want {
			t.Errorf("step %d of %d is %s, want %s", i, last, got, want)
		}
	}
	check(0, 0, "#000000") // a single step
	check(0, 1, "#000000")
	check(1, 1, "#ffffff")
	check(1, 2, "#102030")
	check(1, 4, "#081018")
	check(98, 98, "#ffffff")
}

func TestWrapKeepsWordsWhole(t *testing.T) {
	got := Wrap([]string{"one two three", "incomprehensibilities"}, 50) // 7 characters
	want := []string{"one two", "three", "incomprehensibilities"}
	if len(got) != len(want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d is %q, want %q", i, got[i], want[i])
		}
	}
}
