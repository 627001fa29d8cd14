package tiles

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func mustEnumerate(t testing.TB, width, height, blank int) *Distances {
	t.Helper()
	d, err := EnumerateDistances(width, height, blank)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDistancesAreThoseOfASearchOnBoards(t *testing.T) {
	t.Parallel()
	all := append(spaces(t, 8), mustSpace(t, 3, 3, 0))
	if *exhaustive {
		all = append(all, mustSpace(t, 3, 3, 4))
	}
	for _, s := range all {
		t.Run(s.name(), func(t *testing.T) {
			want := plainDistances(s.goalBoard(), -1, false)
			d := mustEnumerate(t, s.width, s.height, s.goal)
			seen := 0
			for b, got := range d.All() {
				// Every board of want comes up, for as many do, each another.
				moves, ok := want[b]
				if !ok || got != moves {
					t.Fatalf("%v: distance %d, want %d, %v", b, got, moves, ok)
				}
				if again, ok := d.Distance(b); !ok || again != got {
					t.Fatalf("%v: distance %d in the row of all, %d asked for, %v", b, got, again, ok)
				}
				delete(want, b)
				seen++
			}
			if len(want) > 0 || uint64(seen) != s.positions() {
				t.Errorf("%d positions went by, want %d; left out: %d", seen, s.positions(), len(want))
			}
		})
	}
}

func TestAllStopsWhenAsked(t *testing.T) {
	n := 0
	for range mustEnumerate(t, 3, 2, 0).All() {
		if n++; n == 100 {
			break
		}
	}
	if n != 100 {
		t.Errorf("%d positions, want 100", n)
	}
}

// Mirroring and transposing the board, goal and all, changes no distance.
func TestMirrorImagesHaveEqualHistograms(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{2, 2}, {3, 2}, {4, 2}, {3, 3}} {
		width, height := size[0], size[1]
		for blank := range width * height {
			row, col := blank/width, blank%width
			want := mustEnumerate(t, width, height, blank).Counts
			for _, c := range []struct{ width, height, blank int }{
				{width, height, row*width + width - 1 - col},
				{width, height, (height-1-row)*width + col},
				{height, width, col*height + row},
			} {
				if got := mustEnumerate(t, c.width, c.height, c.blank).Counts; !slices.Equal(got, want) {
					t.Errorf("%v: %d, but %dx%d with blank %d has %d", c, got, width, height, blank, want)
				}
			}
		}
	}
}

func TestSpacesThatCannotBeEnumeratedAreErrors(t *testing.T) {
	for _, c := range []struct {
		width, height, blank int
		want                 string
	}{
		{1, 5, 0, "1x5 is a line"},
		{0, 3, 0, "no board is 0x3"},
		{6, 6, 0, "more than 25 cells"},
		{4, 3, 0, "positions of 4x3 are too many to keep their distances (want at most 10 cells)"},
		{5, 3, 0, "positions of 5x3 are too many to enumerate (want at most 14 cells)"},
		{4, 4, 0, "positions of 4x4 are too many"},
		{3, 3, 9, "blank of the goal on cell 9: a board of 3x3 has cells 0 to 8"},
		{3, 3, -1, "cell -1"},
	} {
		d, err := EnumerateDistances(c.width, c.height, c.blank)
		if err == nil || !strings.HasPrefix(err.Error(), "tiles: ") || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: error %v, want one with %q", c, err, c.want)
		}
		if d != nil {
			t.Errorf("%+v: %v beside an error", c, d)
		}
	}
}

func ExampleEnumerateDistances() {
	d, err := EnumerateDistances(3, 3, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Counts.Positions(), "positions")
	fmt.Println(d.Counts[:8], "are up to 7 moves away")
	fmt.Printf("on average %.4f, at most %d moves\n", d.Counts.Mean(), d.Counts.Max())
	for b, moves := range d.All() {
		if moves == d.Counts.Max() {
			fmt.Println(b.Tiles())
		}
	}
	// Output:
	// 181440 positions
	// [1 2 4 8 16 20 39 62] are up to 7 moves away
	// on average 21.9724, at most 31 moves
	// [8 0 6 5 4 7 2 3 1]
	// [8 7 6 0 4 1 2 5 3]
}

func ExampleDistances_All() {
	d, err := EnumerateDistances(3, 3, 8)
	if err != nil {
		fmt.Println(err)
		return
	}
	// How far is the Hamming distance from the truth?
	sum, largest := 0, 0
	for b, moves := range d.All() {
		short := moves - misplacedTiles(b)
		sum += short
		largest = max(largest, short)
	}
	fmt.Printf("short by %.2f moves on average, by %d at most\n", float64(sum)/float64(d.Counts.Positions()), largest)
	// Output:
	// short by 14.86 moves on average, by 25 at most
}

func misplacedTiles(b Board) int {
	n := 0
	for cell := range b.Cells() {
		if tile := b.Tile(cell); tile != 0 && b.Home(tile) != cell {
			n++
		}
	}
	return n
}
