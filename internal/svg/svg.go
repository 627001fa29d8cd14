// Package svg reads SVG pictures: the figures of package plots, the boards of the puzzles, and
// pictures from other programs. It converts them to outlines and lines of text, for output formats
// that cannot include SVG.
//
// It supports the basic shapes, paths, text, embedded pixels, groups, reused elements and path
// markers. It reads their styles from attributes, from style attributes, and from CSS rules for a
// class, an element or an ID. It lists what it cannot draw, such as filters, and draws the rest. It
// ignores media rules, because these pictures use them only for dark screens.
package svg

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// Picture is the content of an SVG picture. Parts are listed from back to front. Lengths are in
// points (1/72 inch), and the origin is at the top left.
type Picture struct {
	Width, Height float64
	Title         string
	Parts         []Part
	Undrawn       []string // elements that could not be drawn, such as "<filter>"
}

// Part is a line of text if it has Spans, an image if it has Pixels, and otherwise an outline.
type Part struct {
	Path   []Segment
	Mark   bool // whether the part comes from a marker or another reused element
	Fill   Color
	Stroke Color
	Width  float64 // width of the stroke; for text, width of the outline around the letters
	Dashes []float64

	Pixels image.Image
	Size   Point // width and height of the image

	Spans  []Span
	At     Point   // position of the text's Anchor on its baseline, or of the image's top left corner
	Anchor string  // which point of the text is at the position At: "start", "middle" or "end"
	Angle  float64 // rotation of the text about At, in degrees clockwise
	Bold   bool
}

// Span is a piece of a line of text that has one style.
type Span struct {
	Text string
	Size float64
	Rise float64 // height of the span above the baseline
}

// Point is a position in a picture, in points (1/72 inch) from the top left corner, or a width and
// a height.
type Point struct{ X, Y float64 }

// Segment is a piece of an outline. A Move or Line segment ends at To[0]. A Cube segment is a
// Bézier curve that ends at To[2], with the control points To[0] and To[1].
type Segment struct {
	Op Op
	To [3]Point
}

// Op is the kind of a [Segment]: Move, Line, Cube or Close.
type Op uint8

// Kinds of segments.
const (
	Move Op = iota
	Line
	Cube
	Close
)

// Read parses an SVG picture. It returns an error if data is not SVG.
func Read(data []byte) (Picture, error) {
	root, err := readElement(data)
	if err != nil {
		return Picture{}, err
	}
	p := Picture{Width: length(root.attributes["width"]), Height: length(root.attributes["height"])}
	box, err := numbers(root.attributes["viewBox"])
	if len(box) != 4 || err != nil || box[2] <= 0 || box[3] <= 0 {
		box = []float64{0, 0, cmp.Or(p.Width, 300*units[""]) / units[""], cmp.Or(p.Height, 150*units[""]) / units[""]} // as browsers do
	}
	if p.Width <= 0 || p.Height <= 0 {
		p.Width, p.Height = box[2]*units[""], box[3]*units[""]
	}
	r := reader{picture: &p, known: map[string]*element{}}
	r.prepare(root, rulesOf(root), box[2], box[3])
	sx, sy := p.Width/box[2], p.Height/box[3]
	for _, name := range []string{"x", "y", "width", "height", "viewBox"} { // its place is the sheet
		delete(root.attributes, name)
	}
	r.read(root, affine{sx, 0, 0, sy, -box[0] * sx, -box[1] * sy}, nil)
	return p, nil
}

// Drawable reports whether data is an SVG picture that this package can draw completely.
func Drawable(data []byte) bool {
	p, err := Read(data)
	return err == nil && len(p.Undrawn) == 0
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
	d.CharsetReader = latin1
	d.Entity = map[string]string{}
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
			if slices.Contains([]string{"text", "tspan", "title", "style"}, last.name) {
				last.children = append(last.children, &element{text: string(t)})
			}
		case xml.Directive:
			for _, m := range entity().FindAllSubmatch(t, -1) {
				d.Entity[string(m[1])] = string(m[2])
			}
		}
	}
}

var entity = lazy.Regexp(`<!ENTITY\s+([\w.-]+)\s+["']([^"']*)["']`)

// latin1 reads text in ISO 8859-1, and in encodings whose characters are almost all those.
func latin1(_ string, in io.Reader) (io.Reader, error) {
	data, err := io.ReadAll(in)
	text := make([]rune, len(data))
	for i, c := range data {
		text[i] = rune(c)
	}
	return strings.NewReader(string(text)), err
}

// rule is a rule of a style sheet for the elements of a class (".a"), of an ID ("#a") or of a name.
type rule struct {
	selector string
	looks    map[string]string
}

var (
	media     = lazy.Regexp(`@[^{};]*(?:\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|;)|(?s:/\*.*?\*/)`)
	styleRule = lazy.Regexp(`([^{}]+)\{([^{}]*)\}`)
)

// rulesOf returns the rules of the style sheets in an element.
func rulesOf(e *element) (rules []rule) {
	for _, child := range e.children {
		rules = append(rules, rulesOf(child)...)
	}
	if e.name == "style" {
		for _, m := range styleRule().FindAllStringSubmatch(media().ReplaceAllString(e.words(), ""), -1) {
			for selector := range strings.SplitSeq(m[1], ",") {
				rules = append(rules, rule{strings.TrimSpace(selector), declared(m[2])})
			}
		}
	}
	return rules
}

// declared reads the declarations of a rule or of a style attribute.
func declared(text string) map[string]string {
	looks := map[string]string{}
	for declaration := range strings.SplitSeq(text, ";") {
		if name, value, ok := strings.Cut(declaration, ":"); ok {
			looks[strings.TrimSpace(name)] = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "!important"))
		}
	}
	return looks
}

// prepare gives an element and those in it the looks that rules and style attributes declare, turns
// percentages of the sheet into lengths, and takes note of IDs.
func (r *reader) prepare(e *element, rules []rule, width, height float64) {
	for _, rule := range rules {
		class, isClass := strings.CutPrefix(rule.selector, ".")
		if rule.selector == e.name || rule.selector == "#"+e.attributes["id"] || isClass && slices.Contains(strings.Fields(e.attributes["class"]), class) {
			maps.Copy(e.attributes, rule.looks)
		}
	}
	maps.Copy(e.attributes, declared(e.attributes["style"]))
	for name, whole := range map[string]float64{"x": width, "width": width, "cx": width, "x1": width, "x2": width, "r": width, "rx": width, "y": height, "height": height, "cy": height, "y1": height, "y2": height, "ry": height} {
		if percent, ok := strings.CutSuffix(e.attributes[name], "%"); ok {
			x, _ := strconv.ParseFloat(percent, 64)
			e.attributes[name] = strconv.FormatFloat(x/100*whole, 'g', -1, 64)
		}
	}
	if id := e.attributes["id"]; id != "" {
		r.known["#"+id] = e
	}
	for _, child := range e.children {
		r.prepare(child, rules, width, height)
	}
}

// words returns the text in an element.
func (e *element) words() (text string) {
	for _, child := range e.children {
		text += child.text
	}
	return text
}

// number returns an attribute that is a length, or 0 if there is none. Of several, for single
// characters of a text, it is the first.
func (e *element) number(name string) float64 {
	first, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(e.attributes[name]), ",", " "), " ")
	return length(first) / units[""]
}

// units are the units of lengths, in points.
var units = map[string]float64{"": 0.75, "px": 0.75, "pt": 1, "in": 72, "mm": 72 / 25.4, "cm": 72 / 2.54, "pc": 12, "em": 12, "rem": 12, "ex": 6}

// length returns a length in points, or 0 if it is invalid.
func length(text string) float64 {
	text = strings.TrimSpace(text)
	number := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz%")
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

var transformation = lazy.Regexp(`(\w+)\(([^)]*)\)`)

func readTransform(text string) (affine, error) {
	m := shift(0, 0)
	for _, t := range transformation().FindAllStringSubmatch(text, -1) {
		given, err := numbers(t[2])
		if err != nil || len(given) > 6 {
			return m, fmt.Errorf("transform %q", text)
		}
		v := append(given, 0, 0, 0, 0, 0, 0)
		sin, cos := math.Sincos(v[0] * math.Pi / 180)
		switch t[1] {
		case "translate":
			m = m.then(shift(v[0], v[1]))
		case "scale":
			if len(given) == 1 {
				v[1] = v[0]
			}
			m = m.then(affine{v[0], 0, 0, v[1], 0, 0})
		case "rotate":
			m = m.then(shift(v[1], v[2])).then(affine{cos, sin, -sin, cos, 0, 0}).then(shift(-v[1], -v[2]))
		case "matrix":
			m = m.then(affine(v[:6]))
		case "skewX":
			m = m.then(affine{1, 0, sin / cos, 1, 0, 0})
		case "skewY":
			m = m.then(affine{1, sin / cos, 0, 1, 0, 0})
		default:
			return m, fmt.Errorf("transform %q", text)
		}
	}
	return m, nil
}

// numbers reads numbers separated by spaces or commas.
func numbers(text string) (list []float64, err error) {
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" ,\t\r\n", c) }) {
		x, wrong := strconv.ParseFloat(word, 64)
		list, err = append(list, x), cmp.Or(err, wrong)
	}
	return list, err
}

// reader collects the parts of a picture.
type reader struct {
	picture *Picture
	known   map[string]*element // elements that can be reused, by ID
	uses    int                 // depth of nested uses
}

// lacks takes note of what is not drawn.
func (r *reader) lacks(what string) {
	if !slices.Contains(r.picture.Undrawn, what) {
		r.picture.Undrawn = append(r.picture.Undrawn, what)
	}
}

// check takes note of an error, and reports whether there is one.
func (r *reader) check(err error) bool {
	if err != nil {
		r.lacks(err.Error())
	}
	return err != nil
}

// inherited lists the attributes that also apply to inner elements.
var inherited = []string{
	"fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray",
	"font-size", "font-weight", "text-anchor", "paint-order", "marker-mid", "color", "visibility",
}

// looks holds the inherited attributes of an element.
type looks map[string]string

// number returns an attribute that is a number.
func (r *reader) number(l looks, name string, otherwise float64) float64 {
	text, ok := l[name]
	if !ok {
		return otherwise
	}
	if percent, ok := strings.CutSuffix(text, "%"); ok { // of an opacity
		x, _ := strconv.ParseFloat(percent, 64)
		return x / 100
	}
	if size, named := fontSizes[text]; named {
		return size
	}
	if length(text) == 0 && strings.Trim(text, "0.px") != "" {
		r.check(fmt.Errorf("%s %q", name, text))
		return otherwise
	}
	return length(text) / units[""]
}

var fontSizes = map[string]float64{"xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32, "smaller": 13, "larger": 19}

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

// unseen lists the elements that draw nothing by themselves.
var unseen = []string{
	"", "defs", "desc", "style", "metadata", "script", "namedview", "symbol", "clipPath", "linearGradient", "radialGradient",
	"animate", "animateTransform", "animateMotion", "set", "marker",
}

func (r *reader) read(e *element, m affine, outer looks) {
	own, err := readTransform(e.attributes["transform"])
	inner := r.within(e, outer)
	r.check(err)
	m = m.then(own)
	x, y := e.number("x"), e.number("y")
	switch {
	case e.attributes["display"] == "none" || inner["visibility"] == "hidden":
		return
	case e.name == "svg":
		m = m.then(shift(x, y)).then(e.fitted())
	case e.attributes["filter"] != "" && e.attributes["filter"] != "none":
		r.lacks("<filter>")
	case e.attributes["mask"] != "" && e.attributes["mask"] != "none":
		r.lacks("<mask>")
	}
	switch e.name {
	case "svg", "g", "a", "switch":
		r.children(e, m, inner)
	case "use":
		r.use(e.attributes["href"], m.then(shift(x, y)), inner)
	case "text":
		r.text(e, m, inner)
	case "image":
		r.pixels(e, m.then(shift(x, y)))
	case "title":
		r.picture.Title = cmp.Or(r.picture.Title, e.words())
	default:
		r.shape(e, m, inner)
	}
}

// fitted returns the transformation of an element's view box to its width.
func (e *element) fitted() affine {
	box, err := numbers(e.attributes["viewBox"])
	if err != nil || len(box) != 4 || box[2] <= 0 || e.number("width") <= 0 {
		return affine{1, 0, 0, 1, 0, 0}
	}
	k := e.number("width") / box[2]
	return affine{k, 0, 0, k, -box[0] * k, -box[1] * k}
}

// shape reads an element that is an outline.
func (r *reader) shape(e *element, m affine, inner looks) {
	switch e.name {
	case "rect":
		r.outline(m, inner, rounded(e.number("x"), e.number("y"), e.number("width"), e.number("height"), cmp.Or(e.number("rx"), e.number("ry")), cmp.Or(e.number("ry"), e.number("rx"))))
	case "circle", "ellipse":
		cx, cy := e.number("cx"), e.number("cy")
		rx, ry := cmp.Or(e.number("r"), e.number("rx")), cmp.Or(e.number("r"), e.number("ry"))
		r.outline(m, inner, rounded(cx-rx, cy-ry, 2*rx, 2*ry, rx, ry))
	case "line":
		r.path(fmt.Sprintf("M%g %gL%g %g", e.number("x1"), e.number("y1"), e.number("x2"), e.number("y2")), m, inner)
	case "polyline", "polygon":
		if points := e.attributes["points"]; strings.TrimSpace(points) != "" {
			r.path("M"+points+map[string]string{"polygon": "Z"}[e.name], m, inner)
		}
	case "path":
		r.path(e.attributes["d"], m, inner)
	default:
		if !slices.Contains(unseen, e.name) {
			r.lacks("<" + e.name + ">")
		}
	}
}

func (r *reader) children(e *element, m affine, l looks) {
	for _, child := range e.children {
		r.read(child, m, l)
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
	if used.name == "marker" || used.name == "symbol" {
		r.children(used, m, r.within(used, l))
	} else {
		r.read(used, m, l)
	}
	r.uses--
}

// path draws a path, and its marker at every corner except the two ends.
func (r *reader) path(d string, m affine, l looks) {
	path, err := ReadPath(d)
	r.check(err) // what is before the error is drawn, as browsers do
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
	dashes, err := numbers(strings.NewReplacer("px", "", "none", "").Replace(l["stroke-dasharray"]))
	r.check(err)
	for i := range dashes {
		dashes[i] *= m.scale()
	}
	return Part{
		Fill: r.color(l, "fill", "#000"), Stroke: r.color(l, "stroke", "none"),
		Width: r.number(l, "stroke-width", 1) * m.scale(), Dashes: dashes,
	}
}

// text adds lines of text: a span with a place of its own begins the next, and so does each
// character if x has several places.
func (r *reader) text(e *element, m affine, l looks) {
	if places := strings.Fields(e.attributes["x"]); len(places) > 1 && len(e.children) == 1 && e.children[0].name == "" {
		text := e.words()
		e = &element{attributes: e.attributes}
		for i, letter := range strings.Split(text, "") {
			// Letters without a place follow the one before.
			e.children = append(e.children, &element{name: "tspan", attributes: map[string]string{"x": strings.Join(places[min(i, len(places)):min(i+1, len(places))], "")}, children: []*element{{text: letter}}})
		}
	}
	p := r.painted(m, l)
	x, y := e.number("x"), e.number("y")+lowered[cmp.Or(e.attributes["dominant-baseline"], e.attributes["alignment-baseline"])]*r.number(l, "font-size", 16)
	p.At, p.Anchor = m.at(x+e.number("dx"), y+e.number("dy")), cmp.Or(l["text-anchor"], "start")
	p.Angle = math.Atan2(m[1], m[0]) * 180 / math.Pi
	if l["paint-order"] != "stroke" {
		p.Stroke.A = 0
	}
	weight, _ := strconv.Atoi(l["font-weight"])
	p.Bold = l["font-weight"] == "bold" || weight >= 600
	size, rise := r.number(l, "font-size", 16), 0.0
	add := func() {
		if len(p.Spans) > 0 && p.Fill.A > 0 {
			r.picture.Parts = append(r.picture.Parts, p)
		}
		p.Spans, rise = nil, 0
	}
	for _, child := range e.children {
		span := Span{Text: child.text, Size: size}
		switch {
		case child.name == "" && len(e.children) > 1 && strings.TrimSpace(child.text) == "" && strings.Contains(child.text, "\n"):
			continue
		case child.name == "tspan":
			if child.attributes["x"] != "" || child.attributes["y"] != "" {
				add()
				if child.attributes["y"] != "" {
					y = child.number("y")
				}
				y += child.number("dy")
				p.At = m.at(cmp.Or(child.number("x"), x), y)
			} else {
				rise -= child.number("dy")
			}
			span.Text = child.words()
			span.Size = cmp.Or(max(child.number("font-size"), 0), size)
		case child.name != "":
			r.lacks("<" + child.name + ">")
			continue
		}
		span.Size, span.Rise = span.Size*m.scale(), rise*m.scale()
		p.Spans = append(p.Spans, span)
	}
	add()
}

// lowered is how far the baseline is below the place of a text, in sizes of the font.
var lowered = map[string]float64{"middle": 0.35, "central": 0.35, "hanging": 0.8, "text-before-edge": 0.8}

// Narrowed returns the SVG picture, scaled down if it is wider than width points. The result
// smallest is the size of the smallest text in the new picture, in points, or 0 if there is no
// text. Superscripts and subscripts are ignored.
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
	out = fmt.Appendf(bytes.Clone(data[:root+len("<svg")]), ` width="%.2fpt" height="%.2fpt"`, p.Width*scale, p.Height*scale)
	out = append(out, sizeAttribute().ReplaceAll(data[root+len("<svg"):end], nil)...)
	return append(out, data[end:]...), smallest, nil
}

var sizeAttribute = lazy.Regexp(`\s(?:width|height)="[^"]*"`)

// Smallest returns the size of the smallest text in points, or 0 if there is no text. Superscripts
// and subscripts are ignored.
func (p Picture) Smallest() (size float64) {
	for _, part := range p.Parts {
		if len(part.Spans) > 0 && (size == 0 || part.Spans[0].Size < size) {
			size = part.Spans[0].Size
		}
	}
	return size
}
