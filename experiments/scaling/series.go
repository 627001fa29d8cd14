package scaling

import (
	"cmp"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
)

// series is what one strategy needs, by place.
type series struct {
	strategy string
	points   []point // in the order of x; boards of several shapes may have the same
}

// place is what instances are seen against, and their set, which tells boards of
// several shapes apart.
type place struct {
	x   float64
	set string
}

func (p place) compare(o place) int { return cmp.Or(cmp.Compare(p.x, o.x), cmp.Compare(p.set, o.set)) }

// placesBy groups trials by place.
func placesBy(x against) *frame.Factor[place] {
	return frame.NewFactorFunc("place", func(t *experiments.Trial) place { return place{x(t), t.Set} }, place.compare)
}

// point is the nodes expanded on the instances of one place.
type point struct {
	place
	cell   frame.Cell // median and quartiles, and which of them are lower bounds
	values []frame.Bounded
}

// known reports whether the median is, and has a logarithm.
func (p point) known() bool { return !p.cell.Median.Lower && p.cell.Median.Value > 0 }

// known returns the points whose median is known.
func (s series) known() []point {
	return slices.DeleteFunc(slices.Clone(s.points), func(p point) bool { return !p.known() })
}

// at returns what it needs at a place, a summary of nothing if it has none there.
func (s series) at(where place) frame.Cell {
	for _, p := range s.points {
		if p.place == where {
			return p.cell
		}
	}
	return frame.Frame{}.Summary(experiments.Expanded)
}

// fewestFitted is the number of sizes that a fit which predicts needs.
const fewestFitted = 3

// holdOut splits the series: of the sizes at which all medians are known the
// largest third is held out, and with them whatever is larger. Both are empty
// if that leaves fewer than three sizes to fit or none to predict.
func (s series) holdOut() (fitted, held []point) {
	unknown := map[float64]bool{} // sizes with a median that is not known
	var sizes []float64
	for _, p := range s.points {
		unknown[p.x] = unknown[p.x] || !p.known()
		sizes = append(sizes, p.x)
	}
	sizes = slices.DeleteFunc(slices.Compact(sizes), func(x float64) bool { return unknown[x] })
	keep := len(sizes) - len(sizes)/3
	if keep == len(sizes) || keep < fewestFitted {
		return nil, nil
	}
	last := sizes[keep-1]
	for _, p := range s.points {
		switch {
		case p.x > last:
			held = append(held, p)
		case p.known():
			fitted = append(fitted, p)
		}
	}
	return fitted, held
}

// verdict is what a measured median says of a prediction.
type verdict uint8

const (
	unjudged verdict = iota // nothing: see judge
	inside                  // it is inside the prediction interval
	outside                 // it is not
)

func (v verdict) String() string { return [...]string{"not judged", "inside", "outside"}[v] }

// vague is the width of a prediction interval, as the ratio of its ends, from
// which on it says nothing: a factor of ten to either side.
const vague = 100

// judge compares a measured median with what a fit predicts of it. There is no
// verdict if the interval is vague, or if only a lower bound was measured and
// the interval does not contradict it.
func (p point) judge(f fit) verdict {
	interval := f.predict(p.x).Interval
	switch {
	case !interval.Known() || !(interval.High <= vague*interval.Low):
		return unjudged
	case p.known() && interval.Contains(p.cell.Median.Value):
		return inside
	case p.known(), interval.High < p.cell.Median.Value:
		return outside
	}
	return unjudged
}
