package store

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

func TestTheIndexFindsAllRowsOfAKey(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var x Index
	want := map[HashedKey][]int32{}
	for range 5000 {
		k := HashedKey{rng.Uint64N(40), rng.Uint64N(40)}
		want[k] = append(want[k], x.add(Entry{Key: k}))
		if rng.IntN(500) == 0 {
			x.reserve(rng.IntN(1000))
		}
	}
	newest := map[int32]bool{}
	for k, places := range want {
		if got := slices.Collect(x.Versions(k)); !slices.Equal(got, places) {
			t.Errorf("key %v: places %v, want %v", k, got, places)
		}
		last := places[len(places)-1]
		newest[last] = true
		if got := x.Find(k, func(int32) int { return 1 }); got != last {
			t.Errorf("key %v: the newest is at %d, want %d", k, got, last)
		}
		if got := x.Find(k, func(place int32) int { return int(place%2) - 1 }); got != -1 {
			t.Errorf("key %v: found a row of rank 0 at %d", k, got)
		}
	}
	if got := x.newest(); len(got) != len(newest) || slices.ContainsFunc(got, func(p int32) bool { return !newest[p] }) {
		t.Errorf("%d newest rows, want %d", len(got), len(newest))
	}
	if got := slices.Collect(x.Versions(HashedKey{99, 99})); got != nil {
		t.Errorf("a key that is not there has rows at %v", got)
	}
}

func TestKeysThatDifferHaveDifferentHashes(t *testing.T) {
	row := sample()
	seen := map[HashedKey]trial.Key{KeyOf(&row): row.Key()}
	for _, change := range []func(*trial.Trial){
		func(t *trial.Trial) { t.Set += "x" },
		func(t *trial.Trial) { t.Size++ },
		func(t *trial.Trial) { t.Index++ },
		func(t *trial.Trial) { t.Instance = "1" + t.Instance[1:] },
		func(t *trial.Trial) { t.Strategy += "x" },
		func(t *trial.Trial) { t.Version++ },
		func(t *trial.Trial) { t.Mode = trial.Budget },
		func(t *trial.Trial) { t.Repeat++ },
		func(t *trial.Trial) { t.Seed++ },
		func(t *trial.Trial) { t.Set, t.Instance = t.Set+t.Instance[:1], t.Instance[1:] },
	} {
		other := row
		change(&other)
		if same, ok := seen[KeyOf(&other)]; ok {
			t.Errorf("%+v and %+v have the same hash", other.Key(), same)
		}
		seen[KeyOf(&other)] = other.Key()
	}
	other := row
	other.Cost, other.Code, other.Limits.Expanded = 1, "v9", 1
	if KeyOf(&other) != KeyOf(&row) {
		t.Error("what is no part of the key is part of its hash")
	}
}

func TestRowsThatAreGoneWhenTheyAreReadAreAnError(t *testing.T) {
	store := open(t)
	dir := journalOf(t, store, "load", map[string][]trial.Trial{"0-1.jsonl": rows("load", 5)})
	j, err := store.Study("load")
	if err != nil {
		t.Fatal(err)
	}
	x, err := j.Read()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "0-1.jsonl")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut, want := range map[int]string{1: "", 2: "changed or disappeared", 1500: "changed or disappeared", len(data): "changed or disappeared", -1: "no such file"} {
		err := os.Remove(path)
		if cut >= 0 {
			err = os.WriteFile(path, data[:len(data)-cut], 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := x.Trials(x.newest())
		if want == "" {
			if len(got) != 5 || err != nil {
				t.Errorf("without the last newline: %d rows, %v", len(got), err)
			}
			continue
		}
		wantError(t, err, `read the trials of "load" again`, "0-1.jsonl", want)
		if x.Current() {
			t.Errorf("%d bytes are gone, and the journal counts as that which was read", cut)
		}
	}
}
