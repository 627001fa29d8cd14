// Package plotstest checks drawn figures for layout faults, such as overlapping labels.
package plotstest

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"

	"github.com/puzzlelab/puzzlelab/internal/svg"
)

// Sizes of the smallest readable text, in points at a figure's natural size: 10 pixels on a screen,
// and 8 pixels for an exponent.
const (
	leastText     = 7.5
	leastExponent = 6
)

var (
	styleSheet = regexp.MustCompile(`(?s)<style>.*?</style>`)
	colored    = regexp.MustCompile(`(?:fill|stroke)="#[^"]*"`)
)

// Lint reads the SVG of a figure and returns a list of faults. A label is at fault if it overlaps
// another label or a marker, extends beyond the sheet, or is too small. If the SVG has a style
// sheet, a color without a replacement for dark mode is also a fault.
//
// Lint computes the boxes of labels for Liberation Sans, the font for which figures are laid out. A
// box extends from the deepest descender to the top of a capital letter.
func Lint(drawing []byte) (found []string) {
	p, err := svg.Read(drawing)
	if err != nil {
		return []string{err.Error()}
	}
	var texts []text
	var marks []box
	for _, part := range p.Parts {
		if part.Spans != nil {
			texts = append(texts, placed(part))
		} else if part.Mark {
			marks = append(marks, extent(part.Path))
		}
	}
	for i, a := range texts {
		found = append(found, a.faults(p.Width, p.Height, texts[:i], marks)...)
	}
	if len(texts) == 0 {
		found = append(found, "nothing is written on it")
	}
	style := styleSheet.Find(drawing)
	for _, c := range colored.FindAll(styleSheet.ReplaceAll(drawing, nil), -1) {
		if style != nil && !bytes.Contains(style, fmt.Appendf(nil, "[%s]{", c)) {
			found = append(found, fmt.Sprintf("%s is not a color of the theme", c))
			style = append(style, fmt.Sprintf("[%s]{", c)...) // once
		}
	}
	return found
}

// faults returns the faults of a text among earlier texts and markers.
func (a text) faults(width, height float64, earlier []text, marks []box) (found []string) {
	say := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	if a.size < leastText-1e-9 || a.least < leastExponent-1e-9 {
		say("%q is set in %.2f pt, down to %.2f (want %v, and %v for exponents)", a.text, a.size, a.least, leastText, leastExponent)
	}
	if a.x0 < 0 || a.y0 < 0 || a.x1 > width || a.y1 > height {
		say("%q is cut off by the edge of the sheet: %.1f on %.0f", a.text, a.box, box{0, 0, width, height})
	}
	for _, b := range earlier {
		if a.meets(b.box) {
			say("%q and %q overlap: %.1f and %.1f", b.text, a.text, b.box, a.box)
		}
	}
	if k := slices.IndexFunc(marks, a.meets); k >= 0 {
		say("%q lies on a marker: %.1f and %.1f", a.text, a.box, marks[k])
	}
	return found
}

// box is a rectangle on the sheet; y increases downward.
type box struct{ x0, y0, x1, y1 float64 }

// meets reports whether two boxes overlap by more than the rounding of coordinates.
func (a box) meets(b box) bool {
	const touch = 0.25
	return a.x0 < b.x1-touch && b.x0 < a.x1-touch && a.y0 < b.y1-touch && b.y0 < a.y1-touch
}

// extent returns the bounding box of the corners and control points of a path.
func extent(path []svg.Segment) box {
	b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, s := range path {
		for _, at := range s.To[:map[svg.Op]int{svg.Move: 1, svg.Line: 1, svg.Cube: 3}[s.Op]] {
			b = box{min(b.x0, at.X), min(b.y0, at.Y), max(b.x1, at.X), max(b.y1, at.Y)}
		}
	}
	return b
}

// Height of capitals and depth of descenders in Liberation Sans, as shares of the font size.
const (
	rise = 0.688
	fall = 0.21
)

var fonts = font.NewCache(liberation.Collection())

// text is a text with the box that it covers.
type text struct {
	text        string
	size, least float64 // font size of the line, and of its smallest part
	box
}

// placed returns a line of text with its box.
func placed(line svg.Part) text {
	t := text{size: line.Spans[0].Size, least: math.Inf(1), box: box{line.At.X, math.Inf(1), 0, math.Inf(-1)}}
	width := 0.0
	for _, s := range line.Spans {
		f := fonts.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, font.Length(s.Size))
		t.text += s.Text
		t.least = min(t.least, s.Size)
		width += float64(f.Width(s.Text))
		y := line.At.Y - s.Rise
		t.y0, t.y1 = min(t.y0, y-rise*s.Size), max(t.y1, y+fall*s.Size)
	}
	t.x0 -= map[string]float64{"middle": 0.5, "end": 1}[line.Anchor] * width
	t.x1 = t.x0 + width
	return t
}
