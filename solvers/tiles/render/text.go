package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// Text returns the board after o.Step moves in box-drawing characters, with a dot for the blank. If
// moves remain, they follow below the board as letters in groups of five. If o.Step is outside the
// path, Text uses the nearest valid step. If a move is impossible, the text says so. Text ignores
// the other fields of o.
//
//	┌───┬───┬───┐
//	│ 1 │ 2 │ 3 │
//	├───┼───┼───┤
//	│ 4 │ 5 │ 6 │
//	├───┼───┼───┤
//	│ 7 │ · │ 8 │
//	└───┴───┴───┘
//	3x3, goal blank-last, Manhattan distance 1
//
//	1 move of a tile: L
func Text(b tiles.Board, o Drawing) string {
	if b.Cells() == 0 {
		return "no board\n"
	}
	step := min(max(o.Step, 0), len(o.Path))
	b, fault := b.Replay(o.Path[:step])
	path := o.Path[step:]
	var s strings.Builder
	digits := digits(b)
	rule := func(left, middle, right string) {
		cell := strings.Repeat("─", digits+2)
		s.WriteString(left + strings.Repeat(cell+middle, max(0, b.Width()-1)) + cell + right + "\n")
	}
	rule("┌", "┬", "┐")
	for row := range b.Height() {
		if row > 0 {
			rule("├", "┼", "┤")
		}
		for col := range b.Width() {
			fmt.Fprintf(&s, "│ %*s ", digits, label(b, row*b.Width()+col))
		}
		s.WriteString("│\n")
	}
	rule("└", "┴", "┘")
	fmt.Fprintf(&s, "%dx%d, goal %v, %s\n", b.Width(), b.Height(), b.Goal(), progress(b))
	if len(path) > 0 {
		s.WriteByte('\n')
		s.WriteString(pathText(path))
		if fault == nil {
			_, fault = b.Replay(path)
		}
	}
	if fault != nil {
		s.WriteString(strings.TrimPrefix(fault.Error(), "tiles: ") + "\n")
	}
	return s.String()
}

// digits returns the width of the widest tile number.
func digits(b tiles.Board) int { return len(strconv.Itoa(b.Cells() - 1)) }

// label returns what a cell shows.
func label(b tiles.Board, cell int) string {
	if tile := b.Tile(cell); tile != 0 {
		return strconv.Itoa(tile)
	}
	return "·"
}

// progress says how far the board is from its goal.
func progress(b tiles.Board) string {
	if b.Solved() {
		return "solved"
	}
	return fmt.Sprintf("Manhattan distance %d", tiles.Manhattan.Of(b))
}

// pathText writes a path in groups of five, wrapped.
func pathText(path []tiles.Move) string {
	head := fmt.Sprintf("%d moves of tiles:", len(path))
	if len(path) == 1 {
		head = "1 move of a tile:"
	}
	words := wording.Groups(tiles.FormatPath(path))
	if len(head)+6*len(words) <= draw.TextWidth {
		return head + " " + strings.Join(words, " ") + "\n"
	}
	text := head + "\n"
	for line := range slices.Chunk(words, (draw.TextWidth+1)/6) {
		text += strings.Join(line, " ") + "\n"
	}
	return text
}

// StripText returns the boards along a path for a terminal with 80 columns: the
// board before the first move, after every o.Every moves (at least 1), and after
// the last move. The heading of each board shows the number of moves made and the
// letter of the last move; the tile that moved last is in brackets. An impossible
// move ends the strip with a remark. StripText ignores the other fields of o.
func StripText(b tiles.Board, o Drawing) string {
	if b.Cells() == 0 {
		return "no board\n"
	}
	path, made := o.Path, 0
	for board, ok := b, true; made < len(path); made++ {
		if board, ok = board.Apply(path[made]); !ok {
			break
		}
	}
	var frames [][]string
	board, step := b, 0
	for _, stop := range draw.Frames(made, max(1, o.Every)) {
		for ; step < stop; step++ {
			board, _ = board.Apply(path[step])
		}
		frames = append(frames, textFrame(board, path, step))
	}
	strip := draw.TextFilm(frames, b.Width()*(digits(b)+2)+2, "  ")
	if made < len(path) {
		_, err := b.Replay(path)
		strip += "\n" + strings.TrimPrefix(err.Error(), "tiles: ") + "\n"
	}
	return strip
}

// textFrame returns the lines of one board of a strip, all of the same width.
func textFrame(b tiles.Board, path []tiles.Move, step int) []string {
	digits := digits(b)
	inner := b.Width() * (digits + 2)
	head, moved := strconv.Itoa(step), -1
	if step > 0 {
		head += " " + path[step-1].String()
		moved = movedTo(b, path[step-1])
	}
	lines := []string{fmt.Sprintf("%-*s", inner+2, head), "┌" + strings.Repeat("─", inner) + "┐"}
	for row := range b.Height() {
		var s strings.Builder
		s.WriteString("│")
		for col := range b.Width() {
			cell := row*b.Width() + col
			format := " %*s "
			if cell == moved {
				format = "[%*s]"
			}
			fmt.Fprintf(&s, format, digits, label(b, cell))
		}
		lines = append(lines, s.String()+"│")
	}
	return append(lines, "└"+strings.Repeat("─", inner)+"┘")
}
