package render

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// MaxDrawn is the maximum number of nodes in a ring that [SVG] can draw.
const MaxDrawn = 20_000

// Drawing selects what [SVG] and [Steps] show in addition to the ring. The zero Drawing shows only
// the ring.
type Drawing struct {
	Path []int32 // nodes in the order in which they are visited, beginning with the start; the path may end early
	// Step is the number of moves of the path to draw; 0 means all moves. If it is positive, the
	// drawing also shows the alternative to the last drawn move.
	Step      int
	Structure *handsoftime.Structure // structure of the ring; needed if Layers selects parts of the structure
	Layers    Layers                 // parts of the structure to draw under the path
	Size      int                    // width and height in pixels; 0 means a default for the ring's size
	Title     string                 // title of the picture; "" means the ring's size and start
	ID        string                 // prefix of all IDs in the picture; "" means a hash of the drawing
}

// Layers selects the parts of a [handsoftime.Structure] to draw.
type Layers struct {
	Forced  bool // whether to draw the moves that every solution makes, in gray
	Cycles  bool // whether to draw both moves of each node in a free cycle, with one color per cycle
	Special bool // whether to draw both moves of each node in the special component, as dashed lines
}

// SVG draws the ring as a clock face, with node 0 at 12 o'clock and the other nodes clockwise; the
// start is filled. Arrows show the moves of the path, in colors that change gradually from the
// first move to the last. Rings of up to 40 nodes show values and node numbers, and rings of up to
// 200 nodes show only values. In larger rings, the moves are translucent and have no labels or
// arrowheads.
//
// The image has a title and a description for readers who cannot see it, and no script. Its style
// sheet affects only the image itself, so one page can contain several images. In a dark color
// scheme, lightness is inverted but hue is not. Equal arguments always give the same bytes.
//
// SVG returns an error if a part of the drawing does not fit the ring, or if w fails.
func SVG(w io.Writer, r handsoftime.Ring, o Drawing) error {
	if err := checkDrawing(r, o); err != nil {
		return err
	}
	c := newCanvas(r, o)
	c.picture()
	return c.Save(w, name+": write SVG")
}

// name is the prefix of this package's errors.
const name = "handsoftime"

// checkDrawing returns an error about the first part of the drawing that does not
// fit the ring.
func checkDrawing(r handsoftime.Ring, o Drawing) error {
	if err := r.Check(); err != nil {
		return err
	}
	n := r.Size()
	switch {
	case n > MaxDrawn:
		return fmt.Errorf("handsoftime: draw: a ring of %d places is too large for a picture (want at most %d)", n, MaxDrawn)
	case len(o.Path) > n:
		return fmt.Errorf("handsoftime: draw: the path visits %d places of %d", len(o.Path), n)
	}
	q := draw.Request{Moves: max(0, len(o.Path)-1), MaxMoves: n, Step: o.Step, Size: o.Size, ID: o.ID}
	if err := q.Check(); err != nil {
		return fmt.Errorf("handsoftime: draw: %w", err)
	}
	if err := r.VerifyBegin(o.Path); err != nil {
		return fmt.Errorf("handsoftime: draw: %w", wording.Unprefixed(name, err))
	}
	return checkStructure(r, o)
}

func checkStructure(r handsoftime.Ring, o Drawing) error {
	s, n := o.Structure, r.Size()
	if o.Layers == (Layers{}) {
		return nil
	}
	if s == nil {
		return errors.New("handsoftime: draw: layers without a structure (see Analyze)")
	}
	if s.Size != n {
		return fmt.Errorf("handsoftime: draw: the structure belongs to a ring of %d places, not %d", s.Size, n)
	}
	for i, t := range s.Forced {
		if i >= n || t >= 0 && (int(t) >= n || r.Direction(i, int(t)) == handsoftime.NoMove) {
			return fmt.Errorf("handsoftime: draw: the structure belongs to another ring: place %d cannot be forced to %d", i, t)
		}
	}
	for _, sources := range append([][]int32{s.Special}, s.Cycles...) {
		for _, i := range sources {
			if i < 0 || int(i) >= n {
				return fmt.Errorf("handsoftime: draw: the structure belongs to another ring: there is no place %d", i)
			}
		}
	}
	return nil
}

// canvas is an unfinished drawing.
type canvas struct {
	Drawing
	draw.Canvas
	face
	ring  handsoftime.Ring
	moves int   // number of moves shown
	step  []int // step[i] is the number of moves before the path visits node i, or −1
	stage bool  // draw every step with its alternative; tracks decide when each is visible
}

func newCanvas(r handsoftime.Ring, o Drawing) *canvas {
	c := &canvas{Drawing: o, face: newFace(r.Size()), ring: r}
	c.moves = max(0, len(o.Path)-1)
	if o.Step > 0 {
		c.moves = o.Step
	}
	c.step = make([]int, r.Size())
	for i := range c.step {
		c.step[i] = -1
	}
	for step, p := range o.Path {
		if step <= c.moves {
			c.step[p] = step
		}
	}
	if c.Title == "" {
		c.Title = fmt.Sprintf("Hands of Time: a ring of %d places, start %d", r.Size(), r.Start)
	}
	if c.ID == "" {
		c.ID = draw.ID("clock", c.ring, c.Path, c.moves, c.Layers, c.Title)
	}
	return c
}

// dark is the style sheet for dark screens, for the picture with the given id.
const dark = `@media screen and (prefers-color-scheme:dark){[id="%s"]{filter:invert(.91) hue-rotate(180deg)}}`

// picture writes the whole svg element.
func (c *canvas) picture() {
	width := int(c.width)
	c.Open(draw.Picture{ID: c.ID, Title: c.Title, Description: c.description(), Width: width, Height: width, Size: c.Size, Dark: fmt.Sprintf(dark, c.ID)})
	c.Printf("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, width)
	c.dial()
	c.layers()
	c.path()
	c.nodes()
	c.legend()
	c.Printf("</svg>\n")
}

// description describes the picture in words of reasonable length.
func (c *canvas) description() string {
	const most = 60
	var b strings.Builder
	if c.size <= most {
		values := strings.Trim(fmt.Sprint(c.ring.Values), "[]")
		fmt.Fprintf(&b, "Values clockwise from 12 o'clock: %s.", values)
	} else {
		fmt.Fprintf(&b, "%d places on a circle, place 0 at 12 o'clock.", c.size)
	}
	fmt.Fprintf(&b, " The start is place %d.", c.ring.Start)
	switch {
	case len(c.Path) == 0:
	case c.moves < most:
		path := strings.Trim(fmt.Sprint(c.Path[:c.moves+1]), "[]")
		fmt.Fprintf(&b, " Places in order of visit: %s.", path)
	default:
		fmt.Fprintf(&b, " %d moves, colored from the first to the last.", c.moves)
	}
	if c.Step > 0 {
		b.WriteString(" " + stepSentence(c.ring, c.Path, c.Step))
	}
	if s := c.Structure; s != nil && c.Layers != (Layers{}) {
		fmt.Fprintf(&b, " Structure: %s.", strings.Join(c.layerNames(), "; "))
	}
	return b.String()
}

// layerNames returns a phrase for each layer shown.
func (c *canvas) layerNames() []string {
	var names []string
	if c.Layers.Special {
		shape := c.Structure.Shape.String()
		if c.Structure.Shape != handsoftime.NullEdge {
			shape = fmt.Sprintf("%s (%d)", shape, len(c.Structure.Special))
		}
		names = append(names, "special: "+shape)
	}
	if c.Layers.Cycles {
		names = append(names, fmt.Sprintf("free cycles: %d", len(c.Structure.Cycles)))
	}
	if c.Layers.Forced {
		names = append(names, fmt.Sprintf("forced: %d", c.Structure.ForcedMoves()))
	}
	return names
}

// rejected returns the target of the alternative to move number step, or −1 if both
// moves coincide, and the reason why the path did not take it.
func rejected(r handsoftime.Ring, path []int32, step int) (target int, reason string) {
	from, to := int(path[step-1]), int(path[step])
	target = r.Clockwise(from)
	if target == to {
		target = r.CounterClockwise(from)
	}
	if target == to {
		return -1, "both hands point to it"
	}
	for at, p := range path[:step] {
		if int(p) == target {
			if at == 0 {
				return target, "the start"
			}
			return target, fmt.Sprintf("already visited, by move %d", at)
		}
	}
	for at := step + 1; at < len(path); at++ {
		if int(path[at]) == target {
			return target, fmt.Sprintf("visited later, by move %d", at)
		}
	}
	return target, "not visited"
}

// stepSentence describes one move.
func stepSentence(r handsoftime.Ring, path []int32, step int) string {
	from, to := int(path[step-1]), int(path[step])
	s := fmt.Sprintf("Move %d: from place %d (value %d) ", step, from, r.Values[from])
	other, reason := rejected(r, path, step)
	if other < 0 {
		return s + fmt.Sprintf("to place %d; %s.", to, reason)
	}
	return s + fmt.Sprintf("%s to place %d; the other hand points to place %d, %s.", r.Direction(from, to), to, other, reason)
}
