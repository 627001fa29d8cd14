package handsoftime

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// formats lists the notations for rings.
var formats = []puzzle.Format[Ring]{
	{Name: "line", Doc: "one ring a line", Example: "2 2 2 2 1 3", Read: readLines},
	{Name: "column", Doc: "one ring a file, one value a line", Example: "2\n2\n2\n2\n1\n3", Read: puzzle.Sheets(name, puzzle.Together, fromColumn)},
	{Name: "list", Doc: "a ring a line in any other way: commas, lists, dashes, digits without spaces", Example: "[2, 2, 2, 2, 1, 3]", Read: puzzle.Sheets(name, puzzle.Apart, fromList)},
	{Name: "clock", Doc: "a clock drawn in lines, clockwise from the top", Example: "   2\n 3   2\n 1   2\n   2", Read: readClock},
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
		c.Assume("start: none given, so every node is tried (%s is one)", c.Chooses("start K", "start=K"))
	} else {
		c.Assume("start: none given, so it is node 0 (start=all in front is any)")
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

var drawn = regexp.MustCompile(`\[?\d+\]?`)

// maxClock is the maximum length of a drawing in bytes.
const maxClock = 1 << 16

// readClock reads the drawing of one clock: values around a center, the start in
// brackets, and optionally the text that package render writes below.
func readClock(r io.Reader, file string, c puzzle.Choice) iter.Seq2[Ring, error] {
	return func(yield func(Ring, error) bool) {
		text, err := io.ReadAll(io.LimitReader(r, maxClock))
		if err != nil {
			yield(Ring{}, fmt.Errorf("%s: read %s: %w", name, file, err))
			return
		}
		if ring, err := clockOf(string(text), file, c); err != nil || ring.Size() > 0 {
			yield(ring, err)
		}
	}
}

// place is the position of a value on a clock.
type place struct {
	word            string
	line, column    int
	right, down, at float64 // at is the fraction of the circle, from the top
}

func clockOf(text, file string, c puzzle.Choice) (Ring, error) {
	fault := func(p place, format string, args ...any) (Ring, error) {
		return Ring{}, (&puzzle.Scanner{Puzzle: name, File: file, Line: max(p.line, 1)}).Fault(p.column, format, args...)
	}
	var places []place
	lines, most, indents := 0, 0, map[int]bool{}
	for i, line := range strings.Split(text, "\n") {
		if strings.Contains(line, " nodes, values clockwise") {
			break
		}
		line, _, _ = strings.Cut(line, "#")
		found := drawn.FindAllStringIndex(line, -1)
		if strings.Trim(drawn.ReplaceAllString(line, ""), " \t\r/\\|()*.") != "" {
			return fault(place{line: i + 1}, "a line of a clock holds values and spaces alone")
		}
		for _, f := range found {
			places = append(places, place{word: line[f[0]:f[1]], line: i + 1, column: f[0], right: float64(f[0]+f[1]-1) / 2, down: float64(i)})
		}
		if most = max(most, len(found)); len(found) > 0 {
			lines++
			indents[found[0][0]] = true
		}
	}
	if lines == 0 {
		return Ring{}, nil
	}
	if lines < 3 {
		return fault(place{}, "%d lines with values are no clock (want 3 or more)", lines)
	}
	byColumn := func(a, b place) int { return cmp.Compare(a.right, b.right) }
	left, right := slices.MinFunc(places, byColumn).right, slices.MaxFunc(places, byColumn).right
	if most < 2 || len(indents) < 2 {
		return fault(places[0], "a column or a block of values is no clock")
	}
	top, bottom := places[0].down, places[len(places)-1].down
	for i, p := range places {
		x, y := 2*(p.right-left)/(right-left)-1, 2*(p.down-top)/(bottom-top)-1
		if math.Hypot(x, y) < 0.5 {
			return fault(p, "value %s is in the middle of the clock, and not around it", p.word)
		}
		places[i].at = math.Mod(math.Atan2(x, -y)/(2*math.Pi)+1.01, 1)
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.at, b.at) })
	ring, start := Ring{Values: make([]int32, len(places))}, -1
	for i, p := range places {
		word := strings.Trim(p.word, "[]")
		v, ok := number(word, len(places)/2)
		if !ok || v == 0 {
			return fault(p, "%s", badValue(word, len(places)))
		}
		if ring.Values[i] = v; word != p.word {
			if start >= 0 {
				return fault(p, "a second start")
			}
			start = i
		}
	}
	if ring.Start = start; start < 0 {
		ring.Start = 0
		ring = anywhere(ring, c)
	}
	return ring, nil
}
