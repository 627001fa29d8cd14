package search

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// Random is a source of random numbers for instances and randomized strategies. Its numbers
// depend only on its key, not on the machine or the version of Go: the bit stream is ChaCha8
// (C2SP chacha8rand), and this package defines how bits are converted to numbers. It is not safe
// for concurrent use.
type Random struct{ bits *rand.ChaCha8 }

// NewRandom returns a source of random numbers for a key. The key consists of a family's name,
// which must not contain a zero byte, and of numbers such as version, size, seed and index.
// Sources with different keys are independent, so each instance of a family can be generated
// without the others. Keys with the same name must always have the same number of parts.
func NewRandom(family string, parts ...uint64) *Random {
	key := append([]byte(family), 0) // ends the only part of variable length
	for _, part := range parts {
		key = binary.BigEndian.AppendUint64(key, part)
	}
	return &Random{bits: rand.NewChaCha8(sha256.Sum256(key))}
}

// Below returns a random number between 0 and n−1; all are equally likely. It panics if n < 1.
//
// Below multiplies n by 64 random bits, read as a fraction from 0 to 1, and
// returns the integer part. It draws again in the few cases that would favor some
// results (D. Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS
// 29(1), 2019).
func (r *Random) Below(n int) int {
	if n < 1 {
		panic("search: Random.Below needs a positive bound")
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

// Shuffle puts s into a random order; all orders are equally likely. It draws len(s) − 1 numbers
// (Fisher and Yates, from the end).
func Shuffle[T any](r *Random, s []T) {
	for i := len(s) - 1; i > 0; i-- {
		j := r.Below(i + 1)
		s[i], s[j] = s[j], s[i]
	}
}
