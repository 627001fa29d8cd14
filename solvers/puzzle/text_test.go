package puzzle_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
)

// pair reads two numbers below 100: the smallest text format there is.
func pair(s *puzzle.Scanner) ([2]int, error) {
	var p [2]int
	for i := range p {
		if !s.Skip() {
			return p, s.Fault(s.Pos, "%s (want 2)", wording.Counted(i, "number"))
		}
		v, ok := wording.Digits(s.Word(), 99)
		if !ok || v > 99 {
			return p, s.Fault(s.Pos, "%s is not a number (want 0 to 99)", wording.Quote(s.Word()))
		}
		p[i] = v
		s.Pos += len(s.Word())
	}
	return p, nil
}

func readAll(r io.Reader, file string) []string {
	var got []string
	for p, err := range puzzle.ReadEach(r, "pairs", file, 40, pair) {
		if err != nil {
			got = append(got, err.Error())
		} else {
			got = append(got, fmt.Sprint(p))
		}
	}
	return got
}

func TestReadEachGoesOnAfterABadLine(t *testing.T) {
	zeros := strings.Repeat("\x00", 1<<17)
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"\n \t\r\n# nothing\n", nil},
		{"\ufeff1 2 # a pair\r\n\n3 x\n4 5", []string{"[1 2]", `pairs: parse: f:3:3: "x" is not a number (want 0 to 99)`, "[4 5]"}},
		{"7", []string{"pairs: parse: f:1:2: 1 number (want 2)"}},
		{zeros + "\n1 2", []string{"pairs: parse: f:1:1: a line of more than 40 bytes is no instance", "[1 2]"}},
		{"# " + zeros + "\n1 2", []string{"[1 2]"}},
		{"999999999999999999999999 1", []string{`pairs: parse: f:1:1: "999999999999999999999999" is not a number (want 0 to 99)`}},
	} {
		if got := readAll(strings.NewReader(c.in), "f"); !slices.Equal(got, c.want) {
			t.Errorf("%.40q: %q\nwant %q", c.in, got, c.want)
		}
	}
}

func TestReadEachYieldsAFailedReadLast(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("1 2\n3"), iotest.ErrReader(errors.New("gone")))
	want := []string{"[1 2]", "pairs: read input: line 2: gone"}
	if got := readAll(broken, ""); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestReadEachStopsWhenAsked(t *testing.T) {
	for range puzzle.ReadEach(strings.NewReader("x\n1 2"), "pairs", "", 40, pair) {
		break // yielding on would panic
	}
}

func TestSyntaxErrorSaysWhereAsFarAsItIsKnown(t *testing.T) {
	for _, c := range []struct {
		err  puzzle.SyntaxError
		want string
	}{
		{puzzle.SyntaxError{Puzzle: "p", Column: 3, Msg: "no"}, "p: parse: column 3: no"},
		{puzzle.SyntaxError{Puzzle: "p", Line: 2, Column: 3, Msg: "no"}, "p: parse: line 2, column 3: no"},
		{puzzle.SyntaxError{Puzzle: "p", File: "f", Line: 2, Column: 3, Msg: "no"}, "p: parse: f:2:3: no"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	count := func(s *puzzle.Scanner) (int, error) { return s.Count(), nil }
	if _, err := puzzle.ParseLine("p", "1\n2", "one pair", count); err == nil || err.Error() != "p: parse: column 2: a second line (want one pair on one line)" {
		t.Error(err)
	}
	if n, err := puzzle.ParseLine("p", "1 2 # two\n \n", "one pair", count); err != nil || n != 2 {
		t.Error(n, err)
	}
}

func TestQuotesStayOnOneShortLine(t *testing.T) {
	for word, want := range map[string]string{
		"x": `"x"`, "a\nb": `"a\nb"`, strings.Repeat("é", 30): `"` + strings.Repeat(`\u00e9`, 12) + `\u2026"`,
	} {
		if got := wording.Quote(word); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := wording.QuoteFirst("éx"); got != `"é"` {
		t.Error(got)
	}
	for want, words := range map[string][]string{"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"}} {
		if got := wording.AnyOf(words); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestAWrongSizeIsAnsweredByTheRightOnes(t *testing.T) {
	parse := puzzle.ParseN("pancakes", 1, 20)
	for text, want := range map[string]string{
		"0": "0 is too small (want 1 to 20 pancakes)", "21": "21 is too large (want at most 20 pancakes)",
	} {
		if _, err := parse(text, puzzle.Choice{}); err == nil || err.Error() != want {
			t.Errorf("size %s: error %v, want %s", text, err, want)
		}
	}
}
