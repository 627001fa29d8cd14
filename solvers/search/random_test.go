package search

import (
	"crypto/sha256"
	"fmt"
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
	full := new(big.Int).Lsh(big.NewInt(1), 64)
	for _, n := range []int{1, 2, 3, 10, 24, 25, 1_000_000, 1 << 62, 3 << 61, 1<<63 - 1} {
		key := [32]byte{byte(bits.Len(uint(n)))}
		random, stream := &Random{bits: rand.NewChaCha8(key)}, rand.NewChaCha8(key)
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
	NewRandom("test").Below(0)
}

// The key is the name, a zero byte and each part in eight bytes, the most
// significant first; written out here, so that it stays what it is.
func TestTheKeyIsTheNameAndTheParts(t *testing.T) {
	key := sha256.Sum256([]byte("walk\x00\x00\x00\x00\x00\x00\x00\x00\x01\x80\x00\x00\x00\x00\x00\x00\x02"))
	want := &Random{bits: rand.NewChaCha8(key)}
	got := NewRandom("walk", 1, 1<<63+2)
	for range 100 {
		if g, w := got.Below(1<<62), want.Below(1<<62); g != w {
			t.Fatalf("drew %d, want %d", g, w)
		}
	}
}

func TestEveryPartOfTheKeyChangesTheStream(t *testing.T) {
	draw := func(r *Random) [2]int { return [2]int{r.Below(1 << 60), r.Below(1 << 60)} }
	streams := [][2]int{
		draw(NewRandom("planted", 1, 10, 1, 1)),
		draw(NewRandom("planted,last=exclusive", 1, 10, 1, 1)),
		draw(NewRandom("planted", 2, 10, 1, 1)),
		draw(NewRandom("planted", 1, 11, 1, 1)),
		draw(NewRandom("planted", 1, 10, 2, 1)),
		draw(NewRandom("planted", 1, 10, 1, 2)),
		draw(NewRandom("planted", 1, 10, 1)),
	}
	for i, s := range streams {
		if first := slices.Index(streams, s); first != i {
			t.Errorf("streams %d and %d are equal", i, first)
		}
	}
	if again := draw(NewRandom("planted", 1, 10, 1, 1)); again != streams[0] {
		t.Error("the same key gave two streams")
	}
}

// TestShuffleReachesEveryOrderEquallyOften bounds the chi-square statistic of
// the 24 orders of four numbers at its 0.9999 quantile for 23 degrees of
// freedom, 58.6; the seed is fixed.
func TestShuffleReachesEveryOrderEquallyOften(t *testing.T) {
	const draws = 24_000
	random := NewRandom("test", 1, 4, 0, 0)
	counts := map[[4]int32]int{}
	for range draws {
		order := [4]int32{0, 1, 2, 3}
		Shuffle(random, order[:])
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

func TestShuffleDrawsOneNumberLessThanThereAreElements(t *testing.T) {
	for n := range 6 {
		shuffled, drawn := NewRandom("test"), NewRandom("test")
		Shuffle(shuffled, make([]string, n))
		for i := n; i > 1; i-- {
			drawn.Below(i)
		}
		if a, b := shuffled.Below(1<<62), drawn.Below(1<<62); a != b {
			t.Errorf("after %d elements the streams differ: %d, %d", n, a, b)
		}
	}
}

func ExampleNewRandom() {
	dice := NewRandom("dice", 1, 42)
	sum := 0
	for range 1000 {
		sum += 1 + dice.Below(6)
	}
	fmt.Println(sum > 3300, sum < 3700) // the mean is 3500, the standard deviation 54
	// Output: true true
}
