package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
)

// walk is a path round a ring: a solution.
type walk struct {
	ring handsoftime.Ring
	path []int32 // node indices, from ring.Start
}

// newWalk takes a path of r from any start.
func newWalk(r handsoftime.Ring, path []int32) walk {
	r.Start = int(path[0])
	return walk{r, path}
}

// MarshalJSON writes the node indices from the start.
func (w walk) MarshalJSON() ([]byte, error) {
	b := append(make([]byte, 0, 8*len(w.path)), '[')
	for i, p := range w.path {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(p), 10)
	}
	return append(b, ']'), nil
}

// walkShown is the number of nodes of a path that Describe prints at most.
const walkShown = 60

// Describe prints three rows, folded at 80 columns: the nodes visited, their
// values, and which way the hand went from there.
//
//	position    0    2    4    3    1    5
//	value       2    2    1    2    2    3
//	move       cw   cw  ccw  ccw both  end
func (w walk) Describe(out io.Writer) error {
	shown := min(len(w.path), walkShown)
	cell := max(4, len(strconv.Itoa(len(w.path)-1))) + 1
	perRow := (80 - len("  position")) / cell
	for from := 0; from < shown; from += perRow {
		to := min(from+perRow, shown)
		var position, value, move strings.Builder
		for i := from; i < to; i++ {
			p := int(w.path[i])
			fmt.Fprintf(&position, "%*d", cell, p)
			fmt.Fprintf(&value, "%*d", cell, w.ring.Values[p])
			fmt.Fprintf(&move, "%*s", cell, w.move(i))
		}
		if from > 0 {
			fmt.Fprintln(out)
		}
		if _, err := fmt.Fprintf(out, "  position%s\n  value   %s\n  move    %s\n", &position, &value, &move); err != nil {
			return err
		}
	}
	if rest := len(w.path) - shown; rest > 0 {
		_, err := fmt.Fprintf(out, "  … %d more of %d positions, all of them with --json\n", rest, len(w.path))
		return err
	}
	return nil
}

// move names the move from step i of the path.
func (w walk) move(i int) string {
	if i+1 == len(w.path) {
		return "end"
	}
	switch w.ring.Direction(int(w.path[i]), int(w.path[i+1])) {
	case handsoftime.Clockwise:
		return "cw"
	case handsoftime.CounterClockwise:
		return "ccw"
	case handsoftime.Both:
		return "both"
	}
	return "none"
}
