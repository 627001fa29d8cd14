package draw

import (
	"image/color"
	"math"
	"reflect"
	"slices"
	"testing"
)

func TestColoursHaveContrastOnWhite(t *testing.T) {
	for i, c := range palette {
		if r := contrast(c, paper); r < 3 {
			t.Errorf("series color %d has a contrast of %.2f (want 3 for lines)", i, r)
		}
		if r := contrast(readable(c), paper); r < 4.5 {
			t.Errorf("text for series %d has a contrast of %.2f (want 4.5)", i, r)
		}
	}
	for name, c := range map[string]color.NRGBA{"ink": ink, "muted": muted} {
		if r := contrast(c, paper); r < 4.5 {
			t.Errorf("%s has a contrast of %.2f (want 4.5 for text)", name, r)
		}
	}
	if r := contrast(rule, paper); r < 3 {
		t.Errorf("rule has a contrast of %.2f (want 3 for lines)", r)
	}
	// Black on white is 21:1 by definition.
	if r := contrast(rgb(0), paper); math.Abs(r-21) > 1e-9 {
		t.Errorf("black on white has a contrast of %v (want 21)", r)
	}
}

// Severity 1 of Machado, Oliveira and Fernandes, "A physiologically-based model
// for simulation of color vision deficiency", IEEE TVCG 15 (2009), table 1.
var visions = map[string][3][3]float64{
	"normal": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protan": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deutan": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritan": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// oklab returns a colour as somebody with the given vision sees it, in Oklab
// (Ottosson, "A perceptual color space for image processing", 2020).
func oklab(c color.NRGBA, vision [3][3]float64) [3]float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	mul := func(m [3][3]float64, v [3]float64) (out [3]float64) {
		for i := range m {
			for j := range v {
				out[i] += m[i][j] * v[j]
			}
		}
		return out
	}
	rgb := mul(vision, [3]float64{linear(c.R), linear(c.G), linear(c.B)})
	for i := range rgb {
		rgb[i] = min(max(rgb[i], 0), 1)
	}
	lms := mul([3][3]float64{
		{0.4122214708, 0.5363325363, 0.0514459929},
		{0.2119034982, 0.6806995451, 0.1073969566},
		{0.0883024619, 0.2817188376, 0.6299787005},
	}, rgb)
	for i := range lms {
		lms[i] = math.Cbrt(lms[i])
	}
	return mul([3][3]float64{
		{0.2104542553, 0.7936177850, -0.0040720468},
		{1.9779984951, -2.4285922050, 0.4505937099},
		{0.0259040371, 0.7827717662, -0.8086757660},
	}, lms)
}

func TestColoursStayApartForEveryVision(t *testing.T) {
	const least = 0.1 // distance in Oklab
	for name, vision := range visions {
		for i, a := range palette {
			for j, b := range palette[:i] {
				p, q := oklab(a, vision), oklab(b, vision)
				if d := math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2]); d < least {
					t.Errorf("%s vision: colors %d and %d are %.3f apart (want %.1f)", name, j, i, d, least)
				}
			}
		}
	}
}

var rings = []string{
	"standard", "pruning", "pruning+sorting", "dynamic-pruning",
	"dynamic-sorting", "propagation", "contraction", "orientation",
}

func TestStrategiesKeepTheirLook(t *testing.T) {
	all := looksOf(rings, rings)
	for i, name := range rings {
		if got := looksOf(rings, []string{"zzz", name, "aaa"})[name]; !reflect.DeepEqual(got, all[name]) {
			t.Errorf("%s looks different beside others", name)
		}
		if all[name].color != palette[i] {
			t.Errorf("%s has color %v (want place %d of the palette)", name, all[name].color, i)
		}
	}
	names := []string{"b", "pruning", "a", "standard", "c"}
	want := looksOf(rings, names)
	slices.Reverse(names)
	if got := looksOf(rings, names); !reflect.DeepEqual(got, want) {
		t.Errorf("looks depend on the order of the series: %v and %v", want, got)
	}
}

func TestEvaluationsLendTheirLook(t *testing.T) {
	got := looksOf([]string{"lc-wd", "manhattan", "astar/manhattan"}, []string{"astar/manhattan", "idastar/manhattan", "beam-10/layers"})
	for name, place := range map[string]int{"astar/manhattan": 2, "idastar/manhattan": 1, "beam-10/layers": 3} {
		if !reflect.DeepEqual(got[name], lookAt(place)) {
			t.Errorf("%s looks like %+v (want place %d)", name, got[name], place)
		}
	}
}

func TestNinthSeriesIsGreyAndOnlyBesideEight(t *testing.T) {
	scheme := append(slices.Clone(rings), "ninth")
	if got := looksOf(scheme, []string{"ninth", "standard"})["ninth"]; got.color != palette[0] || got.shape == looksOf(scheme, rings)["standard"].shape {
		t.Errorf("beside one it looks like %+v (want the first color with another marker)", got)
	}
	for _, looks := range []map[string]look{looksOf(scheme, scheme), looksOf(nil, []string{"a", "b", "c", "d", "ninth", "e", "f", "g", "h"})} {
		for name, l := range looks {
			if grey := l.color == rule; grey != (name == "ninth") {
				t.Errorf("%s is gray: %v", name, grey)
			}
		}
	}
}

func TestNoTwoSeriesLookAlike(t *testing.T) {
	const n = 24
	for i := range n {
		for j := range i {
			a, b := lookAt(i), lookAt(j)
			if a.color == b.color && (a.shape == b.shape || reflect.DeepEqual(a.dashes, b.dashes)) {
				t.Errorf("places %d and %d have the same color and the same marker or dashes", j, i)
			}
		}
	}
}

// contrast returns the contrast ratio of two opaque colours, 1 to 21, as
// defined by the Web Content Accessibility Guidelines 2.2.
func contrast(a, b color.NRGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func TestTextIsOfTheColourThatCanBeRead(t *testing.T) {
	for _, c := range append(palette[:], rule, muted, ink) {
		if r := readable(c); contrast(r, paper) < 4.5 || hueApart(r, c) > 0.25 || byNight(t, r) != byNight(t, c) && c != rule {
			t.Errorf("text about %s is %s, by night %s and %s: its hue is another, or it cannot be read", hex(c), hex(r), hex(byNight(t, c)), hex(byNight(t, r)))
		}
		if got := readable(c) == c; got != (contrast(c, paper) >= 4.5) {
			t.Errorf("text in %s: %t, at a contrast of %.2f on paper (want 4.5)", hex(c), got, contrast(c, paper))
		}
	}
	for i := range shades {
		if on := shadeColor(i); (onShade(i) == shadePaper) != (contrast(shadePaper, on) > contrast(shadeInk, on)) {
			t.Errorf("text on shade %d is %s, which has the lower contrast", i, hex(onShade(i)))
		}
	}
}

// hueApart returns the angle between the hues of two colors. Grays have the hue of any gray.
func hueApart(a, b color.NRGBA) float64 {
	p, q := oklab(a, visions["normal"]), oklab(b, visions["normal"])
	gray := func(c [3]float64) bool { return math.Hypot(c[1], c[2]) < 0.04 }
	if gray(p) && gray(q) {
		return 0
	}
	return math.Abs(math.Remainder(math.Atan2(p[2], p[1])-math.Atan2(q[2], q[1]), 2*math.Pi))
}
