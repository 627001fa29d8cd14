package plots

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"io"
	"maps"
	"math"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	stdfont "golang.org/x/image/font"
)

// Raster returns an SVG picture as a PNG, for readers who are shown no SVG. It knows
// what package solvers/puzzle/draw and the pictures made with it write: rectangles,
// circles, paths, text and groups, with their looks in attributes. Anything else is an
// error; style sheets, which are for dark screens, are passed over.
func Raster(svg []byte) ([]byte, error) {
	root, err := readElement(svg)
	if err != nil {
		return nil, fmt.Errorf("plots: raster: %w", err)
	}
	w, h := root.number("width"), root.number("height")
	var x, y, width, height float64
	if _, err := fmt.Sscan(root.attributes["viewBox"], &x, &y, &width, &height); err != nil || w <= 0 || h <= 0 || width <= 0 || height <= 0 {
		return nil, errors.New("plots: raster: the picture has no width, height and viewBox")
	}
	canvas := newPNGCanvas(cssPixel*vg.Length(w), cssPixel*vg.Length(h))
	r := raster{canvas: canvas, height: h, known: map[string]*element{}}
	if err := r.draw(root, affine{w / width, 0, 0, h / height, -x * w / width, -y * h / height}, nil); err != nil {
		return nil, fmt.Errorf("plots: raster: %w", err)
	}
	return encodePNG(canvas)
}

// cssPixel is one of CSS.
const cssPixel = vg.Inch / 96

// element is a piece of a picture.
type element struct {
	name       string
	attributes map[string]string
	children   []*element
	text       string
}

func readElement(svg []byte) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(svg))
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
			last.text += string(t)
		}
	}
}

// number returns an attribute, 0 if there is none.
func (e *element) number(name string) float64 {
	x, _ := strconv.ParseFloat(e.attributes[name], 64)
	return x
}

// affine takes x and y to m[0]·x + m[2]·y + m[4] and m[1]·x + m[3]·y + m[5].
type affine [6]float64

func (m affine) then(n affine) affine {
	return affine{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1], m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

// scale is how much longer lines become.
func (m affine) scale() float64 { return math.Sqrt(math.Abs(m[0]*m[3] - m[1]*m[2])) }

var transformation = regexp.MustCompile(`(\w+)\(([^)]*)\)`)

func readTransform(text string) (affine, error) {
	m := affine{1, 0, 0, 1, 0, 0}
	for _, t := range transformation.FindAllStringSubmatch(text, -1) {
		v := make([]float64, 3)
		n := 0
		for _, word := range strings.FieldsFunc(t[2], func(c rune) bool { return c == ' ' || c == ',' }) {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil || n == len(v) {
				return m, fmt.Errorf("transform %q", text)
			}
			v[n] = x
			n++
		}
		switch t[1] {
		case "translate":
			m = m.then(affine{1, 0, 0, 1, v[0], v[1]})
		case "scale":
			if n == 1 {
				v[1] = v[0]
			}
			m = m.then(affine{v[0], 0, 0, v[1], 0, 0})
		case "rotate":
			sin, cos := math.Sincos(v[0] * math.Pi / 180)
			m = m.then(affine{1, 0, 0, 1, v[1], v[2]}).then(affine{cos, sin, -sin, cos, 0, 0}).then(affine{1, 0, 0, 1, -v[1], -v[2]})
		default:
			return m, fmt.Errorf("transform %q", text)
		}
	}
	return m, nil
}

// raster draws elements on a canvas that many CSS pixels high.
type raster struct {
	canvas vg.Canvas
	height float64
	known  map[string]*element // that can be used, by ID
}

// inherited are the attributes that hold for what is inside, too.
var inherited = []string{"fill", "stroke", "stroke-width", "font-size", "font-weight", "text-anchor", "paint-order", "stroke-linejoin"}

func (r raster) draw(e *element, m affine, looks map[string]string) error {
	looks = maps.Clone(looks)
	if looks == nil {
		looks = map[string]string{}
	}
	for _, name := range inherited {
		if v, ok := e.attributes[name]; ok {
			looks[name] = v
		}
	}
	own, err := readTransform(e.attributes["transform"])
	if err != nil {
		return err
	}
	m = m.then(own)
	if id := e.attributes["id"]; id != "" {
		r.known["#"+id] = e
	}
	x, y := e.number("x"), e.number("y")
	switch e.name {
	case "svg", "g":
		for _, child := range e.children {
			if err := r.draw(child, m, looks); err != nil {
				return err
			}
		}
	case "defs":
		for _, child := range e.children {
			r.known["#"+child.attributes["id"]] = child
		}
	case "use":
		used := r.known[e.attributes["href"]]
		if used == nil {
			return fmt.Errorf("no element is %q", e.attributes["href"])
		}
		return r.draw(used, m.then(affine{1, 0, 0, 1, x, y}), looks)
	case "rect":
		r.outline(m, looks, rounded(x, y, e.number("width"), e.number("height"), e.number("rx")))
	case "circle":
		cx, cy, radius := e.number("cx"), e.number("cy"), e.number("r")
		r.outline(m, looks, rounded(cx-radius, cy-radius, 2*radius, 2*radius, radius))
	case "path":
		pieces, err := readPath(e.attributes["d"])
		if err != nil {
			return err
		}
		r.outline(m, looks, pieces...)
	case "text":
		return r.text(e.text, m, x, y, looks)
	case "title", "desc", "style":
	default:
		return fmt.Errorf("unknown element <%s>", e.name)
	}
	return nil
}

// piece is a row of points, joined by straight lines.
type piece struct {
	points [][2]float64
	closed bool
}

// curve adds points on a quadratic curve.
func (p *piece) curve(cx, cy, x, y float64) {
	const steps = 16
	from := p.points[len(p.points)-1]
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		a, b, c := (1-t)*(1-t), 2*t*(1-t), t*t
		p.points = append(p.points, [2]float64{a*from[0] + b*cx + c*x, a*from[1] + b*cy + c*y})
	}
}

// rounded is a rectangle with a radius at its corners.
func rounded(x, y, w, h, radius float64) piece {
	if radius == 0 {
		return piece{[][2]float64{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}, true}
	}
	p := piece{closed: true}
	for corner, c := range [][2]float64{{x + w - radius, y + h - radius}, {x + radius, y + h - radius}, {x + radius, y + radius}, {x + w - radius, y + radius}} {
		const steps = 12
		for i := range steps + 1 {
			sin, cos := math.Sincos((float64(corner) + float64(i)/steps) * math.Pi / 2)
			p.points = append(p.points, [2]float64{c[0] + radius*cos, c[1] + radius*sin})
		}
	}
	return p
}

var pathPart = regexp.MustCompile(`[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)`)

// readPath reads what stands in the attribute d of a path.
func readPath(text string) (pieces []piece, err error) {
	parts := pathPart.FindAllString(text, -1)
	command := ""
	var x, y, startX, startY float64
	for i := 0; i < len(parts); {
		if c := parts[i][0]; c >= 'A' {
			command = parts[i]
			i++
		}
		need := map[string]int{"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "Z": 0}
		n, ok := need[strings.ToUpper(command)]
		if !ok || i+n > len(parts) || len(pieces) == 0 && command != "M" {
			return nil, fmt.Errorf("path %.40q: %q", text, command)
		}
		var v [4]float64
		for k := range n {
			if v[k], err = strconv.ParseFloat(parts[i+k], 64); err != nil {
				return nil, fmt.Errorf("path %.40q: %q", text, parts[i+k])
			}
		}
		i += n
		fromX, fromY := 0.0, 0.0
		if command >= "a" {
			fromX, fromY = x, y
		}
		last := len(pieces) - 1
		switch strings.ToUpper(command) {
		case "M":
			x, y = fromX+v[0], fromY+v[1]
			startX, startY = x, y
			pieces = append(pieces, piece{points: [][2]float64{{x, y}}})
			command = map[bool]string{true: "l", false: "L"}[command == "m"]
			continue
		case "Z":
			pieces[last].closed = true
			x, y = startX, startY
			continue
		case "Q":
			x, y = fromX+v[2], fromY+v[3]
			pieces[last].curve(fromX+v[0], fromY+v[1], x, y)
			continue
		case "L":
			x, y = fromX+v[0], fromY+v[1]
		case "H":
			x = fromX + v[0]
		case "V":
			y = fromY + v[0]
		}
		pieces[last].points = append(pieces[last].points, [2]float64{x, y})
	}
	return pieces, nil
}

// at returns a point of the canvas, whose y axis points up.
func (r raster) at(m affine, x, y float64) vg.Point {
	return vg.Point{X: cssPixel * vg.Length(m[0]*x+m[2]*y+m[4]), Y: cssPixel * vg.Length(r.height-m[1]*x-m[3]*y-m[5])}
}

// outline fills and strokes pieces.
func (r raster) outline(m affine, looks map[string]string, pieces ...piece) {
	var path vg.Path
	for _, p := range pieces {
		for i, point := range p.points {
			if at := r.at(m, point[0], point[1]); i == 0 {
				path.Move(at)
			} else {
				path.Line(at)
			}
		}
		if p.closed {
			path.Close()
		}
	}
	if c := colorOf(cmp.Or(looks["fill"], "#000000")); c != nil {
		r.canvas.SetColor(c)
		r.canvas.Fill(path)
	}
	if c := colorOf(looks["stroke"]); c != nil {
		width, err := strconv.ParseFloat(cmp.Or(looks["stroke-width"], "1"), 64)
		if err != nil {
			return
		}
		r.canvas.SetColor(c)
		r.canvas.SetLineWidth(cssPixel * vg.Length(width*m.scale()))
		r.canvas.Stroke(path)
	}
}

// colorOf returns a color, nil for none.
func colorOf(text string) color.Color {
	var c color.RGBA
	if n, _ := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B); n < 3 {
		return nil
	}
	c.A = 255
	return c
}

// text writes on a line, upright.
func (r raster) text(s string, m affine, x, y float64, looks map[string]string) error {
	size, err := strconv.ParseFloat(cmp.Or(looks["font-size"], "16"), 64)
	c := colorOf(cmp.Or(looks["fill"], "#000000"))
	if err != nil || c == nil {
		return err
	}
	face := fonts.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight(looks["font-weight"])}, cssPixel*vg.Length(size*m.scale()))
	at := r.at(m, x, y)
	switch looks["text-anchor"] {
	case "middle":
		at.X -= face.Width(s) / 2
	case "end":
		at.X -= face.Width(s)
	}
	if halo := colorOf(looks["stroke"]); halo != nil && looks["paint-order"] == "stroke" {
		width, err := strconv.ParseFloat(looks["stroke-width"], 64)
		if err != nil {
			return err
		}
		r.canvas.SetColor(halo)
		for i := range 8 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 4)
			reach := cssPixel * vg.Length(width*m.scale()/2)
			r.canvas.FillString(face, vg.Point{X: at.X + reach*vg.Length(cos), Y: at.Y + reach*vg.Length(sin)}, s)
		}
	}
	r.canvas.SetColor(c)
	r.canvas.FillString(face, at, s)
	return nil
}

func weight(text string) stdfont.Weight {
	if n, err := strconv.Atoi(text); text == "bold" || err == nil && n >= 600 {
		return stdfont.WeightBold
	}
	return stdfont.WeightNormal
}
