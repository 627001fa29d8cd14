package store

import (
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Entry describes a row in the index: its key, its place in the journals, and the values that
// decide whether the row may be reused and which rows it contradicts. Entries contain no pointers,
// so even a million entries do not slow down the garbage collector.
type Entry struct {
	Key              HashedKey
	at               uint64 // segment and offset of the line, packed: see offsetBits
	Expanded         uint64
	cost             int64
	wall             float64
	Seconds          float32 // total wall time of the trial's runs, in seconds
	terms            uint32  // index into the list of terms
	more             uint32  // index into the list of more values; 0 for none
	Outcome          search.Outcome
	Failed, solution bool // Failed is true if the row has an error, and solution is true if it has a solution.
	optimal          bool
}

// more holds values found only in rows of longer searches. It is stored separately to keep entries
// small.
type more struct {
	stored, bytes uint64
	bound         int64
}

// moreList holds the more values of rows, numbered by position; number 0 means none.
type moreList []more

func (l *moreList) number(of more) uint32 {
	if of == (more{}) {
		return 0
	}
	*l = append(*l, of)
	return uint32(len(*l))
}

func (l moreList) of(e *Entry) more {
	if e.more == 0 {
		return more{}
	}
	return l[e.more-1]
}

// HashedKey is a short form of a [trial.Key] that identifies a trial within a study. It consists of
// the trial's seed and a hash of the other parts of the key.
type HashedKey struct{ seed, rest uint64 }

// KeyOf returns the short form of a trial's key.
func KeyOf(t *trial.Trial) HashedKey {
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
	return HashedKey{t.Seed, h}
}

// terms holds the code and limits of a row, and what ended its process. Many rows share the same
// terms.
type terms struct {
	Code    string          `json:"code"`
	Limits  search.Limits   `json:"limits"`
	Limited trial.Isolation `json:"limited"`
	Killed  string          `json:"killed,omitempty"`
}

func termsOf(t *trial.Trial) terms { return terms{t.Code, t.Limits, t.Limited, t.Killed} }

// termList numbers the distinct terms.
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

// The place of a line is segment<<offsetBits | offset.
const offsetBits = 40

func (e *Entry) source() int   { return int(e.at >> offsetBits) }
func (e *Entry) offset() int64 { return int64(e.at & (1<<offsetBits - 1)) }

// Index finds the rows of a study by key. The rows themselves stay in the journals; the index
// refers to a row by its place, which is a position in Entries.
type Index struct {
	journal  *Journal
	Info     LoadInfo // problems found in the journals, and the journal files (segments); Info.Sources also lists files without rows
	segments []segmentState
	Loaded   int // number of entries that were read from the journals; the workers added all later entries
	latest   int // the largest attempt number

	Entries []Entry // one entry per row, oldest first
	slots   []int32 // hash table with linear probing: number of an entry + 1, or 0
	entered int     // number of entries in the hash table

	mu    sync.Mutex // guards segments, terms and more while trials run
	terms termList
	more  moreList
	next  atomic.Int32 // number of the next entry while trials run
}

// entryOf returns the entry of a row, without terms, more and segment.
func entryOf(t *trial.Trial, offset int64) Entry {
	return Entry{
		Key: KeyOf(t), at: uint64(offset),
		Expanded: t.Meter.Expanded, cost: int64(t.Cost), wall: t.Wall, Seconds: float32(t.Wall * float64(max(t.Runs, 1))),
		Outcome: t.Outcome, Failed: t.Error != "", solution: t.Solution != "", optimal: t.Optimal,
	}
}

func moreOf(t *trial.Trial) more { return more{t.Meter.Stored, t.Meter.Bytes, int64(t.Bound)} }

// deterministic works like [trial.Trial.Deterministic] for an entry.
func (e *Entry) deterministic() bool {
	return !e.Failed && (&trial.Trial{Outcome: e.Outcome}).Deterministic()
}

// segmentState describes the part of a segment read or written so far.
type segmentState struct {
	size    int64
	crc     uint32 // CRC32C of the file
	torn    bool
	damaged bool // some or all lines were skipped
}

// add updates the state after b was written to the segment.
func (s *segmentState) add(b []byte) {
	s.size += int64(len(b))
	s.crc = crc32.Update(s.crc, trial.Castagnoli, b)
}

// begin adds a segment and returns its number.
func (x *Index) begin(s Source, of segmentState) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.Info.Sources, x.segments = append(x.Info.Sources, s), append(x.segments, of)
	return len(x.Info.Sources) - 1
}

// Used returns the journal segments that contain the rows at the given places. The Rows of each
// segment count only these rows.
func (x *Index) Used(places []int32) []Source {
	counts := make([]int, len(x.Info.Sources))
	for _, place := range places {
		counts[x.Entries[place].source()]++
	}
	var list []Source
	for i, s := range x.Info.Sources {
		if s.Rows = counts[i]; s.Rows > 0 {
			list = append(list, s)
		}
	}
	return list
}

// Current reports whether the journals are unchanged since the index was read.
func (x *Index) Current() bool {
	list, _, err := x.journal.segments()
	if err != nil || len(list) != len(x.segments) {
		return false
	}
	for i, s := range x.Info.Sources {
		info, err := os.Stat(filepath.Join(x.journal.dir, s.Segment))
		if err != nil || info.Size() != x.segments[i].size {
			return false
		}
	}
	return true
}

// Sketch sets the fields of t that the index holds for the row at the given place. If the row has
// an error or a solution, Sketch sets Error or Solution to a placeholder, because the index does
// not hold their text.
func (x *Index) Sketch(place int32, t *trial.Trial) {
	e := &x.Entries[place]
	of, more := &x.terms.list[e.terms], x.more.of(e)
	t.Code, t.Limits, t.Limited, t.Killed = of.Code, of.Limits, of.Limited, of.Killed
	t.Outcome, t.Cost, t.Bound, t.Wall, t.Optimal = e.Outcome, int(e.cost), int(more.bound), e.wall, e.optimal
	t.Meter.Expanded, t.Meter.Stored, t.Meter.Bytes = e.Expanded, more.stored, more.bytes
	t.Error, t.Solution = "", ""
	if e.Failed {
		t.Error = "failed"
	}
	if e.solution {
		t.Solution = "stored"
	}
}

// Expect reserves space for n rows that the workers will add to the index.
func (x *Index) Expect(n int) {
	x.next.Store(int32(len(x.Entries)))
	x.Entries = slices.Grow(x.Entries, n)[:len(x.Entries)+n]
}

// ran adds a row and returns its place.
func (x *Index) ran(e Entry) int32 {
	place := x.next.Add(1) - 1
	x.Entries[place] = e
	return place
}

// settle releases the unused part of the room that Expect made.
func (x *Index) settle() { x.Entries = x.Entries[:x.next.Load()] }

// add adds a row that is newer than all others with its key.
func (x *Index) add(e Entry) int32 {
	x.Entries = append(x.Entries, e)
	x.enter()
	return int32(len(x.Entries) - 1)
}

// enter adds new entries to the hash table.
func (x *Index) enter() {
	if 2*len(x.Entries) > len(x.slots) || x.slots == nil {
		x.reserve(0)
	}
	for ; x.entered < len(x.Entries); x.entered++ {
		i := x.home(x.Entries[x.entered].Key)
		for x.slots[i] != 0 {
			i = (i + 1) & (len(x.slots) - 1)
		}
		x.slots[i] = int32(x.entered) + 1
	}
}

// reserve makes room for n more rows.
func (x *Index) reserve(n int) {
	x.Entries = slices.Grow(x.Entries, n)
	size := max(len(x.slots), 64)
	for size < 2*(len(x.Entries)+n) {
		size *= 2
	}
	x.slots, x.entered = make([]int32, size), 0
	x.enter()
}

// home returns the slot where the search for a key begins. The number of slots is a power of two.
func (x *Index) home(k HashedKey) int {
	h := (k.seed ^ k.rest) * 0x9e3779b97f4a7c15
	return int(h>>32) & (len(x.slots) - 1)
}

// Versions yields the locations of all rows with key k, oldest first.
func (x *Index) Versions(k HashedKey) func(yield func(place int32) bool) {
	return func(yield func(place int32) bool) {
		for i := x.home(k); x.slots[i] != 0; i = (i + 1) & (len(x.slots) - 1) {
			if place := x.slots[i] - 1; x.Entries[place].Key == k && !yield(place) {
				return
			}
		}
	}
}

// Find returns the place of the row with key k that rank rates highest; if several rows tie, it
// returns the place of the newest. If rank never returns a number above 0, Find returns −1.
func (x *Index) Find(k HashedKey, rank func(place int32) int) int32 {
	x.enter()
	found, highest := int32(-1), 1
	for place := range x.Versions(k) {
		if r := rank(place); r >= highest {
			found, highest = place, r
		}
	}
	return found
}

// newest returns the places of the newest row of each key, oldest first.
func (x *Index) newest() []int32 {
	places := make([]int32, 0, len(x.Entries)-x.Info.Superseded)
	for i := range x.Entries {
		last := int32(i)
		for place := range x.Versions(x.Entries[i].Key) {
			last = place
		}
		if last == int32(i) {
			places = append(places, last)
		}
	}
	return places
}
