package handsoftime

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

const startPrefix = "start="

// ParseRing parses a ring on one line: the values clockwise from node 0, separated by spaces or
// tabs. The line may begin with start=K if the start is not node 0, or with start=all for
// [AnyStart]. It may end with a # comment.
//
//	2 2 2 2 1 3
//	start=1 2 1 1 1   # two solutions
//	start=all 2 1 1 1
//
// The error is a [*puzzle.SyntaxError] with the column of the first mistake. An empty line is an
// error. The cost is O(len(line)).
func ParseRing(line string) (Ring, error) {
	return puzzle.ParseLine(name, line, "one ring", parseRing)
}

// Read yields the rings of a stream, which has one ring per line. It skips blank
// lines and comments. For a line that cannot be parsed, it yields a
// [*puzzle.SyntaxError] with file and line, and continues. If r fails, it yields
// r's error last.
func Read(r io.Reader, file string) iter.Seq2[Ring, error] {
	return puzzle.ReadEach(r, name, file, maxLine, parseRing)
}

// maxLine is the maximum length of a line in bytes, enough for a ring of four million nodes.
// Without a limit, a file that is not text might be read as one line.
const maxLine = 1 << 25

// String returns the ring as a line for [ParseRing]. Two rings are equal if and only if their
// lines are equal.
func (r Ring) String() string {
	text, _ := r.AppendText(nil)
	return string(text)
}

// AppendText appends the result of [Ring.String] to b. The error is always nil.
func (r Ring) AppendText(b []byte) ([]byte, error) {
	switch r.Start {
	case 0:
	case AnyStart:
		b = append(b, "start=all "...)
	default:
		b = append(b, "start="...)
		b = strconv.AppendInt(b, int64(r.Start), 10)
		b = append(b, ' ')
	}
	for i, v := range r.Values {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(v), 10)
	}
	return b, nil
}

// MarshalText returns the result of [Ring.String]. It returns the error of [Ring.Check] for an
// invalid ring, since no text could be read back as this ring.
func (r Ring) MarshalText() ([]byte, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	return r.AppendText(nil)
}

// UnmarshalText parses text like [ParseRing]. On error, it does not change r.
func (r *Ring) UnmarshalText(text []byte) error {
	read, err := ParseRing(string(text))
	if err == nil {
		*r = read
	}
	return err
}

// name is the prefix of this package's errors.
const name = "handsoftime"

// parseRing parses a whole line.
func parseRing(s *puzzle.Scanner) (Ring, error) {
	r, _, err := readRing(s)
	return r, err
}

// readRing parses a line, and also reports whether it names the start.
func readRing(s *puzzle.Scanner) (r Ring, named bool, err error) {
	t, err := s.Head("a ring's values separated by spaces", map[string]string{"start": startPrefix + "K"})
	if err != nil {
		return r, false, err
	}
	start, named := t.Rows[0].Names["start"]
	r, err = ringOf(t, s.Count(), s.Words(), start)
	return r, named, err
}

// ringOf returns the ring with n values and the named start, or "" for node 0. n is needed in
// advance because it determines the largest valid value.
func ringOf(t puzzle.Sheet, n int, values iter.Seq[puzzle.Cell], start puzzle.Cell) (r Ring, err error) {
	switch node, ok := number(start.Text, n-1); {
	case start.Text == "all":
		r.Start = AnyStart
	case start.Text == "" || n < 2: // the value causes the error
	case !ok:
		return Ring{}, t.Fault(start, "start %s is outside the ring (want 0 to %d, or all)", quoteless(start.Text), n-1)
	default:
		r.Start = int(node)
	}
	r.Values = make([]int32, 0, n)
	for word := range values {
		v, ok := number(word.Text, n/2)
		if !ok || v == 0 {
			return Ring{}, t.Fault(word, "%s", badValue(cmp.Or(word.Text, "nothing"), n))
		}
		r.Values = append(r.Values, v)
	}
	return r, nil
}

// badValue explains why a word is not a value on a ring of n nodes.
func badValue(word string, n int) string {
	want := fmt.Sprintf("want 1 to %d", n/2)
	_, err := strconv.Atoi(word)
	isNumber := err == nil || errors.Is(err, strconv.ErrRange)
	switch {
	case isNumber && n < 2:
		return "a ring of 1 place (want 2 or more values)"
	case isNumber && word[0] == '+':
		return fmt.Sprintf("%s has a sign (%s)", wording.Quote(word), want)
	case word == "0":
		return fmt.Sprintf("value 0 is out of range on a ring of %d (%s; a clock with places that are gone is no ring: write it as it was at first)", n, want)
	case isNumber:
		return fmt.Sprintf("value %s is out of range on a ring of %d (%s)", quoteless(word), n, want)
	case strings.HasPrefix(word, startPrefix):
		return wording.Quote(word) + " behind a value (want it first on the line)"
	}
	if n < 2 {
		want = "want 2 or more numbers"
	}
	if strings.ContainsAny(word, ",;") {
		want += ", separated by spaces"
	}
	return fmt.Sprintf("%s is not a value (%s)", wording.Quote(word), want)
}

// number parses decimal digits as a number of at most limit.
func number(word string, limit int) (int32, bool) {
	v, ok := wording.Digits(word, limit)
	return int32(v), ok && v <= limit
}

// quoteless shortens a word like [wording.Quote], but leaves numbers unquoted.
func quoteless(word string) string {
	quoted := wording.Quote(word)
	if _, err := strconv.Atoi(word); err != nil {
		return quoted
	}
	return quoted[1 : len(quoted)-1]
}

// Path is a solution: all nodes in the order in which the hand visits them.
type Path []int32

// String returns the nodes separated by spaces, in the form that [ParsePath] parses.
func (p Path) String() string {
	b := make([]byte, 0, 8*len(p))
	for i, node := range p {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(node), 10)
	}
	return string(b)
}

// ParsePath parses nodes separated by spaces, as written by [Path.String]. The error names the
// column of the first word that cannot be a node.
func ParsePath(text string) (Path, error) {
	s := puzzle.Scanner{Puzzle: name, Text: text}
	path := make(Path, 0, 1+strings.Count(text, " "))
	for s.Skip() {
		word := s.Word()
		node, ok := number(word, MaxSize-1)
		if !ok {
			return nil, s.Fault(s.Pos, "%s is not a place (want 0 to %d)", wording.Quote(word), MaxSize-1)
		}
		path = append(path, node)
		s.Pos += len(word)
	}
	return path, nil
}
