package draw

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
)

// svgCanvas is a canvas that writes readable SVG: text stays text with an anchor, repeated markers
// are defined once, the parts of a chart are named groups, and consecutive elements with the same
// style share their attributes.
//
// Colors are attributes, which every viewer supports. On a dark screen the style sheet of the
// drawing replaces them; see [dark].
//
// The origin of a canvas is at the bottom left, and the origin of SVG at the top left.
type svgCanvas struct {
	id    string // prefix of all ids
	w, h  vg.Length
	scale vg.Length // scale of the output; the drawing uses unscaled lengths

	body    bytes.Buffer
	defs    bytes.Buffer
	defined map[string][]string // definitions, by the prefix of their ids

	used  []string // color attributes, in the order of their first use
	piece string   // element of the pieces that are not written yet
	style string   // attributes that these pieces share
	rest  []string // remaining text of each piece
	path  vg.Path  // the pieces, if they are lines
}

func newSVGCanvas(id string, w, h vg.Length) *svgCanvas {
	c := &svgCanvas{id: id, w: w, h: h, scale: 1, defined: map[string][]string{}}
	c.paint("fill", paper) // background of the whole drawing
	return c
}

// document returns the finished SVG with the title and the description of a figure. It begins with
// head, which may contain these.
func (c *svgCanvas) document(figure, head string) []byte {
	var b bytes.Buffer
	w, h := num(c.w.Points()), num(c.h.Points())
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%spt" height="%spt" viewBox="0 0 %s %s"`, num((c.w * c.scale).Points()), num((c.h * c.scale).Points()), w, h)
	fmt.Fprintf(&b, ` class="chart" fill="none" role="img" aria-labelledby="%s-title %s-desc" font-family="%s" style="max-width:100%%;height:auto;font-size-adjust:%s">`+"\n", figure, figure, fontFamily, fontWidth)
	b.WriteString(head)
	c.flush()
	if c.defs.Len() > 0 {
		fmt.Fprintf(&b, "<defs>\n%s</defs>\n", c.defs.Bytes())
	}
	fmt.Fprintf(&b, "<path%s d=\"M0 0H%sV%sH0Z\"/>\n", c.paint("fill", paper), w, h)
	b.Write(c.body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// strokePath draws the outline of a path. Dashes begin at the start of the path.
func (c *svgCanvas) strokePath(p vg.Path, s draw.LineStyle) {
	look := c.paint("stroke", s.Color) + ` stroke-width="` + num(s.Width.Points()) + `"`
	var dashes []string
	for _, d := range s.Dashes {
		dashes = append(dashes, num(d.Points()))
	}
	if dashes != nil {
		look += ` stroke-dasharray="` + strings.Join(dashes, " ") + `"`
	}
	p = straightened(p)
	if strings.Contains(look, "opacity") { // translucent lines add up where they cross
		c.add("path", look, ` d="`+pathData(p, c.h, 10)+`"/>`)
		return
	}
	c.add(lines, look, "")
	c.path = append(c.path, p...)
}

// fillPath fills a path.
func (c *svgCanvas) fillPath(p vg.Path, clr color.NRGBA) {
	c.add("path", c.paint("fill", clr), ` d="`+pathData(p, c.h, 100)+`"/>`)
}

// lines is the element for paths that are written as one.
const lines = "lines"

// add keeps an element with the given style, to write it together with the elements that follow.
// rest is the text of the element after the style; it is empty for lines.
func (c *svgCanvas) add(element, style, rest string) {
	if element != c.piece || style != c.style {
		c.flush()
	}
	c.piece, c.style, c.rest = element, style, append(c.rest, rest)
}

// flush writes the kept elements.
func (c *svgCanvas) flush() {
	switch begin := "<" + c.piece; {
	case len(c.rest) == 0:
	case c.piece == lines:
		fmt.Fprintf(&c.body, "<path%s d=\"%s\"/>\n", c.style, pathData(c.path, c.h, 10))
	case len(c.rest) == 1:
		c.body.WriteString(begin + c.style + c.rest[0] + "\n")
	default:
		fmt.Fprintf(&c.body, "<g%s>\n%s\n</g>\n", c.style, begin+strings.Join(c.rest, "\n"+begin))
	}
	c.rest, c.path = nil, nil
}

// setText writes one text element, with exponents as spans inside it.
func (c *svgCanvas) setText(s style, at vg.Point, runs []run) {
	look := ` font-size="` + num(s.size.Points()) + `"` + c.paint("fill", s.color)
	if s.anchor != start {
		look += ` text-anchor="` + anchors[s.anchor] + `"`
	}
	var b strings.Builder
	fmt.Fprintf(&b, ` x="%s" y="%s">`, coarse(at.X.Points()), coarse((c.h - at.Y).Points()))
	var level vg.Length // shift of the previous run
	for _, r := range runs {
		shift := r.shift(s.size)
		if shift == level && r.level == 0 {
			b.WriteString(escape(r.text))
			continue
		}
		fmt.Fprintf(&b, `<tspan dy="%s"`, num((level - shift).Points()))
		if r.level != 0 {
			fmt.Fprintf(&b, ` font-size="%s"`, num(r.size(s.size).Points()))
		}
		fmt.Fprintf(&b, ">%s</tspan>", escape(r.text))
		level = shift
	}
	c.add("text", look, b.String()+"</text>")
}

// group begins a part of the drawing. It leaves out data without a value.
func (c *svgCanvas) group(class string, data ...string) (end func()) {
	c.flush()
	fmt.Fprintf(&c.body, `<g class="%s"`, escape(class))
	for pair := range slices.Chunk(data, 2) {
		if pair[1] != "" {
			fmt.Fprintf(&c.body, ` data-%s="%s"`, pair[0], escape(pair[1]))
		}
	}
	c.body.WriteString(">\n")
	return func() {
		c.flush()
		c.body.WriteString("</g>\n")
	}
}

// paint returns the attributes for a color used as fill or stroke.
func (c *svgCanvas) paint(attr string, clr color.Color) string {
	n := color.NRGBAModel.Convert(clr).(color.NRGBA)
	s := fmt.Sprintf("%s=%q", attr, hex(n))
	if !slices.Contains(c.used, s) {
		c.used = append(c.used, s)
	}
	s = " " + s
	if n.A < 0xff {
		s += fmt.Sprintf(` %s-opacity="%s"`, attr, num(float64(n.A)/255))
	}
	return s
}

func escape(s string) string {
	return html.EscapeString(defuse.Text(s)) // characters that XML does not allow would make the whole page unreadable
}

// fewMarks is the largest number of marks for which each mark is a separate element. A reference
// takes about 50 bytes, a vertex 8, and the line with its marker 220.
const fewMarks = 5

// drawMarks writes a few marks as references to one outline. It writes many marks as the vertices
// of an invisible line from left to right whose marker is that outline. They are still painted one
// by one, so that translucent marks add up where they are dense. All coordinates except the first
// two are relative to the previous vertex.
func (c *svgCanvas) drawMarks(m symbol, at []vg.Point) {
	m.size = vg.Length(math.Round(100*m.size.Points())) / 100 // the same size on all processors
	// The look is an attribute where the mark is used, because a style sheet does not apply to
	// definitions used from there.
	look := c.paint("fill", m.color)
	if m.open {
		look = c.paint("fill", paper) + c.paint("stroke", m.color) + ` stroke-width="` + num(openStroke.Points()) + `"`
	}
	outline := c.define("m", `<path id="%s" d="`+pathData(m.path(vg.Point{}), 0, 100)+`"/>`)
	if len(at) <= fewMarks {
		for _, p := range at {
			c.add("use", look, fmt.Sprintf(` href="#%s" x="%s" y="%s"/>`, outline, coarse(p.X.Points()), coarse((c.h-p.Y).Points())))
		}
		return
	}
	marker := c.define("k", `<marker id="%s"`+look+` markerUnits="userSpaceOnUse" overflow="visible"><use href="#`+outline+`"/></marker>`)
	w := pathWriter{parts: 10}
	vertices := make([][]float64, len(at))
	for i, p := range at {
		vertices[i] = []float64{w.round(p.X), w.round(c.h - p.Y)}
	}
	slices.SortFunc(vertices, slices.Compare)
	vertices = seen(vertices, m.color)
	ends := [2][]float64{vertices[0], vertices[len(vertices)-1]} // the end vertices have no marker
	all := slices.Concat(ends[0], slices.Concat(vertices...), ends[1])
	c.flush()
	fmt.Fprintf(&c.body, `<path marker-mid="url(#%s)" d="M%sl%s"/>`+"\n", marker, w.text(all[:2], 0), w.text(all[2:], all...))
}

// define returns the id of a definition, and writes the definition once. Its text contains %s for
// the id.
func (c *svgCanvas) define(prefix, text string) string {
	i := slices.Index(c.defined[prefix], text)
	id := fmt.Sprintf("%s-%s%d", c.id, prefix, i+1)
	if i < 0 {
		c.defined[prefix] = append(c.defined[prefix], text)
		id = fmt.Sprintf("%s-%s%d", c.id, prefix, len(c.defined[prefix]))
		fmt.Fprintf(&c.defs, text+"\n", id)
	}
	return id
}

// seen leaves out sorted vertices that nobody can see: marks at the same place as others that
// already cover all but a 500th of what is below.
func seen(vertices [][]float64, c color.NRGBA) (left [][]float64) {
	clear, below := 1-float64(c.A)/255, 1.0
	for i, v := range vertices {
		if i > 0 && slices.Equal(v, vertices[i-1]) {
			below *= clear
		} else {
			below = 1
		}
		if below > 1.0/500 {
			left = append(left, v)
		}
	}
	return left
}
