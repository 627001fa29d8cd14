package programs

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// The lengths of the games on the first 25 boards, with -exhaustive on all. Each
// game is played on its own here, round-robin beginning with the first colour.
// The file is a change detector, board by board, which -update rewrites together
// with -exhaustive; the sums of what does not depend on the game before, checked
// with -exhaustive, are those of an independent program.
func TestLengthsOnTheBoardsOfTheSeries(t *testing.T) {
	t.Parallel()
	series, err := colorwalk.KnownInstances("series")
	if err != nil {
		t.Fatal(err)
	}
	columns := []struct {
		strategy       string
		clean, literal int // the sum, 0 if it is not known
	}{
		{"round-robin", 0, 0},
		{"round-robin-skip", 0, 0},
		{"greedy", 3975, 3979},
		{"gla-2", 3625, 3629},
		{"gla-3", 0, 3421},
		{"gla-4", 0, 3329},
		{"gla-5", 3302, 3307},
		{"max-perimeter", 3733, 3736},
		{"max-perimeter-la-2", 3495, 3494},
		{"perimeter-area", 3898, 3901},
		{"perimeter-area-la-2", 0, 0},
		{"deep-path", 7475, 7479},
		{"deep-path-la-2", 0, 0},
		{"path-area", 4417, 4421},
		{"path-area-la-4", 3913, 3916},
	}
	if !*exhaustive {
		series = series[:25]
	}
	var out strings.Builder
	out.WriteString("board")
	for _, c := range columns {
		fmt.Fprintf(&out, "\t%s\tliteral", c.strategy)
	}
	sums := make([][2]int, len(columns))
	for _, k := range series {
		fmt.Fprintf(&out, "\n%d", k.Number)
		for i, c := range columns {
			for j, name := range []string{c.strategy, c.strategy + ",literal"} {
				r := mustStrategy(t, name).Solve(t.Context(), k.Board, 0, search.Limits{})
				if j == 0 && c.strategy != "round-robin" {
					if err := k.Board.Check(r.Path); err != nil {
						t.Errorf("%s on board %d: %v", name, k.Number, err)
					}
				}
				sums[i][j] += r.Cost
				fmt.Fprintf(&out, "\t%d", r.Cost)
			}
		}
	}
	out.WriteString("\n")
	const file = "testdata/series-lengths.tsv"
	if *update && *exhaustive {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if golden, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(golden), out.String()) {
		t.Errorf("not the head of %s (%v):\n%s", file, err, &out)
	}
	if !*exhaustive {
		return
	}
	for i, c := range columns {
		for j, want := range []int{c.clean, c.literal} {
			if want != 0 && sums[i][j] != want {
				t.Errorf("%s: clean and literal %d moves, want %d and %d", c.strategy, sums[i], c.clean, c.literal)
			}
		}
	}
}

// The examples say how many moves each of these needs, by another program.
func TestLengthsOfTheExamples(t *testing.T) {
	boards, err := colorwalk.KnownInstances("examples")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{
		"round-robin-skip", "greedy", "gla-2", "gla-3", "gla-5", "max-perimeter", "max-perimeter-la-2",
		"perimeter-area", "deep-path", "path-area", "path-area-la-4",
	}
	for _, k := range boards {
		for _, name := range names {
			want, ok := k.Lengths[name]
			if r := mustStrategy(t, name).Solve(t.Context(), k.Board, 0, search.Limits{}); !ok || r.Cost != want {
				t.Errorf("%s on %s: %d moves, want %d (%v)", name, k.Name, r.Cost, want, ok)
			}
		}
	}
	if len(boards) != 41 {
		t.Errorf("%d boards, want 41", len(boards))
	}
}
