package plots

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"strings"

	"gonum.org/v1/plot/vg"
)

// svgCanvas is a [vg.Canvas] that writes SVG made to be read: text stays text
// with an anchor, repeated markers are defined once, the parts of a chart are
// named groups, and coordinates have two decimals.
//
// The origin of a vg.Canvas is bottom left, that of SVG top left.
type svgCanvas struct {
	// What our charts do not use, such as turning and images, is nil; its
	// panic becomes an error of [Figure.SVG].
	vg.Canvas

	id    string // prefix of all ids
	w, h  vg.Length
	scale vg.Length // of what is shown; the drawing has its own measures

	body  bytes.Buffer
	defs  bytes.Buffer
	marks map[mark]string // mark → id of its outline
	many  map[mark]string // mark → id of its marker element

	color  color.Color
	width  vg.Length
	dashes []vg.Length
}

var (
	_ vg.CanvasSizer = (*svgCanvas)(nil)
	_ richCanvas     = (*svgCanvas)(nil)
)

func newSVGCanvas(id string, w, h vg.Length) *svgCanvas {
	c := &svgCanvas{id: id, w: w, h: h, scale: 1, marks: map[mark]string{}, many: map[mark]string{}}
	vg.Initialize(c)
	return c
}

// document returns the finished SVG.
func (c *svgCanvas) document(title, desc string) []byte {
	var b bytes.Buffer
	w, h := num(c.w.Points()), num(c.h.Points())
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%spt" height="%spt" viewBox="0 0 %s %s"`, num((c.w * c.scale).Points()), num((c.h * c.scale).Points()), w, h)
	fmt.Fprintf(&b, ` role="img" aria-labelledby="%s-title %s-desc" font-family="%s" style="max-width:100%%;height:auto">`+"\n", c.id, c.id, fontFamily)
	fmt.Fprintf(&b, "<title id=\"%s-title\">%s</title>\n", c.id, escape(title))
	fmt.Fprintf(&b, "<desc id=\"%s-desc\">%s</desc>\n", c.id, escape(desc))
	if c.defs.Len() > 0 {
		fmt.Fprintf(&b, "<defs>\n%s</defs>\n", c.defs.Bytes())
	}
	fmt.Fprintf(&b, "<path fill=\"#fff\" d=\"M0 0H%sV%sH0Z\"/>\n", w, h)
	b.Write(c.body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// Size returns the size of the drawing.
func (c *svgCanvas) Size() (w, h vg.Length) { return c.w, c.h }

// SetLineWidth sets the width of stroked paths.
func (c *svgCanvas) SetLineWidth(w vg.Length) { c.width = w }

// SetLineDash sets the dash pattern, which begins at the start of a line.
func (c *svgCanvas) SetLineDash(pattern []vg.Length, _ vg.Length) { c.dashes = pattern }

// SetColor sets the colour; nil is black.
func (c *svgCanvas) SetColor(clr color.Color) {
	if clr == nil {
		clr = color.Black
	}
	c.color = clr
}

// Stroke draws the outline of a path.
func (c *svgCanvas) Stroke(p vg.Path) {
	if c.width <= 0 || len(p) == 0 {
		return
	}
	fmt.Fprintf(&c.body, `<path fill="none"%s stroke-width="%s"`, paint("stroke", c.color), num(c.width.Points()))
	if len(c.dashes) > 0 {
		parts := make([]string, len(c.dashes))
		for i, d := range c.dashes {
			parts[i] = num(d.Points())
		}
		fmt.Fprintf(&c.body, ` stroke-dasharray="%s"`, strings.Join(parts, " "))
	}
	fmt.Fprintf(&c.body, " d=\"%s\"/>\n", pathData(p, c.h))
}

// Fill fills a path.
func (c *svgCanvas) Fill(p vg.Path) {
	if len(p) > 0 {
		fmt.Fprintf(&c.body, "<path%s d=\"%s\"/>\n", paint("fill", c.color), pathData(p, c.h))
	}
}

// setText writes one text element, its exponents as spans inside it.
func (c *svgCanvas) setText(s style, at vg.Point, runs []run) {
	fmt.Fprintf(&c.body, `<text x="%s" y="%s" font-size="%s"%s`, num(at.X.Points()), num((c.h - at.Y).Points()), num(s.size.Points()), paint("fill", s.color))
	switch s.anchor {
	case middle:
		c.body.WriteString(` text-anchor="middle"`)
	case end:
		c.body.WriteString(` text-anchor="end"`)
	}
	c.body.WriteByte('>')
	var level vg.Length // shift of the run before
	for _, r := range runs {
		shift := r.shift(s.size)
		if shift == level && r.level == 0 {
			c.body.WriteString(escape(r.text))
			continue
		}
		fmt.Fprintf(&c.body, `<tspan dy="%s"`, num((level - shift).Points()))
		if r.level != 0 {
			fmt.Fprintf(&c.body, ` font-size="%s"`, num(r.size(s.size).Points()))
		}
		fmt.Fprintf(&c.body, ">%s</tspan>", escape(r.text))
		level = shift
	}
	c.body.WriteString("</text>\n")
}

// beginGroup opens a named part of the drawing.
func (c *svgCanvas) beginGroup(class, name string) {
	fmt.Fprintf(&c.body, `<g class="%s"`, escape(class))
	if name != "" {
		fmt.Fprintf(&c.body, ` data-name="%s"`, escape(name))
	}
	c.body.WriteString(">\n")
}

// endGroup closes the part that was opened last.
func (c *svgCanvas) endGroup() { c.body.WriteString("</g>\n") }

// paint returns the attributes for a colour as fill or stroke.
func paint(attr string, clr color.Color) string {
	n := color.NRGBAModel.Convert(clr).(color.NRGBA)
	s := fmt.Sprintf(` %s="#%02x%02x%02x"`, attr, n.R, n.G, n.B)
	if n.A < 0xff {
		s += fmt.Sprintf(` %s-opacity="%s"`, attr, num(float64(n.A)/255))
	}
	return s
}

func escape(s string) string {
	// Characters that XML 1.0 cannot hold would make the whole page unreadable.
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
			return 0xfffd
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
	return html.EscapeString(s)
}

// fewMarks is the number of marks up to which each becomes an element of its
// own. A reference takes some 45 bytes, a vertex 11: a cloud of 2,000 points
// would be 90 kB of references.
const fewMarks = 60

// drawMarks writes few marks as references to one outline. Many marks become
// the vertices of an invisible line whose marker is that outline; they are still
// painted one by one, so that translucent marks add up where they are dense.
func (c *svgCanvas) drawMarks(m mark, at []vg.Point) {
	if len(at) <= fewMarks {
		id := c.outline(m)
		for _, p := range at {
			fmt.Fprintf(&c.body, "<use href=\"#%s\" x=\"%s\" y=\"%s\"/>\n", id, num(p.X.Points()), num((c.h - p.Y).Points()))
		}
		return
	}
	id := c.marker(m)
	fmt.Fprintf(&c.body, `<polyline fill="none" marker-start="url(#%s)" marker-mid="url(#%s)" marker-end="url(#%s)" points="`, id, id, id)
	for i, p := range at {
		if i > 0 {
			c.body.WriteByte(' ')
		}
		fmt.Fprintf(&c.body, "%s,%s", decimals(p.X.Points(), 10), decimals((c.h-p.Y).Points(), 10))
	}
	c.body.WriteString("\"/>\n")
}

// outline defines the mark around the origin once and returns its id.
func (c *svgCanvas) outline(m mark) string {
	id, ok := c.marks[m]
	if ok {
		return id
	}
	id = fmt.Sprintf("%s-m%d", c.id, len(c.marks)+1)
	c.marks[m] = id
	d := pathData(m.path(vg.Point{}), 0)
	if m.open {
		fmt.Fprintf(&c.defs, `<path id="%s" fill="#fff"%s stroke-width="%s" d="%s"/>`+"\n",
			id, paint("stroke", m.color), num(openStroke.Points()), d)
	} else {
		fmt.Fprintf(&c.defs, `<path id="%s"%s d="%s"/>`+"\n", id, paint("fill", m.color), d)
	}
	return id
}

// marker defines a marker element around the outline and returns its id.
func (c *svgCanvas) marker(m mark) string {
	id, ok := c.many[m]
	if ok {
		return id
	}
	id = fmt.Sprintf("%s-k%d", c.id, len(c.many)+1)
	c.many[m] = id
	fmt.Fprintf(&c.defs, `<marker id="%s" markerUnits="userSpaceOnUse" markerWidth="1" markerHeight="1" overflow="visible"><use href="#%s"/></marker>`+"\n",
		id, c.outline(m))
	return id
}
