package tiles

import (
	"strings"
	"testing"
)

func TestTheZeroBoardIsNoBoardAndHarmless(t *testing.T) {
	var b Board
	if b.Solved() || b.Solvable() || b.Blank() != -1 || b.Cells() != 0 || len(b.Tiles()) != 0 {
		t.Errorf("solved %v, solvable %v, blank on %d, %d cells, tiles %v", b.Solved(), b.Solvable(), b.Blank(), b.Cells(), b.Tiles())
	}
	for m := NoMove; m <= Right; m++ {
		if next, ok := b.Apply(m); ok || next != b {
			t.Errorf("%v leads to %v", m, next)
		}
	}
	_, replayed := b.Replay([]Move{Up})
	_, problem := New(b, Manhattan)
	_, text := b.MarshalText()
	for name, err := range map[string]error{
		"Check": b.Check(), "Replay": replayed, "New": problem, "MarshalText": text,
	} {
		if err == nil || !strings.HasPrefix(err.Error(), "tiles: ") {
			t.Errorf("%s: %v, want an error", name, err)
		}
	}
	if _, ok := b.Hex(); ok {
		t.Error("it has hexadecimal digits")
	}
	if text := b.String(); strings.ContainsAny(text, "0123456789") {
		t.Errorf("it is written as %q", text)
	}
	b.Turned()
	b.Home(0)
}

func TestPathsShowWhatIsNoMove(t *testing.T) {
	if got := FormatPath([]Move{Up, NoMove, 5, 6, 255, Right}); got != "U----R" {
		t.Errorf("got %q", got)
	}
}
