package drawtest

import (
	"bytes"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Suite tests the pictures of a puzzle. B is the type of boards, and D is the type of drawing
// options.
type Suite[B, D any] struct {
	Board    B
	Moves    int // number of moves in the drawn path, at least 1
	Drawing  func(Options) D
	Pictures map[string]func(io.Writer, B, D) error
	Page     func(io.Writer, B, D) error
	Strips   bool // whether drawings have the options Every and Columns
}

// Options holds the drawing options that every puzzle supports.
type Options struct {
	Step, Every, Columns, Size int
	Title, ID                  string
}

// Run checks that pictures have the requested size, that titles are escaped, and that invalid
// requests and failing writers lead to errors.
func (s Suite[B, D]) Run(t *testing.T) {
	all := map[string]func(io.Writer, B, D) error{"Page": s.Page}
	for name, draw := range s.Pictures {
		all[name] = draw
		m := viewBox.FindStringSubmatch(Draw(t, draw, s.Board, s.Drawing(Options{Size: 500})))
		var v [4]float64
		for i := range v {
			v[i], _ = strconv.ParseFloat(m[i+1], 64)
		}
		if v[0] != 500 || math.Abs(v[1]-500*v[3]/v[2]) > 0.5 {
			t.Errorf("%s of width 500: %s", name, m[0])
		}
		SVG(t, Draw(t, draw, s.Board, s.Drawing(Options{Title: markup})))
	}
	Page(t, Draw(t, s.Page, s.Board, s.Drawing(Options{Title: markup})))
	for name, draw := range all {
		broken := errors.New("disk full")
		if err := draw(failingWriter{broken}, s.Board, s.Drawing(Options{})); !errors.Is(err, broken) {
			t.Errorf("%s on a full disk: %v", name, err)
		}
		check := func(o Options, want string) {
			t.Helper()
			var out bytes.Buffer
			if err := draw(&out, s.Board, s.Drawing(o)); err == nil || !strings.Contains(err.Error(), ": draw: "+want) || out.Len() > 0 {
				t.Errorf("%s with %+v: got %v and %d bytes, want the error: %s", name, o, err, out.Len(), want)
			}
		}
		check(Options{Size: -1}, "a picture cannot be -1 pixels wide (want 1 to 100000, or 0 for the width it needs)")
		check(Options{Size: math.MaxInt}, "a picture cannot be 9223372036854775807 pixels wide")
		check(Options{Step: -1}, "step -1 is not in the path (want 0 to "+strconv.Itoa(s.Moves)+")")
		check(Options{Step: s.Moves + 1}, "step "+strconv.Itoa(s.Moves+1)+" is not in the path")
		check(Options{ID: `a"b`}, `ID "a\"b" has characters other than letters, digits, '-', '_' and '.'`)
		if s.Strips {
			check(Options{Every: -1}, "cannot show a board for every -1 moves (want 1 or more)")
			check(Options{Columns: -2}, "cannot put -2 boards in a row (want 1 or more)")
		}
	}
}

const markup = "<script>\"a\" & 'b'</script>\x00"

var viewBox = regexp.MustCompile(`width="(\d+)" height="(\d+)" viewBox="0 0 (\d+) (\d+)"`)

// failingWriter returns an error from every write.
type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
