package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Distribution is one curve of an [ECDF] figure.
type Distribution struct {
	Name     string
	Answered []float64 // values of the instances that were answered, in any order
	Capped   int       // instances on which a limit stopped the run: they keep the curve below 100 %
}

// ECDFOptions say how an [ECDF] figure is drawn.
type ECDFOptions struct {
	XLabel   string // with the unit
	YLabel   string // "share of instances answered" if empty
	LogX     bool
	Numbers  bool    // numbers of instances instead of shares; see [Cactus]
	Cap      float64 // the limit on the values, drawn as a labelled line; 0 for none
	CapLabel string  // "limit" if empty

	Width, Height vg.Length // 0 means 7 × 3.3 inches
}

// Cactus draws, for each strategy, how many instances it answered within x, on a
// logarithmic axis: the cactus plot of solver competitions with its axes
// exchanged, so that it reads like [ECDF]. Instances on which a limit stopped the run keep a
// curve below the top.
func Cactus(id, title string, opt ECDFOptions, curves []Distribution) (Figure, error) {
	opt.LogX, opt.Numbers = true, true
	return ECDF(id, title, opt, curves)
}

// ECDF draws, for each strategy, the share of instances it answered within x:
// the empirical distribution function. A curve rises at each value and ends at
// 100 %, or runs level to the right end below it if a limit cut runs off.
func ECDF(id, title string, opt ECDFOptions, curves []Distribution) (Figure, error) {
	opt.Width = cmp.Or(opt.Width, TwoColumns)
	opt.Height = cmp.Or(opt.Height, growthHeight)
	if opt.YLabel == "" {
		opt.YLabel = "share of instances answered"
		if opt.Numbers {
			opt.YLabel = "instances answered"
		}
	}
	var drawn []Distribution
	var names []string
	var xs span
	for _, d := range curves {
		if err := checkValues(fmt.Sprintf("distribution %q", d.Name), opt.LogX, d.Answered...); err != nil {
			return Figure{}, err
		}
		if d.Capped < 0 {
			return Figure{}, fmt.Errorf("plots: distribution %q: Capped is %d; it is a number of runs", d.Name, d.Capped)
		}
		if len(d.Answered)+d.Capped == 0 {
			continue
		}
		d.Answered = slices.Sorted(slices.Values(d.Answered))
		xs.collect(opt.LogX, d.Answered...)
		drawn, names = append(drawn, d), append(names, d.Name)
	}
	if len(drawn) == 0 {
		return noData(id, title, opt.Width)
	}
	if err := distinct(names); err != nil {
		return Figure{}, err
	}
	if opt.Cap > 0 {
		xs.add(opt.Cap)
	}

	ch := chart{
		x:     xs.axis(opt.XLabel, opt.LogX),
		y:     axis{label: opt.YLabel, percent: true, lo: 0, hi: 1.03},
		xGrid: true, yGrid: true,
	}
	if opt.Numbers {
		ch.y = axis{label: opt.YLabel, whole: true, lo: 0, hi: 1.03 * float64(slices.MaxFunc(drawn, func(a, b Distribution) int { return a.total() - b.total() }).total())}
	}
	if opt.Cap > 0 {
		ch.add(capAbove(opt.Cap, opt.CapLabel))
	}
	look := looks(names)
	var labels []endLabel
	for i, d := range drawn {
		ch.add(d.curve(look[d.Name], i, opt.whole(d)))
		labels = append(labels, endLabel{name: d.Name, look: look[d.Name], note: d.note(), loose: d.Capped == 0})
	}
	ch.name(labels, func(i int, c draw.Canvas, _, y func(float64) vg.Length) vg.Point {
		return vg.Point{X: c.Max.X - markSize/2 - 1, Y: y(drawn[i].share() * opt.whole(drawn[i]))}
	})

	f, err := newFigure(id, title, opt.Width, opt.Height, ch.draw)
	f.Alt = describeDistributions(opt, drawn)
	what, top := "Share", "100"+thin+"%"
	if opt.Numbers {
		what, top = "Number", "the number of all instances"
	}
	f.Caption = what + " of instances answered, by " + cmp.Or(opt.XLabel, "value") + "."
	if slices.ContainsFunc(drawn, func(d Distribution) bool { return d.Capped > 0 }) {
		f.Caption += " Runs stopped by a limit keep a curve below " + top + "."
	}
	return f, err
}

// whole is what a share of 1 is on the vertical axis.
func (opt ECDFOptions) whole(d Distribution) float64 {
	if opt.Numbers {
		return float64(d.total())
	}
	return 1
}

func (d Distribution) total() int { return len(d.Answered) + d.Capped }

func (d Distribution) share() float64 { return float64(len(d.Answered)) / float64(d.total()) }

// note says how many runs were answered, where it is not all of them.
func (d Distribution) note() string {
	if d.Capped == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s", count(len(d.Answered)), count(d.total()))
}

// step is a corner of an empirical distribution function.
type step struct{ x, share float64 }

// steps returns the values at which the function rises, each with the share it
// rises to.
func (d Distribution) steps() []step {
	var out []step
	for i, v := range d.Answered {
		share := float64(i+1) / float64(d.total())
		if n := len(out); n > 0 && out[n-1].x == v {
			out[n-1].share = share
			continue
		}
		out = append(out, step{v, share})
	}
	return out
}

// staircase turns the corners into a polyline, level between them, from the
// first rise to the last, and on to the right edge if that is below 100 %. It must be built before it is clipped: a sloping
// line cut at the edge and stepped afterwards, as plotter.Line of gonum/plot
// v0.17.0 does, would rise at the place of the cut.
func staircase(steps []step, right vg.Length, x, y func(float64) vg.Length) []vg.Point {
	pts := make([]vg.Point, 0, 2*len(steps)+1)
	level := y(0)
	for _, s := range steps {
		px := x(s.x)
		pts = append(pts, vg.Point{X: px, Y: level}, vg.Point{X: px, Y: y(s.share)})
		level = y(s.share)
	}
	if n := len(steps); n > 0 && steps[n-1].share < 1 {
		pts = append(pts, vg.Point{X: right, Y: level})
	}
	return pts
}

// sparse is the number of markers along a distribution.
const sparse = 6

func (d Distribution) curve(l look, i int, whole float64) layer {
	return func(c draw.Canvas, x, number func(float64) vg.Length) error {
		y := func(share float64) vg.Length { return number(share * whole) }
		beginGroup(c, "series", d.Name)
		defer endGroup(c)
		steps := d.steps()
		line(c, staircase(steps, c.Max.X, x, y), l.color, curveWidth, l.dashes)

		// Markers stand at equal shares, shifted from series to series so that
		// those of curves that run together stay apart.
		var at []vg.Point
		shift := float64(i%4) / 4
		for k := range sparse {
			share := (float64(k) + 0.25 + 0.7*shift) / sparse
			for _, s := range steps {
				if s.share >= share {
					at = append(at, vg.Point{X: x(s.x), Y: y(share)})
					break
				}
			}
		}
		drawMarks(c, mark{shape: l.shape, size: markSize, color: l.color}, at...)
		return nil
	}
}

// describeDistributions is the text alternative of an ECDF.
func describeDistributions(opt ECDFOptions, curves []Distribution) string {
	var b strings.Builder
	what := "Share"
	if opt.Numbers {
		what = "Number"
	}
	fmt.Fprintf(&b, "%s of instances answered, by %s.", what, cmp.Or(opt.XLabel, "value"))
	for _, d := range curves {
		fmt.Fprintf(&b, " %s: %s of %s answered", d.Name, count(len(d.Answered)), count(d.total()))
		if steps := d.steps(); d.share() >= 0.5 {
			for _, s := range steps {
				if s.share >= 0.5 {
					fmt.Fprintf(&b, ", half of all by %s", spoken(s.x))
					break
				}
			}
		}
		b.WriteByte('.')
	}
	return b.String()
}
