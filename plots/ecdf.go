package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
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
	Band     bool    // the 95 % interval of the share at each value, by Wilson; not of Numbers

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
	kind := "ECDF"
	if opt.Numbers {
		kind = "Cactus"
	}
	ch := newChart(kind, id, title, cmp.Or(opt.Width, TwoColumns), cmp.Or(opt.Height, growthHeight))
	xs := ch.span(opt.LogX)
	var drawn []Distribution
	most := 0
	for _, d := range curves {
		xs.add(fmt.Sprintf("distribution %q", d.Name), d.Answered...)
		ch.check(d.Capped >= 0, "distribution %q: Capped is %d; it is a number of runs", d.Name, d.Capped)
		if d.total() > 0 {
			d.Answered = slices.Sorted(slices.Values(d.Answered))
			drawn, most = append(drawn, d), max(most, d.total())
		}
	}
	if len(drawn) == 0 || ch.err != nil {
		return ch.missing("")
	}
	if opt.Cap > 0 {
		xs.add("Cap", opt.Cap)
		ch.under = append(ch.under, capAbove(opt.Cap, opt.CapLabel))
	}
	ch.check(!opt.Band || !opt.Numbers, "a band is one of shares; leave out Band or Numbers")
	what, top := "Share", "100"+thin+"%"
	ch.x, ch.xGrid, ch.yGrid = xs.axis(opt.XLabel), true, true
	ch.y = axis{label: cmp.Or(opt.YLabel, "share of instances answered"), percent: true, hi: 1.03}
	if opt.Numbers {
		what, top = "Number", "the number of all instances"
		ch.y = axis{label: cmp.Or(opt.YLabel, "instances answered"), whole: true, hi: 1.03 * float64(most)}
	}
	for i, d := range drawn {
		whole := 1.0 // what a share of 1 is on the vertical axis
		if opt.Numbers {
			whole = float64(d.total())
		}
		var band func(pane, look)
		if opt.Band {
			band = d.band
		}
		ch.series = append(ch.series, series{
			name: d.Name, note: d.note(), under: band, loose: d.Capped == 0,
			draw: func(p pane, l look) { d.curve(p, l, i, whole) },
			end:  func(p pane) vg.Point { return vg.Point{X: p.Max.X - markSize/2 - 1, Y: p.y(d.share() * whole)} },
		})
	}
	ch.Caption = what + " of instances answered, by " + cmp.Or(opt.XLabel, "value") + "."
	ch.Alt, ch.data = ch.Caption+describeDistributions(drawn), opt.data(drawn)
	if slices.ContainsFunc(drawn, func(d Distribution) bool { return d.Capped > 0 }) {
		ch.Caption += " Runs stopped by a limit keep a curve below " + top + "."
	}
	return ch.figure()
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
		} else {
			out = append(out, step{v, share})
		}
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

// band fills the interval of the share at each value.
func (d Distribution) band(p pane, l look) {
	bound := func(end func(stats.Interval) float64) []vg.Point {
		steps := d.steps()
		for i, s := range steps {
			steps[i].share = end(stats.Wilson(int(math.Round(s.share*float64(d.total()))), d.total(), stats.DefaultLevel))
		}
		return append(staircase(steps, p.Max.X, p.x, p.y), vg.Point{X: p.Max.X, Y: p.y(steps[len(steps)-1].share)})
	}
	if len(d.Answered) == 0 {
		return
	}
	low := bound(func(i stats.Interval) float64 { return i.Low })
	slices.Reverse(low)
	p.area(append(bound(func(i stats.Interval) float64 { return i.High }), low...), fade(l.color, 0.13))
}

// RunLengths draws, for each randomised strategy, the share of its runs on an
// instance that have solved it within x, with 95 % bands: a run-length distribution
// (Hoos and Stützle, Evaluating Las Vegas algorithms, UAI 1998). An exponential one is
// the sign of a search that restarts do not help. It is [ECDF] of runs instead of
// instances.
func RunLengths(id, title string, opt ECDFOptions, curves []Distribution) (Figure, error) {
	opt.Band, opt.YLabel = true, cmp.Or(opt.YLabel, "share of runs that solved it")
	f, err := ECDF(id, title, opt, curves)
	f.Kind = "RunLengths"
	if err == nil && !f.empty {
		f.Caption = fmt.Sprintf("Share of runs that solved the instance, by %s, with 95 %% bands.", cmp.Or(opt.XLabel, "value"))
		f.Alt = "Run-length distributions by " + cmp.Or(opt.XLabel, "value") + "." + describeDistributions(curves)
	}
	return f, err
}

// sparse is the number of markers along a distribution.
const sparse = 6

func (d Distribution) curve(p pane, l look, i int, whole float64) {
	y := func(share float64) vg.Length { return p.y(share * whole) }
	steps := d.steps()
	p.line(staircase(steps, p.Max.X, p.x, y), l.color, l.width(), l.dashes)

	// Markers stand at equal shares, shifted from series to series so that
	// those of curves that run together stay apart.
	var at []vg.Point
	for k := range sparse {
		share := (float64(k) + 0.25 + 0.7*float64(i%4)/4) / sparse
		if x, ok := reaching(steps, share); ok {
			at = append(at, vg.Point{X: p.x(x), Y: y(share)})
		}
	}
	p.marks(l.mark(markSize), at...)
}

// reaching returns where a distribution reaches a share, if it does.
func reaching(steps []step, share float64) (x float64, ok bool) {
	i := slices.IndexFunc(steps, func(s step) bool { return s.share >= share })
	if i < 0 {
		return 0, false
	}
	return steps[i].x, true
}

// describeDistributions is the text alternative of an ECDF, behind its first
// sentence.
func describeDistributions(curves []Distribution) string {
	var b strings.Builder
	for _, d := range curves {
		fmt.Fprintf(&b, " %s: %s of %s answered", d.Name, count(len(d.Answered)), count(d.total()))
		if x, ok := reaching(d.steps(), 0.5); ok {
			fmt.Fprintf(&b, ", half of all by %s", spoken(x))
		}
		b.WriteByte('.')
	}
	return b.String()
}
