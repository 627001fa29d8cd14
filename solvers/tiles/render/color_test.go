package render

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// TestRowColorsAreTheirDefinition derives the tables from what their comment
// says.
func TestRowColorsAreTheirDefinition(t *testing.T) {
	linear := func(l, c, h float64) [3]float64 { // OKLCH to linear sRGB
		a, b := c*math.Cos(h), c*math.Sin(h)
		x := math.Pow(l+0.3963377774*a+0.2158037573*b, 3)
		y := math.Pow(l-0.1055613458*a-0.0638541728*b, 3)
		z := math.Pow(l-0.0894841775*a-1.2914855480*b, 3)
		return [3]float64{
			4.0767416621*x - 3.3077115913*y + 0.2309699292*z,
			-1.2684380046*x + 2.6097574011*y - 0.3413193965*z,
			-0.0041960863*x - 0.7034186147*y + 1.7076147010*z,
		}
	}
	check := func(name string, colors []string, first, last, chroma float64) {
		for i, color := range colors {
			at := float64(i) / float64(len(colors)-1)
			for j, u := range linear(first+(last-first)*at, chroma, (100+150*at)*math.Pi/180) {
				want := 12.92 * u
				if u > 0.0031308 {
					want = 1.055*math.Pow(u, 1/2.4) - 0.055
				}
				got, err := strconv.ParseUint(color[1+2*j:3+2*j], 16, 8)
				if err != nil || math.Abs(255*want-float64(got)) > 0.51 {
					t.Errorf("%s colour %d is %s: part %d should be %.2f", name, i, color, j, 255*want)
				}
			}
		}
	}
	check("light", rowColors[:], 0.96, 0.74, 0.07)
	check("dark", darkRowColors[:], 0.34, 0.53, 0.06)
}

// drawnLuminance is the relative luminance of WCAG 2.
func drawnLuminance(t *testing.T, color string) float64 {
	t.Helper()
	v, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 24)
	if err != nil {
		t.Fatal(err)
	}
	var total float64
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		u := float64(v>>(16-8*i)&0xff) / 255
		if u <= 0.04045 {
			u /= 12.92
		} else {
			u = math.Pow((u+0.055)/1.055, 2.4)
		}
		total += weight * u
	}
	return total
}

func TestEveryMarkIsReadableOnItsGround(t *testing.T) {
	check := func(ink, ground string, least float64) {
		t.Helper()
		a, b := drawnLuminance(t, ink), drawnLuminance(t, ground)
		if contrast := (max(a, b) + 0.05) / (min(a, b) + 0.05); contrast < least {
			t.Errorf("%s on %s has contrast %.2f, want %v", ink, ground, contrast, least)
		}
	}
	dark := map[string]string{}
	for _, d := range darkClasses {
		dark[d.class] = d.color
	}
	for i := range rowColors {
		check(inkColor, rowColors[i], 4.5)
		check(dark["ink"], darkRowColors[i], 4.5)
		check(accentColor, rowColors[i], 2.7)
		check(dark["edge"], darkRowColors[i], 2.7)
		if i > 0 && (drawnLuminance(t, rowColors[i]) >= drawnLuminance(t, rowColors[i-1]) || drawnLuminance(t, darkRowColors[i]) <= drawnLuminance(t, darkRowColors[i-1])) {
			t.Errorf("without colour, row colour %d does not follow %d", i, i-1)
		}
	}
	for _, ink := range []string{inkColor, labelColor, accentColor} {
		check(ink, paperColor, 4.5)
	}
	for _, class := range []string{"ink", "label", "accent", "line", "edge"} {
		check(dark[class], dark["paper"], 4.5)
	}
	check(inkColor, trayColor, 4.5)
	check(dark["ink"], dark["tray"], 4.5)
}

func TestRowsOfABoardHaveDifferentColors(t *testing.T) {
	for height := 2; height <= tiles.MaxCells/2; height++ {
		before := -1
		for row := range height {
			c := rowColor(row, height)
			if c <= before || c >= len(rowColors) {
				t.Errorf("row %d of %d has colour %d, the row before %d", row, height, c, before)
			}
			before = c
		}
		if before != len(rowColors)-1 || rowColor(0, height) != 0 {
			t.Errorf("the colours of %d rows run from %d to %d", height, rowColor(0, height), before)
		}
	}
}
