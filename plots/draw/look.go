package draw

import (
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// look is how a series is told from the others: three channels, each of which
// is enough.
type look struct {
	color  color.NRGBA
	dashes []vg.Length
	shape  chart.Shape
	faint  bool // a line that only shows where the others are: fine, and without markers
}

// width returns the width of a curve.
func (l look) width() vg.Length {
	if l.faint {
		return thinLine
	}
	return curveWidth
}

var dashes = [...][]vg.Length{
	nil,
	{7, 2},
	{2, 1.6},
	{7, 2, 1.6, 2},
	{4, 2},
	{10, 2.5},
	{5, 1.6, 1.6, 1.6, 1.6, 1.6},
	{1.2, 1.2},
}

var shapes = [...]chart.Shape{chart.Disc, square, triangle, chart.Diamond, nabla, cross, plus, star}

func lookAt(place int) look {
	n := len(palette)
	return look{
		color: palette[place%n],
		// A second round through the colours meets other dashes and shapes.
		dashes: dashes[(place+place/n)%n],
		shape:  shapes[(place+2*(place/n))%n],
	}
}

// looksOf gives each name of a figure its look; see plots.Scheme.
func looksOf(scheme, names []string) map[string]look {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	n, out := len(palette), make(map[string]look, len(names))
	crowded := len(names) > n
	taken := map[int]bool{} // colours
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

// rulerLook is how the i-th series is drawn if it is a line to compare with.
func rulerLook(i int) look {
	return look{color: rule, faint: true, dashes: [...][]vg.Length{guide.Dashes, {1.5, 2}}[i%2]}
}
