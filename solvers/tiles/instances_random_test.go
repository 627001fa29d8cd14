package tiles

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestBelowFollowsItsDefinition redoes the arithmetic with big integers on a
// second copy of the bit stream: the integer part of n·x/2^64, and another x
// where the fraction is below 2^64 mod n.
func TestBelowFollowsItsDefinition(t *testing.T) {
	full := new(big.Int).Lsh(big.NewInt(1), 64)
	for _, n := range []int{1, 2, 3, 24, 25, 1 << 62, 3 << 61, 1<<63 - 1} {
		key := [32]byte{byte(bits.Len(uint(n)))}
		random, stream := &Random{bits: rand.NewChaCha8(key)}, rand.NewChaCha8(key)
		favoured := new(big.Int).Mod(full, big.NewInt(int64(n)))
		rejected := 0
		for range 1000 {
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
	newRandom("test", 1, 2, 2, 0, 0).Below(0)
}
