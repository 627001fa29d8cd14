package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// sentence describes the last of a number of moves, and what it leaves.
func (c *course) sentence(step int) string { return c.sentenceOf(step, c.standings()[step]) }

func (c *course) sentenceOf(step int, left standing) string {
	after := "nothing is left"
	if left.cells > 0 {
		after = fmt.Sprintf("%s in %s left", puzzle.Counted(left.cells, "cell"), puzzle.Counted(left.regions, "region"))
	}
	if step == 0 {
		return fmt.Sprintf("Before the first of %s: %s.", puzzle.Counted(len(c.path), "move"), after)
	}
	return fmt.Sprintf("Move %d of %d: colour %v removes %s; %s.", step, len(c.path), c.path[step-1], puzzle.Counted(c.removed[step-1], "cell"), after)
}

// describe says in words what the board after a number of moves looks like: a small
// one cell by cell, a large one colour by colour.
func (c *course) describe(step int) string {
	const small = 14
	b := c.board
	var s strings.Builder
	fmt.Fprintf(&s, "%s of %s, start in row %d, column %d.", puzzle.Counted(b.Rows(), "row"), puzzle.Counted(b.Cols(), "cell"), b.Start()/b.Cols()+1, b.Start()%b.Cols()+1)
	if b.Rows() <= small && b.Cols() <= small {
		s.WriteString(" Colours from the top:")
		for row := range b.Rows() {
			if row > 0 {
				s.WriteByte(';')
			}
			for col := range b.Cols() {
				if color := c.shows(row*b.Cols()+col, step); color == colorwalk.Blank {
					s.WriteString(" blank")
				} else {
					fmt.Fprintf(&s, " %v", color)
				}
			}
		}
		s.WriteByte('.')
	} else {
		var cells [colorwalk.MaxColors + 1]int
		for cell := range b.Cells() {
			cells[c.shows(cell, step)]++
		}
		fmt.Fprintf(&s, " Cells by colour: %d blank", cells[colorwalk.Blank])
		for color := colorwalk.Color(1); color <= b.Colors(); color++ {
			fmt.Fprintf(&s, ", %d of %v", cells[color], color)
		}
		s.WriteByte('.')
	}
	if len(c.path) > 0 {
		s.WriteString(" " + c.sentence(step))
	}
	return s.String()
}

// journey describes the whole path.
func (c *course) journey() string {
	s := c.describe(0)
	if len(c.path) == 0 {
		return s
	}
	s += " The colours of the moves: " + strings.Join(puzzle.Groups(colorwalk.FormatPath(c.path)), " ") + "."
	if left := slices.Max(c.taken); left <= len(c.path) {
		s += " Then nothing is left."
	}
	return s
}

// joined writes numbers with commas between them.
func joined(numbers []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", ", ")
}
