package render

import (
	"io"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

// MaxStrip is the maximum number of boards that [Strip] can draw in one picture.
const MaxStrip = 500

// Strip draws the boards along a path in rows: the board before the first move,
// after every o.Every moves, and after the last move. If o.Every is 0, Strip uses
// 1 for paths of up to 10 moves. For longer paths it uses 5, or more if there
// would be more than 41 boards. The heading of each board shows the number of
// moves made and the number of remaining cells. Below the board are the colors
// played since the previous board, and the cells removed since then are outlined.
// Strip ignores o.Step, o.Frontier and o.Bound.
func Strip(w io.Writer, b colorwalk.Board, o Drawing) error {
	o.Every = o.every()
	return write(w, b, o, (*canvas).strip, "strip", o.Every, o.Columns)
}

// every returns the number of moves from one board of a strip to the next.
func (o Drawing) every() int {
	switch n := len(o.Path); {
	case o.Every != 0:
		return o.Every
	case n <= 10:
		return 1
	default:
		return max(5, (n+39)/40)
	}
}

// Sizes in a picture with several boards in rows.
const (
	frameSize  = 210 // of a board, at most if its cells can be so small
	frameLeast = 78  // a board with its numbers and chips is no narrower
	frameHead  = 16  // above a board
	frameGap   = 18
)

func (c *canvas) strip() {
	b, at := c.board, draw.Frames(len(c.Path), c.Every)
	cell := c.cellSize(frameSize, 2, 18)
	width := max(frameLeast, cell*b.Cols())
	height := frameHead + cell*b.Rows()
	if len(c.Path) > 0 {
		height += 6 + (at[1]-at[0]+acrossFrame(width)-1)/acrossFrame(width)*chipStep // the first have the most chips
	}
	film := draw.Film{Frames: len(at), Width: width, Height: height, Gap: frameGap, Columns: c.Columns}
	filmWidth, filmHeight := film.Size()
	c.open(filmWidth, filmHeight, c.journey(), "")
	c.Printf("<defs>\n<g id=\"%s-cells\">\n", c.ID)
	c.placed(0, 0, cell)
	c.fills(0)
	c.Printf("</g>\n")
	c.letters(0, 0, cell, 0)
	c.Printf("</g>\n</defs>\n")
	left := c.standings()
	for i, step := range at {
		x, y := film.Corner(i)
		c.Printf("<g data-step=\"%d\" transform=\"translate(%d %d)\">\n", step, x, y)
		c.Printf("<g class=\"label\" font-size=\"12\" fill=\"%s\"><text x=\"0\" y=\"10\" font-weight=\"bold\" text-anchor=\"start\">%d</text><text x=\"%d\" y=\"10\" text-anchor=\"end\">%d left</text></g>\n", labelColor, step, width, left[step].cells)
		c.frame(at[max(0, i-1)], step, cell)
		c.Printf("<g font-size=\"12\">")
		for k, color := range c.Path[at[max(0, i-1)]:step] {
			across := acrossFrame(width)
			c.chip(color, k%across*chipStep, frameHead+cell*b.Rows()+6+k/across*chipStep)
		}
		c.Printf("</g>\n</g>\n")
	}
	c.Printf("</svg>\n")
}

// acrossFrame returns the number of chips that stand below a board in a row.
func acrossFrame(width int) int { return max(1, (width+chipStep-chipSize)/chipStep) }

// frame draws the board after a number of moves at the origin of its group: the
// first board, and a blank over the cells that have gone.
func (c *canvas) frame(before, step, cell int) {
	c.placed(0, frameHead, cell)
	c.grounds()
	c.Printf("</g>\n<use href=\"#%s-cells\" y=\"%d\"/>\n", c.ID, frameHead)
	if step > 0 {
		c.placed(0, frameHead, cell)
		gone := c.outliner.outline(c.all, func(cell int) bool { t := c.turnsBlank(c.region[cell]); return 0 < t && t <= step })
		fresh := c.outliner.outline(c.all, func(cell int) bool { t := c.turnsBlank(c.region[cell]); return before < t && t <= step })
		c.Printf("<path class=\"blank\" d=\"%s\" fill=\"%s\"/>\n", gone, blankColor)
		c.fresh(fresh, cell)
		c.Printf("</g>\n")
	}
	c.startMark(0, frameHead, cell, step)
}
