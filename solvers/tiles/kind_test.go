package tiles

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAPathIsFoldedAtEightyColumnsAndCutShort(t *testing.T) {
	for _, moves := range []int{1, 5, 50, 51, movesShown, movesShown + 1, 100_000} {
		path := strings.Repeat("ULDR", moves/4+1)[:moves]
		var out bytes.Buffer
		if err := describePath(&out, Board{}, path); err != nil {
			t.Fatal(err)
		}
		text, rest, cut := strings.Cut(out.String(), "  … ")
		for line := range strings.Lines(out.String()) {
			if width := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); width > 80 {
				t.Errorf("%d moves: a line of %d columns: %s", moves, width, line)
			}
		}
		letters := strings.Join(strings.Fields(strings.TrimPrefix(text, "  path")), "")
		if want := path[:min(moves, movesShown)]; letters != want {
			t.Errorf("%d moves: the letters are %s, want %s", moves, letters, want)
		}
		if cut != (moves > movesShown) || cut && !strings.HasPrefix(rest, fmt.Sprintf("%d more of %d moves", moves-movesShown, moves)) {
			t.Errorf("%d moves: the text ends %q", moves, rest)
		}
	}
}

func TestTheAdviceOnTheDefaultStrategyHolds(t *testing.T) {
	if got, want := Core().DefaultAdvice, "idastar/lc-wd for 4x4 boards, or idastar/pdb-663 if it is worth building the tables; idastar/linear-conflict for other sizes"; got != want {
		t.Fatalf("the advice is %q; this test is of %q", got, want)
	}
	for _, size := range everySize {
		b, err := Solved(size[0], size[1], BlankLast)
		if err != nil {
			t.Fatal(err)
		}
		want := "idastar/linear-conflict"
		if b.Width() == 4 && b.Height() == 4 {
			want = "idastar/lc-wd"
		}
		if got := Core().DefaultFor(b); got != want {
			t.Errorf("%dx%d is searched with %s, want %s", b.Width(), b.Height(), got, want)
		}
	}
}

func TestHeuristicsFitTheSizesThatAreListed(t *testing.T) {
	for _, h := range Heuristics() {
		var fitting []string
		all := true
		for _, size := range everySize {
			if h.Fits(size[0], size[1]) == nil {
				fitting = append(fitting, fmt.Sprintf("%dx%d", size[0], size[1]))
			} else {
				all = false
			}
		}
		listed := strings.Split(sizesFor[h.Name], ", ")
		slices.Sort(listed)
		if sizesFor[h.Name] == "" && all {
			continue
		}
		if slices.Sort(fitting); !slices.Equal(listed, fitting) {
			t.Errorf("%s is listed for %q, but fits %q", h.Name, listed, fitting)
		}
	}
}
