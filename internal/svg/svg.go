// Package svg reads the SVG pictures that this project draws: the figures of package plots and the
// boards of the puzzles. It turns them into outlines and lines of text on a sheet, for output
// formats that cannot include SVG.
//
// It knows rectangles, circles, paths, text, groups, reused elements and the markers of paths, with
// their looks in attributes; anything else is an error. It ignores style sheets: they are for dark
// screens, and the attributes already give the light look.
package svg

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Picture is a sheet with its drawn parts, from back to front. Lengths are in points (1/72 inch),
// the origin is at the top left.
type Picture struct {
	Width, Height float64
	Title         string
	Parts         []Part
}

// Part is an outline, or a line of text if it has spans.
type Part struct {
	Path   []Segment
	Mark   bool // a marker or another reused element
	Fill   Color
	Stroke Color
	Width  float64 // width of the stroke; for text, of the outline behind it
	Dashes []float64

	Spans  []Span
	At     Point  // of the baseline
	Anchor string // which end of the text is at At: "start", "middle" or "end"
	Bold   bool
}

// Span is a piece of a line of text.
type Span struct {
	Text string
	Size float64
	Rise float64 // above the baseline
}

// Point is a position on the sheet.
type Point struct{ X, Y float64 }

// Segment is a piece of an outline: Move and Line lead to the first point, Cube to the third, bent
// toward the others.
type Segment struct {
	Op Op
	To [3]Point
}

// Op says what a segment does.
type Op uint8

// The kinds of segments.
const (
	Move Op = iota
	Line
	Cube
	Close
)

// Read reads a picture.
func Read(data []byte) (Picture, error) {
	root, err := readElement(data)
	if err != nil {
		return Picture{}, err
	}
	p := Picture{Width: length(root.attributes["width"]), Height: length(root.attributes["height"])}
	box, err := numbers(root.attributes["viewBox"])
	if len(box) == 0 && p.Width > 0 && p.Height > 0 {
		box = []float64{0, 0, p.Width / units[""], p.Height / units[""]}
	}
	if err != nil || len(box) != 4 || box[2] <= 0 || box[3] <= 0 {
		return Picture{}, errors.New("the picture has neither a viewBox nor a width and height")
	}
	if p.Width <= 0 || p.Height <= 0 {
		p.Width, p.Height = box[2]*units[""], box[3]*units[""]
	}
	r := reader{picture: &p, known: map[string]*element{}}
	sx, sy := p.Width/box[2], p.Height/box[3]
	r.read(root, affine{sx, 0, 0, sy, -box[0] * sx, -box[1] * sy}, nil)
	return p, r.err
}

// element is an XML element. Text between elements becomes an element without a name.
type element struct {
	name       string
	attributes map[string]string
	children   []*element
	text       string
}

func readElement(data []byte) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	top := &element{}
	open := []*element{top}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && len(top.children) == 1 && top.children[0].name == "svg" {
			return top.children[0], nil
		}
		if err != nil {
			return nil, fmt.Errorf("no SVG: %w", err)
		}
		last := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			e := &element{name: t.Name.Local, attributes: map[string]string{}}
			for _, a := range t.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			last.children = append(last.children, e)
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if last.name == "text" || last.name == "tspan" || last.name == "title" {
				last.children = append(last.children, &element{text: string(t)})
			}
		}
	}
}

// words returns the text in an element.
func (e *element) words() (text string) {
	for _, child := range e.children {
		text += child.text
	}
	return text
}

// number returns an attribute, 0 if there is none.
func (e *element) number(name string) float64 {
	x, _ := strconv.ParseFloat(e.attributes[name], 64)
	return x
}

// units are the units of lengths, in points.
var units = map[string]float64{"": 0.75, "px": 0.75, "pt": 1, "in": 72, "mm": 72 / 25.4, "cm": 72 / 2.54}

// length returns a length in points, 0 if it is invalid.
func length(text string) float64 {
	number := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz")
	x, _ := strconv.ParseFloat(number, 64)
	return x * units[text[len(number):]]
}

// affine maps x and y to m[0]·x + m[2]·y + m[4] and m[1]·x + m[3]·y + m[5].
type affine [6]float64

func (m affine) then(n affine) affine {
	return affine{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1], m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

func shift(x, y float64) affine { return affine{1, 0, 0, 1, x, y} }

func (m affine) at(x, y float64) Point {
	return Point{m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]}
}

// scale returns the factor by which lengths grow.
func (m affine) scale() float64 { return math.Sqrt(math.Abs(m[0]*m[3] - m[1]*m[2])) }

var transformation = regexp.MustCompile(`(\w+)\(([^)]*)\)`)

func readTransform(text string) (affine, error) {
	m := shift(0, 0)
	for _, t := range transformation.FindAllStringSubmatch(text, -1) {
		given, err := numbers(t[2])
		if err != nil || len(given) > 3 {
			return m, fmt.Errorf("transform %q", text)
		}
		v := append(given, 0, 0, 0)
		switch t[1] {
		case "translate":
			m = m.then(shift(v[0], v[1]))
		case "scale":
			if len(given) == 1 {
				v[1] = v[0]
			}
			m = m.then(affine{v[0], 0, 0, v[1], 0, 0})
		case "rotate":
			sin, cos := math.Sincos(v[0] * math.Pi / 180)
			m = m.then(shift(v[1], v[2])).then(affine{cos, sin, -sin, cos, 0, 0}).then(shift(-v[1], -v[2]))
		default:
			return m, fmt.Errorf("transform %q", text)
		}
	}
	return m, nil
}

// numbers reads numbers separated by spaces or commas.
func numbers(text string) (list []float64, err error) {
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' }) {
		x, wrong := strconv.ParseFloat(word, 64)
		list, err = append(list, x), cmp.Or(err, wrong)
	}
	return list, err
}

// reader collects the parts of a picture, up to the first error.
type reader struct {
	picture *Picture
	known   map[string]*element // elements that can be reused, by ID
	uses    int                 // depth of nested uses
	err     error
}

// check keeps the first error, and reports whether there is one.
func (r *reader) check(err error) bool {
	r.err = cmp.Or(r.err, err)
	return r.err != nil
}

// inherited lists the attributes that also apply to inner elements.
var inherited = []string{
	"fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray",
	"font-size", "font-weight", "text-anchor", "paint-order", "marker-mid",
}

// looks holds the inherited attributes of an element.
type looks map[string]string

// number returns an attribute that is a number.
func (r *reader) number(l looks, name string, otherwise float64) float64 {
	text, ok := l[name]
	if !ok {
		return otherwise
	}
	x, err := strconv.ParseFloat(text, 64)
	r.check(err)
	return x
}

// within returns the looks of an element inside an element with outer looks.
func (r *reader) within(e *element, outer looks) looks {
	inner := looks{}
	maps.Copy(inner, outer)
	for _, name := range inherited {
		if v, ok := e.attributes[name]; ok {
			inner[name] = v
		}
	}
	if _, ok := e.attributes["opacity"]; ok { // correct for groups without overlapping parts
		x := r.number(e.attributes, "opacity", 1) * r.number(outer, "opacity", 1)
		inner["opacity"] = strconv.FormatFloat(x, 'g', -1, 64)
	}
	return inner
}

func (r *reader) read(e *element, m affine, outer looks) {
	own, err := readTransform(e.attributes["transform"])
	inner := r.within(e, outer)
	if r.check(err) {
		return
	}
	m = m.then(own)
	if id := e.attributes["id"]; id != "" {
		r.known["#"+id] = e
	}
	x, y := e.number("x"), e.number("y")
	switch e.name {
	case "svg", "g", "marker":
		for _, child := range e.children {
			r.read(child, m, inner)
		}
	case "defs":
		for _, child := range e.children {
			r.known["#"+child.attributes["id"]] = child
		}
	case "use":
		r.use(e.attributes["href"], m.then(shift(x, y)), inner)
	case "rect":
		r.outline(m, inner, rounded(x, y, e.number("width"), e.number("height"), max(e.number("rx"), e.number("ry"))))
	case "circle":
		cx, cy, radius := e.number("cx"), e.number("cy"), e.number("r")
		r.outline(m, inner, rounded(cx-radius, cy-radius, 2*radius, 2*radius, radius))
	case "path":
		r.path(e.attributes["d"], m, inner)
	case "text":
		r.text(e, m, inner)
	case "title":
		r.picture.Title = cmp.Or(r.picture.Title, e.words())
	case "desc", "style":
	default:
		r.check(fmt.Errorf("unknown element <%s>", e.name))
	}
}

func (r *reader) use(href string, m affine, l looks) {
	used := r.known[href]
	const most = 20
	if used == nil || r.uses >= most {
		r.check(fmt.Errorf("no element is %q, or it uses itself", href))
		return
	}
	r.uses++
	r.read(used, m, l)
	r.uses--
}

// path draws a path, and its marker at every corner except the two ends.
func (r *reader) path(d string, m affine, l looks) {
	path, err := ReadPath(d)
	if r.check(err) {
		return
	}
	marker, marked := strings.CutPrefix(l["marker-mid"], "url(")
	delete(l, "marker-mid")
	r.outline(m, l, path)
	for i := 1; marked && i < len(path)-1; i++ {
		r.use(strings.TrimSuffix(marker, ")"), m.then(shift(path[i].To[0].X, path[i].To[0].Y)), nil)
	}
}

// outline adds a path.
func (r *reader) outline(m affine, l looks, path []Segment) {
	p := r.painted(m, l)
	p.Path, p.Mark = slices.Clone(path), r.uses > 0
	for i := range p.Path {
		to := &p.Path[i].To
		for k, q := range to {
			to[k] = m.at(q.X, q.Y)
		}
	}
	if len(path) > 0 && (p.Fill.A > 0 || p.Stroke.A > 0) {
		r.picture.Parts = append(r.picture.Parts, p)
	}
}

// painted returns a part with the colors and lines of the looks.
func (r *reader) painted(m affine, l looks) Part {
	dashes, err := numbers(l["stroke-dasharray"])
	r.check(err)
	for i := range dashes {
		dashes[i] *= m.scale()
	}
	return Part{
		Fill: r.color(l, "fill", "#000"), Stroke: r.color(l, "stroke", "none"),
		Width: r.number(l, "stroke-width", 1) * m.scale(), Dashes: dashes,
	}
}

// text adds a line of text, upright.
func (r *reader) text(e *element, m affine, l looks) {
	p := r.painted(m, l)
	p.At, p.Anchor = m.at(e.number("x"), e.number("y")), cmp.Or(l["text-anchor"], "start")
	if l["paint-order"] != "stroke" {
		p.Stroke.A = 0
	}
	weight, err := strconv.Atoi(l["font-weight"])
	p.Bold = l["font-weight"] == "bold" || err == nil && weight >= 600
	size, rise := r.number(l, "font-size", 16), 0.0
	for _, child := range e.children {
		span := Span{Text: child.text, Size: size}
		if child.name == "tspan" {
			rise -= child.number("dy")
			span.Text = child.words()
			if own := child.number("font-size"); own > 0 {
				span.Size = own
			}
		}
		span.Size, span.Rise = span.Size*m.scale(), rise*m.scale()
		p.Spans = append(p.Spans, span)
	}
	if len(p.Spans) > 0 && p.Fill.A > 0 {
		r.picture.Parts = append(r.picture.Parts, p)
	}
}

// Narrowed returns the picture, shrunk if necessary to at most width points, and the size of its
// smallest text, except raised and lowered text; 0 if it has no text.
func Narrowed(data []byte, width float64) (out []byte, smallest float64, err error) {
	p, err := Read(data)
	if err != nil {
		return nil, 0, err
	}
	scale := min(width/p.Width, 1)
	smallest = p.Smallest() * scale
	if scale == 1 {
		return data, smallest, nil
	}
	root := bytes.Index(data, []byte("<svg"))
	end := root + bytes.IndexByte(data[root:], '>')
	size := fmt.Appendf(nil, ` width="%.2fpt" height="%.2fpt"`, p.Width*scale, p.Height*scale)
	out = append(out, data[:root+len("<svg")]...)
	out = append(out, size...)
	out = append(out, sizeAttribute.ReplaceAll(data[root+len("<svg"):end], nil)...)
	return append(out, data[end:]...), smallest, nil
}

var sizeAttribute = regexp.MustCompile(`\s(?:width|height)="[^"]*"`)

// Smallest returns the size of the smallest text, except raised and lowered text; 0 if there is
// none.
func (p Picture) Smallest() (size float64) {
	for _, part := range p.Parts {
		if len(part.Spans) > 0 && (size == 0 || part.Spans[0].Size < size) {
			size = part.Spans[0].Size
		}
	}
	return size
}
