package svg

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// Color is a color with opacity. If the opacity is zero, nothing is drawn.
type Color = color.NRGBA

// color returns the color of a fill or stroke with its opacity.
func (r *reader) color(l looks, name, otherwise string) Color {
	text, ok := l[name]
	if !ok {
		text = otherwise
	}
	if strings.EqualFold(text, "currentColor") {
		text = cmp.Or(l["color"], text)
	}
	if href, ok := strings.CutPrefix(text, "url("); ok { // a gradient or pattern
		href, _, _ = strings.Cut(strings.Trim(href, `"'`), ")")
		text = r.average(strings.Trim(href, `"'`), 0)
	}
	c, err := readColor(text)
	if r.check(err) || c.A == 0 {
		return Color{}
	}
	opacity := r.number(l, name+"-opacity", 1) * r.number(l, "opacity", 1) * float64(c.A) / 0xff
	c.A = uint8(math.Round(255 * min(max(opacity, 0), 1)))
	return c
}

// average returns the color in the middle of a gradient, and takes note that it is drawn so.
func (r *reader) average(href string, depth int) string {
	gradient := r.known[href]
	if gradient == nil || depth > 20 {
		r.lacks("the paint " + href)
		return "none"
	}
	r.lacks("<" + gradient.name + ">, shown in one color")
	var stops []*element
	for _, child := range gradient.children {
		if child.name == "stop" {
			stops = append(stops, child)
		}
	}
	if len(stops) == 0 && gradient.attributes["href"] != "" {
		return r.average(gradient.attributes["href"], depth+1)
	}
	if len(stops) == 0 {
		return "#808080"
	}
	return cmp.Or(stops[len(stops)/2].attributes["stop-color"], "#000")
}

// readColor reads a color of CSS, alone or as the fallback of a variable: var(--name, #rrggbb).
func readColor(text string) (c Color, err error) {
	if variable, ok := strings.CutPrefix(text, "var("); ok {
		_, text, _ = strings.Cut(strings.TrimSuffix(variable, ")"), ",")
	}
	text = strings.ToLower(strings.TrimSpace(text))
	if named, ok := colornames.Map[text]; ok {
		return Color(named), nil
	}
	switch text {
	case "none", "transparent", "":
		return Color{}, nil
	case "currentcolor", "inherit", "context-fill", "context-stroke":
		return Color{A: 0xff}, nil
	}
	if hex, ok := strings.CutPrefix(text, "#"); ok {
		if len(hex) == 3 || len(hex) == 4 {
			hex = doubled().ReplaceAllString(hex, "$0$0")
		}
		v, err := strconv.ParseUint((hex + "ff")[:max(8, len(hex))], 16, 32)
		if err == nil && (len(hex) == 6 || len(hex) == 8) {
			return Color{R: uint8(v >> 24), G: uint8(v >> 16), B: uint8(v >> 8), A: uint8(v)}, nil
		}
	}
	return readRGB(text)
}

// readRGB reads a color as in rgb(10%, 20%, 30%) or rgba(10, 20, 30, 0.5).
func readRGB(text string) (c Color, err error) {
	c.A = 0xff
	name, inside, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	values := strings.FieldsFunc(inside, func(r rune) bool { return strings.ContainsRune(" ,/", r) })
	if name != "rgb" && name != "rgba" || len(values) < 3 {
		return Color{}, fmt.Errorf("color %q", text)
	}
	for i, to := range []*uint8{&c.R, &c.G, &c.B, &c.A}[:min(4, len(values))] {
		full := [...]float64{1, 1, 1, 255}[i]
		number, percent := strings.CutSuffix(values[i], "%")
		if percent {
			full = 2.55
		}
		x, wrong := strconv.ParseFloat(number, 64)
		*to, err = uint8(math.Round(min(max(x*full, 0), 255))), cmp.Or(err, wrong)
	}
	return c, err
}

var doubled = lazy.Regexp(".")

// path is an outline being read.
type path struct {
	segments []Segment
	start    Point
	x, y     float64
	last     byte  // command, in capitals
	control  Point // the last of a curve
}

func (p *path) add(op Op, points ...Point) {
	s := Segment{Op: op}
	copy(s.To[:], points)
	p.segments = append(p.segments, s)
	if n := len(points); n > 0 {
		p.x, p.y = points[n-1].X, points[n-1].Y
	}
}

// curve adds lines along a quadratic curve.
func (p *path) curve(cx, cy, x, y float64) {
	const steps = 16
	fromX, fromY := p.x, p.y
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		a, b, c := (1-t)*(1-t), 2*t*(1-t), t*t
		p.add(Line, Point{a*fromX + b*cx + c*x, a*fromY + b*cy + c*y})
	}
}

// rounded returns a rectangle with corners of two radii.
func rounded(x, y, w, h, rx, ry float64) []Segment {
	var corners []Point
	if rx, ry = min(rx, w/2), min(ry, h/2); rx <= 0 || ry <= 0 {
		corners = []Point{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}
	} else {
		const steps = 12
		for corner, c := range []Point{{x + w - rx, y + h - ry}, {x + rx, y + h - ry}, {x + rx, y + ry}, {x + w - rx, y + ry}} {
			for i := range steps + 1 {
				sin, cos := math.Sincos((float64(corner) + float64(i)/steps) * math.Pi / 2)
				corners = append(corners, Point{c.X + rx*cos, c.Y + ry*sin})
			}
		}
	}
	var p path
	p.add(Move, corners[0])
	for _, c := range corners[1:] {
		p.add(Line, c)
	}
	p.add(Close)
	return p.segments
}

var (
	numeral = lazy.Regexp(`^[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)`)
	flag    = lazy.Regexp(`^[\s,]*([01])`)
	counts  = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'Q': 4, 'T': 2, 'A': 7, 'Z': 0}
	next    = map[byte]byte{'M': 'L', 'm': 'l', 'Z': ' ', 'z': ' '} // command for further numbers after a command
)

// ReadPath parses the d attribute of an SVG path element. If it returns an error, it also returns
// the segments before the error.
func ReadPath(text string) ([]Segment, error) {
	var p path
	command := byte(' ')
	for rest := strings.TrimLeft(text, " \t\r\n,"); rest != ""; rest = strings.TrimLeft(rest, " \t\r\n,") {
		wrong := fmt.Errorf("path %.40q: %.10q", text, rest)
		if rest[0] >= 'A' {
			command, rest = rest[0], rest[1:]
		}
		n, ok := counts[command&^0x20]
		if !ok || len(p.segments) == 0 && command&^0x20 != 'M' {
			return p.segments, wrong
		}
		var v [7]float64
		for k := range n {
			form := numeral()
			if n == 7 && (k == 3 || k == 4) {
				form = flag()
			}
			found := form.FindStringSubmatch(rest)
			if found == nil {
				return p.segments, wrong
			}
			v[k], _ = strconv.ParseFloat(found[1], 64) // ±Inf beyond the range
			rest = rest[len(found[0]):]
		}
		p.draw(command, v)
		if then, changes := next[command]; changes {
			command = then
		}
	}
	return p.segments, nil
}

// draw executes a command.
func (p *path) draw(command byte, v [7]float64) {
	from := Point{}
	if command >= 'a' {
		from = Point{p.x, p.y}
	}
	at := func(k int) Point { return Point{from.X + v[k], from.Y + v[k+1]} }
	bend := Point{p.x, p.y} // the mirror of the control point before
	if name := command &^ 0x20; name == 'S' && strings.IndexByte("CS", p.last) >= 0 || name == 'T' && strings.IndexByte("QT", p.last) >= 0 {
		bend = Point{2*p.x - p.control.X, 2*p.y - p.control.Y}
	}
	switch command &^ 0x20 {
	case 'M':
		p.start = at(0)
		p.add(Move, p.start)
	case 'Z':
		p.add(Close)
		p.x, p.y = p.start.X, p.start.Y
	case 'C':
		p.control = at(2)
		p.add(Cube, at(0), at(2), at(4))
	case 'S':
		p.control = at(0)
		p.add(Cube, bend, at(0), at(2))
	case 'Q':
		p.control = at(0)
		p.curve(at(0).X, at(0).Y, at(2).X, at(2).Y)
	case 'T':
		p.control = bend
		p.curve(bend.X, bend.Y, at(0).X, at(0).Y)
	case 'L':
		p.add(Line, at(0))
	case 'H':
		p.add(Line, Point{from.X + v[0], p.y})
	case 'V':
		p.add(Line, Point{p.x, from.Y + v[0]})
	case 'A':
		p.arc(v[0], v[1], v[2], v[3] == 1, v[4] == 1, at(5))
	}
	p.last = command &^ 0x20
}

// arc adds lines along an arc of an ellipse (SVG 2, appendix B.2.4).
func (p *path) arc(rx, ry, turned float64, large, sweep bool, to Point) {
	rx, ry = math.Abs(rx), math.Abs(ry)
	sin, cos := math.Sincos(turned * math.Pi / 180)
	dx, dy := (p.x-to.X)/2, (p.y-to.Y)/2
	x, y := (cos*dx+sin*dy)/rx, (cos*dy-sin*dx)/ry // on the unit circle
	if d := x*x + y*y; rx == 0 || ry == 0 || !(d > 0) || math.IsInf(d, 0) {
		p.add(Line, to)
		return
	} else if d > 1 { // too small to reach
		rx, ry, x, y = rx*math.Sqrt(d), ry*math.Sqrt(d), x/math.Sqrt(d), y/math.Sqrt(d)
	}
	k := math.Sqrt(max(0, 1/(x*x+y*y)-1))
	if large == sweep {
		k = -k
	}
	cx, cy := k*y, -k*x
	begin, end := math.Atan2(y-cy, x-cx), math.Atan2(-y-cy, -x-cx)
	if sweep && end < begin {
		end += 2 * math.Pi
	} else if !sweep && end > begin {
		end -= 2 * math.Pi
	}
	const steps = 24
	midX, midY := (p.x+to.X)/2, (p.y+to.Y)/2
	for i := 1; i < steps; i++ {
		s, c := math.Sincos(begin + (end-begin)*float64(i)/steps)
		px, py := rx*(c+cx), ry*(s+cy)
		p.add(Line, Point{midX + cos*px - sin*py, midY + sin*px + cos*py})
	}
	p.add(Line, to)
}
