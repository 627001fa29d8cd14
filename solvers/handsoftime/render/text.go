package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
)

// clockLimit is the maximum number of nodes for a clock that fits a terminal.
const clockLimit = 30

// Text returns the ring and a path for a terminal. For rings of up to 30 nodes, it begins with a
// clock that shows the values, with node 0 at the top and the start in brackets. A table of the
// moves in o.Path follows, with number, node, value, direction and target of each move. The path
// may end early or be nil. The table marks moves that the ring does not allow. Text ignores the
// other fields of o.
func Text(r handsoftime.Ring, o Drawing) string {
	path := o.Path
	var b strings.Builder
	switch {
	case r.Size() <= clockLimit:
		clock(r, &b)
		if len(path) > 0 {
			b.WriteByte('\n')
		}
	case len(path) == 0:
		b.WriteString(r.String())
		b.WriteByte('\n')
	}
	if len(path) > 0 {
		table(r, &b, path)
	}
	return b.String()
}

// clock draws the values on an ellipse.
func clock(r handsoftime.Ring, b *strings.Builder) {
	n := r.Size()
	height := max(3, (n+2)/3) // rows from the center to the top
	width := 3 * height       // columns from the center to the side
	if n > 13 {
		width += 2
	}
	rows := make([][]byte, 2*height+1)
	for i := range rows {
		rows[i] = []byte(strings.Repeat(" ", 2*width+5))
	}
	for i, v := range r.Values {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		label := strconv.Itoa(int(v))
		if i == r.Start {
			label = "[" + label + "]"
		}
		row := height - nearest(float64(height)*cos)
		column := 2 + width + nearest(float64(width)*sin) - len(label)/2
		copy(rows[row][column:], label)
	}
	for _, row := range rows {
		b.WriteString(strings.TrimRight(string(row), " "))
		b.WriteByte('\n')
	}
	start := fmt.Sprintf("[ ] is the start, place %d", r.Start)
	if r.Start == handsoftime.AnyStart {
		start = "any of them may be the start"
	}
	fmt.Fprintf(b, "%d places, values clockwise from place 0 at the top; %s\n", n, start)
}

// nearest rounds to the nearest integer. Halves are rounded up on every
// machine, despite floating-point errors.
func nearest(x float64) int { return int(math.Floor(x + 0.5 + 1e-9)) }

// table lists the moves of a path.
func table(r handsoftime.Ring, b *strings.Builder, path []int32) {
	n := r.Size()
	width := max(len("place"), len(strconv.Itoa(n)))
	fmt.Fprintf(b, "%*s  %*s  %5s  move\n", width, "step", width, "place", "value")
	for k, p := range path {
		if p < 0 || int(p) >= n {
			fmt.Fprintf(b, "%*d  %*d  %5s  not on the ring\n", width, k+1, width, p, "–")
			continue
		}
		fmt.Fprintf(b, "%*d  %*d  %5d  %s\n", width, k+1, width, p, r.Values[p], moveText(r, path, k))
	}
}

// moveText describes the move from the path's k-th node, which must be on the
// ring.
func moveText(r handsoftime.Ring, path []int32, k int) string {
	switch {
	case k == len(path)-1 && k == r.Size()-1:
		return "last place"
	case k == len(path)-1:
		return "here"
	}
	from, to := int(path[k]), int(path[k+1])
	d := r.Direction(from, to)
	switch d {
	case handsoftime.NoMove:
		return fmt.Sprintf("no move to %d", to)
	case handsoftime.Both:
		return fmt.Sprintf("both ways to %d", to)
	}
	return fmt.Sprintf("%s to %d", d, to)
}
