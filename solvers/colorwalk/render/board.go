package render

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

// Sizes in the picture of one board, in pixels if the picture has its default width:
//
//	Margin ┌ cells ────────────┐
//	       │                   │
//	       └───────────────────┘
//	       ▪ ▪ ▪ ▪ ▪ ▪ chips, one for each move
//	       caption
const (
	boardSize  = 600 // that a board has at most, if its cells can be so small
	leastWidth = 300 // of a picture with words or chips
	chipSize   = 18
	chipStep   = 20 // from one chip to the next
)

// cellSize returns the width of a cell, least to most, of a board of that size.
func (c *canvas) cellSize(board, least, most int) int {
	if c.digits(c.board) {
		least = max(least, 13)
	}
	return min(most, max(least, board/max(c.board.Rows(), c.board.Cols())))
}

// single draws the board after c.Step moves, the colors of the path, and a
// caption.
func (c *canvas) single() {
	b := c.board
	cell := c.cellSize(boardSize, 4, 40)
	width, height := 2*draw.Margin+cell*b.Cols(), 2*draw.Margin+cell*b.Rows()
	description := c.describe(c.Step)
	var caption []string
	if len(c.Path) > 0 {
		width = max(width, leastWidth)
		caption = draw.Wrap([]string{c.sentence(c.Step)}, width-2*draw.Margin)
		height += c.chipRows(width)*chipStep + draw.LineHeight*len(caption) + draw.Margin
	}
	c.open(width, height, description, "")
	c.placed(draw.Margin, draw.Margin, cell)
	c.grounds()
	c.fills(c.Step)
	if c.Step > 0 {
		c.fresh(c.turned(c.Step), cell)
	}
	if c.Frontier {
		c.frontierLine(cell)
	}
	c.Printf("</g>\n")
	c.letters(draw.Margin, draw.Margin, cell, c.Step)
	c.startMark(draw.Margin, draw.Margin, cell, c.Step)
	if len(c.Path) > 0 {
		top := 2*draw.Margin + cell*b.Rows()
		c.chips(draw.Margin, top, width)
		if c.Step > 0 {
			x, y := c.chipCorner(c.Step, draw.Margin, top, width)
			c.Printf("<rect class=\"edge\" data-mark=\"move\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", x-1, y-1, chipSize+2, chipSize+2, inkColor)
		}
		c.Caption(caption, draw.Margin, top+c.chipRows(width)*chipStep+draw.CaptionSize+3, inkColor)
	}
	c.Printf("</svg>\n")
}

// begin draws the board before the first move.
func (c *canvas) begin(cell int) {
	c.placed(draw.Margin, draw.Margin, cell)
	c.grounds()
	c.fills(0)
	c.Printf("</g>\n")
	c.letters(draw.Margin, draw.Margin, cell, 0)
}

// placed begins a group in which one unit is the width of a cell.
func (c *canvas) placed(x, y, cell int) {
	c.Printf("<g transform=\"translate(%d %d) scale(%d)\" shape-rendering=\"crispEdges\">\n", x, y, cell)
}

// lineWidth returns the width of a line around cells, in units of cells.
func lineWidth(cell int) string { return draw.Num(max(1, min(2.5, float64(cell)/8)) / float64(cell)) }

// grounds draws the blank board.
func (c *canvas) grounds() {
	c.Printf("<rect class=\"blank\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", c.board.Cols(), c.board.Rows(), blankColor)
}

// fills draws the cells that have a color after a number of moves, a path for each
// color.
func (c *canvas) fills(step int) {
	for color := colorwalk.Color(1); color <= c.board.Colors(); color++ {
		d := c.outliner.outline(c.all, func(cell int) bool { return c.shows(cell, step) == color })
		if d != "" {
			c.Printf("<path data-color=\"%v\" d=\"%s\" fill=\"%s\"/>\n", color, d, c.Palette.Hex(color))
		}
	}
}

// turned returns the outline of the cells that a move turns blank.
func (c *canvas) turned(move int) string {
	return c.outliner.outline(c.byMove[move], func(cell int) bool { return c.turnsBlank(c.region[cell]) == move })
}

// frontierLine draws a broken line around each region that a next move can
// remove: dark on light, so that it shows on every color.
func (c *canvas) frontierLine(cell int) {
	var d strings.Builder
	for r := range c.cells {
		if r > 0 && c.reached[r] <= c.Step && c.Step < c.taken[r] {
			d.WriteString(c.around(int32(r)))
		}
	}
	c.Printf(frontierLines+"\n", d.String(), paperColor, lineWidth(cell), inkColor)
}

const frontierLines = `<path class="halo" d="%[1]s" fill="none" stroke="%[2]s" stroke-width="%[3]s"/><path class="edge" data-mark="frontier" d="%[1]s" fill="none" stroke="%[4]s" stroke-width="%[3]s" stroke-dasharray=".2 .2"/>`

// fresh draws the cells that went last.
func (c *canvas) fresh(d string, cell int) {
	c.Printf("<path class=\"fresh edge\" data-mark=\"removed\" d=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>\n", d, freshColor, inkColor, lineWidth(cell))
}

// around returns the outline of a region.
func (c *canvas) around(r int32) string {
	return c.outliner.outline(c.cells[r], func(cell int) bool { return c.region[cell] == r })
}

// letters writes the digits of the colors that show after a number of moves, if
// digits are wanted: for each row and ink one text, each digit with its place.
func (c *canvas) letters(x, y, cell, step int) {
	b := c.board
	if !c.digits(b) {
		return
	}
	size := cell * 6 / 10
	c.Printf("<g data-layer=\"digits\" font-size=\"%d\">\n", size)
	for row := range b.Rows() {
		for _, ink := range [...]string{"#000000", "#ffffff"} {
			var places, letters strings.Builder
			for col := range b.Cols() {
				if color := c.shows(row*b.Cols()+col, step); color != colorwalk.Blank && draw.InkOn(c.Palette.Hex(color)) == ink {
					fmt.Fprintf(&places, " %s", draw.Num(float64(x+col*cell)+float64(cell)/2))
					letters.WriteString(color.String())
				}
			}
			if letters.Len() > 0 {
				c.Printf("<text y=\"%s\" x=\"%s\" fill=\"%s\">%s</text>\n", draw.Num(float64(y+row*cell)+float64(cell)/2+0.36*float64(size)), places.String()[1:], ink, letters.String())
			}
		}
	}
	c.Printf("</g>\n")
}

// startMark draws a small frame in the cell where the blank area began.
func (c *canvas) startMark(x, y, cell, step int) {
	at := c.board.Start()
	inset := max(1, float64(cell)/8)
	class, ink := `class="edge" `, inkColor
	if color := c.shows(at, step); color != colorwalk.Blank {
		class, ink = "", draw.InkOn(c.Palette.Hex(color))
	}
	c.Printf("<rect %sdata-mark=\"start\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"/>\n",
		class, draw.Num(float64(x+at%c.board.Cols()*cell)+inset), draw.Num(float64(y+at/c.board.Cols()*cell)+inset),
		draw.Num(float64(cell)-2*inset), draw.Num(float64(cell)-2*inset), ink, draw.Num(max(0.75, float64(cell)/16)))
}

// chipsAcross returns the number of chips in a row.
func chipsAcross(width int) int { return max(1, (width-2*draw.Margin+chipStep-chipSize)/chipStep) }

func (c *canvas) chipRows(width int) int {
	return (len(c.Path) + chipsAcross(width) - 1) / chipsAcross(width)
}

// chipCorner returns the top left corner of the chip of a move.
func (c *canvas) chipCorner(move, x, y, width int) (int, int) {
	across := chipsAcross(width)
	return x + (move-1)%across*chipStep, y + (move-1)/across*chipStep
}

// chips draws the colors of the path.
func (c *canvas) chips(x, y, width int) {
	c.Printf("<g data-layer=\"path\" font-size=\"12\">\n")
	for i, color := range c.Path {
		cx, cy := c.chipCorner(i+1, x, y, width)
		c.chip(color, cx, cy)
		c.Printf("\n")
	}
	c.Printf("</g>\n")
}

// chip draws a square in the color of a move, with its digit.
func (c *canvas) chip(color colorwalk.Color, x, y int) {
	ground := c.Palette.Hex(color)
	c.Printf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/><text x=\"%d\" y=\"%d\" fill=\"%s\">%v</text>",
		x, y, chipSize, chipSize, ground, x+chipSize/2, y+13, draw.InkOn(ground), color)
}
