package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// Tradeoff is one point of a [Pareto] figure: what a setting costs and what it
// yields, less being better in both.
type Tradeoff struct {
	Label       string // printed beside the point, such as "w = 2"; none if empty
	X, Y        float64
	XLow, XHigh float64 // ends of an interval; both 0 for none
	YLow, YHigh float64
}

// Family is the settings of one strategy, joined by a line in the order given. A
// family of one point is named like its label, if it has one, and like the family
// otherwise.
type Family struct {
	Name   string
	Points []Tradeoff
}

// ParetoOptions say how a [Pareto] figure is drawn.
type ParetoOptions struct {
	XLabel, YLabel string  // with units; less is better in both
	LinearX        bool    // a linear horizontal axis; logarithmic if not set
	LogY           bool    // a logarithmic vertical axis; linear if not set
	Reference      float64 // the best value of Y there can be, drawn as a labelled line; 0 for none
	ReferenceLabel string  // "optimal" if empty

	Width, Height vg.Length // 0 means 7 × 3.6 inches
}

const paretoHeight = 3.6 * vg.Inch

// Pareto draws cost against quality, such as the nodes and the solution lengths
// of weighted A* for several weights. Points have their labels beside them, families
// of several points their names at the right, and a grey staircase joins the points
// that no other beats in both directions (Pareto's sense of efficient). Where
// labels have no room, those between the first and the last of a family are left
// out.
//
// A figure without points says so. Points outside their interval, names given
// twice and bad IDs are errors. Drawing fails if the others have no room either.
func Pareto(id, title string, opt ParetoOptions, families []Family) (Figure, error) {
	ch := newChart("Pareto", id, title, cmp.Or(opt.Width, TwoColumns), cmp.Or(opt.Height, paretoHeight))
	xs, ys := ch.span(!opt.LinearX), ch.span(opt.LogY)
	f := pareto{opt: opt}
	for _, fam := range families {
		for i, t := range fam.Points {
			where := fmt.Sprintf("family %q, point %d", fam.Name, i+1)
			xs.add(where+", X", t.X)
			ys.add(where+", Y", t.Y)
			if t.wide() {
				xs.add(where+", X", t.XLow, t.XHigh)
				ch.check(t.XLow <= t.X && t.X <= t.XHigh, "%s: X %v is not between XLow %v and XHigh %v", where, t.X, t.XLow, t.XHigh)
			}
			if t.tall() {
				ys.add(where+", Y", t.YLow, t.YHigh)
				ch.check(t.YLow <= t.Y && t.Y <= t.YHigh, "%s: Y %v is not between YLow %v and YHigh %v", where, t.Y, t.YLow, t.YHigh)
			}
		}
		if len(fam.Points) > 0 {
			fam.Points = slices.Clone(fam.Points)
			f.families = append(f.families, fam)
			ch.series = append(ch.series, series{name: fam.Name, draw: fam.draw, end: fam.end, loose: true, beside: len(fam.Points) == 1})
		}
	}
	if len(f.families) == 0 || ch.err != nil {
		return ch.missing("no family has a point")
	}
	if opt.Reference != 0 {
		// Its name is set with the others.
		ys.add("Reference", opt.Reference)
		ch.under = append(ch.under, level("guides", opt.Reference, 0, ""))
	}
	ch.x, ch.y, ch.yGrid, ch.framed = xs.axis(opt.XLabel), ys.axis(opt.YLabel), true, true
	ch.y.hi = ch.y.beyond(arrowRoom)
	ch.under = append(ch.under, f.frontier)
	ch.over = append(ch.over, func(p pane) { f.labels(p, p.scheme.looks(ch.names())) })
	ch.Caption = fmt.Sprintf("%s against %s", capitalised(cmp.Or(opt.YLabel, "y")), cmp.Or(opt.XLabel, "x"))
	ch.Alt, ch.data = ch.Caption+f.describe(), opt.data(f.families)
	ch.Caption += ", less is better in both."
	if len(f.front()) > 1 {
		ch.Caption += " The grey staircase joins the points that no other beats in both."
	}
	return ch.figure()
}

func (t Tradeoff) wide() bool { return t.XLow != 0 || t.XHigh != 0 }

func (t Tradeoff) tall() bool { return t.YLow != 0 || t.YHigh != 0 }

// intervals returns the ends of the intervals at a point, the horizontal one before
// the vertical one.
func (t Tradeoff) intervals(p pane) (left, right, low, high vg.Point) {
	return p.at(t.XLow, t.Y), p.at(t.XHigh, t.Y), p.at(t.X, t.YLow), p.at(t.X, t.YHigh)
}

// pareto is a Pareto figure being drawn.
type pareto struct {
	opt      ParetoOptions
	families []Family
}

// front returns the points that no other point beats: none has less of one and
// not more of the other. They come in the order of X.
func (f *pareto) front() []Tradeoff {
	var all []Tradeoff
	for _, fam := range f.families {
		all = append(all, fam.Points...)
	}
	slices.SortStableFunc(all, func(a, b Tradeoff) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	var out []Tradeoff
	for _, t := range all {
		if n := len(out); n == 0 || t.Y < out[n-1].Y {
			out = append(out, t)
		}
	}
	return out
}

// frontier draws the staircase of the front, from the top to the right edge.
func (f *pareto) frontier(p pane) {
	if pts := f.stairs(p); len(pts) > 0 {
		defer p.group("front")()
		p.line(pts, fade(rule, 0.35), 3, nil)
	}
}

// stairs returns the corners of the staircase, none if the front is one point.
func (f *pareto) stairs(p pane) []vg.Point {
	front := f.front()
	if len(front) < 2 {
		return nil
	}
	pts := []vg.Point{{X: p.x(front[0].X), Y: p.Max.Y}}
	for i, t := range front {
		right := p.Max.X
		if i+1 < len(front) {
			right = p.x(front[i+1].X)
		}
		pts = append(pts, p.at(t.X, t.Y), vg.Point{X: right, Y: p.y(t.Y)})
	}
	return pts
}

func (fam Family) at(p pane) []vg.Point {
	pts := make([]vg.Point, len(fam.Points))
	for i, t := range fam.Points {
		pts[i] = p.at(t.X, t.Y)
	}
	return pts
}

func (fam Family) draw(p pane, l look) {
	pts := fam.at(p)
	if len(pts) > 1 {
		p.line(pts, l.color, 1.2, l.dashes)
	}
	for _, t := range fam.Points {
		left, right, low, high := t.intervals(p)
		if t.tall() {
			p.errorBar(l.color, low, high, rightward)
		}
		if t.wide() {
			p.errorBar(l.color, left, right, upward)
		}
	}
	p.marks(mark{shape: l.shape, size: markSize + 1, color: l.color}, pts...)
}

// end returns where the name of a family stands that is a line: level with its
// middle, because the ends of lines meet where all are optimal.
func (fam Family) end(p pane) vg.Point {
	n := len(fam.Points)
	return vg.Point{X: p.Max.X, Y: (p.y(fam.Points[(n-1)/2].Y) + p.y(fam.Points[n/2].Y)) / 2}
}

// describe is the text alternative of a Pareto figure, behind what it is of.
func (f *pareto) describe() string {
	var b strings.Builder
	for _, fam := range f.families {
		separator := ". " + fam.Name + ":"
		for _, t := range fam.Points {
			b.WriteString(separator)
			separator = ";"
			if t.Label != "" && len(fam.Points) > 1 {
				fmt.Fprintf(&b, " %s,", t.Label)
			}
			fmt.Fprintf(&b, " %s at %s", spoken(t.Y), spoken(t.X))
		}
	}
	return b.String() + "."
}

// labels sets what stands beside points and the reference, off the points, lines
// and intervals. The name of the reference is at the left if it can be, where
// there is nothing both cheap and good.
func (f *pareto) labels(p pane, look map[string]look) {
	around := surroundings{area: p.Rectangle}
	avoid := func(pts ...vg.Point) { around.obstacles = append(around.obstacles, along(pts)...) }
	avoid(f.stairs(p)...)
	var labels []callout
	for _, fam := range f.families {
		s, alone := noteStyle, len(fam.Points) == 1
		if alone {
			s = titleStyle
		}
		pts := fam.at(p)
		for i, t := range fam.Points {
			left, right, low, high := t.intervals(p)
			if t.tall() {
				avoid(low, high)
			}
			if t.wide() {
				avoid(left, right)
			}
			text := t.Label
			switch {
			case alone && p.narrow:
				text = "" // it stands above the data
			case alone:
				text = cmp.Or(text, fam.Name)
			}
			if text != "" {
				labels = append(labels, callout{
					text: text, style: s.plain().in(readable(look[fam.Name].color)),
					at: pts[i], clear: (markSize+1)/2 + 2.5, minor: p.narrow || i > 0 && i < len(pts)-1,
				})
			}
		}
		avoid(pts...)
		for _, at := range pts {
			around.marks = append(around.marks, squareAround(at, (markSize+1)*0.65))
		}
	}
	if f.opt.Reference != 0 {
		left, right := vg.Point{X: p.Min.X, Y: p.y(f.opt.Reference)}, vg.Point{X: p.Max.X, Y: p.y(f.opt.Reference)}
		avoid(left, right)
		text := cmp.Or(f.opt.ReferenceLabel, "optimal")
		in := rightward.Scale(noteStyle.width(text)/2 + 4)
		labels = append(labels, callout{text: text, style: noteStyle, clear: 2.5, at: left.Add(in), also: []vg.Point{right.Sub(in)}, minor: true})
	}
	p.callouts(labels, around)
}
