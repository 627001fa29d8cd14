package plots

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
)

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

func (p pane) texts(texts []text) {
	for _, t := range texts {
		p.write(t.style, t.at, t.text)
	}
}

// texts writes what the points amount to and the labels of single ones.
func (s *scatter) texts(p pane) {
	points := make([]vg.Point, len(s.pairs))
	var labels []callout
	for i, pair := range s.pairs {
		points[i] = s.at(p, pair)
		if pair.Label != "" {
			labels = append(labels, callout{text: pair.Label, style: noteStyle.plain().in(ink), at: points[i], clear: 4})
		}
	}
	edge := p.at(s.edge, s.edge)
	summary := s.summary(p, points, edge)
	end := p.group("counts")
	p.texts(summary)
	end()
	if len(labels) == 0 {
		return
	}
	lines := [][]vg.Point{points, along([]vg.Point{p.Min, edge})}
	if s.capped {
		lines = append(lines, along([]vg.Point{{X: edge.X, Y: p.Min.Y}, edge, {X: p.Min.X, Y: edge.Y}}))
	}
	around := surroundings{area: p.Rectangle, obstacles: slices.Concat(lines...)}
	for _, at := range points {
		around.marks = append(around.marks, squareAround(at, s.dot()/2))
	}
	_, notes := s.decades(p)
	for _, t := range append(summary, notes...) {
		around.taken = append(around.taken, t.box())
	}
	p.callouts(labels, around)
}

// summary returns on how many instances each strategy has the lower value, each
// on its side of the diagonal, where the fewest points are in the way; or on how
// many both agree.
func (s *scatter) summary(p pane, points []vg.Point, edge vg.Point) (out []text) {
	_, notes := s.decades(p)
	place := func(who, what string, c color.NRGBA, a anchor, candidates []vg.Point) {
		who = titleStyle.plain().within(who, 0.8*(edge.X-p.Min.X))
		name, note := titleStyle.plain().haloed().in(c).from(a), noteStyle.haloed().from(a)
		best, fewest := candidates[0], -1
		for _, at := range candidates {
			b := textBox(name, at, who)
			second := textBox(note, at, what)
			b = vg.Rectangle{Min: vg.Point{X: min(b.Min.X, second.Min.X), Y: b.Min.Y - noteStep}, Max: vg.Point{X: max(b.Max.X, second.Max.X), Y: b.Max.Y}}
			covered := 0
			for _, point := range points {
				if contains(grown(b, s.dot()/2), point) {
					covered++
				}
			}
			if !p.crosses(b, a) && !slices.ContainsFunc(notes, func(t text) bool { return overlap(t.box(), grown(b, 2)) }) && (fewest < 0 || covered < fewest) {
				best, fewest = at, covered
			}
		}
		out = append(out, text{who, best, name}, text{what, vg.Point{X: best.X, Y: best.Y - noteStep}, note})
	}
	left, bottom, right, top := p.Min.X+6, p.Min.Y+7+noteStep, edge.X-6, edge.Y-11
	w, h := right-left, top-bottom
	var above, below []vg.Point
	for i := range 9 {
		step := vg.Length(i) * 0.08
		above = append(above, vg.Point{X: left, Y: top - step*h}, vg.Point{X: left + step*w, Y: top})
		below = append(below, vg.Point{X: right, Y: bottom + step*h}, vg.Point{X: right - step*w, Y: bottom})
	}
	if s.opt.Agreement {
		rest := fmt.Sprintf("%s %s higher, %s lower", s.opt.Y, count(s.xLess), count(s.yLess))
		if s.undecided > 0 {
			rest += fmt.Sprintf(", %s undecided", count(s.undecided))
		}
		place(fmt.Sprintf("equal on %s of %s", count(s.equal), count(len(s.pairs))), rest, ink, start, above)
		return out
	}
	x, y := s.looks(p)
	place(s.opt.X, "lower on "+count(s.xLess), readable(x.color), start, above)
	place(s.opt.Y, "lower on "+count(s.yLess), readable(y.color), end, below)
	return out
}
