package render

import (
	"fmt"
	"strconv"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

// MaxStepped is the maximum number of nodes in a ring for which [Steps] makes a page.
const MaxStepped = 2_000

// Steps returns a page that steps through o.Path; see [draw.Page]. The clock face shows each move
// together with the alternative move, and the page explains why the path did not take the
// alternative. The page opens at o.Step, or after all moves if o.Step is 0.
func Steps(r handsoftime.Ring, o Drawing) (draw.Page, error) {
	if err := checkDrawing(r, o); err != nil {
		return draw.Page{}, err
	}
	if r.Size() > MaxStepped {
		return draw.Page{}, fmt.Errorf("handsoftime: draw: a ring of %d places is too large to step through (want at most %d; SVG draws up to %d)", r.Size(), MaxStepped, MaxDrawn)
	}
	open := o.Step
	o.Step = 0
	c := newCanvas(r, o)
	if open == 0 {
		open = c.moves
	}
	o.ID = c.ID + "-end"
	end := newCanvas(r, o)
	end.picture()
	c.stage = true
	c.picture()
	style := stageStyle
	if c.head == 0 {
		style += translucentStyle
	}
	p := draw.Page{Title: c.Title, Style: style, Stage: c.String(), End: end.String(), Open: open}
	c.facts(&p)
	return p, nil
}

const stageStyle = `.off { display: none }
.past { opacity: .45; transition: opacity .2s }
.end .past { opacity: 1 }
.unvisited circle { stroke: #999; stroke-width: 1; fill: #fff }
.unvisited text { fill: #666 }
.here circle { stroke: #ec7c0e; stroke-width: 5 }
@media screen and (prefers-color-scheme: dark) { svg > rect { fill: none } }
`

// translucentStyle is the style for large rings: moves do not fade, and the
// last one stands out.
const translucentStyle = `.past { opacity: 1 }
.now path { stroke-width: 2; stroke-opacity: 1 }
`

// facts adds the facts about each move to a page.
func (c *canvas) facts(p *draw.Page) {
	p.Facts = []string{"from", "value", "direction", "to", "other hand", "because"}
	start := draw.Step{Said: fmt.Sprintf("The hand stands at the start, place %d.", c.ring.Start), Facts: make([]string, len(p.Facts))}
	p.Steps = append(p.Steps, start)
	for step := 1; step <= c.moves; step++ {
		from, to := int(c.Path[step-1]), int(c.Path[step])
		hand := ""
		other, reason := rejected(c.ring, c.Path, step)
		if other >= 0 {
			hand = strconv.Itoa(other)
		}
		p.Steps = append(p.Steps, draw.Step{
			Said:  stepSentence(c.ring, c.Path, step),
			Facts: []string{strconv.Itoa(from), strconv.Itoa(int(c.ring.Values[from])), c.ring.Direction(from, to).String(), strconv.Itoa(to), hand, reason},
			Label: strconv.Itoa(to),
		})
	}
}
