package tiles

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// Random is the source a generator draws from. Its numbers depend on its seed
// alone, on every machine and with every version of Go: the bit stream is
// ChaCha8 (C2SP chacha8rand), and the way from bits to numbers is defined
// here, not by the standard library.
type Random struct{ bits *rand.ChaCha8 }

// newRandom returns the source of one instance. Instances share nothing, so
// any one of them can be made without the others.
func newRandom(family string, version, width, height int, seed uint64, index int) *Random {
	key := append([]byte(family), 0) // ends the only part of variable length
	for _, part := range [...]uint64{uint64(version), uint64(width), uint64(height), seed, uint64(index)} {
		key = binary.BigEndian.AppendUint64(key, part)
	}
	return &Random{bits: rand.NewChaCha8(sha256.Sum256(key))}
}

// Below returns a number in 0..n−1, all equally likely. It panics if n < 1.
//
// The product of n and 64 random bits is read as an integer part, which is the
// result, and a fraction; the few fractions that would favour some results
// are drawn again (D. Lemire, "Fast Random Integer Generation in an
// Interval", ACM TOMACS 29(1), 2019).
func (r *Random) Below(n int) int {
	if n < 1 {
		panic("tiles: Random.Below needs a positive bound")
	}
	bound := uint64(n)
	whole, fraction := bits.Mul64(r.bits.Uint64(), bound)
	if fraction < bound {
		for favoured := -bound % bound; fraction < favoured; {
			whole, fraction = bits.Mul64(r.bits.Uint64(), bound)
		}
	}
	return int(whole)
}
