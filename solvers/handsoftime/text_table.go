package handsoftime

import (
	"cmp"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// formats lists the notations for rings.
var formats = []puzzle.Format[Ring]{
	{Name: "line", Doc: "one ring per line", Example: "2 2 2 2 1 3", Read: readLines},
	{Name: "column", Doc: "one ring per file, with one value per line", Example: "2\n2\n2\n2\n1\n3", Read: puzzle.Sheets(name, puzzle.Together, fromColumn)},
	{Name: "list", Doc: "one ring per line in any other notation, such as commas, lists, dashes, or digits without spaces", Example: "[2, 2, 2, 2, 1, 3]", Read: puzzle.Sheets(name, puzzle.Apart, fromList)},
	{Name: "clock", Doc: "a clock drawn in lines, clockwise from the top", Example: "   2\n 3   2\n 1   2\n   2", Read: puzzle.Sheets(name, puzzle.Together, fromClock)},
}

// readLines reads one ring per line.
func readLines(r io.Reader, file string, c puzzle.Choice) iter.Seq2[Ring, error] {
	return puzzle.ReadEach(r, name, file, maxLine, func(s *puzzle.Scanner) (Ring, error) {
		ring, named, err := readRing(s)
		if err == nil && !named {
			ring = anywhere(ring, c)
		}
		return ring, err
	})
}

// anywhere sets the start of a ring that names none: [AnyStart] if readers leave it
// open, else node 0.
func anywhere(r Ring, c puzzle.Choice) Ring {
	if c.Open {
		r.Start = AnyStart
		c.Assume("start: none is given, so the search tries every place (%s chooses one)", c.Chooses("start K", "start=K"))
	} else {
		c.Assume("start: none is given, so it is place 0 (start=all before the ring tries every place)")
	}
	return r
}

// partly reports whether a line may be part of a drawn clock.
func partly(r Ring, line string) bool {
	return (r.Size() == 2 || strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t")) && !strings.Contains(line, startPrefix)
}

// full returns the text of a ring with its start, even if that is node 0.
func full(r Ring) string {
	if r.Start == 0 {
		return startPrefix + "0 " + r.String()
	}
	return r.String()
}

// fromColumn reads a table with one value per row. The number of values may come first.
func fromColumn(t puzzle.Sheet, c puzzle.Choice) (Ring, error) {
	head, rest := t.Rows[0].Cells, puzzle.Sheet{Rows: t.Rows[1:]}
	if n, ok := number(head[0].Text, MaxSize); ok && len(head) == 1 && n > 1 && len(rest.Rows) > 0 && int(n) == len(rest.Cells()) && (len(rest.Rows) == 1 || rest.Width() == 1) {
		t.Rows = rest.Rows
		return fromCells(t, c)
	}
	for _, r := range t.Rows {
		if len(r.Cells) > 1 {
			return Ring{}, t.Fault(r.Cells[1], "a second value on one line (the column format has one value per line)")
		}
	}
	return fromCells(t, c)
}

// fromList reads a table with one row, or one word of digits.
func fromList(t puzzle.Sheet, c puzzle.Choice) (Ring, error) {
	if s, ok := t.Spread(); ok && len(s.Rows) == 1 {
		t = s
	}
	return fromCells(t, c)
}

// fromCells reads all cells of a table as values.
func fromCells(t puzzle.Sheet, c puzzle.Choice) (Ring, error) {
	names, err := t.Names("start")
	if err != nil {
		return Ring{}, err
	}
	cells := t.Cells()
	r, err := ringOf(t, len(cells), slices.Values(cells), names["start"])
	if err == nil && names["start"].Text == "" {
		r = anywhere(r, c)
	}
	return r, err
}

// place is the position of a value on a clock.
type place struct {
	puzzle.Cell
	right, down, at float64 // at is the fraction of the circle, from the top
}

// fromClock reads the drawing of a clock: values around a center, the start in brackets, and
// optionally the text that package render writes below.
func fromClock(t puzzle.Sheet, c puzzle.Choice) (Ring, error) {
	cells, words := t.Cells(), wording.Each(t.Cells(), func(cell puzzle.Cell) string { return strings.Replace(cell.Text, "nodes", "places", 1) }) // versions before 0.4.0 wrote nodes
	if below := slices.Index(words, "places"); below > 0 {
		cells = slices.DeleteFunc(slices.Clone(cells[:below]), func(cell puzzle.Cell) bool { return cell.Line == cells[below].Line })
	}
	var places []place
	values, indents := map[int]int{}, map[int]bool{} // values by line; columns where lines begin
	for _, cell := range cells {
		if strings.Trim(cell.Text, `\*.`) == "" {
			continue
		}
		if values[cell.Line]++; values[cell.Line] == 1 {
			indents[cell.Column] = true
		}
		places = append(places, place{Cell: cell, right: float64(2*cell.Column+len(cell.Text)) / 2, down: float64(cell.Line)})
	}
	if len(values) < 3 || strings.Count(strings.Join(words, " "), " places ") > 1 {
		return Ring{}, t.Fault(t.Cells()[0], "%d lines with values are no clock, or several (want one, of 3 lines or more)", len(values))
	}
	byColumn := func(a, b place) int { return cmp.Compare(a.right, b.right) }
	left, right := slices.MinFunc(places, byColumn).right, slices.MaxFunc(places, byColumn).right
	if slices.Max(slices.Collect(maps.Values(values))) < 2 || len(indents) < 2 {
		return Ring{}, t.Fault(places[0].Cell, "a column or a block of values is no clock")
	}
	for i, p := range places {
		x, y := 2*(p.right-left)/(right-left)-1, 2*(p.down-places[0].down)/(places[len(places)-1].down-places[0].down)-1
		if math.Hypot(x, y) < 0.5 {
			return Ring{}, t.Fault(p.Cell, "value %s is in the middle of the clock, and not around it", p.Text)
		}
		places[i].at = math.Mod(math.Atan2(x, -y)/(2*math.Pi)+1.01, 1)
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.at, b.at) })
	ring, start := Ring{Values: make([]int32, len(places))}, -1
	for i, p := range places {
		v, ok := number(p.Text, len(places)/2)
		if !ok || v == 0 {
			return Ring{}, t.Fault(p.Cell, "%s", badValue(p.Text, len(places)))
		}
		if ring.Values[i] = v; p.Boxed {
			if start >= 0 {
				return Ring{}, t.Fault(p.Cell, "a second start")
			}
			start = i
		}
	}
	if ring.Start = start; start < 0 && !slices.Contains(words, "any") {
		ring.Start = 0
		ring = anywhere(ring, c)
	}
	return ring, nil
}
