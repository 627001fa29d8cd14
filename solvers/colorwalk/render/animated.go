package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// Times of an animation, in milliseconds.
const (
	moveTime = 600  // from one move to the next
	fadeTime = 200  // in which the cells of a move turn blank
	holdTime = 1500 // before the first move and after the last
)

// Animated draws the board and lets the cells vanish along the path, over
// and over, five moves in three seconds. The cells of the last move are
// outlined, and its colour in the row below the board is framed. It is one
// file without a script; the animation stands still while the pointer is on it,
// and for readers who prefer less motion it does not run: they see the board
// before the first move. o.Step, o.Frontier and o.Bound are not used.
func Animated(w io.Writer, b colorwalk.Board, o Drawing) error {
	c, err := newCanvas(b, o, "film")
	if err != nil {
		return err
	}
	c.film()
	return c.writeTo(w, "SVG")
}

func (c *canvas) film() {
	b := c.board
	cell := c.cellSize(boardSize, 4, 40)
	width, height := 2*margin+cell*b.Cols(), 2*margin+cell*b.Rows()
	top := height
	if len(c.Path) > 0 {
		width = max(width, leastWidth)
		height += c.chipRows(width)*chipStep + margin - 2
	}
	c.open(width, height, c.journey(), c.keyframes())
	c.placed(margin, margin, cell)
	c.grounds()
	c.fills(0)
	c.printf("</g>\n")
	c.letters(margin, margin, cell, 0)
	if len(c.Path) > 0 {
		c.chips(margin, top, width)
	}
	for i := range c.Path {
		x, y := c.chipCorner(i+1, margin, top, width)
		c.printf("<g class=\"move%d\" opacity=\"0\">", i+1)
		if d := c.turned(i + 1); d != "" { // the animation finds the line that it fades by inheritance
			c.printf("<path class=\"blank edge\" transform=\"translate(%d %d) scale(%d)\" shape-rendering=\"crispEdges\" d=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>", margin, margin, cell, d, blankColor, inkColor, lineWidth(cell))
		}
		c.printf("<rect class=\"edge\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/></g>\n", x-1, y-1, chipSize+2, chipSize+2, inkColor)
	}
	c.startMark(margin, margin, cell, 0)
	c.printf("</svg>\n")
}

// keyframes returns the style sheet of the animation. Each move has a group,
// which appears at its time and stays; the lines in it go at the next move.
func (c *canvas) keyframes() string {
	if len(c.Path) == 0 {
		return ""
	}
	total := 2*holdTime + moveTime*len(c.Path)
	var s strings.Builder
	name := strings.ReplaceAll(c.ID, ".", `\.`)
	for i := range c.Path {
		begin := holdTime + moveTime*i
		fmt.Fprintf(&s, "@keyframes k%s-%d{0%%,%s{opacity:0}%s{opacity:1;stroke-opacity:1}%s{stroke-opacity:1}%s,to{opacity:1;stroke-opacity:0}}\n",
			name, i+1, percent(begin, total), percent(begin+fadeTime, total), percent(begin+moveTime, total), percent(begin+moveTime+fadeTime, total))
		fmt.Fprintf(&s, "[id=\"%s\"] .move%d{animation:k%s-%d %dms linear infinite}", c.ID, i+1, name, i+1, total)
	}
	fmt.Fprintf(&s, "\n[id=\"%s\"]:hover *{animation-play-state:paused}@media (prefers-reduced-motion:reduce){[id=\"%s\"] *{animation:none}}\n", c.ID, c.ID)
	return s.String()
}

// percent writes a share of the whole with three decimals, in whole numbers all
// the way.
func percent(part, whole int) string {
	thousandths := (part*100_000 + whole/2) / whole
	s := fmt.Sprintf("%d.%03d", thousandths/1000, thousandths%1000)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".") + "%"
}
