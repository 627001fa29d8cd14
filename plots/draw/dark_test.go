package draw

import (
	"image/color"
	"math"
	"testing"
)

// byNight returns what stands in for a colour on a dark screen.
func byNight(t *testing.T, c color.NRGBA) color.NRGBA {
	t.Helper()
	for _, n := range dark {
		if n.day == c {
			return n.dark
		}
	}
	t.Fatalf("%v has no color for dark screens", c)
	return c
}

func TestColoursHaveContrastOnDarkScreens(t *testing.T) {
	ground := byNight(t, paper)
	for what, c := range map[string]struct {
		color color.NRGBA
		least float64
	}{"ink": {ink, 4.5}, "muted": {muted, 4.5}, "rule": {rule, 3}, "the lightest shade": {shadeColor(0), 1.3}} {
		if r := contrast(byNight(t, c.color), ground); r < c.least {
			t.Errorf("%s has a contrast of %.2f (want %.1f)", what, r, c.least)
		}
	}
	for i, c := range palette {
		if r := contrast(byNight(t, c), ground); r < 4.5 {
			t.Errorf("series color %d has a contrast of %.2f (want 4.5, as names are written in it)", i, r)
		}
	}
}

func TestColoursStayApartOnDarkScreens(t *testing.T) {
	const least = 0.1 // distance in Oklab, as by day
	for name, vision := range visions {
		for i, a := range palette {
			for j, b := range palette[:i] {
				p, q := oklab(byNight(t, a), vision), oklab(byNight(t, b), vision)
				if d := math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2]); d < least {
					t.Errorf("%s vision: colors %d and %d are %.3f apart (want %.1f)", name, j, i, d, least)
				}
			}
		}
	}
}

// What is written into a cell can be read by day and by night.
func TestNumbersCanBeReadOnEveryShade(t *testing.T) {
	for i := range shades {
		shade := shadeColor(i)
		text := onShade(i)
		if r := contrast(text, shade); r < 4.5 {
			t.Errorf("shade %d: contrast %.2f by day (want 4.5)", i, r)
		}
		if r := contrast(byNight(t, text), byNight(t, shade)); r < 4.5 {
			t.Errorf("shade %d: contrast %.2f by night (want 4.5)", i, r)
		}
	}
}

func TestShadesRiseEvenlyOnDarkScreens(t *testing.T) {
	for name, vision := range visions {
		lightness := func(i int) float64 { return oklab(byNight(t, shadeColor(i)), vision)[0] }
		mean := (lightness(shades-1) - lightness(0)) / (shades - 1)
		for i := 1; i < shades; i++ {
			if d := lightness(i) - lightness(i-1); d < 0.4*mean || d > 1.9*mean {
				t.Errorf("%s: shade %d is lighter by %.4f than the one before (want about %.4f)", name, i, d, mean)
			}
		}
	}
}

// The scale is one of lightness: it falls from shade to shade in every kind of
// vision, in steps of about the same size, and its light end can be told from the
// paper.
func TestShadesFallEvenlyInEveryVision(t *testing.T) {
	for name, vision := range visions {
		lightness := func(i int) float64 { return oklab(shadeColor(i), vision)[0] }
		mean := (lightness(0) - lightness(shades-1)) / (shades - 1)
		if mean < 0.5/shades {
			t.Errorf("%s: lightness falls from %.2f to %.2f (want a wide range)", name, lightness(0), lightness(shades-1))
		}
		for i := 1; i < shades; i++ {
			if d := lightness(i-1) - lightness(i); d < 0.4*mean || d > 1.9*mean {
				t.Errorf("%s: shade %d is darker by %.4f than the one before (want about %.4f)", name, i, d, mean)
			}
		}
	}
	if r := contrast(shadeColor(0), paper); r < 1.3 {
		t.Errorf("the lightest shade has a contrast of %.2f on paper (want 1.3 to be seen)", r)
	}
}
