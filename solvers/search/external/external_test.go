package external

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// exhaustive asks for the check that takes five CPU minutes:
//
//	go test ./solvers/search/external -exhaustive
var exhaustive = flag.Bool("exhaustive", false, "run the long checks too")

// tiny makes many runs, and merges them in several steps.
var tiny = memory{records: 1000, runs: 3}

func tilesSpace(t *testing.T, width, height, blank int) search.Space {
	t.Helper()
	space, err := tiles.Space(width, height, blank)
	if err != nil {
		t.Fatal(err)
	}
	return space
}

// pancakes flips the first 2 to n of n pancakes, 4 bits each. It has cycles of odd length.
func pancakes(n int) search.Space {
	space := search.Space{Name: "pancakes", Bits: 4 * n}
	for i := range n {
		space.Start |= uint64(i) << (4 * i)
	}
	for i := range n - 1 {
		space.Inverse = append(space.Inverse, i)
	}
	space.Expand = func(state uint64, next []uint64) {
		for i := range next {
			flipped := state >> (4 * (i + 2)) << (4 * (i + 2))
			for k := range i + 2 {
				flipped |= state >> (4 * k) & 15 << (4 * (i + 1 - k))
			}
			next[i] = flipped
		}
	}
	return space
}

// hanoi has two bits for the peg of each disc, the smallest first. An operator moves a disc between
// two pegs in either direction, if it can, and leads back to the state otherwise.
func hanoi(discs int) search.Space {
	return search.Space{Name: "hanoi", Bits: 2 * discs, Inverse: []int{0, 1, 2}, Expand: func(state uint64, next []uint64) {
		for i, pegs := range [][2]uint64{{0, 1}, {0, 2}, {1, 2}} {
			next[i] = state
			for disc := range discs {
				switch state >> (2 * disc) & 3 {
				case pegs[0], pegs[1]:
					next[i] = state ^ (pegs[0]^pegs[1])<<(2*disc)
				default:
					continue
				}
				break
			}
		}
	}}
}

// inMemory counts the states by a breadth-first search with a set.
func inMemory(space search.Space) (counts []uint64) {
	seen := map[uint64]bool{space.Start: true}
	next := make([]uint64, len(space.Inverse))
	for layer := []uint64{space.Start}; len(layer) > 0; {
		counts = append(counts, uint64(len(layer)))
		var following []uint64
		for _, state := range layer {
			space.Expand(state, next)
			for _, to := range next {
				if !seen[to] {
					seen[to] = true
					following = append(following, to)
				}
			}
		}
		layer = following
	}
	return counts
}

func TestCountsAreThoseOfASearchInMemory(t *testing.T) {
	for _, size := range [][3]int{{2, 2, 0}, {2, 2, 3}, {3, 2, 0}, {3, 2, 1}, {2, 3, 4}, {4, 2, 6}, {3, 3, 0}, {3, 3, 1}, {3, 3, 4}} {
		want, err := tiles.EnumerateDistances(size[0], size[1], size[2])
		if err != nil {
			t.Fatal(err)
		}
		checkCounts(t, tilesSpace(t, size[0], size[1], size[2]), want.Counts)
	}
	for _, space := range []search.Space{pancakes(2), pancakes(7), hanoi(1), hanoi(8)} {
		checkCounts(t, space, inMemory(space))
	}
}

func checkCounts(t *testing.T, space search.Space, want []uint64) {
	t.Helper()
	for _, m := range []memory{tiny, {records: 100_000, runs: 4}} {
		folder := t.TempDir()
		r, err := enumerate(t.Context(), space, Options{Folder: folder}, m)
		if err != nil || r.Outcome != search.Solved || !slices.Equal(r.Counts, want) {
			t.Errorf("%s with %+v: %v, %v, counts %d, want %d", space.Name, m, r.Outcome, err, r.Counts, want)
		}
		if names := list(t, folder); len(names) != 3 {
			t.Errorf("%s: the folder holds %q, want the last layer, the manifest and the lock", space.Name, names)
		}
	}
}

func TestHistogramsOfTwelveCellsAreTheKnownOnes(t *testing.T) {
	if !*exhaustive {
		t.Skip("needs -exhaustive")
	}
	for _, k := range tiles.KnownHistograms() {
		if k.Width*k.Height != 12 {
			continue
		}
		r, err := Enumerate(t.Context(), tilesSpace(t, k.Width, k.Height, k.Blank), Options{Folder: t.TempDir(), Limits: search.Limits{Bytes: 20_000_000}})
		if err != nil || !slices.Equal(r.Counts, k.Counts) {
			t.Errorf("%dx%d, blank on cell %d: %d, %v; want %d", k.Width, k.Height, k.Blank, r.Counts, err, k.Counts)
		}
	}
}

func list(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// until enumerates 3x3 in a folder until it has expanded so many states.
func until(t *testing.T, folder string, expanded uint64, m memory) Result {
	t.Helper()
	r, err := enumerate(t.Context(), tilesSpace(t, 3, 3, 0), Options{Folder: folder, Limits: search.Limits{Expanded: expanded}}, m)
	if err != nil || r.Outcome != search.LimitNodes || r.Expanded != expanded {
		t.Fatalf("%v after %d states, %v", r.Outcome, r.Expanded, err)
	}
	return r
}

func TestFilesDependNeitherOnMemoryNorOnInterruptions(t *testing.T) {
	for _, expanded := range []uint64{1000, 10_000, 100_000} {
		once, twice := t.TempDir(), t.TempDir()
		until(t, once, expanded, memory{records: 50_000, runs: 4})
		until(t, twice, expanded/2, tiny)
		until(t, twice, expanded-expanded/2, tiny)
		names, err := filepath.Glob(filepath.Join(once, "layer-*"))
		if err != nil || len(names) != 1 {
			t.Fatalf("%q, %v", names, err)
		}
		for _, name := range names {
			name := filepath.Base(name)
			a, err := os.ReadFile(filepath.Join(once, name))
			b, err2 := os.ReadFile(filepath.Join(twice, name))
			if err != nil || err2 != nil || !bytes.Equal(a, b) {
				t.Errorf("after %d states %s differs: %d and %d bytes, %v, %v", expanded, name, len(a), len(b), err, err2)
			}
		}
	}
}

// TestAKilledEnumerationContinues kills processes at random moments, unless one ends before.
func TestAKilledEnumerationContinues(t *testing.T) {
	space := tilesSpace(t, 3, 3, 0)
	if folder := os.Getenv("ENUMERATE_AND_DIE"); folder != "" {
		recordEvery = 0
		if r, err := enumerate(t.Context(), space, Options{Folder: folder}, tiny); err != nil || r.Damage != nil {
			t.Fatal(err, r.Damage)
		}
		return
	}
	folder, rng := t.TempDir(), rand.New(rand.NewPCG(4, 3))
	killed, within := 0, 0
	for range 40 {
		process := exec.Command(os.Args[0], "-test.run=^TestAKilledEnumerationContinues$")
		process.Env = append(os.Environ(), "ENUMERATE_AND_DIE="+folder)
		var out bytes.Buffer
		process.Stdout, process.Stderr = &out, &out
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(50+rng.IntN(250))*time.Millisecond, func() { _ = process.Process.Kill() })
		err := process.Wait()
		timer.Stop()
		if err == nil {
			break
		}
		if killed++; out.Len() > 0 {
			t.Fatalf("the process failed: %s", &out)
		}
		if data, err := os.ReadFile(filepath.Join(folder, manifestName)); err == nil && bytes.Contains(data, []byte(`"runs"`)) {
			within++
		}
	}
	t.Logf("%d processes were killed, %d of them within a layer", killed, within)
	r, err := enumerate(t.Context(), space, Options{Folder: folder}, tiny)
	if want := inMemory(space); err != nil || r.Damage != nil || !slices.Equal(r.Counts, want) {
		t.Errorf("%v, %v, counts %d, want %d", err, r.Damage, r.Counts, want)
	}
	if names := list(t, folder); len(names) != 3 {
		t.Errorf("the folder holds %q", names)
	}
}

// An enumeration stopped within a layer loses less than a buffer, unless a run is damaged.
func TestAStoppedLayerContinues(t *testing.T) {
	space := tilesSpace(t, 3, 3, 0)
	want := inMemory(space)
	for _, damaged := range []bool{false, true} {
		folder := t.TempDir()
		before := until(t, folder, 80_000, tiny)
		again := before.Expanded // of the layer
		for _, n := range before.Counts[:len(before.Counts)-1] {
			again -= n
		}
		runs, err := filepath.Glob(filepath.Join(folder, "run-*"))
		if err != nil || len(runs) == 0 || again == 0 {
			t.Fatalf("%q, %v, %d states", runs, err, again)
		}
		expanded := space.States - before.Expanded
		if damaged {
			expanded += again
			if err := os.Truncate(runs[0], 100); err != nil {
				t.Fatal(err)
			}
		}
		r, err := enumerate(t.Context(), space, Options{Folder: folder}, memory{records: 500, runs: 2})
		if err != nil || r.Damage != nil || !slices.Equal(r.Counts, want) || r.Expanded < expanded || !damaged && r.Expanded > expanded+uint64(tiny.records) {
			t.Errorf("damaged %v: %v, %v, %d states expanded, want %d; counts %d, want %d", damaged, err, r.Damage, r.Expanded, expanded, r.Counts, want)
		}
	}
}

func TestACancelledEnumerationKeepsItsLayers(t *testing.T) {
	space, folder := tilesSpace(t, 3, 3, 0), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	o := Options{Folder: folder, Progress: func(p Progress) {
		if len(p.Counts) == 20 {
			cancel()
		}
	}}
	want := inMemory(space)
	if r, err := enumerate(ctx, space, o, tiny); err != nil || r.Outcome != search.Cancelled || !slices.Equal(r.Counts, want[:20]) {
		t.Errorf("%v, %v, counts %d; want %d", r.Outcome, err, r.Counts, want[:20])
	}
	if r, err := enumerate(t.Context(), space, Options{Folder: folder}, tiny); err != nil || !slices.Equal(r.Counts, want) {
		t.Errorf("afterwards: %v, counts %d", err, r.Counts)
	}
}

func TestADamagedLayerIsMadeAgainAndADamagedManifestNamed(t *testing.T) {
	space := tilesSpace(t, 3, 3, 0)
	want := inMemory(space)
	folder := t.TempDir()
	until(t, folder, 3000, tiny)
	layer, err := filepath.Glob(filepath.Join(folder, "layer-*"))
	if err != nil || len(layer) != 1 {
		t.Fatalf("%q, %v", layer, err)
	}
	manifest := filepath.Join(folder, manifestName)
	good := map[string][]byte{layer[0]: nil, manifest: nil}
	for name := range good {
		if good[name], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	try := func(name, what string, data []byte, expanded uint64) {
		t.Helper()
		err := os.WriteFile(name, data, 0o666)
		if data == nil {
			err = os.Remove(name)
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := enumerate(t.Context(), space, Options{Folder: folder, Limits: search.Limits{Expanded: expanded}}, tiny)
		switch damage, named := errors.AsType[*DamageError](err); {
		case name == manifest && (!named || damage.Path != name):
			t.Errorf("%s with %s: %v, %v", name, what, err, r.Counts)
		case name != manifest && (err != nil || !slices.Equal(r.Counts, want[:len(r.Counts)]) || expanded == 0 && len(r.Counts) != len(want)):
			t.Errorf("%s with %s: %v, %v; want %v", name, what, err, r.Counts, want)
		case name != manifest && (r.Damage == nil || r.Damage.Path != name):
			t.Errorf("%s with %s was not noticed", name, what)
		}
		for _, name := range list(t, folder) {
			if name != lockName {
				os.Remove(filepath.Join(folder, name))
			}
		}
		for name, data := range good {
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	data := good[layer[0]]
	for i := range data {
		if i < 20 || i%37 == 0 || i == len(data)-1 {
			flipped := slices.Clone(data)
			flipped[i] ^= 1 << (i % 8)
			try(layer[0], "a flipped bit", flipped, 1000)
		}
	}
	middle := slices.Clone(data)
	middle[len(data)/2] ^= 1
	try(layer[0], "a flipped bit in the middle", middle, 0)
	try(layer[0], "its end cut off", data[:len(data)-1], 0)
	try(layer[0], "nothing", []byte{}, 0)
	try(layer[0], "no file", nil, 0)
	data = good[manifest]
	try(manifest, "its end cut off", data[:len(data)-3], 0)
	try(manifest, "another count", bytes.Replace(data, []byte("  20,"), []byte("  21,"), 1), 0)
}

func TestAFullDiskIsAnErrorAfterWhichItContinues(t *testing.T) {
	space := tilesSpace(t, 3, 3, 0)
	want := inMemory(space)
	folder := t.TempDir()
	r, err := enumerate(t.Context(), space, Options{Folder: folder, Disk: 20_000}, tiny)
	if full, ok := errors.AsType[*DiskError](err); !ok || full.Limit != 20_000 || r.Disk < 20_000 || len(r.Counts) < 10 {
		t.Errorf("%v, %+v", err, r)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		deep := len(r.Counts) + 2
		o := Options{Folder: folder, Progress: func(p Progress) {
			if len(p.Counts) == deep && p.Done == 0 {
				_ = os.Symlink("/dev/full", filepath.Join(folder, "run-0002.states"))
			}
		}}
		if r, err = enumerate(t.Context(), space, o, tiny); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "run-0002.states") || len(r.Counts) != deep {
			t.Errorf("on a full device: %v, %d", err, r.Counts)
		}
	}
	if r, err = enumerate(t.Context(), space, Options{Folder: folder}, tiny); err != nil || !slices.Equal(r.Counts, want) || r.Expanded == space.States {
		t.Errorf("afterwards: %v, %+v", err, r)
	}
}

func TestWhatCannotBeEnumeratedIsAnError(t *testing.T) {
	space := tilesSpace(t, 3, 3, 0)
	used, foreign := t.TempDir(), t.TempDir()
	until(t, used, 100, tiny)
	if err := os.WriteFile(filepath.Join(foreign, "thesis.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	wrong, wide, many := space, space, space
	wrong.Inverse = []int{0, 1, 2, 3}
	wide.Bits = 10
	many.Bits = 61
	locked := t.TempDir()
	unlock, err := lock(locked)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	for _, c := range []struct {
		space search.Space
		o     Options
		want  string
	}{
		{tilesSpace(t, 4, 2, 0), Options{Folder: used}, `belongs to "tiles 3x3, blank on cell 0"`},
		{tilesSpace(t, 3, 3, 8), Options{Folder: used}, `belongs to "tiles 3x3, blank on cell 0"`},
		{space, Options{Folder: foreign}, "has thesis.txt and no manifest.json"},
		{space, Options{Folder: locked}, "is used by another enumeration"},
		{space, Options{Folder: t.TempDir(), Limits: search.Limits{Bytes: 1 << 20}}, "1048576 bytes of memory are too few"},
		{wrong, Options{Folder: t.TempDir()}, "and its inverse 1 from there to"},
		{wide, Options{Folder: t.TempDir()}, "want states below 2^10"},
		{many, Options{Folder: t.TempDir()}, "4 operators and states of 61 bits"},
	} {
		c.o.Bytes = cmp.Or(c.o.Bytes, leastBytes)
		if _, err := Enumerate(t.Context(), c.space, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

func TestMemoryIsBoundedByTheLimit(t *testing.T) {
	space, folder := tilesSpace(t, 5, 2, 0), t.TempDir()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := Enumerate(t.Context(), space, Options{Folder: folder, Limits: search.Limits{Bytes: leastBytes}})
	runtime.ReadMemStats(&after)
	want, err2 := tiles.EnumerateDistances(5, 2, 0)
	if err2 != nil || !slices.Equal(r.Counts, want.Counts) {
		t.Errorf("counts %d, %v; want %d", r.Counts, err2, want.Counts)
	}
	// Everything that was ever allocated fits, with a tenth for what is not a buffer.
	if taken := after.TotalAlloc - before.TotalAlloc; err != nil || taken > leastBytes*11/10 {
		t.Errorf("%d bytes were allocated, %v; want at most %d", taken, err, leastBytes)
	}
}
