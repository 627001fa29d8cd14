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

// SurvivalCurve is one curve of a [Survival] figure.
type SurvivalCurve struct {
	Name string
	stats.Survival
}

// SurvivalOptions say how a [Survival] figure is drawn.
type SurvivalOptions struct {
	XLabel string // with the unit
	YLabel string // "share not yet solved" if empty
	LogX   bool

	Width, Height vg.Length // 0 means 7 × 3.3 inches and what the numbers at risk need
}

// Survival draws, for each strategy, the share of instances that are not yet solved
// at a cost, as [stats.KaplanMeier] estimates it of runs of which some were stopped:
// a staircase with its interval as a band, a short stroke where runs were stopped, and
// below the axis how many instances were still at risk at each of its numbers.
//
// A figure without instances says so.
func Survival(id, title string, opt SurvivalOptions, curves []SurvivalCurve) (Figure, error) {
	ch := newChart("Survival", id, title, cmp.Or(opt.Width, TwoColumns), 0)
	xs := ch.span(opt.LogX)
	var drawn []SurvivalCurve
	var alt strings.Builder
	for _, c := range curves {
		for _, s := range c.Steps {
			xs.add(fmt.Sprintf("curve %q", c.Name), s.Cost)
		}
		if len(c.Steps) > 0 {
			drawn = append(drawn, c)
			fmt.Fprintf(&alt, " %s: %s of %s solved, median %s.", c.Name, count(c.Solved), count(c.N), spokenMedian(c.Median()))
		}
	}
	if len(drawn) == 0 || ch.err != nil {
		return ch.missing("")
	}
	if !opt.LogX {
		xs.add("", 0)
	}
	ch.x, ch.yGrid = xs.axis(opt.XLabel), true
	ch.y = axis{label: cmp.Or(opt.YLabel, "share not yet solved"), percent: true, lo: 0, hi: 1.03}
	ch.foot = noteStep * vg.Length(len(drawn)+1)
	ch.Height = cmp.Or(opt.Height, growthHeight+ch.foot)
	for _, c := range drawn {
		ch.series = append(ch.series, series{
			name: c.Name, under: c.band, draw: c.draw,
			end: func(p pane) vg.Point {
				last := c.Steps[len(c.Steps)-1]
				return p.at(last.Cost, last.Share)
			},
		})
	}
	ch.over = append(ch.over, func(p pane) { ch.atRisk(p, drawn) })
	ch.Caption = "Share not yet solved by " + cmp.Or(opt.XLabel, "cost") + ", with 95 % bands (Kaplan and Meier); short strokes are runs stopped by a limit, numbers below the axis those at risk."
	ch.data = opt.data(drawn)
	ch.Alt = "Survival curves by " + cmp.Or(opt.XLabel, "cost") + "." + alt.String()
	return ch.figure()
}

func spokenMedian(v float64) string {
	if math.IsNaN(v) {
		return "not reached"
	}
	return spoken(v)
}

// stairs returns a staircase of the steps, from the left edge.
func (c SurvivalCurve) stairs(p pane, share func(stats.SurvivalStep) float64) []vg.Point {
	pts := []vg.Point{{X: p.Min.X, Y: p.y(1)}}
	level := p.y(1)
	for _, s := range c.Steps {
		px := p.x(s.Cost)
		pts = append(pts, vg.Point{X: px, Y: level}, vg.Point{X: px, Y: p.y(share(s))})
		level = p.y(share(s))
	}
	return pts
}

func (c SurvivalCurve) band(p pane, l look) {
	bound := func(end func(stats.Interval) float64) func(stats.SurvivalStep) float64 {
		return func(s stats.SurvivalStep) float64 {
			if !s.Interval.Known() {
				return s.Share
			}
			return end(s.Interval)
		}
	}
	low := c.stairs(p, bound(func(i stats.Interval) float64 { return i.Low }))
	slices.Reverse(low)
	p.area(append(c.stairs(p, bound(func(i stats.Interval) float64 { return i.High })), low...), fade(l.color, 0.13))
}

func (c SurvivalCurve) draw(p pane, l look) {
	p.line(c.stairs(p, func(s stats.SurvivalStep) float64 { return s.Share }), l.color, l.width(), l.dashes)
	var stopped []vg.Point
	for i, s := range c.Steps {
		left := s.AtRisk - s.Solved
		if i+1 < len(c.Steps) {
			left -= c.Steps[i+1].AtRisk
		}
		if left > 0 {
			stopped = append(stopped, p.at(s.Cost, s.Share))
		}
	}
	p.marks(mark{shape: tick, size: 7, color: l.color}, stopped...)
}

// atRisk writes below the axis how many instances of each curve are at risk at the
// numbers of the axis.
func (ch *chart) atRisk(p pane, curves []SurvivalCurve) {
	defer p.group("risk")()
	looks := ch.looks(p.scheme)
	at := vg.Point{X: p.sheet.Min.X + outer, Y: p.sheet.Min.Y + outer + noteStep*vg.Length(len(curves))}
	p.write(noteStyle, at, "at risk")
	for _, c := range curves {
		at.Y -= noteStep
		l := looks[c.Name]
		p.marks(l.mark(markSize), vg.Point{X: at.X + markSize, Y: at.Y + noteSize*capHeight/2})
		for _, t := range ch.x.ticks(p.Max.X-p.Min.X, xApart, tickStyle.width) {
			if t.IsMinor() || p.x(t.Value) < at.X+2*markSize+8 {
				continue
			}
			n := 0
			if i := slices.IndexFunc(c.Steps, func(s stats.SurvivalStep) bool { return s.Cost >= t.Value }); i >= 0 {
				n = c.Steps[i].AtRisk
			}
			p.write(noteStyle.from(middle).in(readable(l.color)), vg.Point{X: p.x(t.Value), Y: at.Y}, count(n))
		}
	}
}
