package plots

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
)

// look is how a series is told from the others: three channels, each of which
// is enough.
type look struct {
	color  color.NRGBA
	dashes []vg.Length
	shape  shape
}

// houseOrder lists the strategies that have a place of their own. Their look
// is the same in all figures.
var houseOrder = [...]string{
	"standard", "pruning", "pruning+sorting", "dynamic-pruning",
	"dynamic-sorting", "propagation", "contraction", "orientation",
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

var shapes = [...]shape{disc, square, triangle, diamond, nabla, cross, plus, star}

func lookAt(place int) look {
	n := len(palette)
	return look{
		color: palette[place%n],
		// A second round through the colours meets other dashes and shapes.
		dashes: dashes[(place+place/n)%n],
		shape:  shapes[(place+2*(place/n))%n],
	}
}

// looks gives each name its look. Names of the house table have their place;
// the others take the free places, in the order of the names, so that it does
// not matter in which order the series of a figure are given.
func looks(names []string) map[string]look {
	out := make(map[string]look, len(names))
	taken := map[int]bool{}
	var others []string
	for _, name := range names {
		if place := slices.Index(houseOrder[:], name); place >= 0 {
			out[name], taken[place] = lookAt(place), true
		} else {
			others = append(others, name)
		}
	}
	slices.Sort(others)
	others = slices.Compact(others)
	place := 0
	for _, name := range others {
		for taken[place] {
			place++
		}
		out[name] = lookAt(place)
		place++
	}
	return out
}

// houseSort orders names: those of the house table first, in its order, then
// the others alphabetically.
func houseSort(names []string) {
	rank := func(name string) int {
		if i := slices.Index(houseOrder[:], name); i >= 0 {
			return i
		}
		return len(houseOrder)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	})
}
