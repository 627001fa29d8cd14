package tiles

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func mustEnumerate(t testing.TB, width, height, blank int, limits search.Limits) Enumeration {
	t.Helper()
	e, err := Enumerate(t.Context(), width, height, blank, limits)
	if err != nil {
		t.Fatal(err)
	}
	return e
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
			d, err := EnumerateDistances(t.Context(), s.width, s.height, s.goal, search.Limits{})
			if err != nil {
				t.Fatal(err)
			}
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
	d, err := EnumerateDistances(t.Context(), 3, 2, 0, search.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range d.All() {
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
			want := mustEnumerate(t, width, height, blank, search.Limits{}).Counts
			for _, c := range []struct{ width, height, blank int }{
				{width, height, row*width + width - 1 - col},
				{width, height, (height-1-row)*width + col},
				{height, width, col*height + row},
			} {
				if got := mustEnumerate(t, c.width, c.height, c.blank, search.Limits{}).Counts; !slices.Equal(got, want) {
					t.Errorf("%v: %d, but %dx%d with blank %d has %d", c, got, width, height, blank, want)
				}
			}
		}
	}
}

func TestNodeLimitsOfEnumerationsAreExact(t *testing.T) {
	whole := mustEnumerate(t, 3, 3, 0, search.Limits{})
	total := whole.Counts.Positions()
	for _, limit := range []uint64{1, 2, 3, 5, 100, 65_535, 65_536, 65_537, 100_000, total - 1} {
		got := mustEnumerate(t, 3, 3, 0, search.Limits{Expanded: limit})
		if got.Outcome != search.LimitNodes || got.Expanded != limit {
			t.Errorf("limit %d: %v after %d", limit, got.Outcome, got.Expanded)
		}
		done := len(got.Counts)
		if !slices.Equal(got.Counts, whole.Counts[:done]) || got.Counts.Positions() > limit ||
			got.Counts.Positions()+whole.Counts[done] < limit {
			t.Errorf("limit %d: counts %d of %d", limit, got.Counts, whole.Counts)
		}
	}
	if got := mustEnumerate(t, 3, 3, 0, search.Limits{Expanded: total + 1}); got.Outcome != search.Solved || got.Expanded != total {
		t.Errorf("a limit above %d: %v after %d", total, got.Outcome, got.Expanded)
	}
}

func TestMemoryIsRefusedBeforeItIsTaken(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, limits := range []search.Limits{{Bytes: 80_000_000}, {Stored: 239_500_799}} {
		d, err := EnumerateDistances(t.Context(), 4, 3, 0, limits)
		if err != nil || d.Outcome != search.LimitMemory || d.Bytes != 0 || d.Counts != nil || d.Expanded != 0 {
			t.Errorf("%+v: %+v, %v", limits, d, err)
		}
		if _, ok := d.Distance(mustSpace(t, 4, 3, 0).goalBoard()); ok {
			t.Errorf("%+v: there are distances", limits)
		}
		for b := range d.All() {
			t.Errorf("%+v: %v goes by", limits, b)
			break
		}
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<20 {
		t.Errorf("%d bytes were taken", taken)
	}
}

func TestMemoryOfEnumerationsIsAccountedFor(t *testing.T) {
	for _, size := range [][2]int{{3, 3}, {5, 2}, {2, 5}} {
		for _, distances := range []bool{false, true} {
			s := mustSpace(t, size[0], size[1], 0)
			said := floodBytes(s, distances)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			f := newFlood(s, search.NewGuard(t.Context(), search.Limits{}), distances)
			runtime.ReadMemStats(&after)
			// Allocations are rounded up, by an eighth at most.
			if taken := after.TotalAlloc - before.TotalAlloc; taken > said+said/8+8192 || said > taken {
				t.Errorf("%s, distances %v: %d bytes taken, %d said", s.name(), distances, taken, said)
			}
			runtime.KeepAlive(f)
		}
	}
}

func TestPassesTakeNoMemory(t *testing.T) {
	f := newFlood(mustSpace(t, 4, 2, 0), search.NewGuard(t.Context(), search.Limits{}), true)
	f.first = make([]found, 0, maxDeepest)
	depth := 0
	if n := testing.AllocsPerRun(30, func() {
		if !f.pass(depth) || f.counted == 0 {
			t.Errorf("nothing at depth %d", depth)
		}
		depth++
	}); n != 0 {
		t.Errorf("%g allocations a pass", n)
	}
}

// countdown is a context that is cancelled when it has been asked so often.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestEnumerationsStopWhenToldTo(t *testing.T) {
	late, err := Enumerate(t.Context(), 5, 2, 0, search.Limits{Time: time.Nanosecond})
	if err != nil || late.Outcome != search.LimitTime || late.Counts != nil {
		t.Errorf("out of time: %+v, %v", late, err)
	}
	whole := mustEnumerate(t, 5, 2, 0, search.Limits{})
	for _, asked := range []int{0, 1, 100, 200} {
		got, err := Enumerate(&countdown{t.Context(), asked}, 5, 2, 0, search.Limits{})
		if err != nil || got.Outcome != search.Cancelled || got.Expanded >= whole.Expanded ||
			!slices.Equal(got.Counts, whole.Counts[:len(got.Counts)]) {
			t.Errorf("cancelled after %d looks: %+v, %v", asked, got, err)
		}
		if asked == 200 && len(got.Counts) == 0 {
			t.Error("nothing was done in 200 looks")
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
		{5, 3, 0, "positions of 5x3 are too many to enumerate (want at most 14 cells)"},
		{4, 4, 0, "positions of 4x4 are too many"},
		{3, 3, 9, "blank of the goal on cell 9: a board of 3x3 has cells 0 to 8"},
		{3, 3, -1, "cell -1"},
	} {
		_, err := Enumerate(t.Context(), c.width, c.height, c.blank, search.Limits{})
		d, err2 := EnumerateDistances(t.Context(), c.width, c.height, c.blank, search.Limits{})
		for _, err := range []error{err, err2} {
			if err == nil || !strings.HasPrefix(err.Error(), "tiles: ") || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%+v: error %v, want one with %q", c, err, c.want)
			}
		}
		if d != nil {
			t.Errorf("%+v: %v beside an error", c, d)
		}
	}
}

func ExampleEnumerate() {
	e, err := Enumerate(context.Background(), 3, 3, 0, search.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Counts.Positions(), "positions")
	fmt.Println(e.Counts[:8], "are up to 7 moves away")
	fmt.Printf("on average %.4f, at most %d moves\n", e.Counts.Mean(), e.Counts.Max())
	for _, b := range e.Deepest {
		fmt.Println(b.Tiles())
	}
	// Output:
	// 181440 positions
	// [1 2 4 8 16 20 39 62] are up to 7 moves away
	// on average 21.9724, at most 31 moves
	// [8 0 6 5 4 7 2 3 1]
	// [8 7 6 0 4 1 2 5 3]
}

func ExampleDistances_All() {
	d, err := EnumerateDistances(context.Background(), 3, 3, 8, search.Limits{})
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
