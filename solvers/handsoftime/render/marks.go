package render

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

// style is the stroke of a set of moves.
type style struct {
	color   string
	width   float64
	opacity float64
	dash    string
}

func (s style) attributes() string {
	a := fmt.Sprintf(`stroke="%s" stroke-width="%s"`, s.color, draw.Num(s.width))
	if s.opacity < 1 {
		a += fmt.Sprintf(` stroke-opacity="%s"`, draw.Num(s.opacity))
	}
	if s.dash != "" {
		a += fmt.Sprintf(` stroke-dasharray="%s"`, s.dash)
	}
	return a
}

// gap returns the distance between a node's circle and the end of a move.
func (c *canvas) gap() float64 { return min(3, c.node/4) }

// arrow draws one move.
func (c *canvas) arrow(i, j int, s style) {
	curve := c.chord(i, j, c.gap())
	if c.head == 0 {
		c.Printf("<path d=\"%s\" fill=\"none\" %s/>\n", curve, s.attributes())
		return
	}
	head := c.head * max(1, s.width/c.stroke*0.8)
	c.Printf("<path d=\"%s\" fill=\"none\" %s/>", curve.shortened(0.8*head), s.attributes())
	opacity := ""
	if s.opacity < 1 {
		opacity = fmt.Sprintf(` fill-opacity="%s"`, draw.Num(s.opacity))
	}
	c.Printf("<path d=\"%s\" fill=\"%s\"%s/>\n", curve.arrowHead(head), s.color, opacity)
}

// bundle draws many moves in one style as a single element, without arrowheads.
func (c *canvas) bundle(moves [][2]int, s style) {
	if len(moves) == 0 {
		return
	}
	var d strings.Builder
	for _, m := range moves {
		d.WriteString(c.chord(m[0], m[1], c.gap()).String())
	}
	c.Printf("<path d=\"%s\" fill=\"none\" %s/>\n", d.String(), s.attributes())
}

// draw draws the moves of a layer in one style. They have arrowheads if the face
// has them and no path is drawn over the moves.
func (c *canvas) draw(moves [][2]int, s style) {
	if c.head == 0 || c.moves > 0 {
		c.bundle(moves, s)
		return
	}
	for _, m := range moves {
		c.arrow(m[0], m[1], s)
	}
}

// layers draws the requested parts of the structure. Under a path they are broad
// and pale, like a marker pen.
func (c *canvas) layers() {
	if c.Layers == (Layers{}) {
		return
	}
	forced := style{color: forcedColor, width: 0.7 * c.stroke, opacity: c.opacity}
	free := style{width: max(c.stroke, 1), opacity: max(c.opacity, 0.8)}
	if c.moves > 0 {
		forced = style{color: forcedColor, width: 3 * c.stroke, opacity: 0.4 * c.opacity}
		free = style{width: 3 * free.width, opacity: 0.4}
	}
	if c.Layers.Forced {
		var moves [][2]int
		for i, t := range c.Structure.Forced {
			if t >= 0 {
				moves = append(moves, [2]int{i, int(t)})
			}
		}
		c.Printf("<g data-layer=\"forced\">\n")
		c.draw(moves, forced)
		c.Printf("</g>\n")
	}
	if c.Layers.Cycles {
		c.Printf("<g data-layer=\"cycles\">\n")
		for k, sources := range c.Structure.Cycles {
			free.color, free.dash = cycleStyle(k)
			c.draw(c.bothMoves(sources), free)
		}
		c.Printf("</g>\n")
	}
	if c.Layers.Special {
		c.Printf("<g data-layer=\"special\">\n")
		free.color, free.dash = specialColor, "5 3"
		c.draw(c.bothMoves(c.Structure.Special), free)
		c.Printf("</g>\n")
	}
}

func cycleStyle(k int) (color, dash string) {
	return cycleColors[k%len(cycleColors)], cycleDashes[k/len(cycleColors)%len(cycleDashes)]
}

// bothMoves returns the moves of some nodes, except moves back to the start.
func (c *canvas) bothMoves(sources []int32) [][2]int {
	var moves [][2]int
	for _, s := range sources {
		i := int(s)
		a, b := c.ring.Clockwise(i), c.ring.CounterClockwise(i)
		if a != c.ring.Start {
			moves = append(moves, [2]int{i, a})
		}
		if b != c.ring.Start && b != a {
			moves = append(moves, [2]int{i, b})
		}
	}
	return moves
}

// path draws the moves of the path up to the chosen step. If a step was chosen,
// it also draws the alternative to the last move.
func (c *canvas) path() {
	if c.moves == 0 {
		return
	}
	last := len(c.Path) - 2
	if c.head == 0 && !c.stage {
		c.Printf("<g data-layer=\"path\">\n")
		c.coarsePath(last)
		if c.Step > 0 {
			c.rejectedHand(c.Step)
		}
		c.Printf("</g>\n")
		return
	}
	c.Printf("<g data-layer=\"path\">\n")
	for step := 1; step <= c.moves; step++ {
		if c.stage {
			c.Printf("<g%v>\n", draw.NewTrack("class", "off").Set(step, "").Set(step+1, "off"))
			c.rejectedHand(step)
			c.Printf("</g>\n<g%v>\n", moveTrack(step))
		} else if step == c.Step {
			c.rejectedHand(step)
		}
		s := style{color: stepColors.At(step-1, last), width: c.stroke, opacity: c.opacity}
		if step == c.Step {
			s.width, s.opacity = 1.6*c.stroke, 1
		}
		c.arrow(int(c.Path[step-1]), int(c.Path[step]), s)
		if c.stage {
			c.Printf("</g>\n")
		}
	}
	if c.size <= 16 {
		for step := 1; step <= c.moves; step++ {
			c.stepNumber(step, last)
		}
	}
	c.Printf("</g>\n")
}

// moveTrack returns the classes of a move on a stage. The move appears when it
// is made, and fades when the next one is made.
func moveTrack(step int) *draw.Track {
	return draw.NewTrack("class", "off").Set(step, "now").Set(step+1, "past")
}

// nodeTrack returns the classes of a node that the path visits in a step, or
// never if step is negative.
func nodeTrack(step int) *draw.Track {
	class := draw.NewTrack("class", "unvisited")
	if step >= 0 {
		class.Set(step, "here").Set(step+1, "")
	}
	return class
}

// coarsePath draws the path with one element for each visibly different color.
func (c *canvas) coarsePath(last int) {
	const shades = 64
	for shade := range shades {
		begin, end := shade*(last+1)/shades, (shade+1)*(last+1)/shades
		var moves [][2]int
		for step := begin; step < min(end, c.moves); step++ {
			moves = append(moves, [2]int{int(c.Path[step]), int(c.Path[step+1])})
		}
		c.bundle(moves, style{color: stepColors.At(shade, shades-1), width: c.stroke, opacity: c.opacity})
	}
}

// rejectedHand draws the alternative that the path did not take, dashed.
func (c *canvas) rejectedHand(step int) {
	from := int(c.Path[step-1])
	other, reason := rejected(c.ring, c.Path, step)
	if other < 0 {
		return
	}
	c.Printf("<g data-layer=\"rejected\"><title>to place %d: %s</title>\n", other, reason)
	c.arrow(from, other, style{color: labelColor, width: max(1, 0.7*c.stroke), opacity: 1, dash: "4 3"})
	c.Printf("</g>\n")
}

// stepNumber writes a move's number on its curve.
func (c *canvas) stepNumber(step, last int) {
	curve := c.chord(int(c.Path[step-1]), int(c.Path[step]), c.gap())
	length := math.Hypot(curve.to.x-curve.from.x, curve.to.y-curve.from.y)
	at := curve.point(min(0.45, 24/length))
	class := ""
	if c.stage {
		class = moveTrack(step).String()
	}
	c.Printf("<text%s x=\"%s\" y=\"%s\" font-size=\"13\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"%s\" stroke=\"#fff\" stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\">%d</text>\n",
		class, draw.Num(at.x), draw.Num(at.y+4.5), stepColors.At(step-1, last), step)
}

// dial draws the background: the ring and, except for small rings, node numbers
// at round intervals.
func (c *canvas) dial() {
	rim := c.radius
	if c.node == 0 {
		rim += 2
	}
	c.Printf("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"none\" stroke=\"%s\"/>\n", draw.Num(c.width/2), draw.Num(c.width/2), draw.Num(rim), rimColor)
	if c.size <= labelledInside {
		return
	}
	at, font := c.radius+22, 12
	if c.size <= labelledOutside {
		at, font = c.radius+c.node+38, 11
	}
	c.Printf("<g font-size=\"%d\" text-anchor=\"middle\" fill=\"%s\">\n", font, labelColor)
	step := roundStep(c.size)
	for i := 0; i <= c.size-step/2; i += step {
		if i == c.size {
			break
		}
		if c.node == 0 {
			a, b := c.at(float64(i), c.radius+2), c.at(float64(i), c.radius+7)
			c.Printf("<path d=\"M%sL%s\" stroke=\"%s\"/>", a, b, labelColor)
		}
		p := c.at(float64(i), at+4*math.Abs(math.Sin(2*math.Pi*float64(i)/float64(c.size))))
		c.Printf("<text x=\"%s\" y=\"%s\">%d</text>\n", draw.Num(p.x), draw.Num(p.y+4), i)
	}
	c.Printf("</g>\n")
}

// roundStep returns 1, 2 or 5 times a power of ten, such that a ring gets about
// a dozen marks.
func roundStep(n int) int {
	for step := 1; ; step *= 10 {
		for _, factor := range [...]int{1, 2, 5} {
			if n <= 14*factor*step {
				return factor * step
			}
		}
	}
}

// nodes draws the circles and their labels; for large rings, only the start.
func (c *canvas) nodes() {
	start := c.ring.Start
	if c.node == 0 {
		tip, a, b := c.at(float64(start), c.radius+1), c.at(float64(start), c.radius+11), point{}
		side := point{-(a.y - tip.y) * 0.5, (a.x - tip.x) * 0.5}
		a, b = point{a.x + side.x, a.y + side.y}, point{a.x - side.x, a.y - side.y}
		c.Printf("<path data-node=\"%d\" d=\"M%sL%sL%sZ\" fill=\"%s\"><title>start: place %d, value %d</title></path>\n", start, tip, a, b, inkColor, start, c.ring.Values[start])
		return
	}
	fills := c.nodeColors()
	c.Printf("<g text-anchor=\"middle\">\n")
	for i, v := range c.ring.Values {
		p := c.at(float64(i), c.radius)
		fill, ink, line := "#ffffff", inkColor, inkColor
		width := min(1.5, c.node/4)
		if fills[i] != "" {
			line, width = fills[i], min(3, c.node/3)
		}
		if i == start || c.moves > 0 && i == int(c.Path[c.moves]) && !c.stage {
			fill, ink = line, "#ffffff"
			if 4*(c.step[i]-1) > 3*max(1, len(c.Path)-2) {
				ink = inkColor // for the bright end of the gradient
			}
		}
		mark := ""
		if i == start {
			mark = " data-start=\"\""
		}
		if c.stage && len(c.Path) > 0 {
			mark += nodeTrack(c.step[i]).String()
		}
		c.Printf("<g data-node=\"%d\"%s><circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>", i, mark, draw.Num(p.x), draw.Num(p.y), draw.Num(c.node), fill, line, draw.Num(width))
		if c.size <= labelledInside {
			font := min(18, half(1.1*c.node))
			c.Printf("<text x=\"%s\" y=\"%s\" font-size=\"%s\" fill=\"%s\">%d</text>", draw.Num(p.x), draw.Num(p.y+0.35*font), draw.Num(font), ink, v)
			q := c.at(float64(i), c.radius+c.node+11)
			c.Printf("<text x=\"%s\" y=\"%s\" font-size=\"12\" fill=\"%s\">%d</text>", draw.Num(q.x), draw.Num(q.y+4), labelColor, i)
		} else {
			c.radialLabel(i, int(v))
		}
		c.Printf("</g>\n")
	}
	c.Printf("</g>\n")
}

// radialLabel writes a value outside its node, along the radius, and never
// upside down.
func (c *canvas) radialLabel(i, value int) {
	font := min(12, half(0.8*c.spacing()))
	q := c.at(float64(i), c.radius+c.node+4)
	turn, anchor := 360*float64(i)/float64(c.size)-90, "start"
	if 2*i > c.size {
		turn, anchor = turn-180, "end"
	}
	c.Printf("<text transform=\"translate(%s %s) rotate(%s)\" y=\"%s\" font-size=\"%s\" text-anchor=\"%s\" fill=\"%s\">%d</text>",
		draw.Num(q.x), draw.Num(q.y), draw.Num(turn), draw.Num(0.35*font), draw.Num(font), anchor, inkColor, value)
}

// nodeColors returns the color of each node's outline. This is the color of the
// move that reached the node; otherwise the color of the part of the structure
// in which the node is a source; and otherwise "".
func (c *canvas) nodeColors() []string {
	colors := make([]string, c.size)
	if c.Layers.Special {
		for _, i := range c.Structure.Special {
			colors[i] = specialColor
		}
	}
	if c.Layers.Cycles {
		for k, sources := range c.Structure.Cycles {
			for _, i := range sources {
				colors[i], _ = cycleStyle(k)
			}
		}
	}
	for i, step := range c.step {
		if step >= 0 && c.moves > 0 {
			colors[i] = stepColors.At(max(0, step-1), len(c.Path)-2)
		}
	}
	return colors
}

// legend explains the colors, in the corners around the ring.
func (c *canvas) legend() {
	if c.moves > 0 {
		y := c.width - 12
		c.Printf("<g data-layer=\"legend\" font-size=\"12\" fill=\"%s\">\n<text x=\"8\" y=\"%s\">move 1</text>", labelColor, draw.Num(y))
		const shades = 12
		x := 53.0
		for i := range shades {
			c.Printf("<rect x=\"%s\" y=\"%s\" width=\"4\" height=\"9\" fill=\"%s\"/>", draw.Num(x), draw.Num(y-8), stepColors.At(i, shades-1))
			x += 4
		}
		c.Printf("<text x=\"%s\" y=\"%s\">%d</text>\n", draw.Num(x+4), draw.Num(y), len(c.Path)-1)
		if c.Step > 0 {
			c.Printf("<text x=\"8\" y=\"%s\">shown: %d</text>\n", draw.Num(y-15), c.Step)
		}
		c.Printf("</g>\n")
	}
	if c.Layers == (Layers{}) {
		return
	}
	c.Printf("<g data-layer=\"legend\" font-size=\"12\">\n")
	for line, name := range c.layerNames() {
		color := labelColor
		if strings.HasPrefix(name, "special") {
			color = specialColor
		}
		c.Printf("<text x=\"8\" y=\"%d\" fill=\"%s\">%s</text>\n", 18+15*line, color, name)
	}
	if c.Layers.Cycles {
		c.cycleKey()
	}
	c.Printf("</g>\n")
}

// cycleKey lists the free cycles in the top right corner with length and color,
// as many as fit.
func (c *canvas) cycleKey() {
	const room = 4
	for k, sources := range c.Structure.Cycles {
		if k == room {
			c.Printf("<text x=\"%s\" y=\"%d\" text-anchor=\"end\" fill=\"%s\">…</text>\n", draw.Num(c.width-8), 18+15*k, labelColor)
			break
		}
		color, _ := cycleStyle(k)
		c.Printf("<text x=\"%s\" y=\"%d\" text-anchor=\"end\" fill=\"%s\">cycle of %d</text>\n", draw.Num(c.width-8), 18+15*k, color, len(sources))
	}
}
