package render

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// Text returns the board after o.Step moves as digits, with a dot for a blank cell and a star for a
// cell removed by the last move. Below the board are a line about the remaining cells and, if there
// is a path, its moves in groups of five. If o.ANSI is true, cells have the colors of o.Palette, as
// 24-bit escape sequences. If o.Step is outside the path, Text uses the nearest valid step. If a
// move is not a color, the text says so.
//
//	· * 2 1
//	* 2 2 3
//	2x4, start 1,1: 5 cells in 3 regions left
//
//	4 moves: 4213
func Text(b colorwalk.Board, o Drawing) string {
	if b.Cells() == 0 {
		return "no board\n"
	}
	c, fault := textCourse(b, o)
	step := min(max(o.Step, 0), len(c.path))
	var s strings.Builder
	for _, line := range c.rows(o, max(0, step-1), step) {
		s.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	left := c.standings()[step]
	fmt.Fprintf(&s, "%dx%d, start %d,%d: ", b.Cols(), b.Rows(), b.Start()/b.Cols()+1, b.Start()%b.Cols()+1)
	if left.cells == 0 {
		s.WriteString("nothing left\n")
	} else {
		fmt.Fprintf(&s, "%s in %s left\n", wording.Counted(left.cells, "cell"), wording.Counted(left.regions, "region"))
	}
	if len(c.path) > 0 {
		s.WriteString("\n" + pathText(c.path))
	}
	if fault != "" {
		s.WriteString("\n" + fault)
	}
	return s.String()
}

// textCourse plays a path up to the first move that is no color, and says
// which that is.
func textCourse(b colorwalk.Board, o Drawing) (c *course, fault string) {
	i := noColor(o.Path)
	if i < len(o.Path) {
		fault = wrongMove(o.Path, i) + "\n"
	}
	return newCourse(b, o.Path[:i]), fault
}

// rows returns the lines of the board after a number of moves. Stars are cells that were removed
// since the previous board, if there is one. A cell is two columns wide, so that it is about
// square, or one column wide if the board is wide.
func (c *course) rows(o Drawing, before, step int) []string {
	b := c.board
	gap := " "
	if 2*b.Cols() > draw.TextWidth+1 {
		gap = ""
	}
	lines := make([]string, b.Rows())
	for row := range lines {
		var s strings.Builder
		for cell := row * b.Cols(); cell < (row+1)*b.Cols(); cell++ {
			color := c.shows(cell, step)
			text := color.String()
			if color == colorwalk.Blank {
				text = "·"
				if t := c.turnsBlank(c.region[cell]); before < t && t <= step {
					text = "*"
				}
			}
			if o.ANSI && color != colorwalk.Blank {
				text = paint(o.Palette.Hex(color), text+gap)
			} else {
				text += gap
			}
			s.WriteString(text)
		}
		lines[row] = s.String()
	}
	return lines
}

// paint puts a text on a ground.
func paint(ground, text string) string {
	ink, on := draw.Channels(draw.InkOn(ground)), draw.Channels(ground)
	return fmt.Sprintf("\x1b[38;2;%d;%d;%d;48;2;%d;%d;%dm%s\x1b[0m", ink[0], ink[1], ink[2], on[0], on[1], on[2], text)
}

// pathText writes a path in groups of five, wrapped.
func pathText(path []colorwalk.Color) string {
	line := wording.Counted(len(path), "move") + ":"
	var s strings.Builder
	for _, word := range wording.Groups(colorwalk.FormatPath(path)) {
		if utf8.RuneCountInString(line)+1+len(word) > draw.TextWidth {
			s.WriteString(line + "\n")
			line = word
			continue
		}
		line += " " + word
	}
	return s.String() + line + "\n"
}

// StripText returns the boards along a path in rows, for a terminal with 80 columns: the board
// before the first move, after every o.Every moves, and after the last move. The heading of each
// board shows the number of moves made and the colors played since the previous board. Stars are
// cells removed since the previous board. If o.Every is 0, StripText uses the same number of moves
// between boards as [Strip]. A move that is not a color ends the strip with a remark. StripText
// ignores o.Step.
func StripText(b colorwalk.Board, o Drawing) string {
	if b.Cells() == 0 {
		return "no board\n"
	}
	c, fault := textCourse(b, o)
	every := Drawing{Path: c.path, Every: max(0, o.Every)}.every()
	var frames [][]string
	before := 0
	for _, step := range draw.Frames(len(c.path), every) {
		head := strconv.Itoa(step) + " " + colorwalk.FormatPath(c.path[before:step])
		frames = append(frames, append([]string{head}, c.rows(o, before, step)...))
		before = step
	}
	strip := draw.TextFilm(frames, c.stripWidth(every), "   ")
	if fault != "" {
		strip += "\n" + fault
	}
	return strip
}

// stripWidth returns the width of a board of a strip, with its head.
func (c *course) stripWidth(every int) int {
	width := len(strconv.Itoa(len(c.path))) + 1 + min(every, len(c.path))
	return max(width, draw.Visible(c.rows(Drawing{}, 0, 0)[0]))
}
