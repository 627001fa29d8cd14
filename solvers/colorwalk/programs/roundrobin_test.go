package programs

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestRoundRobinPlaysTheColorsInTurn(t *testing.T) {
	for _, c := range []struct {
		name, board, want         string
		expanded, generated, skip uint64
	}{
		{"round-robin", "0312", "12312", 5, 5, 0}, // the first two remove nothing
		{"round-robin-skip", "0312", "312", 3, 3, 2},
		{"round-robin", "0715", "15715", 5, 5, 0}, // colours that are not on the board have no turn
		{"round-robin", "3312", "12", 2, 2, 0},    // nor has that of a coloured start
	} {
		r := mustStrategy(t, c.name).Solve(t.Context(), mustBoard(t, c.board), 1, search.Limits{})
		if colorwalk.FormatPath(r.Path) != c.want || r.Expanded != c.expanded || r.Generated != c.generated || r.Pruned != c.skip {
			t.Errorf("%s on %s: %v, expanded %d, generated %d, pruned %d, want %s, %d, %d, %d", c.name, c.board,
				colorwalk.FormatPath(r.Path), r.Expanded, r.Generated, r.Pruned, c.want, c.expanded, c.generated, c.skip)
		}
	}
}
