package render

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// Sizes of the parts beside and below the board.
const (
	conflictRoom = 30 // for +2 at the end of a line
	countWidth   = 34 // of a column of the matrix of rows
	countHeight  = 24 // of a row of the matrix of columns
	matrixGap    = 24 // between the board and a matrix
)

// room returns the size of the picture with what stands beside the board.
func room(e *tiles.Explanation, width, height int) (int, int) {
	if e.Uses(tiles.LinearConflict) {
		width, height = width+conflictRoom, height+conflictRoom
	}
	if e.Uses(tiles.WalkingDistance) {
		width += matrixGap + countWidth*e.Board.Height()
		height += matrixGap + countHeight*(e.Board.Width()+1)
	}
	return width, height
}

// lineMarks draws what whole lines add to the estimate.
func (c *canvas) lineMarks(e *tiles.Explanation) {
	if e.Uses(tiles.LinearConflict) {
		c.conflictMarks(e)
	}
	if e.Uses(tiles.WalkingDistance) {
		c.rowMatrix(e)
		c.columnMatrix(e)
	}
}

// conflictMarks frames each line in which tiles must leave and writes at its
// end what that costs.
func (c *canvas) conflictMarks(e *tiles.Explanation) {
	b := e.Board
	right, bottom := draw.Margin+2*rim+cellSize*b.Width(), draw.Margin+2*rim+cellSize*b.Height()
	var frames, costs strings.Builder
	for axis, lines := range e.Conflicts {
		for line, n := range lines {
			if n == 0 {
				continue
			}
			x, y := corner(b, line*b.Width())
			width, height := cellSize*b.Width(), cellSize
			costX, costY := right+conflictRoom/2, y+cellSize/2+6
			if axis == 1 {
				x, y = corner(b, line)
				width, height = cellSize, cellSize*b.Height()
				costX, costY = x+cellSize/2, bottom+conflictRoom/2+6
			}
			fmt.Fprintf(&frames, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", x, y, width, height)
			fmt.Fprintf(&costs, "<text x=\"%d\" y=\"%d\">+%d</text>\n", costX, costY, 2*n)
		}
	}
	c.Printf("<g class=\"edge\" data-layer=\"conflicts\" fill=\"none\" stroke=\"%s\" stroke-width=\"3\" stroke-dasharray=\"9 4\">\n%s</g>\n", accentColor, frames.String())
	c.Printf("<g class=\"accent\" data-layer=\"costs\" font-size=\"16\" font-weight=\"bold\" fill=\"%s\">\n%s</g>\n", accentColor, costs.String())
}

// matrices returns the corner between the board and both matrices.
func matrices(e *tiles.Explanation) (right, bottom int) {
	right, bottom = draw.Margin+2*rim+cellSize*e.Board.Width(), draw.Margin+2*rim+cellSize*e.Board.Height()
	if e.Uses(tiles.LinearConflict) {
		right, bottom = right+conflictRoom, bottom+conflictRoom
	}
	return right, bottom
}

// rowMatrix draws, beside each row of the board, how many of its tiles belong
// in which row. The columns have the colors of the tiles.
func (c *canvas) rowMatrix(e *tiles.Explanation) {
	b := e.Board
	right, bottom := matrices(e)
	left := right + matrixGap
	c.Printf("<g data-layer=\"walk-rows\" font-size=\"15\">\n")
	for line := range b.Height() {
		for home := range b.Height() {
			_, y := corner(b, line*b.Width())
			c.number(e.Walk[0].Tiles[line][home], left+home*countWidth, y+6, countWidth, cellSize-12, home, line == home)
		}
	}
	c.Printf("</g>\n<g class=\"label\" font-size=\"12\" fill=\"%s\">", labelColor)
	for home := range b.Height() {
		c.Printf("<text x=\"%d\" y=\"%d\">%d</text>", left+home*countWidth+countWidth/2, bottom+14, home+1)
	}
	c.Printf("<text x=\"%d\" y=\"%d\">by home row</text></g>\n", left+countWidth*b.Height()/2, bottom+30)
}

// columnMatrix draws, below each column of the board, how many of its tiles
// belong in which column.
func (c *canvas) columnMatrix(e *tiles.Explanation) {
	b := e.Board
	_, bottom := matrices(e)
	right := draw.Margin + 2*rim + cellSize*b.Width()
	top := bottom + matrixGap + countHeight - 6
	c.Printf("<g data-layer=\"walk-columns\" font-size=\"15\">\n")
	for line := range b.Width() {
		for home := range b.Width() {
			x, _ := corner(b, line)
			c.number(e.Walk[1].Tiles[line][home], x+6, top+home*countHeight, cellSize-12, countHeight, -1, line == home)
		}
	}
	c.Printf("</g>\n<g class=\"label\" font-size=\"12\" fill=\"%s\">", labelColor)
	for home := range b.Width() {
		c.Printf("<text x=\"%d\" y=\"%d\">%d</text>", right+10, top+home*countHeight+16, home+1)
	}
	c.Printf("<text x=\"%d\" y=\"%d\">by home column</text></g>\n", draw.Margin+rim+cellSize*b.Width()/2, top-6)
}

// number draws one number of a matrix, in the color of a home row or, if
// homeRow is negative, in the color of the tray. It draws a frame if the tiles
// are in their home line, and a dot instead of 0.
func (c *canvas) number(n, x, y, width, height, homeRow int, home bool) {
	class, fill := "tray", trayColor
	if homeRow >= 0 {
		class, fill = fmt.Sprintf("row%d", homeRow), rowColors[rowColor(homeRow, c.start.Height())]
	}
	c.Printf("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\"/>", class, x+2, y+2, width-4, height-4, fill)
	if home {
		c.Printf("<rect class=\"line\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>", x+2, y+2, width-4, height-4, inkColor)
	}
	text := "·"
	if n > 0 {
		text = fmt.Sprint(n)
	}
	c.Printf("<text class=\"ink\" x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", x+width/2, y+height/2+5, inkColor, text)
}
