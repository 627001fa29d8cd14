package search_test

import (
	"context"
	"flag"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var exhaustive = flag.Bool("exhaustive", false, "run the long checks too")

func TestAGroupIsOneCacheLine(t *testing.T) {
	if search.GroupBytes != 64 {
		t.Errorf("%d bytes", search.GroupBytes)
	}
}

// Table and open list together take at most 16 bytes for each slot of the
// table at every size, also while the table grows. With a limit, the table
// grows to a slot for every 16 bytes of it.
func TestAStarTakesSixteenBytesASlot(t *testing.T) {
	for _, expanded := range []uint64{1, 100, 1_000, 1_900, 4_000, 9_000, 50_000, 150_000, 250_000} {
		for id, cells := range map[int][]uint8{12: korf12, 2: korf2, 1: korf1} {
			r, slots, table, open := search.AStarMemory(t.Context(), newTightFifteen(cells), search.Limits{Expanded: expanded})
			if r.Bytes > 16*slots || r.Bytes < table+open {
				t.Errorf("korf %d, %d expansions: peak of %d bytes for %d slots, %.2f a slot; %d and %d at the end", id, expanded, r.Bytes, slots, float64(r.Bytes)/float64(slots), table, open)
			}
		}
	}
	for _, limit := range []uint64{2 << 20, 8 << 20} {
		for id, cells := range map[int][]uint8{12: korf12, 2: korf2, 1: korf1} {
			r, slots, table, open := search.AStarMemory(t.Context(), newTightFifteen(cells), search.Limits{Bytes: limit, Expanded: 150_000})
			if table+open > 16*slots || r.Bytes < table+open || r.Bytes > limit {
				t.Errorf("korf %d within %d bytes: accounts for %d, has %d for the table of %d slots and %d for the open list", id, limit, r.Bytes, table, slots, open)
			}
			if r.Outcome != search.LimitMemory {
				continue
			}
			if spare := uint64(40_000); limit-(table+open) > limit/20 && slots*16+spare < limit || float64(r.Stored) < 0.85*float64(slots) {
				t.Errorf("korf %d gives up at %d bytes of %d, with %d nodes in %d slots", id, table+open, limit, r.Stored, slots)
			}
		}
	}
}

// A large table gives back what it has read while it grows, so that old and new
// table never take their full size together.
func TestAGrowingTableTakesSixteenBytesASlot(t *testing.T) {
	if !search.ShedsPages || testing.Short() {
		t.Skip("seconds on Linux: run without -short")
	}
	before := peakResident(t)
	r, slots, _, _ := search.AStarMemory(t.Context(), newTightFifteen(korf1), search.Limits{Expanded: 5_300_000})
	grown := peakResident(t) - before
	if slots*search.GroupBytes/5 < 256_000_000 {
		t.Fatalf("a table of %d slots has not doubled", slots)
	}
	t.Logf("%d slots: accounts for %.2f bytes a slot, resident %.2f", slots, float64(r.Bytes)/float64(slots), float64(grown)/float64(slots))
	if most := 16 * slots; r.Bytes > most || grown > most+8<<20 {
		t.Errorf("accounts for %d bytes, resident %d, want at most 16 bytes for each of %d slots: %d", r.Bytes, grown, slots, most)
	}
}

func TestMemoryLimitsEndTheSearchByItsOwnAccounting(t *testing.T) {
	p := newTightFifteen(korf12)
	for name, solve := range allSearches[tightState, slideMove]() {
		for kind, p := range map[string]search.Problem[tightState, slideMove]{"packed": p, "general": unpacked[tightState, slideMove]{p}} {
			for _, limit := range []uint64{1, 1000, 50_000, 100_000, 400_000} {
				r := solve(t.Context(), p, search.Limits{Bytes: limit, Expanded: 200_000})
				again := solve(t.Context(), p, search.Limits{Bytes: limit, Expanded: 200_000})
				if !r.Meter.Equal(again.Meter) || r.Outcome != again.Outcome {
					t.Errorf("%s, %s within %d bytes: %+v, then %+v", name, kind, limit, r.Meter, again.Meter)
				}
				if r.Outcome == search.LimitMemory {
					if r.Bound > 45 || r.Optimal {
						t.Errorf("%s, %s within %d bytes: bound %d, optimal %v", name, kind, limit, r.Bound, r.Optimal)
					}
				} else if r.Bytes > limit {
					t.Errorf("%s, %s within %d bytes: %v with %d bytes", name, kind, limit, r.Outcome, r.Bytes)
				}
			}
			free := solve(t.Context(), p, search.Limits{Expanded: 20_000})
			// Under a limit the table is sized by it, not by need, so exactly the
			// bytes of a free run may be shared out unluckily.
			if r := solve(t.Context(), p, search.Limits{Expanded: 20_000, Bytes: 2 * free.Bytes}); r.Outcome != free.Outcome {
				t.Errorf("%s, %s within twice the %d bytes it needs: %v, want %v", name, kind, free.Bytes, r.Outcome, free.Outcome)
			}
			if r := solve(t.Context(), p, search.Limits{Expanded: 20_000, Bytes: free.Bytes / 4}); r.Outcome != search.LimitMemory && free.Bytes > 1<<20 {
				t.Errorf("%s, %s within a quarter of the %d bytes it needs: %v", name, kind, free.Bytes, r.Outcome)
			}
		}
	}
}

func TestStoredLimitIsExact(t *testing.T) {
	p := newTightFifteen(korf12)
	for name, solve := range allSearches[tightState, slideMove]() {
		for kind, p := range map[string]search.Problem[tightState, slideMove]{"packed": p, "general": unpacked[tightState, slideMove]{p}} {
			free := solve(t.Context(), p, search.Limits{Expanded: 5_000})
			if r := solve(t.Context(), p, search.Limits{Expanded: 5_000, Stored: free.Stored}); r.Outcome != free.Outcome || r.Stored != free.Stored {
				t.Errorf("%s, %s with the %d nodes it stores: %v with %d, want %v", name, kind, free.Stored, r.Outcome, r.Stored, free.Outcome)
			}
			for _, less := range []uint64{1, 2, free.Stored / 2, free.Stored - 1} {
				if r := solve(t.Context(), p, search.Limits{Expanded: 5_000, Stored: less}); r.Outcome != search.LimitMemory || r.Stored > less || less-r.Stored > 3 {
					t.Errorf("%s, %s with %d nodes: %v with %d", name, kind, less, r.Outcome, r.Stored)
				}
			}
		}
	}
}

// What is accounted for must be what is allocated.
func TestAccountingIsWhatIsAllocated(t *testing.T) {
	p := newTightFifteen(korf1)
	for kind, p := range map[string]search.Problem[tightState, slideMove]{"packed": p, "general": unpacked[tightState, slideMove]{p}} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		r := search.AStar(t.Context(), p, search.HighG, search.Limits{Expanded: 40_000})
		runtime.ReadMemStats(&after)
		allocated := after.TotalAlloc - before.TotalAlloc
		// Smaller tables were given up on the way; together they are less than the last.
		if allocated < r.Bytes*7/10 || allocated > 2*r.Bytes {
			t.Errorf("%s: accounts for %d bytes at most, allocates %d in all", kind, r.Bytes, allocated)
		}
	}
}

func TestAStarAllocatesForItsTableOnly(t *testing.T) {
	p := newTightFifteen(korf1)
	run := func(limit uint64) float64 {
		return testing.AllocsPerRun(1, func() {
			search.AStar(context.Background(), p, search.HighG, search.Limits{Expanded: limit})
		})
	}
	// 16 kB of open list hold some thousand nodes.
	if few, many := run(40_000), run(80_000); many-few > 100 {
		t.Errorf("%v allocations for 40,000 expansions, %v for 80,000", few, many)
	}
}

// The process must not hold more than the accounting says; a table of the
// limit's size is filled here, which takes a minute.
func TestResidentMemoryStaysWithinTheLimit(t *testing.T) {
	if !*exhaustive || runtime.GOOS != "linux" {
		t.Skip("a minute on Linux: run with -exhaustive")
	}
	const limit = 1 << 30
	korf17 := []uint8{15, 14, 0, 4, 11, 1, 6, 13, 7, 5, 8, 9, 3, 2, 10, 12}
	before := peakResident(t)
	r := search.AStar(t.Context(), newTightFifteen(korf17), search.HighG, search.Limits{Bytes: limit})
	grown := peakResident(t) - before
	t.Logf("%v after %d expansions with %d nodes: accounts for %d bytes, resident %d", r.Outcome, r.Expanded, r.Stored, r.Bytes, grown)
	if r.Outcome != search.LimitMemory || r.Bytes > limit || grown > limit*105/100 {
		t.Errorf("%v: accounts for %d bytes, resident %d, limit %d", r.Outcome, r.Bytes, grown, limit)
	}
}

// peakResident returns the largest resident memory of the process so far.
func peakResident(t *testing.T) uint64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, err := strconv.ParseUint(strings.Fields(rest)[0], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kb << 10
		}
	}
	t.Skip("no VmHWM")
	return 0
}
