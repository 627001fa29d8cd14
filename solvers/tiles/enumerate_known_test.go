package tiles

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// plainDistances is a breadth-first search on boards: the distances of all
// positions up to a depth. If lines, a move shifts any number of tiles.
func plainDistances(start Board, depth int, lines bool) map[Board]int {
	dist := map[Board]int{start: 0}
	for queue := []Board{start}; len(queue) > 0; queue = queue[1:] {
		d := dist[queue[0]]
		if d == depth {
			break
		}
		for m := Up; m <= Right; m++ {
			for next, ok := queue[0].Apply(m); ok; next, ok = next.Apply(m) {
				if _, seen := dist[next]; !seen {
					dist[next] = d + 1
					queue = append(queue, next)
				}
				if !lines {
					break
				}
			}
		}
	}
	return dist
}

// histogramOf counts the distances.
func histogramOf(dist map[Board]int) Histogram {
	var h Histogram
	for _, d := range dist {
		for len(h) <= d {
			h = append(h, 0)
		}
		h[d]++
	}
	return h
}

// deepest returns what testdata/deepest.txt says: how many positions are at
// the largest distance, and tiles of some of them.
func deepest(t *testing.T, width, height, blank int) (count uint64, examples []string) {
	t.Helper()
	file, err := os.Open("testdata/deepest.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	prefix := fmt.Sprintf("%dx%d %d ", width, height, blank)
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if line, ok := strings.CutPrefix(lines.Text(), prefix); ok {
			number, tiles, _ := strings.Cut(line, " ")
			if _, err := fmt.Sscan(number, &count); err != nil {
				t.Fatal(err)
			}
			examples = append(examples, tiles)
		}
	}
	return count, examples
}

// Package external counts the boards of 12 cells.
func TestDistancesHaveTheKnownHistograms(t *testing.T) {
	t.Parallel()
	complete := 0
	for _, known := range KnownHistograms() {
		if !known.Complete() || known.Width*known.Height > maxEnumerated {
			continue
		}
		complete++
		t.Run(fmt.Sprintf("%dx%d/blank=%d", known.Width, known.Height, known.Blank), func(t *testing.T) {
			d := mustEnumerate(t, known.Width, known.Height, known.Blank)
			if !slices.Equal(d.Counts, known.Counts) {
				t.Errorf("counts %d, want %d", d.Counts, known.Counts)
			}
			count, examples := deepest(t, known.Width, known.Height, known.Blank)
			if n := known.Counts[known.Counts.Max()]; count != n {
				t.Errorf("%d boards at depth %d, want %d", n, known.Counts.Max(), count)
			}
			for _, tiles := range examples {
				b, err := ParseBoard(fmt.Sprintf("%dx%d: %s", known.Width, known.Height, tiles), BlankLast)
				if err != nil {
					t.Fatal(err)
				}
				if got, ok := d.Distance(b); !ok || got != known.Counts.Max() {
					t.Errorf("%s is %d moves from the goal, %v, want %d", tiles, got, ok, known.Counts.Max())
				}
			}
		})
	}
	if complete != 11 {
		t.Errorf("%d complete histograms of up to 10 cells, want 11", complete)
	}
}

// Boards of 4x3 are solved one by one, which takes some seconds.
func TestDeepestBoardsOf4x3AreThatDeep(t *testing.T) {
	if !*exhaustive {
		t.Skip("needs -exhaustive")
	}
	for _, known := range KnownHistograms() {
		if known.Width != 4 || known.Height != 3 {
			continue
		}
		count, examples := deepest(t, known.Width, known.Height, known.Blank)
		if n := known.Counts[known.Counts.Max()]; count != n || len(examples) == 0 {
			t.Errorf("%d boards at depth %d, want %d", n, known.Counts.Max(), count)
		}
		home := mustSpaceOf(t, known).goalBoard()
		goal := Goal(home.tiles[:home.Cells()])
		for _, tiles := range examples {
			b, err := ParseBoard("4x3: "+tiles, goal)
			if err != nil {
				t.Fatal(err)
			}
			if r := mustParse(t, "idastar/lc-wd").Solve(t.Context(), b, search.Limits{}); r.Cost != known.Counts.Max() {
				t.Errorf("%s is %d moves from the goal %v, want %d", tiles, r.Cost, goal, known.Counts.Max())
			}
		}
	}
}

// The first depths of the 15-puzzle's histograms, by a search on boards.
func TestPublishedHistogramsBeginAsCounted(t *testing.T) {
	published := 0
	for _, known := range KnownHistograms() {
		if known.Width != 4 || known.Height != 4 {
			continue
		}
		published++
		depth := 11
		switch {
		case *exhaustive && known.LineMoves:
			depth = 9
		case *exhaustive:
			depth = 17
		case known.LineMoves:
			depth = 6
		}
		got := histogramOf(plainDistances(mustSpaceOf(t, known).goalBoard(), depth, known.LineMoves))
		if want := known.Counts[:depth+1]; !slices.Equal(got, want) {
			t.Errorf("4x4 blank %d, line moves %v: %d, want %d", known.Blank, known.LineMoves, got, want)
		}
	}
	if published != 4 {
		t.Errorf("%d histograms of the 15-puzzle, want 4", published)
	}
}

// mustSpaceOf returns what of a space a goal is made from, for boards that are
// too large to be numbered.
func mustSpaceOf(t *testing.T, known KnownHistogram) *space {
	t.Helper()
	return &space{width: known.Width, height: known.Height, cells: known.Width * known.Height, goal: known.Blank}
}

// Published: Korf and Schultze, AAAI 2005; the mean follows from their counts.
func TestHistogramOfTheFifteenPuzzle(t *testing.T) {
	for _, known := range KnownHistograms() {
		if known.Width != 4 || known.Height != 4 || !known.Complete() {
			continue
		}
		h := known.Counts
		if h.Positions() != 10_461_394_944_000 || h.Max() != 80 || h[80] != 17 || h.Mode() != 53 || math.Abs(h.Mean()-52.589472) > 1e-6 {
			t.Errorf("%d positions, at most %d moves (%d of them), mode %d, mean %g", h.Positions(), h.Max(), h[80], h.Mode(), h.Mean())
		}
		return
	}
	t.Error("no complete histogram of the 15-puzzle")
}

func TestHistogramOfNothing(t *testing.T) {
	var h Histogram
	if h.Positions() != 0 || h.Max() != -1 || h.Mode() != 0 || !math.IsNaN(h.Mean()) {
		t.Errorf("%d positions, largest depth %d, mode %d, mean %g", h.Positions(), h.Max(), h.Mode(), h.Mean())
	}
}

func TestKnownHistogramsAreTheCallersOwn(t *testing.T) {
	KnownHistograms()[0].Counts[0] = 99
	if got := KnownHistograms()[0].Counts[0]; got != 1 {
		t.Errorf("a caller's change shows: %d", got)
	}
}
