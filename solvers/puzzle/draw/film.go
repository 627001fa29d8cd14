package draw

import (
	"slices"
	"strings"
)

// Frames returns the move counts at which a picture with several boards shows a board: 0, every,
// 2·every, …, and finally moves.
func Frames(moves, every int) []int {
	var at []int
	for step := 0; step < moves; step += min(every, moves) {
		at = append(at, step)
	}
	return append(at, moves)
}

// Film computes the position of each board in a picture with boards in rows. Lengths are in units
// of the view box.
type Film struct {
	Frames        int // number of boards
	Width, Height int // width and height of a board, including its heading
	Gap           int // space between boards
	Columns       int // number of boards per row; 0 means as many as fit on a page
}

// Margin is the width of the empty space around a picture, in units of the view box.
const Margin = 12

// columns returns the number of boards in a row.
func (f Film) columns() int {
	const page = 940 // pixels
	columns := f.Columns
	if columns == 0 {
		columns = max(1, (page-2*Margin+f.Gap)/(f.Width+f.Gap))
	}
	return min(columns, f.Frames)
}

// Size returns the size of the whole picture, including margins.
func (f Film) Size() (width, height int) {
	columns := f.columns()
	rows := (f.Frames + columns - 1) / columns
	return 2*Margin + columns*(f.Width+f.Gap) - f.Gap, 2*Margin + rows*(f.Height+f.Gap) - f.Gap
}

// Corner returns the top left corner of board i, counted from 0.
func (f Film) Corner(i int) (x, y int) {
	return Margin + i%f.columns()*(f.Width+f.Gap), Margin + i/f.columns()*(f.Height+f.Gap)
}

// TextWidth is the number of terminal columns that a text picture may use.
const TextWidth = 80

// TextFilm puts texts side by side, separated by gap, in rows that fit in a terminal. Each frame is
// a slice with the lines of one text. All frames must have the same number of lines, and no line
// may be wider than width columns. Escape sequences that end with m, such as colors, do not take up
// space.
func TextFilm(frames [][]string, width int, gap string) string {
	columns := max(1, (TextWidth+len(gap))/(width+len(gap)))
	var s strings.Builder
	for row := range slices.Chunk(frames, columns) {
		if s.Len() > 0 {
			s.WriteByte('\n')
		}
		for k := range row[0] {
			var line strings.Builder
			for i, frame := range row {
				if i > 0 {
					line.WriteString(gap)
				}
				line.WriteString(frame[k] + strings.Repeat(" ", max(0, width-Visible(frame[k]))))
			}
			s.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		}
	}
	return s.String()
}

// Visible returns the width of a line in columns. Escape sequences that end with m, such as colors,
// do not count.
func Visible(line string) int {
	n, escaped := 0, false
	for _, r := range line {
		switch {
		case r == '\x1b':
			escaped = true
		case escaped:
			escaped = r != 'm'
		default:
			n++
		}
	}
	return n
}
