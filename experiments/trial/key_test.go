package trial

import (
	"math"
	"math/rand/v2"
	"testing"
)

// An independent program (Python's hashlib) that follows the comment of Seed computed the values.
func TestTrialSeedsStayForEver(t *testing.T) {
	for _, c := range []struct {
		root     uint64
		study    string
		instance string
		repeat   int
		want     uint64
	}{
		{0, "", "", 0, 0x08eb36c72e90043c},
		{1, "pruning", "0123456789abcdef", 0, 0x540f36fa735124d4},
		{1, "pruning", "0123456789abcdef", 1, 0x84703ad7dad5dd6e},
		{math.MaxUint64, "scaling", "ffffffffffffffff", 99, 0x7f72ae94522a1abd},
	} {
		if got := Seed(c.root, c.study, c.instance, c.repeat); got != c.want {
			t.Errorf("Seed(%d, %q, %q, %d) = %#016x, want %#016x", c.root, c.study, c.instance, c.repeat, got, c.want)
		}
	}
}

// Digests are beginnings of SHA-256 sums as sha256sum prints them.
func TestDigestsStayForEver(t *testing.T) {
	for text, want := range map[string]string{
		"":        "e3b0c44298fc1c14",
		"1 2 3":   "7c8f5059290305ce",
		"1 2 3 4": "e1c6f278f4f370d2",
	} {
		if got := Digest(text); got != want {
			t.Errorf("Digest(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestKeyIDsStayForEver(t *testing.T) {
	key := Key{
		Study: "pruning", Set: "planted", Size: 50, Index: 3, Instance: "0123456789abcdef",
		Strategy: "pruning+sorting", Version: 1, Mode: Budget, Repeat: 0, Seed: 42,
	}
	if got, want := key.ID(), "e704d1ba4c0e4d6a"; got != want { // by Python's hashlib
		t.Errorf("ID = %s, want %s", got, want)
	}
}

func TestEveryPartOfTheKeyCounts(t *testing.T) {
	base := sample()
	for name, change := range map[string]func(*Trial){
		"study": func(t *Trial) { t.Study += "x" }, "set": func(t *Trial) { t.Set += "x" },
		"size": func(t *Trial) { t.Size++ }, "index": func(t *Trial) { t.Index++ },
		"instance": func(t *Trial) { t.Instance += "x" }, "strategy": func(t *Trial) { t.Strategy += "x" },
		"version": func(t *Trial) { t.Version++ }, "mode": func(t *Trial) { t.Mode = Budget },
		"repeat": func(t *Trial) { t.Repeat++ }, "seed": func(t *Trial) { t.Seed++ },
	} {
		other := base
		change(&other)
		if other.Key() == base.Key() || other.Key().ID() == base.Key().ID() || compareTrials(&other, &base) == 0 {
			t.Errorf("another %s makes no other key", name)
		}
	}
	same := base
	same.Code, same.Limits.Expanded, same.Cost, same.CPU = "other", 1, 1, 1
	if same.Key() != base.Key() {
		t.Error("code, limits or results are part of the key")
	}
}

func TestSortingKeepsTheRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := range 40 {
		trials := rows("sorted", n)
		for i := range trials {
			trials[i].Index = rng.IntN(1 + n/2) // some are equal
			trials[i].Cost = i
		}
		rng.Shuffle(n, func(i, k int) { trials[i], trials[k] = trials[k], trials[i] })
		costs := map[int]bool{}
		Sort(trials)
		for i := range trials {
			costs[trials[i].Cost] = true
			if i > 0 && compareTrials(&trials[i-1], &trials[i]) > 0 {
				t.Errorf("%d rows: row %d is less than the one before it", n, i)
			}
		}
		if len(costs) != n {
			t.Errorf("%d different rows are left of %d", len(costs), n)
		}
	}
}
