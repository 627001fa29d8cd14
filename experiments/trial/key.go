package trial

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"sort"
	"strings"
)

// Key identifies a trial: two rows with the same key are attempts at the same trial. Limits and
// code are not part of the key; they decide whether a stored row may be reused (see
// [experiments.Sweep]).
//
// The key contains the trial's seed, which [Seed] computes from the sweep's root seed. It also
// contains the index in the set, so an instance that was drawn twice counts as two members of the
// sample.
type Key struct {
	Study    string
	Set      string
	Size     int
	Index    int
	Instance string
	Strategy string
	Version  int
	Mode     Mode
	Repeat   int
	Seed     uint64
}

// Key returns the key of the trial.
func (t *Trial) Key() Key {
	return Key{
		Study: t.Study, Set: t.Set, Size: t.Size, Index: t.Index, Instance: t.Instance,
		Strategy: t.Strategy, Version: t.Version, Mode: t.Mode, Repeat: t.Repeat, Seed: t.Seed,
	}
}

// ID returns a short name for the key, 16 hex digits, for use on command lines.
func (k Key) ID() string {
	return Hash("puzzlelab trial key 1", k.Study, k.Set, number(uint64(k.Size)), number(uint64(k.Index)), k.Instance,
		k.Strategy, number(uint64(k.Version)), string(k.Mode), number(uint64(k.Repeat)), number(k.Seed)).Hex()
}

// String returns the name of the trial in the form STUDY/SET/SIZE/INDEX/STRATEGY, followed by
// #REPEAT if the repeat is not the first. Keys that differ only in version, mode or seed have the
// same name.
func (k Key) String() string {
	s := fmt.Sprintf("%s/%s/%d/%d/%s", k.Study, k.Set, k.Size, k.Index, k.Strategy)
	if k.Repeat > 0 {
		s += fmt.Sprintf("#%d", k.Repeat)
	}
	return s
}

// Seed returns the seed of a trial: the first eight bytes, big-endian, of the SHA-256 of the root
// seed, the study, the instance's digest and the number of the repeat. The seed does not depend on
// the strategy, the limits or the code. All strategies therefore get the same random numbers on an
// instance, and adding a strategy does not change other rows.
func Seed(root uint64, study, instanceDigest string, repeat int) uint64 {
	return Hash("puzzlelab trial seed 1", number(root), study, instanceDigest, number(uint64(repeat))).Uint64()
}

// Digest returns the digest of an instance's canonical text: the first eight bytes of the text's
// SHA-256, as 16 hex digits.
func Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

type sum [sha256.Size]byte

// Hash returns the SHA-256 of a list of strings. It also hashes the length of each string, so the
// lists "ab", "c" and "a", "bc" have different hashes.
func Hash(parts ...string) sum {
	b := make([]byte, 0, 256)
	for _, p := range parts {
		b = binary.BigEndian.AppendUint64(b, uint64(len(p)))
		b = append(b, p...)
	}
	return sha256.Sum256(b)
}

func (s sum) Uint64() uint64 { return binary.BigEndian.Uint64(s[:8]) }
func (s sum) Hex() string    { return hex.EncodeToString(s[:8]) }

func number(n uint64) string {
	return string(binary.BigEndian.AppendUint64(nil, n))
}

// compareTrials compares rows by set, size, index, strategy, mode and repeat, the order of tables,
// and then by the rest of the key.
func compareTrials(a, b *Trial) int {
	if c := strings.Compare(a.Set, b.Set); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Size, b.Size); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Index, b.Index); c != 0 {
		return c
	}
	if c := strings.Compare(a.Strategy, b.Strategy); c != 0 {
		return c
	}
	return cmp.Or(
		strings.Compare(string(a.Mode), string(b.Mode)),
		cmp.Compare(a.Repeat, b.Repeat),
		cmp.Compare(a.Version, b.Version),
		cmp.Compare(a.Seed, b.Seed),
		strings.Compare(a.Instance, b.Instance),
		strings.Compare(a.Study, b.Study),
	)
}

// Ordered returns a string for sorting the keys of one study: the strings sort in the same order as
// [Sort] sorts the trials. No number in the key may be negative.
func (k Key) Ordered() string {
	return k.Set + "\x00" + number(uint64(k.Size)) + number(uint64(k.Index)) + k.Strategy + "\x00" + string(k.Mode) + "\x00" +
		number(uint64(k.Repeat)) + number(uint64(k.Version)) + number(k.Seed) + k.Instance
}

// Sort sorts trials in place by set, size, index, strategy, mode and repeat, and finally by the
// other parts of the key.
func Sort(trials []Trial) { sort.Sort(byKey(trials)) }

// byKey compares rows in place; [slices.SortFunc] would copy them, and they are large.
type byKey []Trial

func (b byKey) Len() int           { return len(b) }
func (b byKey) Less(i, j int) bool { return compareTrials(&b[i], &b[j]) < 0 }
func (b byKey) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
