package colorwalk

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// stripes is a board of one row: a blank cell, and n stripes of that width in twelve
// colours. The path takes one after the other.
func stripes(t *testing.T, n, width int) (Board, []Color) {
	t.Helper()
	cells, path := []Color{Blank}, make([]Color, n)
	for i := range path {
		path[i] = Color(1 + i%12)
		cells = append(cells, slices.Repeat([]Color{path[i]}, width)...)
	}
	b, err := NewBoard(1, len(cells), 0, cells)
	if err != nil {
		t.Fatal(err)
	}
	return b, path
}

func TestAFloodingIsFoldedAtEightyColumnsAndCutShort(t *testing.T) {
	row := regexp.MustCompile(`(?m)^  (path|removes) +(.*)$`)
	for _, c := range []struct{ moves, width int }{
		{1, 1}, {17, 1}, {18, 1}, {18, 99}, {18, 100_000}, {movesShown, 1}, {movesShown + 1, 1}, {1000, 1},
	} {
		b, path := stripes(t, c.moves, c.width)
		var out bytes.Buffer
		if err := describePath(&out, b, FormatPath(path)); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if width := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); width > 80 {
				t.Errorf("%+v: a line of %d columns: %s", c, width, line)
			}
		}
		words := map[string][]string{}
		for _, m := range row.FindAllStringSubmatch(out.String(), -1) {
			words[m[1]] = append(words[m[1]], strings.Fields(m[2])...)
		}
		shown := min(c.moves, movesShown)
		if got, want := strings.Join(words["path"], ""), FormatPath(path[:shown]); got != want {
			t.Errorf("%+v: the path is %s, want %s", c, got, want)
		}
		if got, want := words["removes"], slices.Repeat([]string{strconv.Itoa(c.width)}, shown); !slices.Equal(got, want) {
			t.Errorf("%+v: the moves remove %v, want %v", c, got, want)
		}
		_, rest, cut := strings.Cut(out.String(), "  … ")
		if cut != (c.moves > movesShown) || cut && !strings.HasPrefix(rest, fmt.Sprintf("%d more of %d moves", c.moves-movesShown, c.moves)) {
			t.Errorf("%+v: the text ends %q", c, rest)
		}
	}
}

func TestAStartIsACellOfTheBoard(t *testing.T) {
	k := Core()
	asked := func(board, start string) (Board, error) {
		b, err := ParseBoard(board)
		if err != nil {
			t.Fatal(err)
		}
		c := puzzle.Defaults(k.Question)
		for _, o := range k.Question {
			if o.Name == "start" && start != "" {
				if err := c.Set(o, start); err != nil {
					return b, err
				}
			}
		}
		return k.Ask(b, c)
	}
	for _, c := range []struct{ board, start, want string }{
		{"121/212", "", "121/212"},
		{"121/212", "1,1", "121/212"},
		{"121/212", "2,3", "start=2,3 121/212"},
		{"start=2,3 121/212", "2,1", "start=2,1 121/212"},
		{"001/200", "1,2", "start=1,2 001/200"},
	} {
		if got, err := asked(c.board, c.start); err != nil || got.String() != c.want {
			t.Errorf("%s from %q is %v, %v, want %s", c.board, c.start, got, err, c.want)
		}
	}
	for _, c := range []struct{ board, start string }{{"121/212", "3,1"}, {"121/212", "1,4"}, {"011/212", "2,2"}, {"121/212", "x"}} {
		if got, err := asked(c.board, c.start); err == nil {
			t.Errorf("%s from %s is %v, want an error", c.board, c.start, got)
		}
	}
}
