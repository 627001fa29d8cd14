package render

import (
	"fmt"
	"io"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// absorptionColors are the colors from the first move to the last, in equal steps of lightness and
// hue in OKLCH (B. Ottosson, A perceptual color space for image processing, 2020): lightness 0.95
// to 0.30, hue 105° to 285°, chroma 0.09. Colors in between are interpolated linearly.
var absorptionColors = draw.Gradient{
	"#f7f3ac", "#d5e6a2", "#b2d99d", "#90ca9b", "#6fbb9b", "#50aa9a", "#359998",
	"#218695", "#1a728f", "#1e5f86", "#254b79", "#2a376a", "#2b2458",
}

// absorptionColor returns the color of a move.
func absorptionColor(move, moves int) string { return absorptionColors.At(move-1, moves-1) }

// Absorption draws a board on which the color of a cell shows which move removes it, from light for
// the first move to dark for the last. A scale below the board explains the colors. Digits, if
// shown, give the number of the move. If cells are large enough, thin lines separate cells removed
// by different moves. Blank cells are gray, and cells that the path does not remove are crossed
// out. Absorption ignores o.Step, o.Palette, o.Frontier and o.Bound.
func Absorption(w io.Writer, b colorwalk.Board, o Drawing) error {
	return write(w, b, o, (*canvas).absorption, "absorption")
}

func (c *canvas) absorption() {
	b, moves := c.board, len(c.Path)
	c.Palette = SeriesPalette // which does not ask for digits
	cell := c.cellSize(boardSize, 4, 40)
	width, height := 2*draw.Margin+cell*b.Cols(), 2*draw.Margin+cell*b.Rows()
	top := height
	left := c.standings()[moves].cells
	if moves > 0 {
		width = max(width, leastWidth)
		height += scaleHeight
		if left > 0 {
			height += draw.LineHeight
		}
	}
	c.open(width, height, c.absorptionDescription(), "")
	c.placed(draw.Margin, draw.Margin, cell)
	c.grounds()
	line := ""
	if cell >= 10 {
		line = fmt.Sprintf(` stroke="%s" stroke-width="%s"`, paperColor, draw.Num(0.5/float64(cell)))
	}
	for move := 1; move <= moves; move++ {
		if d := c.outliner.outline(c.byMove[move], func(cell int) bool { return c.taken[c.region[cell]] == move }); d != "" {
			c.Printf("<path data-move=\"%d\" d=\"%s\" fill=\"%s\"%s/>\n", move, d, absorptionColor(move, moves), line)
		}
	}
	if left > 0 {
		c.Printf("<path class=\"paper\" d=\"%s\" fill=\"%s\"/>\n", c.outliner.outline(c.all, func(cell int) bool { return c.taken[c.region[cell]] > moves }), paperColor)
		c.Printf("<path class=\"rule\" data-mark=\"left\" d=\"")
		for cell, r := range c.region {
			if c.taken[r] > moves {
				c.Printf("M%d %dl1 1m-1 0l1-1", cell%b.Cols(), cell/b.Cols())
			}
		}
		c.Printf("\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"/>\n", labelColor, draw.Num(1/float64(cell)))
	}
	c.Printf("</g>\n")
	if c.digits(b) {
		c.moveNumbers(cell)
	}
	c.startMark(draw.Margin, draw.Margin, cell, moves)
	if moves > 0 {
		c.scale(width, top)
		if left > 0 {
			c.Printf("<text class=\"ink\" x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"start\" fill=\"%s\">crossed out: %s left behind</text>\n", draw.Margin, top+scaleHeight, draw.CaptionSize, inkColor, wording.Counted(left, "cell"))
		}
	}
	c.Printf("</svg>\n")
}

// moveNumbers writes in each cell the number of the move that removes it.
func (c *canvas) moveNumbers(cell int) {
	b := c.board
	size := min(cell*5/10, cell*17/10/len(fmt.Sprint(len(c.Path))))
	c.Printf("<g data-layer=\"digits\" font-size=\"%d\">\n", size)
	for at, r := range c.region {
		if move := c.taken[r]; move > 0 && move <= len(c.Path) {
			c.Printf("<text x=\"%s\" y=\"%s\" fill=\"%s\">%d</text>\n",
				draw.Num(draw.Margin+(float64(at%b.Cols())+0.5)*float64(cell)), draw.Num(draw.Margin+(float64(at/b.Cols())+0.5)*float64(cell)+0.36*float64(size)),
				draw.InkOn(absorptionColor(move, len(c.Path))), move)
		}
	}
	c.Printf("</g>\n")
}

// Dimensions of the scale below the board, which shows what the colors of the moves mean.
const (
	scaleHeight = 52
	scaleBar    = 14
	scaleSteps  = 60 // the most moves that have a piece of the bar each
)

// scale draws the colors of the moves with some of their numbers.
func (c *canvas) scale(width, top int) {
	moves, long := len(c.Path), min(width, boardSize)-2*draw.Margin
	pieces := min(moves, scaleSteps)
	c.Printf("<g data-layer=\"scale\" font-size=\"12\" shape-rendering=\"crispEdges\">\n")
	for i := range pieces {
		x := i * long / pieces
		c.Printf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", draw.Margin+x, top, (i+1)*long/pieces-x, scaleBar, absorptionColor(1+i*(moves-1)/max(1, pieces-1), moves))
	}
	c.Printf("<g class=\"ink\" fill=\"%s\">\n", inkColor)
	every := tickStep(moves)
	for move := 1; move <= moves; move++ {
		// The last number is always there, so none is close before it.
		if move != 1 && move != moves && (move%every != 0 || moves-move < every/2+1 || move < every/2+1) {
			continue
		}
		c.Printf("<text x=\"%s\" y=\"%d\">%d</text>\n", draw.Num(draw.Margin+(float64(move)-0.5)*float64(long)/float64(moves)), top+scaleBar+14, move)
	}
	c.Printf("</g>\n<text class=\"label\" x=\"%d\" y=\"%d\" text-anchor=\"start\" fill=\"%s\">move that removes the cell</text>\n</g>\n", draw.Margin, top+scaleBar+30, labelColor)
}

// tickStep returns the distance of the numbers on a scale: 1, 2 or 5 times a
// power of ten, for at most ten numbers or so.
func tickStep(moves int) int {
	for power := 1; ; power *= 10 {
		for _, step := range [...]int{power, 2 * power, 5 * power} {
			if moves <= 10*step {
				return step
			}
		}
	}
}

// absorptionDescription says how many cells each move removes.
func (c *canvas) absorptionDescription() string {
	s := c.describe(0)
	if len(c.Path) > 0 {
		s += fmt.Sprintf(" Cells removed by each move: %s.", joined(c.removed))
	}
	return s
}
