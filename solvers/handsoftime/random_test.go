package handsoftime

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBelowFollowsItsDefinition redoes the arithmetic with big integers on a
// second copy of the bit stream: the integer part of n·x/2^64, and another x
// where the fraction is below 2^64 mod n.
func TestBelowFollowsItsDefinition(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 1_000_000, 1 << 62, 3 << 61, 1<<63 - 1} {
		var key [32]byte
		key[0] = byte(bits.Len(uint(n)))
		random, stream := &Random{bits: rand.NewChaCha8(key)}, rand.NewChaCha8(key)
		full := new(big.Int).Lsh(big.NewInt(1), 64)
		favoured := new(big.Int).Mod(full, big.NewInt(int64(n)))
		rejected := 0
		for range 2000 {
			var whole, fraction big.Int
			for {
				product := new(big.Int).Mul(new(big.Int).SetUint64(stream.Uint64()), big.NewInt(int64(n)))
				whole.DivMod(product, full, &fraction)
				if fraction.Cmp(favoured) >= 0 {
					break
				}
				rejected++
			}
			if got := random.Below(n); int64(got) != whole.Int64() {
				t.Fatalf("Below(%d) = %d, want %v", n, got, &whole)
			}
		}
		if n == 3<<61 && rejected == 0 {
			t.Error("no draw was rejected: the sample tests too little")
		}
	}
}

func TestBelowPanicsWithoutABound(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Below(0) returned")
		}
	}()
	newRandom("test", 1, 2, 0, 0).Below(0)
}

// TestShuffleReachesEveryOrderEquallyOften bounds the chi-square statistic of
// the 24 orders of four numbers at its 0.9999 quantile for 23 degrees of
// freedom, 58.6; the seed is fixed.
func TestShuffleReachesEveryOrderEquallyOften(t *testing.T) {
	const draws = 24_000
	random := newRandom("test", 1, 4, 0, 0)
	counts := map[[4]int32]int{}
	for range draws {
		order := [4]int32{0, 1, 2, 3}
		random.Shuffle(order[:])
		counts[order]++
	}
	statistic := 0.0
	for _, c := range counts {
		d := float64(c) - draws/24
		statistic += d * d / (draws / 24)
	}
	if len(counts) != 24 || statistic > 58.6 {
		t.Errorf("%d orders, chi-square %.1f", len(counts), statistic)
	}
}

func TestEveryPartOfTheKeyChangesTheStream(t *testing.T) {
	draw := func(r *Random) [2]int { return [2]int{r.Below(1 << 60), r.Below(1 << 60)} }
	streams := [][2]int{
		draw(newRandom("planted", 1, 10, 1, 1)),
		draw(newRandom("planted,last=exclusive", 1, 10, 1, 1)),
		draw(newRandom("planted", 2, 10, 1, 1)),
		draw(newRandom("planted", 1, 11, 1, 1)),
		draw(newRandom("planted", 1, 10, 2, 1)),
		draw(newRandom("planted", 1, 10, 1, 2)),
	}
	for i, s := range streams {
		if slices.Index(streams, s) != i {
			t.Errorf("streams %d and %d are equal", i, slices.Index(streams, s))
		}
	}
	if again := draw(newRandom("planted", 1, 10, 1, 1)); again != streams[0] {
		t.Error("the same key gave two streams")
	}
}
