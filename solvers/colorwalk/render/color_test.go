package render

import (
	"math"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw/drawtest"
)

// oklab is where a linear colour is seen.
func oklab(v [3]float64) [3]float64 {
	l := math.Cbrt(0.4122214708*v[0] + 0.5363325363*v[1] + 0.0514459929*v[2])
	m := math.Cbrt(0.2119034982*v[0] + 0.6806995451*v[1] + 0.1073969566*v[2])
	s := math.Cbrt(0.0883024619*v[0] + 0.2817188376*v[1] + 0.6299787005*v[2])
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

// protanopia and deuteranopia are the views of readers without the cones for
// long and for middle wavelengths: G. M. Machado, M. M. Oliveira and L. A. F.
// Fernandes, A physiologically-based model for simulation of color vision
// deficiency, 2009, severity 1.
var (
	protanopia = [3][3]float64{
		{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998},
	}
	deuteranopia = [3][3]float64{
		{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881},
	}
)

// viewsOf are the places in which a colour is seen, by all readers or also by
// those who do not see red or green.
func viewsOf(hex string, safe bool) [][3]float64 {
	v := draw.Linear(hex)
	all := [][3]float64{oklab(v)}
	if safe {
		for _, m := range [...][3][3]float64{protanopia, deuteranopia} {
			var seen [3]float64
			for i := range seen {
				seen[i] = min(1, max(0, m[i][0]*v[0]+m[i][1]*v[1]+m[i][2]*v[2]))
			}
			all = append(all, oklab(seen))
		}
	}
	return all
}

// nearestColor returns the distance of a colour from the nearest of others, for the
// reader who sees the least of it.
func nearestColor(seen [][3]float64, others [][][3]float64) float64 {
	best := math.Inf(1)
	for _, other := range others {
		for i, a := range seen {
			b := other[i]
			best = min(best, math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2]))
		}
	}
	return best
}

// TestPaletteColorsAreFarApart derives the colours that the sources of the
// palettes do not have: each is the farthest from the grounds and from those
// before it of all colours of sRGB on a grid of OKLCH: lightness 0.3 to 0.9 in
// steps of 0.1, chroma 0.05 to 0.2 in steps of 0.05, hue in steps of 15°.
func TestPaletteColorsAreFarApart(t *testing.T) {
	var candidates []string
	for l := 3; l <= 9; l++ {
		for c := 1; c <= 4; c++ {
			for h := 0; h < 360; h += 15 {
				if hex, ok := drawtest.OKLCH(float64(l)/10, float64(c)/20, float64(h)); ok {
					candidates = append(candidates, hex)
				}
			}
		}
	}
	for _, p := range []Palette{SeriesPalette, SafePalette} {
		safe, given := p == SafePalette, 5
		if safe {
			given = 8
		}
		var before [][][3]float64
		for _, ground := range []string{blankColor, darkBlankColor, paperColor, darkPaperColor} {
			before = append(before, viewsOf(ground, safe))
		}
		for c := colorwalk.Color(1); c <= colorwalk.MaxColors; c++ {
			own := viewsOf(p.Hex(c), safe)
			if int(c) > given {
				distance := nearestColor(own, before)
				if !slices.Contains(candidates, p.Hex(c)) {
					t.Errorf("%v: color %v is %s, which is not on the grid", p, c, p.Hex(c))
				}
				for _, candidate := range candidates {
					if d := nearestColor(viewsOf(candidate, safe), before); d > distance+1e-6 {
						t.Errorf("%v: color %v is %s, but %s is farther: %.4f, %.4f", p, c, p.Hex(c), candidate, distance, d)
						break
					}
				}
			}
			before = append(before, own)
		}
	}
}

func TestSeriesPaletteHasTheColorsOfTheSeries(t *testing.T) {
	// "Explore Simple Game Algorithms with Color Walk", 2017-2018, and its program.
	for i, want := range []string{"#14b19f", "#0e274e", "#ec5257", "#6c2275", "#f9ac00"} {
		if got := SeriesPalette.Hex(colorwalk.Color(i + 1)); got != want {
			t.Errorf("color %d is %s, want %s", i+1, got, want)
		}
	}
}

// TestSafePaletteIsOrderedForReadersWithoutRedOrGreen tries all choices of the
// eight colours of Okabe and Ito.
func TestSafePaletteIsOrderedForReadersWithoutRedOrGreen(t *testing.T) {
	okabeIto := []string{"#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"}
	apart := func(colors []string) float64 {
		least, seen := math.Inf(1), [][][3]float64(nil)
		for _, c := range colors {
			v := viewsOf(c, true)
			least = min(least, nearestColor(v, seen))
			seen = append(seen, v)
		}
		return least
	}
	ours := palettes[SafePalette][:]
	for n := 5; n <= 8; n++ {
		own := apart(ours[:n])
		for chosen := range 1 << 8 {
			var colors []string
			for i, c := range okabeIto {
				if chosen>>i&1 == 1 {
					colors = append(colors, c)
				}
			}
			if len(colors) == n && apart(colors) > own+1e-9 {
				t.Errorf("the first %d, %.3f apart, are not the best: %v, %.3f", n, own, colors, apart(colors))
			}
		}
	}
	sorted, want := slices.Sorted(slices.Values(ours[:8])), slices.Sorted(slices.Values(okabeIto))
	if !slices.Equal(sorted, want) {
		t.Errorf("the first eight are %v, want %v", sorted, want)
	}
	if safe, series := apart(ours[:5]), apart(palettes[SeriesPalette][:5]); safe < 2*series {
		t.Errorf("five colors are %.3f apart, those of the series %.3f", safe, series)
	}
}

func TestDigitsAreReadableOnEveryColor(t *testing.T) {
	for _, p := range []Palette{SeriesPalette, SafePalette} {
		for c := colorwalk.Color(1); c <= colorwalk.MaxColors; c++ {
			drawtest.Contrast(t, draw.InkOn(p.Hex(c)), p.Hex(c), 4.5)
		}
	}
	for moves := 1; moves < 100; moves++ {
		for move := 1; move <= moves; move++ {
			drawtest.Contrast(t, draw.InkOn(absorptionColor(move, moves)), absorptionColor(move, moves), 4.5)
		}
	}
	dark := drawtest.Dark(darkRules)
	drawtest.Contrast(t, inkColor, paperColor, 4.5)
	drawtest.Contrast(t, labelColor, paperColor, 4.5)
	drawtest.Contrast(t, dark["ink"], dark["paper"], 4.5)
	drawtest.Contrast(t, dark["label"], dark["paper"], 4.5)
	for _, ground := range []string{paperColor, blankColor, freshColor} { // of lines
		drawtest.Contrast(t, inkColor, ground, 3)
	}
	for _, ground := range []string{"paper", "blank", "fresh"} {
		drawtest.Contrast(t, dark["edge"], dark[ground], 3)
	}
}

// TestAbsorptionColorsAreTheirDefinition derives the table from its comment.
func TestAbsorptionColorsAreTheirDefinition(t *testing.T) {
	n := len(absorptionColors)
	drawtest.Steps(t, absorptionColors, [3]float64{0.95, 0.09, 105}, [3]float64{0.30, 0.09, 285})
	for _, moves := range []int{2, 3, 13, 26, 100, MaxStepped} {
		if first, last := absorptionColor(1, moves), absorptionColor(moves, moves); first != absorptionColors[0] || last != absorptionColors[n-1] {
			t.Errorf("%d moves have colors %s to %s", moves, first, last)
		}
		for move := 2; move <= min(moves, 100); move++ {
			if draw.Luminance(absorptionColor(move, moves)) > draw.Luminance(absorptionColor(move-1, moves)) {
				t.Errorf("without color, move %d of %d does not follow %d", move, moves, move-1)
			}
		}
	}
}

func TestWhatIsNoColorIsGrey(t *testing.T) {
	for _, hex := range []string{Palette(9).Hex(1), SafePalette.Hex(colorwalk.Blank), SafePalette.Hex(colorwalk.MaxColors + 1)} {
		if hex != blankColor {
			t.Errorf("what is no color is %s, want %s", hex, blankColor)
		}
	}
}
