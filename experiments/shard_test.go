package experiments

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// shards runs a sweep in shards, one after the other, and returns how many trials each
// ran.
func shards(t *testing.T, s Sweep, store *Store, count int) (ran []int) {
	t.Helper()
	for i := range count {
		s.Shard = Shard{i + 1, count}
		got := mustRun(t, s, store)
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

// A trial that several sweeps have falls into one shard of all of them.
func TestTheShardOfATrialDependsOnNothingElse(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for range 6 {
		s, store := small(), open(t)
		count := 2 + rng.IntN(9)
		shards(t, s, store, count)
		rng.Shuffle(len(s.Instances), func(i, k int) { s.Instances[i], s.Instances[k] = s.Instances[k], s.Instances[i] })
		s.Instances, s.Strategies = s.Instances[:1+rng.IntN(12)], []puzzle.Strategy[puzzle.Instance]{s.Strategies[rng.IntN(3)]}
		s.Limits.Expanded *= 2
		for i, ran := range shards(t, s, store, count) {
			part, whole := s, s
			part.Shard = Shard{i + 1, count}
			stored, err := part.Stored(store)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range stored.Trials {
				if k := row.hashedKey(); k.shard(count) != i+1 {
					t.Errorf("%v is in shard %d of %d, want %d", row.Key(), k.shard(count), count, i+1)
				}
			}
			if all := mustRun(t, whole, store); all.Ran > 0 || ran > stored.Total {
				t.Errorf("shard %d of %d: %d run of %d; then %v", i+1, count, ran, stored.Total, all)
			}
		}
	}
}

// Programs that come to other shards would skip journals with rows that they want.
func TestShardsStayWhatTheyAre(t *testing.T) {
	got := ""
	for i := range uint64(6) {
		k := hashedKey{seed: i << 40, rest: i * i}
		got += fmt.Sprintf("%d %d, ", k.shard(40), k.shard(1000))
	}
	if want := "1 1, 36 236, 12 212, 7 407, 13 53, 18 338, "; got != want { // a change detector
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestShardsAreOfSimilarSize(t *testing.T) {
	const trials, count = 20000, 40
	counts := make([]int, count)
	for i := range trials {
		row := Trial{Set: "hills", Size: 30, Index: i / 10, Seed: TrialSeed(1, "s", fmt.Sprint(i/10), 0), Strategy: fmt.Sprint("s", i%10)}
		counts[row.hashedKey().shard(count)-1]++
	}
	// The number in a shard is binomial: mean 500, standard deviation 22.
	if least, most := slices.Min(counts), slices.Max(counts); least < 390 || most > 610 {
		t.Errorf("shards have %d to %d trials, want some 500", least, most)
	}
}

func TestAShardReadsOnlyWhatMayBeItsOwn(t *testing.T) {
	for _, test := range []struct {
		segment string
		want    bool
	}{
		{"host.3of40.0-1", true},
		{"host.4of40.0-1", false},
		{"host.12.4.4of40.1-7", false},
		{"host.4of41.0-1", true},
		{"host.0-1", true},
		{"0-1", true},
		{"4of40.0-1", true}, // a machine of that name
		{"host.4of40x.0-1", true},
		{"host.04of40.0-1", true},
	} {
		if got := (Shard{3, 40}).holds(test.segment); got != test.want {
			t.Errorf("shard 3/40 reads %s: %t, want %t", test.segment, got, test.want)
		}
		if !(Shard{}).holds(test.segment) {
			t.Errorf("a run without shard does not read %s", test.segment)
		}
	}
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{"1/1": {1, 1}, "3/40": {3, 40}, "40/40": {40, 40}} {
		if got, err := ParseShard(text); got != want || err != nil || got.String() != text {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "3", "/", "0/4", "5/4", "-1/4", "0/0", "1/-1", "1/2/3", "a/b", "1/9999999999999999999"} {
		_, err := ParseShard(text)
		wantError(t, err, fmt.Sprintf("%q is not a shard", text), "3/40")
	}
	s := small()
	s.Shard = Shard{3, 2}
	_, err := s.Run(t.Context(), open(t), nil)
	wantError(t, err, `study "climbing": shard 3 of 2 (want 1 to 2`)
	_, err = RunAll(t.Context(), open(t), nil, small(), s)
	wantError(t, err, "shards 0/0 and 3/2 cannot be run together")
}

func TestShardsRunBesideEachOtherAndNothingElse(t *testing.T) {
	store := open(t)
	for _, test := range []struct {
		name        string
		first, then Shard
		refused     bool
	}{
		{"two shards", Shard{1, 3}, Shard{2, 3}, false},
		{"shards of two counts", Shard{1, 3}, Shard{1, 4}, false},
		{"a shard twice", Shard{1, 3}, Shard{1, 3}, true},
		{"the whole beside a shard", Shard{1, 3}, Shard{}, true},
		{"a shard beside the whole", Shard{}, Shard{1, 3}, true},
		{"the whole twice", Shard{}, Shard{}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			first, err := store.Study("held")
			if err != nil {
				t.Fatal(err)
			}
			then := *first
			first.shard, then.shard = test.first, test.then
			lock, err := first.lock()
			if err != nil {
				t.Fatal(err)
			}
			holders, err := first.Holders()
			if err != nil || len(holders) != 1 || holders[0].Shard != test.first || holders[0].Host != hostName() {
				t.Errorf("held by %+v, %v; want shard %v", holders, err, test.first)
			}
			second, err := then.lock()
			if locked, held := errors.AsType[*LockedError](err); held != test.refused || held && locked.Shard != test.first {
				t.Errorf("error %v; want one that names the first: %t", err, test.refused)
			}
			if err == nil {
				second.unlock()
			}
			if err := lock.mark(4, "a trial"); err != nil {
				t.Error(err)
			}
			lock.unlock()
			if holders, err := first.Holders(); err != nil || len(holders) > 0 {
				t.Errorf("held by %+v, %v after all; want nobody", holders, err)
			}
			again, err := then.lock()
			if err != nil || again.died != nil {
				t.Fatalf("%v, died while at %q; want the lock", err, again.died)
			}
			again.unlock()
		})
	}
}

func TestAShardThatWasKilledHasSuspectsOfItsOwn(t *testing.T) {
	j, err := open(t).Study("held")
	if err != nil {
		t.Fatal(err)
	}
	j.shard = Shard{1, 2}
	lock, err := j.lock()
	if err == nil {
		err = errors.Join(lock.mark(0, "a trial"), lock.mark(2, "another"+alone))
	}
	if err != nil {
		t.Fatal(err)
	}
	lock.file.unlock() // and does not take back what it has noted
	for shard, want := range map[Shard][]string{{1, 2}: {"a trial", "another alone"}, {2, 2}: nil} {
		j.shard = shard
		lock, err := j.lock()
		if err != nil || !slices.Equal(lock.died, want) {
			t.Errorf("shard %v: died while at %q, %v; want %q", shard, lock.died, err, want)
		}
		lock.unlock()
	}
}

func TestAShardLeavesTheIndexAlone(t *testing.T) {
	store := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := small()
	s.Shard = Shard{1, 2}
	if got, err := s.Run(ctx, store, nil); err == nil || got.Missing == 0 || got.Missing == 72 {
		t.Errorf("%v, %v; want the trials of the shard missing", got, err)
	}
	shards(t, small(), store, 2)
	j, err := store.Study("climbing")
	if err != nil {
		t.Fatal(err)
	}
	if hasIndex(j) {
		t.Error("a shard wrote an index file, which says nothing of other shards")
	}
}
