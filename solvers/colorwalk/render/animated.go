package render

import (
	"fmt"
	"io"
	"strconv"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

// Durations of the parts of an animation, in milliseconds.
const (
	moveTime = 600  // from one move to the next
	fadeTime = 200  // in which the cells of a move turn blank
	holdTime = 1500 // before the first move and after the last
)

// Animated draws an animation that plays the moves of the path in a loop, five moves in three
// seconds. The cells removed by the last move are outlined, and a frame marks its color in the row
// below the board. The picture is a single file without scripts. The animation pauses while the
// pointer is over it. It does not run for readers who prefer reduced motion; they see the board
// before the first move. Animated ignores o.Step, o.Frontier and o.Bound.
func Animated(w io.Writer, b colorwalk.Board, o Drawing) error {
	return write(w, b, o, (*canvas).film, "film")
}

func (c *canvas) film() {
	b := c.board
	cell := c.cellSize(boardSize, 4, 40)
	width, height := 2*draw.Margin+cell*b.Cols(), 2*draw.Margin+cell*b.Rows()
	top := height
	if len(c.Path) > 0 {
		width = max(width, leastWidth)
		height += c.chipRows(width)*chipStep + draw.Margin - 2
	}
	c.open(width, height, c.journey(), c.keyframes())
	c.begin(cell)
	if len(c.Path) > 0 {
		c.chips(draw.Margin, top, width)
	}
	for i := range c.Path {
		x, y := c.chipCorner(i+1, draw.Margin, top, width)
		c.Printf("<g class=\"move%d\" opacity=\"0\">", i+1)
		if d := c.turned(i + 1); d != "" { // the animation finds the line that it fades by inheritance
			c.Printf("<path class=\"blank edge\" transform=\"translate(%d %d) scale(%d)\" shape-rendering=\"crispEdges\" d=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>", draw.Margin, draw.Margin, cell, d, blankColor, inkColor, lineWidth(cell))
		}
		c.Printf("<rect class=\"edge\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/></g>\n", x-1, y-1, chipSize+2, chipSize+2, inkColor)
	}
	c.startMark(draw.Margin, draw.Margin, cell, 0)
	c.Printf("</svg>\n")
}

// keyframes returns the style sheet of the animation. Each move has a group,
// which appears at its time and stays; the lines in it go at the next move.
func (c *canvas) keyframes() string {
	a := draw.Animation{ID: c.ID, Total: 2*holdTime + moveTime*len(c.Path)}
	for i := range c.Path {
		begin := holdTime + moveTime*i
		a.Add(strconv.Itoa(i+1), fmt.Sprintf("move%d", i+1), fmt.Sprintf("0%%,%s{opacity:0}%s{opacity:1;stroke-opacity:1}%s{stroke-opacity:1}%s,to{opacity:1;stroke-opacity:0}",
			a.At(begin), a.At(begin+fadeTime), a.At(begin+moveTime), a.At(begin+moveTime+fadeTime)), "linear")
	}
	return a.String()
}
