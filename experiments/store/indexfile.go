package store

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// The index of a study is kept in a file next to the journals, so that they need not be parsed
// again. The file is used if its own checksum is right. It then replaces each segment that still
// has the size and checksum recorded in the file; all other segments are parsed.
//
//	a line of JSON     indexHead
//	entries            entryWords numbers of 8 bytes each, little-endian
//	CRC32C of all this 4 bytes

const indexName = "index"

// indexHead is the first line of an index file.
type indexHead struct {
	Format   string        `json:"index"` // see indexFormat
	Segments []indexedPart `json:"segments"`
	Terms    []terms       `json:"terms"`
}

// indexedPart describes a segment in the index file and counts its entries. The entries of all
// segments follow in the same order.
type indexedPart struct {
	Name    string `json:"name"`
	Header  string `json:"header"`
	Size    int64  `json:"size"`
	CRC     uint32 `json:"crc"`
	Torn    bool   `json:"torn,omitempty"`
	Entries int    `json:"entries"`
}

// indexFormat changes whenever the layout of entries or the numbering of outcomes changes.
var indexFormat = func() string {
	var b strings.Builder
	b.WriteString("3")
	for o := search.Running; o <= search.Measured; o++ {
		fmt.Fprintf(&b, " %v", o)
	}
	return b.String()
}()

const (
	entryWords = 11
	entrySize  = 8 * entryWords
)

func (e *Entry) words(m more) [entryWords]uint64 {
	flags := uint64(e.Outcome)
	for i, flag := range []bool{e.Failed, e.solution, e.optimal} {
		if flag {
			flags |= 1 << (8 + i)
		}
	}
	return [...]uint64{
		e.Key.seed, e.Key.rest, uint64(e.offset()), e.Expanded, m.stored, m.bytes, uint64(e.cost), uint64(m.bound),
		math.Float64bits(e.wall), uint64(e.terms)<<32 | uint64(math.Float32bits(e.Seconds)), flags,
	}
}

func entryFrom(w [entryWords]uint64) (Entry, more) {
	return Entry{
		Key: HashedKey{w[0], w[1]}, at: w[2], Expanded: w[3], cost: int64(w[6]), wall: math.Float64frombits(w[8]),
		terms: uint32(w[9] >> 32), Seconds: math.Float32frombits(uint32(w[9])),
		Outcome: search.Outcome(w[10]), Failed: w[10]&(1<<8) != 0, solution: w[10]&(1<<9) != 0, optimal: w[10]&(1<<10) != 0,
	}, more{w[4], w[5], int64(w[7])}
}

// Save writes the index to its file. For a shard it does nothing, because a shard does not know the
// rows of other shards.
func (x *Index) Save() (err error) {
	if x.journal.Shard != (Shard{}) {
		return nil
	}
	head := indexHead{Format: indexFormat, Terms: x.terms.list}
	for i, s := range x.Info.Sources {
		of := x.segments[i]
		if of.damaged {
			of.size = -1 // so that the journal is read again, and its damage reported, each time
		}
		head.Segments = append(head.Segments, indexedPart{Name: s.Segment, Header: s.header, Size: of.size, CRC: of.crc, Torn: of.torn})
	}
	for i := range x.Entries {
		head.Segments[x.Entries[i].source()].Entries++
	}
	next := make([]int, len(head.Segments)) // for each segment, the position of its next entry
	for i := 1; i < len(next); i++ {
		next[i] = next[i-1] + head.Segments[i-1].Entries
	}
	sorted := make([]int32, len(x.Entries))
	for i := range x.Entries {
		at := &next[x.Entries[i].source()]
		sorted[*at] = int32(i)
		*at++
	}
	buf, err := json.Marshal(head)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(x.journal.dir, indexName+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err == nil {
			err = os.Rename(f.Name(), filepath.Join(x.journal.dir, indexName))
		}
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	buf = append(buf, '\n')
	crc := uint32(0)
	for _, place := range sorted {
		for _, w := range x.Entries[place].words(x.more.of(&x.Entries[place])) {
			buf = binary.LittleEndian.AppendUint64(buf, w)
		}
		if len(buf) > 1<<16 {
			crc = crc32.Update(crc, trial.Castagnoli, buf)
			if _, err := f.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
	}
	crc = crc32.Update(crc, trial.Castagnoli, buf)
	_, err = f.Write(binary.LittleEndian.AppendUint32(buf, crc))
	return err
}

// indexed opens the index file and returns what it records for each segment, or nothing if the file
// is damaged or has another format. Entries are read on demand while the file is open.
func (j *Journal) indexed() (contents map[string]content, close func() error) {
	f, err := os.Open(filepath.Join(j.dir, indexName))
	if err != nil {
		return nil, f.Close
	}
	if contents, err = readIndex(f); err != nil {
		contents = nil
	}
	return contents, f.Close
}

func readIndex(f *os.File) (map[string]content, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	sum := crc32.New(trial.Castagnoli)
	in := bufio.NewReaderSize(io.TeeReader(io.LimitReader(f, info.Size()-4), sum), 1<<16)
	line, err := in.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	var head indexHead
	if err := json.Unmarshal(line, &head); err != nil {
		return nil, err
	}
	var list termList
	for _, t := range head.Terms {
		list.number(t)
	}
	contents := make(map[string]content, len(head.Segments))
	at, body := int64(len(line)), info.Size()-4
	for _, s := range head.Segments {
		if s.Entries < 0 || int64(s.Entries) > (body-at)/entrySize {
			return nil, errors.New("a number of entries that cannot be")
		}
		c := content{header: s.Header, terms: list, count: s.Entries, indexed: io.NewSectionReader(f, at, int64(s.Entries)*entrySize)}
		c.size, c.crc, c.torn = s.Size, s.CRC, s.Torn
		contents[s.Name] = c
		at += int64(s.Entries) * entrySize
	}
	if head.Format != indexFormat || at != body {
		return nil, errors.New("another format or size")
	}
	for range (at - int64(len(line))) / entrySize {
		if e, _, err := readEntry(in); err != nil || e.source() != 0 || int(e.terms) >= len(list.list) {
			return nil, cmp.Or(err, errors.New("an entry that cannot be"))
		}
	}
	var crc [4]byte
	if _, err := io.ReadFull(f, crc[:]); err != nil {
		return nil, err
	}
	if binary.LittleEndian.Uint32(crc[:]) != sum.Sum32() {
		return nil, errors.New("it does not match its checksum")
	}
	return contents, nil
}

// each calls f with each entry of a segment and the entry's more value, in the order of the rows.
func (c *content) each(f func(Entry, more)) error {
	for i := range c.entries {
		f(c.entries[i], c.more.of(&c.entries[i]))
	}
	if c.indexed == nil {
		return nil
	}
	in := bufio.NewReaderSize(c.indexed, 1<<16)
	for range c.count {
		e, m, err := readEntry(in)
		if err != nil {
			return err
		}
		f(e, m)
	}
	return nil
}

func readEntry(in *bufio.Reader) (e Entry, m more, err error) {
	buf, err := in.Peek(entrySize)
	if err != nil {
		return e, m, err
	}
	var w [entryWords]uint64
	for k := range w {
		w[k] = binary.LittleEndian.Uint64(buf[8*k:])
	}
	_, err = in.Discard(entrySize)
	e, m = entryFrom(w)
	return e, m, err
}

// fits reports whether a segment is unchanged since it was indexed.
func (c *content) fits(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() != c.size {
		return false
	}
	crc, buf := uint32(0), make([]byte, 1<<16)
	for {
		n, err := f.Read(buf)
		crc = crc32.Update(crc, trial.Castagnoli, buf[:n])
		if err != nil {
			return errors.Is(err, io.EOF) && crc == c.crc
		}
	}
}
