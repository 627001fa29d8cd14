package plots

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// anchor says which end of a text stands at its point.
type anchor uint8

const (
	start anchor = iota
	middle
	end
)

// style says how a text is set.
type style struct {
	size    vg.Length
	color   color.NRGBA
	anchor  anchor
	centred bool // the point is at half the height of the capitals, not on the baseline
	rich    bool // the text may hold ^{…} and _{…}; names of strategies are never rich
	halo    bool // white behind the text, for texts among data
}

// run is a piece of text on one level.
type run struct {
	text  string
	level int8 // +1 raised, −1 lowered, 0 on the line
}

// Raised and lowered runs are smaller and shifted by these shares of the size.
const (
	scriptSize = 0.72
	raise      = 0.38
	lower      = -0.16
)

func (r run) size(of vg.Length) vg.Length {
	if r.level == 0 {
		return of
	}
	return of * scriptSize
}

func (r run) shift(of vg.Length) vg.Length {
	switch {
	case r.level > 0:
		return of * raise
	case r.level < 0:
		return of * lower
	}
	return 0
}

// textCanvas is implemented by canvases that set text better than by pieces
// whose positions were computed from font metrics.
type textCanvas interface {
	setText(s style, baseline vg.Point, runs []run)
}

// write sets one line of text at a point.
func write(c draw.Canvas, s style, at vg.Point, text string) {
	if text == "" {
		return
	}
	runs := s.runs(text)
	if s.centred {
		at.Y -= s.size * capHeight / 2
	}
	if s.halo {
		b := textBox(s, at, text)
		c.FillPolygon(fade(paper, 0.85), []vg.Point{
			{X: b.Min.X - 2, Y: b.Min.Y - 1},
			{X: b.Max.X + 2, Y: b.Min.Y - 1},
			{X: b.Max.X + 2, Y: b.Max.Y + 1},
			{X: b.Min.X - 2, Y: b.Max.Y + 1},
		})
	}
	inner := bare(c)
	if t, ok := inner.(textCanvas); ok {
		t.setText(s, at, runs)
		return
	}
	x := textBox(s, at, text).Min.X
	inner.SetColor(s.color)
	for _, r := range runs {
		f := face(r.size(s.size))
		inner.FillString(f, vg.Point{X: x, Y: at.Y + r.shift(s.size)}, r.text)
		x += f.Width(r.text)
	}
}

// width returns the length of a line of text.
func (s style) width(text string) (w vg.Length) {
	for _, r := range s.runs(text) {
		f := face(r.size(s.size))
		w += f.Width(r.text)
	}
	return w
}

// textBox returns the rectangle a text covers whose baseline is at the point:
// from the deepest descender to the top of a capital, or of an exponent.
func textBox(s style, baseline vg.Point, text string) vg.Rectangle {
	w := s.width(text)
	x := baseline.X
	switch s.anchor {
	case middle:
		x -= w / 2
	case end:
		x -= w
	}
	top, bottom := s.size*capHeight, -s.size*0.21
	for _, r := range s.runs(text) {
		top = max(top, r.shift(s.size)+r.size(s.size)*capHeight)
		bottom = min(bottom, r.shift(s.size)-r.size(s.size)*0.21)
	}
	return vg.Rectangle{
		Min: vg.Point{X: x, Y: baseline.Y + bottom},
		Max: vg.Point{X: x + w, Y: baseline.Y + top},
	}
}

func (s style) runs(text string) []run {
	if !s.rich {
		return []run{{text: text}}
	}
	return parseRich(text)
}

// parseRich splits a text at ^{…} and _{…}. Anything that is not one of the
// two in full is plain text.
func parseRich(text string) []run {
	var runs []run
	plain := func(t string) {
		if t == "" {
			return
		}
		if n := len(runs); n > 0 && runs[n-1].level == 0 {
			runs[n-1].text += t
			return
		}
		runs = append(runs, run{text: t})
	}
	for text != "" {
		i := strings.IndexAny(text, "^_")
		if i < 0 {
			plain(text)
			break
		}
		stop := strings.IndexByte(text[i:], '}')
		if !strings.HasPrefix(text[i+1:], "{") || stop < 3 {
			plain(text[:i+1])
			text = text[i+1:]
			continue
		}
		plain(text[:i])
		level := int8(+1)
		if text[i] == '_' {
			level = -1
		}
		runs = append(runs, run{text: text[i+2 : i+stop], level: level})
		text = text[i+stop+1:]
	}
	return runs
}

// bare returns the canvas below the areas that were cropped from it.
func bare(c vg.Canvas) vg.Canvas {
	for {
		switch d := c.(type) {
		case draw.Canvas:
			c = d.Canvas
		case *draw.Canvas:
			c = d.Canvas
		default:
			return c
		}
	}
}
