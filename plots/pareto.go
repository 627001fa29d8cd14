package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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
	opt.Width = cmp.Or(opt.Width, TwoColumns)
	opt.Height = cmp.Or(opt.Height, paretoHeight)
	p := pareto{opt: opt}
	var names []string
	var xs, ys span
	for _, fam := range families {
		for i, t := range fam.Points {
			if err := t.check(fmt.Sprintf("family %q, point %d", fam.Name, i+1), opt); err != nil {
				return Figure{}, err
			}
			xs.collect(!opt.LinearX, t.X)
			ys.collect(opt.LogY, t.Y)
			if t.wide() {
				xs.collect(!opt.LinearX, t.XLow, t.XHigh)
			}
			if t.tall() {
				ys.collect(opt.LogY, t.YLow, t.YHigh)
			}
			p.bars = p.bars || t.wide() || t.tall()
		}
		if len(fam.Points) > 0 {
			fam.Points = slices.Clone(fam.Points)
			p.families, names = append(p.families, fam), append(names, fam.Name)
		}
	}
	if len(p.families) == 0 {
		return missing(id, title, opt.Width, "no family has a point")
	}
	if err := distinct(names); err != nil {
		return Figure{}, err
	}
	if opt.Reference != 0 {
		if err := checkValues("Reference", opt.LogY, opt.Reference); err != nil {
			return Figure{}, err
		}
		ys.add(opt.Reference)
	}
	p.look = looks(names)

	ch := chart{x: xs.axis(opt.XLabel, !opt.LinearX), y: ys.axis(opt.YLabel, opt.LogY), yGrid: true, framed: true}
	ch.y.roomAbove()
	if opt.Reference != 0 {
		ch.add(p.reference)
	}
	ch.add(p.frontier)
	for _, fam := range p.families {
		ch.add(p.family(fam))
	}
	if labels := p.keys(); len(labels) > 0 {
		ch.right = labelRoom(labels)
		ch.add(p.familyNames)
	}
	ch.add(p.labels)
	f, err := newFigure(id, title, opt.Width, opt.Height, ch.draw)
	f.Alt = p.describe()
	f.Caption = fmt.Sprintf("%s against %s, less is better in both.", capitalised(cmp.Or(opt.YLabel, "y")), cmp.Or(opt.XLabel, "x"))
	if len(p.front()) > 1 {
		f.Caption += " The grey staircase joins the points that no other beats in both."
	}
	return f, err
}

func (t Tradeoff) wide() bool { return t.XLow != 0 || t.XHigh != 0 }

func (t Tradeoff) tall() bool { return t.YLow != 0 || t.YHigh != 0 }

func (t Tradeoff) check(where string, opt ParetoOptions) error {
	if err := checkValues(where+", X", !opt.LinearX, t.X, t.XLow, t.XHigh); err != nil {
		return err
	}
	if err := checkValues(where+", Y", opt.LogY, t.Y, t.YLow, t.YHigh); err != nil {
		return err
	}
	switch {
	case t.wide() && !(t.XLow <= t.X && t.X <= t.XHigh):
		return fmt.Errorf("plots: %s: X %v is not between XLow %v and XHigh %v", where, t.X, t.XLow, t.XHigh)
	case t.tall() && !(t.YLow <= t.Y && t.Y <= t.YHigh):
		return fmt.Errorf("plots: %s: Y %v is not between YLow %v and YHigh %v", where, t.Y, t.YLow, t.YHigh)
	}
	return nil
}

// pareto is a Pareto figure being drawn.
type pareto struct {
	opt      ParetoOptions
	families []Family
	look     map[string]look
	bars     bool // any point has an interval
}

// front returns the points that no other point beats: none has less of one and
// not more of the other. They come in the order of X.
func (p *pareto) front() []Tradeoff {
	var all []Tradeoff
	for _, fam := range p.families {
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
func (p *pareto) frontier(c draw.Canvas, x, y func(float64) vg.Length) error {
	pts := p.stairs(c, x, y)
	if pts == nil {
		return nil
	}
	beginGroup(c, "front", "")
	defer endGroup(c)
	line(c, pts, fade(rule, 0.35), 3, nil)
	return nil
}

// stairs returns the corners of the staircase, none if the front is one point.
func (p *pareto) stairs(c draw.Canvas, x, y func(float64) vg.Length) []vg.Point {
	front := p.front()
	if len(front) < 2 {
		return nil
	}
	pts := []vg.Point{{X: x(front[0].X), Y: c.Max.Y}}
	for i, t := range front {
		pts = append(pts, vg.Point{X: x(t.X), Y: y(t.Y)})
		right := c.Max.X
		if i+1 < len(front) {
			right = x(front[i+1].X)
		}
		pts = append(pts, vg.Point{X: right, Y: y(t.Y)})
	}
	return pts
}

// reference draws the best value there can be. Its name is set with the others,
// at the left if it can be, where there is nothing both cheap and good.
func (p *pareto) reference(c draw.Canvas, _, y func(float64) vg.Length) error {
	beginGroup(c, "guides", "")
	defer endGroup(c)
	py := y(p.opt.Reference)
	c.StrokeLine2(draw.LineStyle{Color: rule, Width: thinLine, Dashes: []vg.Length{4, 3}}, c.Min.X, py, c.Max.X, py)
	return nil
}

func (p *pareto) family(fam Family) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) error {
		beginGroup(c, "series", fam.Name)
		defer endGroup(c)
		l := p.look[fam.Name]
		pts := make([]vg.Point, len(fam.Points))
		for i, t := range fam.Points {
			pts[i] = vg.Point{X: x(t.X), Y: y(t.Y)}
		}
		if len(pts) > 1 {
			line(c, pts, l.color, 1.2, l.dashes)
		}
		for i, t := range fam.Points {
			if t.tall() {
				errorBar(c, l.color, pts[i].X, y(t.YLow), y(t.YHigh))
			}
			if t.wide() {
				levelBar(c, l.color, pts[i].Y, x(t.XLow), x(t.XHigh))
			}
		}
		drawMarks(c, mark{shape: l.shape, size: markSize + 1, color: l.color}, pts...)
		return nil
	}
}

// describe is the text alternative of a Pareto figure.
func (p *pareto) describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s against %s.", capitalised(cmp.Or(p.opt.YLabel, "y")), cmp.Or(p.opt.XLabel, "x"))
	for _, fam := range p.families {
		fmt.Fprintf(&b, " %s:", fam.Name)
		for i, t := range fam.Points {
			if i > 0 {
				b.WriteByte(';')
			}
			if t.Label != "" && len(fam.Points) > 1 {
				fmt.Fprintf(&b, " %s,", t.Label)
			}
			fmt.Fprintf(&b, " %s at %s", spoken(t.Y), spoken(t.X))
		}
		b.WriteByte('.')
	}
	return b.String()
}

// keys returns the names of the families that are lines, without their places.
func (p *pareto) keys() (labels []endLabel) {
	for _, fam := range p.families {
		if len(fam.Points) > 1 {
			labels = append(labels, endLabel{name: fam.Name, look: p.look[fam.Name], loose: true})
		}
	}
	return labels
}

// familyNames sets these names at the right, in the order of the middles of the
// lines: their ends meet where all are optimal.
func (p *pareto) familyNames(c draw.Canvas, _, y func(float64) vg.Length) error {
	labels := p.keys()
	i := 0
	for _, fam := range p.families {
		if n := len(fam.Points); n > 1 {
			labels[i].at = vg.Point{X: c.Max.X, Y: (y(fam.Points[(n-1)/2].Y) + y(fam.Points[n/2].Y)) / 2}
			i++
		}
	}
	return drawLabels(c, labels)
}

// labels sets what stands beside points and the reference, off the points, lines
// and intervals.
func (p *pareto) labels(c draw.Canvas, x, y func(float64) vg.Length) error {
	around := surroundings{area: c.Rectangle, obstacles: along(p.stairs(c, x, y))}
	var labels []callout
	for _, fam := range p.families {
		s := noteStyle.plain()
		if len(fam.Points) == 1 {
			s = titleStyle.plain()
		}
		s.color = readable(p.look[fam.Name].color)
		var pts []vg.Point
		for i, t := range fam.Points {
			at := vg.Point{X: x(t.X), Y: y(t.Y)}
			pts = append(pts, at)
			if t.tall() {
				around.obstacles = append(around.obstacles, along([]vg.Point{{X: at.X, Y: y(t.YLow)}, {X: at.X, Y: y(t.YHigh)}})...)
			}
			if t.wide() {
				around.obstacles = append(around.obstacles, along([]vg.Point{{X: x(t.XLow), Y: at.Y}, {X: x(t.XHigh), Y: at.Y}})...)
			}
			text := t.Label
			if len(fam.Points) == 1 {
				text = cmp.Or(t.Label, fam.Name)
			}
			if text == "" {
				continue
			}
			labels = append(labels, callout{
				text: text, style: s, at: at, clear: (markSize+1)/2 + 2.5, minor: i > 0 && i < len(fam.Points)-1,
			})
		}
		around.obstacles = append(around.obstacles, along(pts)...)
	}
	if p.opt.Reference != 0 {
		py := y(p.opt.Reference)
		around.obstacles = append(around.obstacles, along([]vg.Point{{X: c.Min.X, Y: py}, {X: c.Max.X, Y: py}})...)
		text := cmp.Or(p.opt.ReferenceLabel, "optimal")
		in := noteStyle.width(text)/2 + 4
		labels = append(labels, callout{
			text: text, style: noteStyle, clear: 2.5,
			at: vg.Point{X: c.Min.X + in, Y: py}, also: []vg.Point{{X: c.Max.X - in, Y: py}}, minor: true,
		})
	}
	return drawCallouts(c, labels, around)
}
