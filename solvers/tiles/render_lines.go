package tiles

import "fmt"

// Lengths of what stands beside and below the board.
const (
	conflictRoom = 30 // for +2 at the end of a line
	countWidth   = 34 // of a column of the matrix of rows
	countHeight  = 24 // of a row of the matrix of columns
	matrixGap    = 24 // between the board and a matrix
)

// room returns the size of the picture with what stands beside the board.
func (e *explanation) room(width, height int) (int, int) {
	if e.parts&conflict != 0 {
		width, height = width+conflictRoom, height+conflictRoom
	}
	if e.parts&walking != 0 {
		width += matrixGap + countWidth*e.board.Height()
		height += matrixGap + countHeight*(e.board.Width()+1)
	}
	return width, height
}

// lineMarks draws what whole lines add to the estimate.
func (c *canvas) lineMarks(e *explanation) {
	if e.parts&conflict != 0 {
		c.conflictMarks(e)
	}
	if e.parts&walking != 0 {
		c.rowMatrix(e)
		c.columnMatrix(e)
	}
}

// conflictMarks frames each line in which tiles must leave and writes at its
// end what that costs.
func (c *canvas) conflictMarks(e *explanation) {
	b := e.board
	right, bottom := margin+2*rim+cellSize*b.Width(), margin+2*rim+cellSize*b.Height()
	c.printf("<g class=\"edge\" data-layer=\"conflicts\" fill=\"none\" stroke=\"%s\" stroke-width=\"3\" stroke-dasharray=\"9 4\">\n", accentColor)
	for direction, a := range b.axes() {
		for line := range a.lines {
			if e.conflicts[direction][line] == 0 {
				continue
			}
			x, y := corner(b, a.cell(line, 0))
			w, h := cellSize*a.perLine, cellSize
			if direction == 1 {
				w, h = h, w
			}
			c.printf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", x, y, w, h)
		}
	}
	c.printf("</g>\n<g class=\"accent\" data-layer=\"costs\" font-size=\"16\" font-weight=\"bold\" fill=\"%s\">\n", accentColor)
	for direction, a := range b.axes() {
		for line := range a.lines {
			if n := e.conflicts[direction][line]; n > 0 {
				x, y := corner(b, a.cell(line, 0))
				if direction == 0 {
					x, y = right+conflictRoom/2, y+cellSize/2+6
				} else {
					x, y = x+cellSize/2, bottom+conflictRoom/2+6
				}
				c.printf("<text x=\"%d\" y=\"%d\">+%d</text>\n", x, y, 2*n)
			}
		}
	}
	c.printf("</g>\n")
}

// matrices returns the corner between the board and both matrices.
func (e *explanation) matrices() (right, bottom int) {
	right, bottom = margin+2*rim+cellSize*e.board.Width(), margin+2*rim+cellSize*e.board.Height()
	if e.parts&conflict != 0 {
		right, bottom = right+conflictRoom, bottom+conflictRoom
	}
	return right, bottom
}

// rowMatrix draws, beside each row of the board, how many of its tiles belong
// in which row. The columns have the colours of the tiles.
func (c *canvas) rowMatrix(e *explanation) {
	b := e.board
	right, bottom := e.matrices()
	left := right + matrixGap
	c.printf("<g data-layer=\"walk-rows\" font-size=\"15\">\n")
	for line := range b.Height() {
		for home := range b.Height() {
			_, y := corner(b, line*b.Width())
			c.number(e.walk[0].tiles[line][home], left+home*countWidth, y+6, countWidth, cellSize-12, home, line == home)
		}
	}
	c.printf("</g>\n<g class=\"label\" font-size=\"12\" fill=\"%s\">", labelColor)
	for home := range b.Height() {
		c.printf("<text x=\"%d\" y=\"%d\">%d</text>", left+home*countWidth+countWidth/2, bottom+14, home+1)
	}
	c.printf("<text x=\"%d\" y=\"%d\">by home row</text></g>\n", left+countWidth*b.Height()/2, bottom+30)
}

// columnMatrix draws, below each column of the board, how many of its tiles
// belong in which column.
func (c *canvas) columnMatrix(e *explanation) {
	b := e.board
	_, bottom := e.matrices()
	right := margin + 2*rim + cellSize*b.Width()
	top := bottom + matrixGap + countHeight - 6
	c.printf("<g data-layer=\"walk-columns\" font-size=\"15\">\n")
	for line := range b.Width() {
		for home := range b.Width() {
			x, _ := corner(b, line)
			c.number(e.walk[1].tiles[line][home], x+6, top+home*countHeight, cellSize-12, countHeight, -1, line == home)
		}
	}
	c.printf("</g>\n<g class=\"label\" font-size=\"12\" fill=\"%s\">", labelColor)
	for home := range b.Width() {
		c.printf("<text x=\"%d\" y=\"%d\">%d</text>", right+10, top+home*countHeight+16, home+1)
	}
	c.printf("<text x=\"%d\" y=\"%d\">by home column</text></g>\n", margin+rim+cellSize*b.Width()/2, top-6)
}

// number draws one number of a matrix: in the colour of a home row or, if that
// is negative, of the tray; framed where the tiles are in their home line. No
// tiles are a dot.
func (c *canvas) number(n, x, y, width, height, homeRow int, home bool) {
	class, fill := "tray", trayColor
	if homeRow >= 0 {
		class, fill = fmt.Sprintf("row%d", homeRow), rowColors[rowColor(homeRow, c.start.Height())]
	}
	c.printf("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\"/>", class, x+2, y+2, width-4, height-4, fill)
	if home {
		c.printf("<rect class=\"line\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>", x+2, y+2, width-4, height-4, inkColor)
	}
	text := "·"
	if n > 0 {
		text = fmt.Sprint(n)
	}
	c.printf("<text class=\"ink\" x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", x+width/2, y+height/2+5, inkColor, text)
}
