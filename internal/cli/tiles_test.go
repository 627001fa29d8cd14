package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

func TestASlideIsFoldedAtEightyColumnsAndCutShort(t *testing.T) {
	for _, moves := range []int{1, 5, 50, 51, slideShown, slideShown + 1, 100_000} {
		path := make([]tiles.Move, moves)
		for i := range path {
			path[i] = []tiles.Move{tiles.Up, tiles.Left, tiles.Down, tiles.Right}[i%4]
		}
		var out bytes.Buffer
		if err := (slide{path: path}).Describe(&out); err != nil {
			t.Fatal(err)
		}
		text, rest, cut := strings.Cut(out.String(), "  … ")
		for line := range strings.Lines(out.String()) {
			if width := len([]rune(strings.TrimSuffix(line, "\n"))); width > 80 {
				t.Errorf("%d moves: a line of %d columns: %s", moves, width, line)
			}
		}
		letters := strings.Join(strings.Fields(strings.TrimPrefix(text, "  path")), "")
		if want := tiles.FormatPath(path[:min(moves, slideShown)]); letters != want {
			t.Errorf("%d moves: the letters are %s, want %s", moves, letters, want)
		}
		if cut != (moves > slideShown) || cut && !strings.HasPrefix(rest, fmt.Sprintf("%d more of %d moves", moves-slideShown, moves)) {
			t.Errorf("%d moves: the text ends %q", moves, rest)
		}
	}
}

func TestSizesOfBoardsAreReadAndWritten(t *testing.T) {
	for cells := range 30 {
		side := squareRoot(cells)
		if side*side != cells && side != 0 || side == 0 && (cells == 4 || cells == 9 || cells == 16 || cells == 25) {
			t.Errorf("squareRoot(%d) = %d", cells, side)
		}
	}
	for height := 2; 2*height <= tiles.MaxCells; height++ {
		for width := 2; width*height <= tiles.MaxCells; width++ {
			want := tileSize{width, height}
			var got tileSize
			if err := got.Set(want.String()); err != nil || got != want {
				t.Errorf("Set(%q) = %v, %v", want.String(), got, err)
			}
		}
	}
	kept := tileSize{3, 2}
	if err := kept.Set("0x4"); err == nil || kept != (tileSize{3, 2}) {
		t.Errorf("a size of 0x4 left %v and the error %v, want an error and no change", kept, err)
	}
}

func TestTheAdviceOnTheDefaultStrategyHolds(t *testing.T) {
	if got, want := slidingTiles().defaultAdvice, "idastar/lc-wd for 4x4, idastar/linear-conflict for other sizes"; got != want {
		t.Fatalf("the advice is %q; this test is of %q", got, want)
	}
	for height := 2; 2*height <= tiles.MaxCells; height++ {
		for width := 2; width*height <= tiles.MaxCells; width++ {
			b, err := tiles.Solved(width, height, tiles.BlankLast)
			if err != nil {
				t.Fatal(err)
			}
			want := "idastar/linear-conflict"
			if width == 4 && height == 4 {
				want = "idastar/lc-wd"
			}
			if got := (&tileSearch{}).Strategy(b); got != want {
				t.Errorf("%dx%d is searched with %s, want %s", width, height, got, want)
			}
		}
	}
}

func TestAPatternStandsForNames(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"bfs", "bfs", true},
		{"bfs", "bf", false},
		{"pruning+sorting", "pruning+sorting", true},
		{"astar/H", "astar/lc-wd", true},
		{"astar/H", "astar/", false},
		{"astar/H", "idastar/lc-wd", false},
		{"astar/H", "astar/lc/wd", false},
		{"wastar-W/H", "wastar-1.5/manhattan", true},
		{"wastar-W/H", "wastar-/manhattan", false},
		{"beam-N", "beam-10", true},
	} {
		if got := isNamed(c.pattern, c.name); got != c.want {
			t.Errorf("isNamed(%q, %q) = %v, want %v", c.pattern, c.name, got, c.want)
		}
	}
}

// TestEveryRowOfTheTableIsWhole looks for what the commands rely on.
func TestEveryRowOfTheTableIsWhole(t *testing.T) {
	for _, p := range puzzles() {
		if p.name == "" || p.doc == "" || p.source == "" || p.example == "" || len(p.sizes) == 0 || len(p.strategies) == 0 || len(p.families) == 0 {
			t.Errorf("%q lacks something that is listed or shown in an example", p.name)
		}
		if p.reader == nil || p.solver == nil || p.generator == nil || p.drawer == nil || p.analyze == nil {
			t.Errorf("%s lacks a function", p.name)
		}
		if (p.defaultStrategy == "") != (p.defaultAdvice != "") {
			t.Errorf("%s: want a default strategy or advice on it, got %q and %q", p.name, p.defaultStrategy, p.defaultAdvice)
		}
		if (p.defaultTime == nil) != (p.timeAdvice == "") {
			t.Errorf("%s: want default limits and advice on them, or neither", p.name)
		}
		seen := make(map[string]bool)
		for _, list := range [][]entry{p.strategies, p.families, p.published} {
			for _, e := range list {
				if e.Name == "" || e.Doc == "" || e.Source == "" || seen[e.Name] {
					t.Errorf("%s lists %+v: want a name of its own, documentation and source", p.name, e)
				}
				seen[e.Name] = true
			}
		}
	}
}
