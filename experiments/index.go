package experiments

import (
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// entry is what the index knows of a row: its key, where it stands, and what
// decides whether it may be reused and what it contradicts. Entries have no
// pointers, so that a million of them are no work for the garbage collector.
type entry struct {
	key              hashedKey
	at               uint64 // segment and place of the line in it: see place
	expanded         uint64
	cost             int64
	wall             float64
	seconds          float32 // of all runs together
	terms            uint32  // number of code and limits
	more             uint32  // number of what few rows have
	outcome          search.Outcome
	failed, solution bool // whether there is an error, and whether a solution
	optimal          bool
}

// more is what short searches have not: it is kept apart, for the sake of many rows.
type more struct {
	stored, bytes uint64
	bound         int64
}

// moreList numbers what rows have more; 0 is nothing.
type moreList []more

func (l *moreList) number(of more) uint32 {
	if of == (more{}) {
		return 0
	}
	*l = append(*l, of)
	return uint32(len(*l))
}

func (l moreList) of(e *entry) more {
	if e.more == 0 {
		return more{}
	}
	return l[e.more-1]
}

// hashedKey stands for a [Key] among the rows of one study. The seed is a hash of
// most of it; those that have the same seed differ in the rest.
type hashedKey struct{ seed, rest uint64 }

func (t *Trial) hashedKey() hashedKey {
	const prime = 1099511628211 // FNV-1a
	h := uint64(14695981039346656037)
	number := func(n int) { h = (h ^ uint64(n)) * prime }
	text := func(s string) {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * prime
		}
		number(len(s))
	}
	text(t.Set)
	text(t.Instance)
	text(t.Strategy)
	text(string(t.Mode))
	number(t.Size)
	number(t.Index)
	number(t.Version)
	number(t.Repeat)
	return hashedKey{t.Seed, h}
}

// terms are what a row was computed with, and what ended its process, of which there are
// few together.
type terms struct {
	Code    string        `json:"code"`
	Limits  search.Limits `json:"limits"`
	Limited Isolation     `json:"limited"`
	Killed  string        `json:"killed,omitempty"`
}

func (t *Trial) terms() terms { return terms{t.Code, t.Limits, t.Limited, t.Killed} }

// termList numbers terms.
type termList struct {
	list    []terms
	numbers map[terms]uint32
}

func (l *termList) number(of terms) uint32 {
	n, ok := l.numbers[of]
	if !ok {
		if l.numbers == nil {
			l.numbers = map[terms]uint32{}
		}
		of.Code, of.Killed = strings.Clone(of.Code), strings.Clone(of.Killed)
		n = uint32(len(l.list))
		l.numbers[of], l.list = n, append(l.list, of)
	}
	return n
}

// A line is at segment<<offsetBits | offset.
const offsetBits = 40

func (e *entry) source() int   { return int(e.at >> offsetBits) }
func (e *entry) offset() int64 { return int64(e.at & (1<<offsetBits - 1)) }

// index finds the rows of a study, all of them, by their key. The rows themselves
// stay in the journals.
type index struct {
	journal  *Journal
	info     LoadInfo // Sources are all segments, also those without rows
	segments []segmentState
	loaded   int // entries of rows that were there when the journals were read
	latest   int // the largest number of an attempt

	entries []entry // oldest first
	slots   []int32 // of a hash table with linear probing: place of an entry + 1, or 0
	entered int     // entries that are in the table

	mu    sync.Mutex // guards segments, terms and more while trials run
	terms termList
	more  moreList
	next  atomic.Int32 // where the entry of the next row goes while trials run
}

// entryOf returns the entry of a row, of which terms, more and segment are still to be
// filled in.
func entryOf(t *Trial, offset int64) entry {
	return entry{
		key: t.hashedKey(), at: uint64(offset),
		expanded: t.Meter.Expanded, cost: int64(t.Cost), wall: t.Wall, seconds: float32(t.Wall * float64(max(t.Runs, 1))),
		outcome: t.Outcome, failed: t.Error != "", solution: t.Solution != "", optimal: t.Optimal,
	}
}

func (t *Trial) more() more { return more{t.Meter.Stored, t.Meter.Bytes, int64(t.Bound)} }

// deterministic is [Trial.Deterministic].
func (e *entry) deterministic() bool {
	return !e.failed && (&Trial{Outcome: e.outcome}).Deterministic()
}

// segmentState is what was read of a segment, or written to it.
type segmentState struct {
	size    int64
	crc     uint32 // CRC32C of the file
	torn    bool
	damaged bool // lines, or all of it, were skipped
}

// add notes that b was written to the segment.
func (s *segmentState) add(b []byte) {
	s.size += int64(len(b))
	s.crc = crc32.Update(s.crc, castagnoli, b)
}

// begin adds a segment and returns its number.
func (x *index) begin(s Source, of segmentState) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.info.Sources, x.segments = append(x.info.Sources, s), append(x.segments, of)
	return len(x.info.Sources) - 1
}

// used returns the segments that rows are in, with their numbers.
func (x *index) used(places []int32) []Source {
	counts := make([]int, len(x.info.Sources))
	for _, place := range places {
		counts[x.entries[place].source()]++
	}
	var list []Source
	for i, s := range x.info.Sources {
		if s.Rows = counts[i]; s.Rows > 0 {
			list = append(list, s)
		}
	}
	return list
}

// current reports whether the journals are still those that were read.
func (x *index) current() bool {
	list, _, err := x.journal.segments()
	if err != nil || len(list) != len(x.segments) {
		return false
	}
	for i, s := range x.info.Sources {
		info, err := os.Stat(filepath.Join(x.journal.dir, s.Segment))
		if err != nil || info.Size() != x.segments[i].size {
			return false
		}
	}
	return true
}

// sketch fills in what the index knows of a row. Its Error and Solution are there if
// the row has them, but not what they say.
func (x *index) sketch(place int32, t *Trial) {
	e := &x.entries[place]
	of, more := &x.terms.list[e.terms], x.more.of(e)
	t.Code, t.Limits, t.Limited, t.Killed = of.Code, of.Limits, of.Limited, of.Killed
	t.Outcome, t.Cost, t.Bound, t.Wall, t.Optimal = e.outcome, int(e.cost), int(more.bound), e.wall, e.optimal
	t.Meter.Expanded, t.Meter.Stored, t.Meter.Bytes = e.expanded, more.stored, more.bytes
	t.Error, t.Solution = "", ""
	if e.failed {
		t.Error = "failed"
	}
	if e.solution {
		t.Solution = "stored"
	}
}

// expect makes room for the rows of n trials, which workers add by ran.
func (x *index) expect(n int) {
	x.next.Store(int32(len(x.entries)))
	x.entries = slices.Grow(x.entries, n)[:len(x.entries)+n]
}

// ran adds a row and returns its place.
func (x *index) ran(e entry) int32 {
	place := x.next.Add(1) - 1
	x.entries[place] = e
	return place
}

// settle ends what expect began.
func (x *index) settle() { x.entries = x.entries[:x.next.Load()] }

// add adds the newest row of its key.
func (x *index) add(e entry) int32 {
	x.entries = append(x.entries, e)
	x.enter()
	return int32(len(x.entries) - 1)
}

// enter puts entries into the table that are not in it yet.
func (x *index) enter() {
	if 2*len(x.entries) > len(x.slots) || x.slots == nil {
		x.reserve(0)
	}
	for ; x.entered < len(x.entries); x.entered++ {
		i := x.home(x.entries[x.entered].key)
		for x.slots[i] != 0 {
			i = (i + 1) & (len(x.slots) - 1)
		}
		x.slots[i] = int32(x.entered) + 1
	}
}

// reserve makes room for n more rows.
func (x *index) reserve(n int) {
	x.entries = slices.Grow(x.entries, n)
	size := max(len(x.slots), 64)
	for size < 2*(len(x.entries)+n) {
		size *= 2
	}
	x.slots, x.entered = make([]int32, size), 0
	x.enter()
}

// home is where the search for a key begins. The number of slots is a power of two.
func (x *index) home(k hashedKey) int {
	h := (k.seed ^ k.rest) * 0x9e3779b97f4a7c15
	return int(h>>32) & (len(x.slots) - 1)
}

// versions yields the places of the rows of a key, oldest first.
func (x *index) versions(k hashedKey) func(yield func(place int32) bool) {
	return func(yield func(place int32) bool) {
		for i := x.home(k); x.slots[i] != 0; i = (i + 1) & (len(x.slots) - 1) {
			if place := x.slots[i] - 1; x.entries[place].key == k && !yield(place) {
				return
			}
		}
	}
}

// find returns the place of the row with the highest rank among those of a key, of
// several the newest, or −1 if none has one above 0.
func (x *index) find(k hashedKey, rank func(place int32) int) int32 {
	x.enter()
	found, highest := int32(-1), 1
	for place := range x.versions(k) {
		if r := rank(place); r >= highest {
			found, highest = place, r
		}
	}
	return found
}

// newest returns the places of the newest row of each key, oldest first.
func (x *index) newest() []int32 {
	places := make([]int32, 0, len(x.entries)-x.info.Superseded)
	for i := range x.entries {
		last := int32(i)
		for place := range x.versions(x.entries[i].key) {
			last = place
		}
		if last == int32(i) {
			places = append(places, last)
		}
	}
	return places
}
