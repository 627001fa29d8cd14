package plots

import (
	"cmp"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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
