package draw

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// Text sizes in points. Apart from exponents, no text is smaller than noteSize, which is ten pixels
// on a screen.
const (
	noteSize  vg.Length = 7.5
	tickSize  vg.Length = 8
	labelSize vg.Length = 8.5
)

// Grays of the theme. muted has a contrast of at least 4.5:1 on white and may be used for text;
// rule is for lines that have a meaning; grid is decoration.
var (
	ink   = rgb(0x1a1a24)
	muted = rgb(0x5c5f6b)
	rule  = rgb(0x83868f)
	grid  = rgb(0xe6e7ea)
	paper = rgb(0xffffff)
)

// palette holds the series colors, which are near the palette of Okabe and Ito (Color Universal
// Design, 2008). Each color has a contrast of at least 3:1 on white, and every pair is
// distinguishable in normal, protan, deutan and tritan vision (Machado, Oliveira and Fernandes,
// IEEE TVCG 15, 2009).
var palette = [...]color.NRGBA{
	rgb(0x0b5494), rgb(0xbb4004), rgb(0x008672), rgb(0xdf5bb6),
	rgb(0xa0961e), rgb(0x1e99fa), rgb(0x151528), rgb(0x7b224e),
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

// fade returns c with the given opacity, 0 to 1.
func fade(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(math.Round(255 * opacity))
	return c
}

// darker holds, for the colors in which text has a contrast below 4.5:1 on white, the colors of
// such text: of the same hue, but darker.
var darker = map[color.NRGBA]color.NRGBA{
	palette[3]: rgb(0xb94c97), palette[4]: rgb(0x7f7718), palette[5]: rgb(0x1878c4), rule: muted,
}

// readable returns the color of text about what has the color c.
func readable(c color.NRGBA) color.NRGBA { return cmp.Or(darker[c], c) }

// fonts is this package's own font cache. Changes to the defaults of gonum/plot do not affect it.
var fonts = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

// fontFamily is the font family in an SVG. The first three fonts have the same metrics, so a layout
// computed with the first is right for the others.
const fontFamily = "Liberation Sans, Arial, Helvetica, sans-serif"

// fontWidth makes any other font as wide as these, by setting the width of a digit in ems.
const fontWidth = "ch-width .556"

func face(size vg.Length) font.Face {
	return fonts().Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, size)
}

// capHeight is the height of capital letters and digits as a share of the font
// size (1409 of 2048 units in Liberation Sans).
const capHeight = 0.688

// ramp holds the stops of the sequential color scale, from few to many. Its lightness decreases
// evenly (in Oklab, in normal, protan, deutan and tritan vision), so that it is a gray scale for
// readers who do not see the hues. Its light end differs from the paper.
var ramp = [...]color.NRGBA{
	rgb(0xcfdfec), rgb(0x8fbfd6), rgb(0x4f98bd), rgb(0x2d6fa3), rgb(0x224781), rgb(0x17204d),
}

// shadeColor returns a shade of the scale, from 0 to shades − 1, by interpolating between the
// stops.
func shadeColor(i int) color.NRGBA { return between(ramp, i) }

// between returns a shade of a scale with the given stops.
func between(ramp [6]color.NRGBA, i int) color.NRGBA {
	at := float64(i) / (shades - 1) * float64(len(ramp)-1)
	k := min(int(at), len(ramp)-2)
	mix := func(a, b uint8) uint8 {
		return uint8(math.Round(float64(a) + (at-float64(k))*(float64(b)-float64(a))))
	}
	a, b := ramp[k], ramp[k+1]
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 0xff}
}

// Text on shaded cells is black or white, because no gray has enough contrast on all shades. The
// white differs from the color of the paper, because a page replaces the paper's color on dark
// screens. There, black and white change places.
var (
	shadeInk   = rgb(0x000000)
	shadePaper = rgb(0xfefefe)
)

// firstDark is the first shade on which white has more contrast than black.
const firstDark = 26

// onShade returns the color in which text is readable on a shade.
func onShade(i int) color.NRGBA {
	if i >= firstDark {
		return shadePaper
	}
	return shadeInk
}

// look distinguishes a series from others in three ways, each of which is sufficient.
type look struct {
	color  color.NRGBA
	dashes []vg.Length
	shape  chart.Shape
	faint  bool // a thin line without markers, which only shows where the other series are
}

// width returns the width of a curve.
func (l look) width() vg.Length {
	if l.faint {
		return chart.ThinLine
	}
	return chart.CurveWidth
}

var dashes = [...][]vg.Length{nil, {7, 2}, {2, 1.6}, {7, 2, 1.6, 2}, {4, 2}, {10, 2.5}, {5, 1.6, 1.6, 1.6, 1.6, 1.6}, {1.2, 1.2}}

var shapes = [...]chart.Shape{chart.Disc, square, triangle, chart.Diamond, nabla, cross, plus, star}

func lookAt(place int) look {
	n := len(palette)
	return look{
		color: palette[place%n],
		// When colors repeat, dashes and shapes differ.
		dashes: dashes[(place+place/n)%n],
		shape:  shapes[(place+2*(place/n))%n],
	}
}

// looksOf gives each name of a figure its look; see plots.Scheme.
func looksOf(scheme, names []string) map[string]look {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	n, out := len(palette), make(map[string]look, len(names))
	crowded := len(names) > n
	taken := map[int]bool{} // colors already taken
	put := func(name string, place int) {
		l := lookAt(place)
		if crowded && place >= n {
			l = look{color: rule, shape: l.shape, faint: true}
		}
		out[name], taken[place%n] = l, true
	}
	var others []string
	for _, name := range names {
		place := slices.Index(scheme, name)
		if _, evaluation, has := strings.Cut(name, "/"); place < 0 && has {
			place = slices.Index(scheme, evaluation)
		}
		if place < 0 {
			others = append(others, name)
		} else {
			put(name, place)
		}
	}
	place := len(scheme)
	for _, name := range others {
		for taken[place%n] && !crowded {
			place++
		}
		put(name, place)
		place++
	}
	return out
}

// rulerLook returns the look of the i-th series if it is a line to compare data with.
func rulerLook(i int) look {
	return look{color: rule, faint: true, dashes: [...][]vg.Length{guide.Dashes, {1.5, 2}}[i%2]}
}
