package plots

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// texts writes what the points amount to and the labels of single ones.
func (s *scatter) texts(c draw.Canvas, x, y func(float64) vg.Length) error {
	points := make([]vg.Point, len(s.pairs))
	var labels []callout
	for i, p := range s.pairs {
		vx, vy := s.at(p)
		points[i] = vg.Point{X: x(vx), Y: y(vy)}
		if p.Label != "" {
			style := noteStyle.plain()
			style.color = ink
			labels = append(labels, callout{text: p.Label, style: style, at: points[i], clear: 4})
		}
	}
	summary := s.summary(c, points, y(s.edge), x(s.edge))
	beginGroup(c, "counts", "")
	for _, t := range summary {
		write(c, t.style, t.at, t.text)
	}
	endGroup(c)
	if len(labels) == 0 {
		return nil
	}
	inner := c
	inner.Max = vg.Point{X: x(s.edge), Y: y(s.edge)}
	around := surroundings{area: c.Rectangle, obstacles: append(points, along([]vg.Point{inner.Min, inner.Max})...)}
	if s.capped {
		around.obstacles = append(around.obstacles, along([]vg.Point{{X: inner.Max.X, Y: c.Min.Y}, inner.Max, {X: c.Min.X, Y: inner.Max.Y}})...)
	}
	if dx := x(100) - x(10); s.hasDecades(inner, dx) {
		summary = append(summary, decadeNotes(inner, dx, y(100)-y(10))...)
	}
	for _, t := range summary {
		around.taken = append(around.taken, t.box())
	}
	return drawCallouts(c, labels, around)
}

// text is a line of text at its place.
type text struct {
	text  string
	at    vg.Point
	style style
}

// box returns what the text covers.
func (t text) box() vg.Rectangle {
	at := t.at
	if t.style.centred {
		at.Y -= t.style.size * capHeight / 2
	}
	return textBox(t.style, at, t.text)
}

// summary returns on how many instances each strategy has the lower value, each
// on its side of the diagonal, where the fewest points are in the way; or on how
// many both agree.
func (s *scatter) summary(c draw.Canvas, points []vg.Point, highest, rightmost vg.Length) (out []text) {
	name := titleStyle.plain()
	name.halo = true
	note := noteStyle
	note.halo = true
	place := func(who, what string, a anchor, candidates []vg.Point) {
		name.anchor, note.anchor = a, a
		best, fewest := candidates[0], -1
		for _, at := range candidates {
			b := textBox(name, at, who)
			b.Min.Y -= noteStep
			if crosses(c, b, a) {
				continue
			}
			if covered := inside(points, b); fewest < 0 || covered < fewest {
				best, fewest = at, covered
			}
		}
		out = append(out, text{who, best, name}, text{what, vg.Point{X: best.X, Y: best.Y - noteStep}, note})
	}
	left, bottom, right, top := c.Min.X+6, c.Min.Y+7+noteStep, rightmost-6, highest-11
	w, h := right-left, top-bottom
	var above, below []vg.Point
	for i := range 9 {
		step := vg.Length(i) * 0.08
		above = append(above, vg.Point{X: left, Y: top - step*h}, vg.Point{X: left + step*w, Y: top})
		below = append(below, vg.Point{X: right, Y: bottom + step*h}, vg.Point{X: right - step*w, Y: bottom})
	}
	if s.opt.Agreement {
		name.color = ink
		rest := fmt.Sprintf("%s higher, %s lower", count(s.xLess), count(s.yLess))
		if s.undecided > 0 {
			rest += fmt.Sprintf(", %s undecided", count(s.undecided))
		}
		place(fmt.Sprintf("equal on %s of %s", count(s.equal), count(len(s.pairs))), s.opt.Y+" "+rest, start, above)
		return out
	}
	name.color = readable(s.look[s.opt.X].color)
	place(s.opt.X, "lower on "+count(s.xLess), start, above)
	name.color = readable(s.look[s.opt.Y].color)
	place(s.opt.Y, "lower on "+count(s.yLess), end, below)
	return out
}
