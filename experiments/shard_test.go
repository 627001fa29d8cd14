package experiments

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/store"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// shards runs a sweep in shards, one after another, and returns how many trials each ran.
func shards(t *testing.T, s Sweep, kept *store.Store, count int) (ran []int) {
	t.Helper()
	for i := range count {
		s.Shard = store.Shard{Index: i + 1, Count: count}
		got := mustRun(t, s, kept)
		if got.Total != len(got.Trials) || got.Missing > 0 {
			t.Errorf("shard %v: %v; want its own trials alone", s.Shard, got)
		}
		ran = append(ran, got.Ran)
	}
	return ran
}

func TestShardsAreDisjointAndComplete(t *testing.T) {
	want := mustRun(t, small(), open(t))
	for _, count := range []int{1, 3, 20} {
		store := open(t)
		total := 0
		for _, ran := range shards(t, small(), store, count) {
			total += ran
		}
		again := mustRun(t, small(), store)
		if total != want.Total || again.Ran > 0 || len(again.Load.Warnings()) > 0 || csvOf(t, again.Trials) != csvOf(t, want.Trials) {
			t.Errorf("%d shards: %d of %d trials, then %v, %v; want the rows of an undivided run", count, total, want.Total, again, again.Load.Warnings())
		}
		if again := shards(t, small(), store, count+1); slices.Max(again) > 0 {
			t.Errorf("%d shards after %d: %v trials run; want none", count+1, count, again)
		}
	}
}

// A trial in several sweeps is in the same shard of all of them.
func TestTheShardOfATrialDependsOnNothingElse(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for range 6 {
		s, kept := small(), open(t)
		count := 2 + rng.IntN(9)
		shards(t, s, kept, count)
		rng.Shuffle(len(s.Instances), func(i, k int) { s.Instances[i], s.Instances[k] = s.Instances[k], s.Instances[i] })
		s.Instances, s.Strategies = s.Instances[:1+rng.IntN(12)], []puzzle.Strategy[puzzle.Instance]{s.Strategies[rng.IntN(3)]}
		s.Limits.Expanded *= 2
		for i, ran := range shards(t, s, kept, count) {
			part, whole := s, s
			part.Shard = store.Shard{Index: i + 1, Count: count}
			stored, err := part.Stored(kept)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range stored.Trials {
				if k := store.KeyOf(&row); k.Shard(count) != i+1 {
					t.Errorf("%v is in shard %d of %d, want %d", row.Key(), k.Shard(count), count, i+1)
				}
			}
			if all := mustRun(t, whole, kept); all.Ran > 0 || ran > stored.Total {
				t.Errorf("shard %d of %d: %d run of %d; then %v", i+1, count, ran, stored.Total, all)
			}
		}
	}
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]store.Shard{"1/1": {Index: 1, Count: 1}, "3/40": {Index: 3, Count: 40}, "40/40": {Index: 40, Count: 40}} {
		if got, err := store.ParseShard(text); got != want || err != nil || got.String() != text {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "3", "/", "0/4", "5/4", "-1/4", "0/0", "1/-1", "1/2/3", "a/b", "1/9999999999999999999"} {
		_, err := store.ParseShard(text)
		wantError(t, err, fmt.Sprintf("%q is not a shard", text), "3/40")
	}
	s := small()
	s.Shard = store.Shard{Index: 3, Count: 2}
	_, err := s.Run(t.Context(), open(t), nil)
	wantError(t, err, `study "climbing": shard 3 of 2 (want 1 to 2`)
	_, err = RunAll(t.Context(), open(t), nil, small(), s)
	wantError(t, err, "shards 0/0 and 3/2 cannot be run together")
}

func TestAShardLeavesTheIndexAlone(t *testing.T) {
	kept := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := small()
	s.Shard = store.Shard{Index: 1, Count: 2}
	if got, err := s.Run(ctx, kept, nil); err == nil || got.Missing == 0 || got.Missing == 72 {
		t.Errorf("%v, %v; want the trials of the shard missing", got, err)
	}
	shards(t, small(), kept, 2)
	j, err := kept.Study("climbing")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(j.Dir(), "index")); !errors.Is(err, os.ErrNotExist) {
		t.Error("a shard wrote an index file, which says nothing of other shards")
	}
}
