// Package plotstest tells what is wrong with the layout of figures that package
// plots has drawn.
package plotstest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"

	"github.com/puzzlelab/puzzlelab/internal/svg"
)

// What a reader can still read, in points at the natural size of a figure, in which
// pages show it: 10 pixels on a screen, and an exponent of 5 points on paper, where
// seven inches become 6.2.
const (
	leastText     = 7.5
	leastExponent = 5.65
)

// Lint reads the SVG of a figure and returns what is wrong with it: a text that
// meets another one or a marker, leaves the sheet or is too small, and a colour
// that its style sheet, if it has one, knows no dark one for, as the theme does for
// all its colours. It is empty if nothing is.
//
// Boxes are those of Liberation Sans, in which figures are laid out, from the
// deepest descender to the top of a capital.
func Lint(drawing []byte) []string {
	p := picture{outlines: map[string]box{}, markers: map[string]string{}}
	if err := p.read(drawing); err != nil {
		return []string{err.Error()}
	}
	var found []string
	say := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	for i, a := range p.texts {
		if a.size < leastText-1e-9 || a.least < leastExponent {
			say("%q is set in %.2f pt, down to %.2f (want %v, and %v for exponents)", a.text, a.size, a.least, leastText, leastExponent)
		}
		if a.x0 < 0 || a.y0 < 0 || a.x1 > p.sheet.x1 || a.y1 > p.sheet.y1 {
			say("%q is cut off by the edge of the sheet: %.1f on %.0f", a.text, a.box, p.sheet)
		}
		for _, b := range p.texts[:i] {
			if a.meets(b.box) {
				say("%q and %q overlap: %.1f and %.1f", b.text, a.text, b.box, a.box)
			}
		}
		for _, m := range p.marks {
			if a.meets(m) {
				say("%q lies on a marker: %.1f and %.1f", a.text, a.box, m)
				break
			}
		}
	}
	if len(p.texts) == 0 {
		say("nothing is written on it")
	}
	for _, c := range p.colors {
		if p.style != "" && !strings.Contains(p.style, "["+c+"]{") {
			say("%s is not a colour of the theme", c)
		}
	}
	return found
}

// box is a part of the sheet; y goes down.
type box struct{ x0, y0, x1, y1 float64 }

// meets reports whether two boxes have more in common than the rounding of
// coordinates.
func (a box) meets(b box) bool {
	const touch = 0.25
	return a.x0 < b.x1-touch && b.x0 < a.x1-touch && a.y0 < b.y1-touch && b.y0 < a.y1-touch
}

func (a box) at(x, y float64) box { return box{a.x0 + x, a.y0 + y, a.x1 + x, a.y1 + y} }

// text is a text with what it covers.
type text struct {
	text        string
	size, least float64 // of the line, and of its smallest piece
	box
}

// picture is what is read of a figure.
type picture struct {
	sheet    box
	style    string
	texts    []text
	marks    []box
	colors   []string          // fill="#…" and stroke="#…" that occur
	outlines map[string]box    // by ID
	markers  map[string]string // ID of the outline by ID
	marker   string            // ID of the one that is read
}

// inherited are the attributes that hold for what is inside, too.
var inherited = []string{"font-size", "text-anchor"}

func (p *picture) read(svg []byte) error {
	d := xml.NewDecoder(bytes.NewReader(svg))
	stack := []map[string]string{{}}
	var line *line
	styled := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("no SVG: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			own, top := map[string]string{}, stack[len(stack)-1]
			for _, name := range inherited {
				if v, ok := top[name]; ok {
					own[name] = v
				}
			}
			for _, a := range t.Attr {
				own[a.Name.Local] = a.Value
			}
			stack = append(stack, own)
			for _, property := range []string{"fill", "stroke"} {
				if c := property + "=" + strconv.Quote(own[property]); strings.Contains(c, "#") && !slices.Contains(p.colors, c) {
					p.colors = append(p.colors, c)
				}
			}
			switch t.Name.Local {
			case "style":
				styled = true
			case "text":
				line = newLine(own)
			case "tspan":
				line.shift(own)
			default:
				if err := p.element(t.Name.Local, own); err != nil {
					return err
				}
			}
		case xml.CharData:
			switch {
			case styled:
				p.style += string(t)
			case line != nil:
				line.write(string(t))
			}
		case xml.EndElement:
			stack = stack[:len(stack)-1]
			switch t.Name.Local {
			case "style":
				styled = false
			case "marker":
				p.marker = ""
			case "tspan":
				line.size = line.whole
			case "text":
				p.texts = append(p.texts, line.placed())
				line = nil
			}
		}
	}
}

// element takes what is no text.
func (p *picture) element(name string, a map[string]string) error {
	number := func(name string) float64 { v, _ := strconv.ParseFloat(a[name], 64); return v }
	switch name {
	case "svg":
		if _, err := fmt.Sscan(a["viewBox"], new(float64), new(float64), &p.sheet.x1, &p.sheet.y1); err != nil {
			return fmt.Errorf("its viewBox is %q: %w", a["viewBox"], err)
		}
	case "path":
		if a["id"] == "" && a["marker-mid"] == "" {
			break
		}
		segments, err := svg.ReadPath(a["d"])
		if err != nil {
			return err
		}
		if a["id"] != "" {
			p.outlines[a["id"]] = extent(segments)
			break
		}
		outline := p.outlines[p.markers[strings.TrimSuffix(strings.TrimPrefix(a["marker-mid"], "url(#"), ")")]]
		for _, s := range segments {
			p.marks = append(p.marks, outline.at(s.To[0].X, s.To[0].Y))
		}
	case "marker":
		p.marker = a["id"]
	case "use":
		id := strings.TrimPrefix(a["href"], "#")
		if p.marker != "" {
			p.markers[p.marker] = id
		} else {
			p.marks = append(p.marks, p.outlines[id].at(number("x"), number("y")))
		}
	}
	return nil
}

// extent returns the box of the corners and control points of a path.
func extent(segments []svg.Segment) box {
	b := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, s := range segments {
		for _, at := range s.To[:map[svg.Op]int{svg.Move: 1, svg.Line: 1, svg.Cube: 3}[s.Op]] {
			b = box{min(b.x0, at.X), min(b.y0, at.Y), max(b.x1, at.X), max(b.y1, at.Y)}
		}
	}
	return b
}

// Shares of the size of Liberation Sans: how high its capitals are, and how deep it
// goes.
const (
	rise = 0.688
	fall = 0.21
)

var fonts = font.NewCache(liberation.Collection())

// line is a line of text being read.
type line struct {
	text
	anchor      string
	whole       float64 // size of the line
	size        float64 // of the piece
	y           float64 // baseline of the piece
	width       float64
	top, bottom float64
}

func newLine(a map[string]string) *line {
	l := &line{anchor: a["text-anchor"]}
	l.x0, _ = strconv.ParseFloat(a["x"], 64)
	l.y, _ = strconv.ParseFloat(a["y"], 64)
	l.whole, _ = strconv.ParseFloat(a["font-size"], 64)
	l.size, l.text.size, l.least = l.whole, l.whole, l.whole
	l.top, l.bottom = math.Inf(1), math.Inf(-1)
	return l
}

// shift begins a piece that is raised or lowered.
func (l *line) shift(a map[string]string) {
	by, _ := strconv.ParseFloat(a["dy"], 64)
	l.y += by
	l.size, _ = strconv.ParseFloat(a["font-size"], 64)
	l.least = min(l.least, l.size)
}

func (l *line) write(piece string) {
	f := fonts.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, font.Length(l.size))
	l.text.text += piece
	l.width += float64(f.Width(piece))
	l.top, l.bottom = min(l.top, l.y-rise*l.size), max(l.bottom, l.y+fall*l.size)
}

// placed returns the text where it stands.
func (l *line) placed() text {
	t := l.text
	t.x0 -= map[string]float64{"middle": 0.5, "end": 1}[l.anchor] * l.width
	t.x1, t.y0, t.y1 = t.x0+l.width, l.top, l.bottom
	return t
}
