package svg

import (
	"fmt"
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Color is a color; zero opacity means no color.
type Color = color.NRGBA

// color returns the color of a fill or stroke with its opacity.
func (r *reader) color(l looks, name, otherwise string) Color {
	text, ok := l[name]
	if !ok {
		text = otherwise
	}
	c, err := readColor(text)
	if r.check(err) || c.A == 0 {
		return Color{}
	}
	opacity := r.number(l, name+"-opacity", 1) * r.number(l, "opacity", 1)
	c.A = uint8(math.Round(255 * min(max(opacity, 0), 1)))
	return c
}

// readColor reads #rgb and #rrggbb, alone or as the fallback of a variable: var(--name, #rrggbb).
func readColor(text string) (Color, error) {
	if variable, ok := strings.CutPrefix(text, "var("); ok {
		_, text, _ = strings.Cut(strings.TrimSuffix(variable, ")"), ",")
		text = strings.TrimSpace(text)
	}
	if text == "none" {
		return Color{}, nil
	}
	hex, ok := strings.CutPrefix(text, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	v, err := strconv.ParseUint(hex, 16, 32)
	if !ok || len(hex) != 6 || err != nil {
		return Color{}, fmt.Errorf("colour %q", text)
	}
	return Color{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}, nil
}

// path is an outline being read.
type path struct {
	segments []Segment
	start    Point
	x, y     float64
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

// rounded returns a rectangle with rounded corners.
func rounded(x, y, w, h, radius float64) []Segment {
	var corners []Point
	if radius == 0 {
		corners = []Point{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}
	} else {
		const steps = 12
		for corner, c := range []Point{{x + w - radius, y + h - radius}, {x + radius, y + h - radius}, {x + radius, y + radius}, {x + w - radius, y + radius}} {
			for i := range steps + 1 {
				sin, cos := math.Sincos((float64(corner) + float64(i)/steps) * math.Pi / 2)
				corners = append(corners, Point{c.X + radius*cos, c.Y + radius*sin})
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
	pathPart = regexp.MustCompile(`[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)`)
	counts   = map[string]int{"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}
	next     = map[string]string{"M": "L", "m": "l", "Z": "", "z": ""} // command for further numbers after a command
)

// ReadPath reads the attribute d of a path.
func ReadPath(text string) ([]Segment, error) {
	parts := pathPart.FindAllString(text, -1)
	var p path
	command := ""
	for i := 0; i < len(parts); {
		if c := parts[i][0]; c >= 'A' {
			command = parts[i]
			i++
		}
		n, ok := counts[strings.ToUpper(command)]
		if !ok || i+n > len(parts) || len(p.segments) == 0 && command != "M" {
			return nil, fmt.Errorf("path %.40q: %q", text, command)
		}
		var v [6]float64
		for k, number := range parts[i : i+n] {
			var err error
			if v[k], err = strconv.ParseFloat(number, 64); err != nil {
				return nil, fmt.Errorf("path %.40q: %q", text, number)
			}
		}
		i += n
		p.draw(command, v)
		if then, changes := next[command]; changes {
			command = then
		}
	}
	return p.segments, nil
}

// draw executes a command.
func (p *path) draw(command string, v [6]float64) {
	from := Point{}
	if command >= "a" {
		from = Point{p.x, p.y}
	}
	at := func(k int) Point { return Point{from.X + v[k], from.Y + v[k+1]} }
	switch strings.ToUpper(command) {
	case "M":
		p.start = at(0)
		p.add(Move, p.start)
	case "Z":
		p.add(Close)
		p.x, p.y = p.start.X, p.start.Y
	case "C":
		p.add(Cube, at(0), at(2), at(4))
	case "Q":
		p.curve(at(0).X, at(0).Y, at(2).X, at(2).Y)
	case "L":
		p.add(Line, at(0))
	case "H":
		p.add(Line, Point{from.X + v[0], p.y})
	case "V":
		p.add(Line, Point{p.x, from.Y + v[0]})
	}
}
