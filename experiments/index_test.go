package experiments

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

func TestTheIndexFindsAllRowsOfAKey(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var x index
	want := map[hashedKey][]int32{}
	for range 5000 {
		k := hashedKey{rng.Uint64N(40), rng.Uint64N(40)}
		want[k] = append(want[k], x.add(entry{key: k}))
		if rng.IntN(500) == 0 {
			x.reserve(rng.IntN(1000))
		}
	}
	newest := map[int32]bool{}
	for k, places := range want {
		if got := slices.Collect(x.versions(k)); !slices.Equal(got, places) {
			t.Errorf("key %v: places %v, want %v", k, got, places)
		}
		last := places[len(places)-1]
		newest[last] = true
		if got := x.find(k, func(int32) int { return 1 }); got != last {
			t.Errorf("key %v: the newest is at %d, want %d", k, got, last)
		}
		if got := x.find(k, func(place int32) int { return int(place%2) - 1 }); got != -1 {
			t.Errorf("key %v: found a row of rank 0 at %d", k, got)
		}
	}
	if got := x.newest(); len(got) != len(newest) || slices.ContainsFunc(got, func(p int32) bool { return !newest[p] }) {
		t.Errorf("%d newest rows, want %d", len(got), len(newest))
	}
	if got := slices.Collect(x.versions(hashedKey{99, 99})); got != nil {
		t.Errorf("a key that is not there has rows at %v", got)
	}
}

func TestKeysThatDifferHaveDifferentHashes(t *testing.T) {
	row := sampleTrials()[0]
	seen := map[hashedKey]Key{row.hashedKey(): row.Key()}
	for _, change := range []func(*Trial){
		func(t *Trial) { t.Set += "x" },
		func(t *Trial) { t.Size++ },
		func(t *Trial) { t.Index++ },
		func(t *Trial) { t.Instance = "1" + t.Instance[1:] },
		func(t *Trial) { t.Strategy += "x" },
		func(t *Trial) { t.Version++ },
		func(t *Trial) { t.Mode = Budget },
		func(t *Trial) { t.Repeat++ },
		func(t *Trial) { t.Seed++ },
		func(t *Trial) { t.Set, t.Instance = t.Set+t.Instance[:1], t.Instance[1:] },
	} {
		other := row
		change(&other)
		if same, ok := seen[other.hashedKey()]; ok {
			t.Errorf("%+v and %+v have the same hash", other.Key(), same)
		}
		seen[other.hashedKey()] = other.Key()
	}
	other := row
	other.Cost, other.Code, other.Limits.Expanded = 1, "v9", 1
	if other.hashedKey() != row.hashedKey() {
		t.Error("what is no part of the key is part of its hash")
	}
}

func TestRunUpToCountsWhatRunAllReturns(t *testing.T) {
	s := small()
	s.Strategies = append(s.Strategies, failing().Erase())
	few := s
	few.Instances = s.Instances[:5]
	all, one := open(t), open(t)
	if _, err := RunUpTo(t.Context(), one, nil, 0, few); err != nil {
		t.Fatal(err)
	}
	mustRun(t, few, all)
	want := mustRun(t, s, all)
	got, err := RunUpTo(t.Context(), one, nil, 0, s)
	if err != nil || got.Trials != nil {
		t.Fatalf("%v, %v with %d rows; want none of them", got, err, len(got.Trials))
	}
	if got.String() != want.String() || got.Limited() != want.Limited() || want.Limited() == 0 || len(want.Failures()) == 0 {
		t.Errorf("%v\nwant %v", got, want)
	}
	if a, b := csvOf(t, got.Failures()), csvOf(t, want.Failures()); a != b {
		t.Errorf("failures\n%s\nwant\n%s", a, b)
	}
	var counted []Tally
	for _, row := range want.Trials {
		i := slices.IndexFunc(counted, func(c Tally) bool { return c.Set == row.Set && c.Size == row.Size && c.Strategy == row.Strategy })
		if i < 0 {
			i, counted = len(counted), append(counted, Tally{Set: row.Set, Size: row.Size, Strategy: row.Strategy})
		}
		c := &counted[i]
		if c.Trials++; row.Error != "" {
			c.Failed++
			continue
		}
		c.Outcomes[row.Outcome]++
		c.Total, c.Max = c.Total+float64(row.Meter.Expanded), max(c.Max, float64(row.Meter.Expanded))
	}
	for i := range got.Tallies {
		if g := &got.Tallies[i]; !(g.Median > 0 && g.Median <= g.Max) && g.Failed < g.Trials {
			t.Errorf("the median of %+v", g)
		}
		got.Tallies[i].Median = 0
	}
	slices.SortFunc(counted, func(a, b Tally) int {
		return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.Size, b.Size), cmp.Compare(a.Strategy, b.Strategy))
	})
	if !slices.Equal(got.Tallies, counted) {
		t.Errorf("tallies %+v\nwant %+v", got.Tallies, counted)
	}
	rows, _ := mustLoad(t, one, "climbing")
	j, err := one.Study("climbing")
	if err != nil {
		t.Fatal(err)
	}
	var scanned []Trial
	for row, err := range j.Scan() {
		if err != nil {
			t.Fatal(err)
		}
		scanned = append(scanned, *row)
	}
	if sortTrials(scanned); !reflect.DeepEqual(scanned, rows) || csvOf(t, rows) != csvOf(t, want.Trials) {
		t.Errorf("%d rows are scanned and %d loaded, want the %d of the sweep", len(scanned), len(rows), len(want.Trials))
	}
	for range j.Scan() {
		break // nothing is left open or running
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	none, err := RunUpTo(ctx, open(t), nil, 0, s)
	if !errors.Is(err, context.Canceled) || none.Missing != want.Total || none.Total != want.Total {
		t.Errorf("cancelled before: %v, %v; want all %d missing", none, err, want.Total)
	}
}

func TestRunUpToTakesDisprovedClaimsForFailures(t *testing.T) {
	wrong := solved("^^^^^^", 6)
	wrong.Optimal = true
	s := Sweep{
		Study: "truth", Check: puzzle.Checking(checkLevel), Instances: []Instance{{Set: "levels", Size: 4, Text: "4", Puzzle: level(4)}},
		Strategies: puzzle.Erased(saying("right", solved("JJ", 2)), saying("wrong", wrong)),
	}
	got, err := RunUpTo(t.Context(), open(t), nil, 0, s)
	if failed := got.Failures(); err != nil || len(failed) != 1 || failed[0].Strategy != "wrong" {
		t.Fatalf("failures %+v, %v; want the claim of wrong", failed, err)
	}
	wantError(t, errors.New(got.Failed()), "no solution costs less than its own, 6, but right found one that costs 2")
}

func TestRowsThatAreGoneWhenTheyAreReadAreAnError(t *testing.T) {
	store := open(t)
	dir := journalOf(t, store, "load", map[string][]Trial{"0-1.jsonl": rows("load", 5)})
	j, err := store.Study("load")
	if err != nil {
		t.Fatal(err)
	}
	x, err := j.read()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "0-1.jsonl")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut, want := range map[int]string{1: "", 2: "changed or are gone", 1500: "changed or are gone", len(data): "changed or are gone", -1: "no such file"} {
		err := os.Remove(path)
		if cut >= 0 {
			err = os.WriteFile(path, data[:len(data)-cut], 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := x.trials(x.newest())
		if want == "" {
			if len(got) != 5 || err != nil {
				t.Errorf("without the last newline: %d rows, %v", len(got), err)
			}
			continue
		}
		wantError(t, err, `read the trials of "load" again`, "0-1.jsonl", want)
		if x.current() {
			t.Errorf("%d bytes are gone, and the journal counts as that which was read", cut)
		}
	}
}
