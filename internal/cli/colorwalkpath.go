package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// flooding is a sequence of colours that clears a board.
type flooding struct {
	board colorwalk.Board
	path  []colorwalk.Color
}

// MarshalJSON writes the colours as numbers.
func (f flooding) MarshalJSON() ([]byte, error) {
	b := append(make([]byte, 0, 2+3*len(f.path)), '[')
	for i, c := range f.path {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, uint64(c), 10)
	}
	return append(b, ']'), nil
}

// floodingShown is the number of moves that Describe prints at most.
const floodingShown = 200

// Describe prints two rows, folded at 80 columns: the colours, and how many
// cells each of them removes.
//
//	path       1   3   1   2
//	removes    2   4   5   4
func (f flooding) Describe(w io.Writer) error {
	if len(f.path) == 0 {
		_, err := fmt.Fprintln(w, "  path  no move, nothing is left to remove")
		return err
	}
	shown := f.path[:min(len(f.path), floodingShown)]
	_, removed, err := f.board.Replay(shown)
	if err != nil {
		return err
	}
	widest := 0
	for _, n := range removed {
		widest = max(widest, len(strconv.Itoa(n)))
	}
	cell := max(4, widest+1)
	perRow := (80 - len("  removes")) / cell
	for from := 0; from < len(shown); from += perRow {
		if from > 0 {
			fmt.Fprintln(w)
		}
		var colors, counts strings.Builder
		for i := from; i < min(from+perRow, len(shown)); i++ {
			fmt.Fprintf(&colors, "%*v", cell, shown[i])
			fmt.Fprintf(&counts, "%*d", cell, removed[i])
		}
		if _, err := fmt.Fprintf(w, "  path   %s\n  removes%s\n", &colors, &counts); err != nil {
			return err
		}
	}
	if rest := len(f.path) - len(shown); rest > 0 {
		_, err = fmt.Fprintf(w, "  … %d more of %d moves, all of them with --json\n", rest, len(f.path))
	}
	return err
}
