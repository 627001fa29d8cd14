package store

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is one of Count parts of a sweep that run in parallel. Shards run on machines with a shared
// results folder, or write to separate folders whose journals are later copied into one. The zero
// value is the whole sweep.
//
// The shard of a trial depends only on its [trial.Key] and on Count. A trial therefore belongs to
// the same shard in every sweep that contains it, regardless of which rows are stored.
type Shard struct {
	Index int // number of the shard, from 1 to Count
	Count int
}

// ParseShard parses a shard in the form INDEX/COUNT, such as 3/40.
func ParseShard(text string) (Shard, error) {
	index, count, _ := strings.Cut(text, "/")
	i, err := strconv.Atoi(index)
	n, bad := strconv.Atoi(count)
	s := Shard{i, n}
	if err != nil || bad != nil || n == 0 || s.Check() != nil {
		return Shard{}, fmt.Errorf("%q is not a shard (want INDEX/COUNT with INDEX from 1 to COUNT, as in 3/40)", text)
	}
	return s, nil
}

// String returns the shard in the form that [ParseShard] parses, or "" for the zero value.
func (s Shard) String() string {
	if s == (Shard{}) {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Count)
}

// Check returns an error if Index is not between 1 and Count. The zero value is valid.
func (s Shard) Check() error {
	if s != (Shard{}) && (s.Index < 1 || s.Index > s.Count) {
		return fmt.Errorf("shard %d of %d (want 1 to %d of 1 or more)", s.Index, s.Count, s.Count)
	}
	return nil
}

// Has reports whether the trial with key k belongs to the shard.
func (s Shard) Has(k HashedKey) bool { return s.Count == 0 || k.Shard(s.Count) == s.Index }

// Shard returns the index of the trial's shard, from 1 to count. The result must be the same in all
// versions of the program, since a process skips the journals of other shards.
func (k HashedKey) Shard(count int) int {
	// This is the finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014, figure 17).
	h := k.seed ^ k.rest
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return int((h^h>>31)%uint64(count)) + 1
}

// part returns the part of a segment's name that identifies the shard, or "" for none.
func (s Shard) part() string {
	if s == (Shard{}) {
		return ""
	}
	return fmt.Sprintf("%dof%d", s.Index, s.Count)
}

// holds reports whether a segment may contain rows of the shard. It is false only for segments that
// another shard with the same Count wrote.
func (s Shard) holds(segment string) bool {
	parts := strings.Split(segment, ".") // HOST … SHARD WORKER-ATTEMPT
	if len(parts) < 3 {
		return true
	}
	var of Shard
	part := parts[len(parts)-2]
	_, err := fmt.Sscanf(part, "%dof%d", &of.Index, &of.Count)
	return err != nil || of.part() != part || of.Count != s.Count || of == s
}
