package store

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Programs that compute other shards would skip journals with rows that they need.
func TestShardsStayWhatTheyAre(t *testing.T) {
	got := ""
	for i := range uint64(6) {
		k := HashedKey{seed: i << 40, rest: i * i}
		got += fmt.Sprintf("%d %d, ", k.Shard(40), k.Shard(1000))
	}
	if want := "1 1, 36 236, 12 212, 7 407, 13 53, 18 338, "; got != want { // a change detector
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestShardsAreOfSimilarSize(t *testing.T) {
	const trials, count = 20000, 40
	counts := make([]int, count)
	for i := range trials {
		row := trial.Trial{Set: "hills", Size: 30, Index: i / 10, Seed: trial.Seed(1, "s", fmt.Sprint(i/10), 0), Strategy: fmt.Sprint("s", i%10)}
		counts[KeyOf(&row).Shard(count)-1]++
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
			first.Shard, then.Shard = test.first, test.then
			lock, err := first.Lock()
			if err != nil {
				t.Fatal(err)
			}
			holders, err := first.Holders()
			if err != nil || len(holders) != 1 || holders[0].Shard != test.first || holders[0].Host != HostName() {
				t.Errorf("held by %+v, %v; want shard %v", holders, err, test.first)
			}
			second, err := then.Lock()
			if locked, held := errors.AsType[*LockedError](err); held != test.refused || held && locked.Shard != test.first {
				t.Errorf("error %v; want one that names the first: %t", err, test.refused)
			}
			if err == nil {
				second.Unlock()
			}
			if err := lock.Mark(4, "a trial"); err != nil {
				t.Error(err)
			}
			lock.Unlock()
			if holders, err := first.Holders(); err != nil || len(holders) > 0 {
				t.Errorf("held by %+v, %v after all; want nobody", holders, err)
			}
			again, err := then.Lock()
			if err != nil || again.Died != nil {
				t.Fatalf("%v, died while at %q; want the lock", err, again.Died)
			}
			again.Unlock()
		})
	}
}

func TestAShardThatWasKilledHasSuspectsOfItsOwn(t *testing.T) {
	j, err := open(t).Study("held")
	if err != nil {
		t.Fatal(err)
	}
	j.Shard = Shard{1, 2}
	lock, err := j.Lock()
	if err == nil {
		err = errors.Join(lock.Mark(0, "a trial"), lock.Mark(2, "another alone"))
	}
	if err != nil {
		t.Fatal(err)
	}
	lock.file.unlock() // without clearing what it has recorded
	for shard, want := range map[Shard][]string{{1, 2}: {"a trial", "another alone"}, {2, 2}: nil} {
		j.Shard = shard
		lock, err := j.Lock()
		if err != nil || !slices.Equal(lock.Died, want) {
			t.Errorf("shard %v: died while at %q, %v; want %q", shard, lock.Died, err, want)
		}
		lock.Unlock()
	}
}
