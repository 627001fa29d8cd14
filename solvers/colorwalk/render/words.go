package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// sentence describes the last of a number of moves, and what it leaves.
func (c *course) sentence(step int) string { return c.sentenceOf(step, c.standings()[step]) }

func (c *course) sentenceOf(step int, left standing) string {
	after := "nothing is left"
	if left.cells > 0 {
		after = fmt.Sprintf("%s in %s left", wording.Counted(left.cells, "cell"), wording.Counted(left.regions, "region"))
	}
	if step == 0 {
		return fmt.Sprintf("Before the first of %s: %s.", wording.Counted(len(c.path), "move"), after)
	}
	return fmt.Sprintf("Move %d of %d: color %v removes %s; %s.", step, len(c.path), c.path[step-1], wording.Counted(c.removed[step-1], "cell"), after)
}

// describe describes the board after a number of moves in words.
func (c *course) describe(step int) string {
	const small = 14
	b := c.board
	cells := c.colourByColour(step)
	if b.Rows() <= small && b.Cols() <= small {
		cells = c.cellByCell(step)
	}
	s := fmt.Sprintf("%s of %s, start in row %d, column %d. %s.", wording.Counted(b.Rows(), "row"), wording.Counted(b.Cols(), "cell"), b.Start()/b.Cols()+1, b.Start()%b.Cols()+1, cells)
	if len(c.path) > 0 {
		s += " " + c.sentence(step)
	}
	return s
}

// cellByCell describes a small board.
func (c *course) cellByCell(step int) string {
	rows := make([]string, c.board.Rows())
	for cell := range c.board.Cells() {
		color := c.shows(cell, step).String()
		if color == colorwalk.Blank.String() {
			color = "blank"
		}
		rows[cell/c.board.Cols()] += " " + color
	}
	return "Colors from the top:" + strings.Join(rows, ";")
}

// colourByColour describes a large board.
func (c *course) colourByColour(step int) string {
	var cells [colorwalk.MaxColors + 1]int
	for cell := range c.board.Cells() {
		cells[c.shows(cell, step)]++
	}
	s := fmt.Sprintf("Cells by color: %d blank", cells[colorwalk.Blank])
	for color := colorwalk.Color(1); color <= c.board.Colors(); color++ {
		s += fmt.Sprintf(", %d of %v", cells[color], color)
	}
	return s
}

// journey describes the whole path.
func (c *course) journey() string {
	s := c.describe(0)
	if len(c.path) == 0 {
		return s
	}
	s += " The colors of the moves: " + strings.Join(wording.Groups(colorwalk.FormatPath(c.path)), " ") + "."
	if left := slices.Max(c.taken); left <= len(c.path) {
		s += " Then nothing is left."
	}
	return s
}

// joined writes numbers with commas between them.
func joined(numbers []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", ", ")
}
