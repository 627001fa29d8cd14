package plots

import (
	"slices"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// step is a corner of a staircase: at x it goes to y.
type step struct{ x, y float64 }

// stairs are level between steps, from a level before the first.
func stairs(level float64, steps ...step) []chart.Place {
	var pts []chart.Place
	for _, s := range steps {
		pts = append(pts, chart.To(s.x, level), chart.To(s.x, s.y))
		level = s.y
	}
	return pts
}

// band is the area between two lines.
func band(upper, lower []chart.Place) chart.Area {
	lower = slices.Clone(lower)
	slices.Reverse(lower)
	return chart.Area{At: append(upper, lower...), Tone: chart.Tone{Opacity: 0.13}}
}

// errorBar is a fine interval.
func errorBar(from, to chart.Place, level bool) chart.Mark {
	return chart.Interval{From: from, To: to, Level: level, Width: chart.ThinLine, Across: chart.Size{Most: 2.2}}
}
