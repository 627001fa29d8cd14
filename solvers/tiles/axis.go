package tiles

// Apart returns the Manhattan distance between cells a and c: the number of rows plus the number of
// columns between them.
func (b Board) Apart(a, c int) int {
	return abs(a/b.Width()-c/b.Width()) + abs(a%b.Width()-c%b.Width())
}

// axis is one direction of a board: all rows, or all columns.
type axis struct{ lines, perLine, alongLine, betweenLines int }

func (b Board) axes() [2]axis {
	w, h := b.Width(), b.Height()
	return [2]axis{{h, w, 1, w}, {w, h, w, 1}}
}

// cell returns the cell at a place of a line.
func (a axis) cell(line, place int) int { return line*a.betweenLines + place*a.alongLine }

// line returns the line that contains a cell, and the cell's place in it.
func (a axis) line(cell int) (line, place int) {
	if a.alongLine == 1 {
		return cell / a.betweenLines, cell % a.betweenLines
	}
	return cell % a.alongLine, cell / a.alongLine
}
