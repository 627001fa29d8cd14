package draw

import (
	"image/color"

	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// anchor says which part of a text is at its point.
type anchor uint8

const (
	start anchor = iota
	middle
	end
)

// anchors lists the names of anchors in SVG.
var anchors = [...]string{"start", "middle", "end"}

// style says how to set a text.
type style struct {
	size    vg.Length
	color   color.NRGBA
	anchor  anchor
	centred bool // the point is at half the height of the capitals instead of on the baseline
	rich    bool // the text may contain ^{…} and _{…}; names of strategies are never rich
	halo    bool // draw white behind the text, for texts among data
}

// from returns the style with another anchor.
func (s style) from(a anchor) style {
	s.anchor = a
	return s
}

// in returns the style in another colour.
func (s style) in(c color.NRGBA) style {
	s.color = c
	return s
}

// level returns the style for text that is vertically centered at its point.
func (s style) level() style {
	s.centred = true
	return s
}

// haloed returns the style with white behind the text.
func (s style) haloed() style {
	s.halo = true
	return s
}

// run is a piece of text at one level.
type run struct {
	text  string
	level int8 // +1 for a superscript, −1 for a subscript, 0 otherwise
}

// Size of superscripts and subscripts and how far they are shifted, as shares of the font size.
const (
	scriptSize = 0.76

	smallestScript vg.Length = 6 // eight pixels on a screen

	raise = 0.38
	lower = -0.16
)

func (r run) size(of vg.Length) vg.Length {
	if r.level == 0 {
		return of
	}
	return max(of*scriptSize, smallestScript)
}

func (r run) shift(of vg.Length) vg.Length { return of * [...]vg.Length{lower, 0, raise}[r.level+1] }

// write sets one line of text at a point.
func (p pane) write(s style, at vg.Point, text string) {
	if text == "" {
		return
	}
	if s.halo {
		box := textBox(s, at, text)
		p.fill(fade(paper, 0.85), rectangle(box.Min.X-2, box.Min.Y-1, box.Max.X+2, box.Max.Y+1))
	}
	at = s.baseline(at)
	if p.plain {
		s.color = uncoloured(s.color)
	}
	p.setText(s, at, s.runs(text))
}

// width returns the length of a line of text.
func (s style) width(text string) vg.Length { return s.length(s.runs(text)) }

func (s style) length(runs []run) (w vg.Length) {
	for _, r := range runs {
		f := face(r.size(s.size))
		w += f.Width(r.text)
	}
	return w
}

// left returns how far a text of a given width extends to the left of its point.
func (a anchor) left(width vg.Length) vg.Length { return width * [...]vg.Length{0, 0.5, 1}[a] }

// baseline returns the point on the baseline for a text at a point.
func (s style) baseline(at vg.Point) vg.Point {
	if s.centred {
		at.Y -= s.size * capHeight / 2
	}
	return at
}

// textBox returns the rectangle that a text at a point covers: from the deepest descender to the top
// of a capital, or of an exponent.
func textBox(s style, at vg.Point, text string) vg.Rectangle {
	w := s.width(text)
	top, bottom := s.size*capHeight, -s.size*0.21
	for _, r := range s.runs(text) {
		top = max(top, r.shift(s.size)+r.size(s.size)*capHeight)
		bottom = min(bottom, r.shift(s.size)-r.size(s.size)*0.21)
	}
	from := s.baseline(at).Sub(vg.Point{X: s.anchor.left(w)})
	return vg.Rectangle{Min: from.Add(vg.Point{Y: bottom}), Max: from.Add(vg.Point{X: w, Y: top})}
}

func (s style) runs(text string) []run {
	if !s.rich {
		return []run{{text: text}}
	}
	return parseRich(text)
}

// parseRich splits a text at ^{…} and _{…}. Anything that does not match one of these completely is
// plain text.
func parseRich(text string) (runs []run) {
	add := func(t string, level int8) {
		if t != "" {
			runs = append(runs, run{t, level})
		}
	}
	done := 0
	for _, m := range number.Markup().FindAllStringIndex(text, -1) {
		add(text[done:m[0]], 0)
		add(text[m[0]+2:m[1]-1], map[byte]int8{'^': 1, '_': -1}[text[m[0]]])
		done = m[1]
	}
	add(text[done:], 0)
	return runs
}

// within returns a text that is no wider than a width. If necessary, it leaves out the middle,
// because the beginning and the end distinguish a long name from others.
func (s style) within(text string, width vg.Length) string {
	runes := []rune(text)
	short := text
	for n := len(runes) - 1; n > 2 && s.width(short) > width; n-- {
		short = string(runes[:(n+1)/2]) + "…" + string(runes[len(runes)-n/2:])
	}
	return short
}
