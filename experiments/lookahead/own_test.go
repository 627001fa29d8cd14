package lookahead

import (
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// most is the greedy algorithm, cell by cell.
func most(b colorwalk.Board) colorwalk.Color {
	best, largest := colorwalk.Color(1), 0
	for c := colorwalk.Color(1); c <= b.Colors(); c++ {
		if _, removed := b.Apply(c); removed > largest {
			best, largest = c, removed
		}
	}
	return best
}

func TestOwnAlgorithmPlaysAsItSays(t *testing.T) {
	table, err := Try("most", most, 3)
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) != 3 {
		t.Fatalf("%d boards, want 3", len(table.Rows))
	}
	for _, row := range table.Rows {
		if optimum, greedy, own := row[1].Number, row[2].Number, row[5].Number; own != greedy || own < optimum {
			t.Errorf("board %v: %v moves, greedy %v, optimum %v", row[0].Number, own, greedy, optimum)
		}
	}
}

func TestOwnAlgorithmThatGoesWrongIsNamed(t *testing.T) {
	for _, c := range []struct {
		choose func(colorwalk.Board) colorwalk.Color
		want   string
	}{
		{func(colorwalk.Board) colorwalk.Color { return 1 }, "lookahead: mine on board 1: 600 moves do not clear it"},
		{func(colorwalk.Board) colorwalk.Color { return colorwalk.Blank }, "lookahead: mine on board 1: move 1: 0 is not a color (want 1 to 5)"},
	} {
		if _, err := Try("mine", c.choose, 2); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}
