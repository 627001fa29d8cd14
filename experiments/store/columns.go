package store

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Columns holds selected fields and metrics of all stored trials of a study, with one column for
// each. Use it to analyze more trials than fit into memory as complete rows. Ten million rows with
// two fields and a metric take about 0.8 GB while they are read, and 0.2 GB afterwards.
type Columns struct {
	words  []wordColumn // columns of the fields
	values [][]float64  // columns of the metrics; NaN for trials without a value
}

// wordColumn is a column in which values occur many times.
type wordColumn struct {
	codes  []uint32 // code of each row
	words  []string // by code
	number map[string]uint32
}

func (c *wordColumn) code(word string) uint32 {
	n, ok := c.number[word]
	if !ok {
		if c.number == nil {
			c.number = map[string]uint32{}
		}
		word = strings.Clone(word)
		n = uint32(len(c.words))
		c.number[word], c.words = n, append(c.words, word)
	}
	return n
}

// Columns reads fields and metrics of the trials that [Journal.Load] would return, in no particular
// order. Fields are named like the columns of a [Store.Table]. The distinct values of a field are
// numbered and stored once, so a row needs only four bytes for each field. A field should therefore
// have few distinct values, like set, size, strategy or outcome. Columns skips damaged lines. The
// error is a [*trial.FieldError] or a file error.
func (j *Journal) Columns(names []string, metrics ...trial.Metric) (*Columns, error) {
	c := &Columns{words: make([]wordColumn, len(names)), values: make([][]float64, len(metrics))}
	of := make([]func(*trial.Trial) string, len(names))
	for i, name := range names {
		var err error
		if of[i], err = trial.FieldText(name); err != nil {
			return nil, err
		}
	}
	list, err := j.oldestFirst()
	if err != nil {
		return nil, err
	}
	rows := rowTable{}
	var d trial.Decoder
	read, all := int64(0), j.size(list) // bytes
	take := func(line string, raw []byte, _ int64) error {
		t := trial.Trial{}
		if !trial.Sealed(raw[:len(line)]) || strings.HasPrefix(line, `{"header":`) || d.Parse(line, &t) != nil || t.Study != j.study {
			return nil
		}
		row, isNew := rows.row(KeyOf(&t))
		if read += int64(len(raw)); isNew && row == 1000 { // make room for all rows to avoid copying
			n := int(all / (read / 1000))
			rows.reserve(n)
			c.reserve(n)
		}
		for i, text := range of {
			w := &c.words[i]
			w.codes = set(w.codes, row, w.code(text(&t)))
		}
		for i := range metrics {
			c.values[i] = set(c.values[i], row, metrics[i].Value(&t))
		}
		return nil
	}
	for _, s := range list {
		if err := j.eachLineOf(s, take); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// size returns the number of bytes of the files in a list.
func (j *Journal) size(list []segment) (bytes int64) {
	for _, s := range list {
		if info, err := os.Stat(filepath.Join(j.dir, s.name)); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// reserve makes room for n rows.
func (c *Columns) reserve(n int) {
	for i := range c.words {
		c.words[i].codes = slices.Grow(c.words[i].codes, n)
	}
	for i := range c.values {
		c.values[i] = slices.Grow(c.values[i], n)
	}
}

// set sets an element of a list, or appends it if at is the length of the list.
func set[T any](list []T, at int, v T) []T {
	if at == len(list) {
		return append(list, v)
	}
	list[at] = v
	return list
}

// eachLineOf calls [eachLine] for a segment.
func (j *Journal) eachLineOf(s segment, take func(line string, raw []byte, at int64) error) error {
	f, err := os.Open(filepath.Join(j.dir, s.name))
	if err != nil {
		return fmt.Errorf("experiments: read the trials of %q: %w", j.study, err)
	}
	defer f.Close()
	if err := eachLine(f, take); err != nil {
		return fmt.Errorf("experiments: read the trials of %q: %s: %w", j.study, s.name, err)
	}
	return nil
}

// oldestFirst lists the segments of known formats in the order of [compareAge]. It reads only their
// headers.
func (j *Journal) oldestFirst() ([]segment, error) {
	list, _, err := j.segments()
	if err != nil {
		return nil, err
	}
	var heads []content
	for _, s := range list {
		c := content{segment: s}
		err := j.eachLineOf(s, func(line string, raw []byte, _ int64) error {
			c.newer = checkFormat(line, raw[:len(line)])
			if strings.HasPrefix(line, `{"header":`) {
				c.header = line
			}
			c.date(line)
			return errStop
		})
		if err != nil && !errors.Is(err, errStop) {
			return nil, err
		}
		if c.newer == nil {
			heads = append(heads, c)
		}
	}
	slices.SortStableFunc(heads, compareAge)
	list = list[:0]
	for _, c := range heads {
		list = append(list, c.segment)
	}
	return list, nil
}

// rowTable numbers keys. It is a hash table with linear probing.
type rowTable struct {
	keys  []HashedKey // by row
	slots []int32     // row + 1, or 0
}

// reserve makes room for n keys.
func (t *rowTable) reserve(n int) {
	t.keys = slices.Grow(t.keys, max(0, n-len(t.keys)))
	size := max(64, len(t.slots))
	for 2*size < 3*n {
		size *= 2
	}
	t.slots = make([]int32, size)
	for n, k := range t.keys {
		t.slots[t.slot(k)] = int32(n) + 1
	}
}

// row returns the number of a key, and whether it is new.
func (t *rowTable) row(k HashedKey) (row int, isNew bool) {
	if 3*len(t.keys) >= 2*len(t.slots) {
		t.reserve(max(64, 2*len(t.keys)))
	}
	at := t.slot(k)
	if n := t.slots[at]; n != 0 {
		return int(n) - 1, false
	}
	t.keys = append(t.keys, k)
	t.slots[at] = int32(len(t.keys))
	return len(t.keys) - 1, true
}

// slot returns the slot that holds a key, or the free slot for it.
func (t *rowTable) slot(k HashedKey) int {
	at := int((k.seed^k.rest)*0x9e3779b97f4a7c15>>32) & (len(t.slots) - 1)
	for t.slots[at] != 0 && t.keys[t.slots[at]-1] != k {
		at = (at + 1) & (len(t.slots) - 1)
	}
	return at
}

// Rows returns the number of rows, one per trial.
func (c *Columns) Rows() int {
	switch {
	case len(c.words) > 0:
		return len(c.words[0].codes)
	case len(c.values) > 0:
		return len(c.values[0])
	}
	return 0
}

// Group summarizes one metric over the trials whose fields have the same values.
type Group struct {
	Words    []string // values of the fields, in the order in which they were passed to [Journal.Columns]
	Trials   int
	Without  int // number of trials in the group for which the metric has no value
	Sum      float64
	Min, Max float64 // smallest and largest value of the metric; NaN if no trial has a value
}

// Mean returns the mean of the metric over the trials with a value, or NaN if there are none.
func (g *Group) Mean() float64 { return g.Sum / float64(g.Trials-g.Without) }

// GroupBy groups the trials by the values of all fields and summarizes one metric in each group.
// Metrics are numbered from 0, in the order in which they were passed to [Journal.Columns]. GroupBy
// sorts the groups by their Words, and compares whole numbers by value.
func (c *Columns) GroupBy(metric int) []Group {
	of := &wordColumn{codes: make([]uint32, c.Rows()), words: []string{""}} // one group
	for i := range c.words {
		of = of.with(&c.words[i])
	}
	groups := make([]Group, len(of.words))
	for i := range groups {
		groups[i] = Group{Min: math.Inf(1), Max: math.Inf(-1)}
	}
	for row, n := range of.codes {
		g := &groups[n]
		if g.Trials++; g.Trials == 1 {
			for i := range c.words {
				w := &c.words[i]
				g.Words = append(g.Words, w.words[w.codes[row]])
			}
		}
		v := c.values[metric][row]
		if math.IsNaN(v) {
			g.Without++
			continue
		}
		g.Sum += v
		g.Min, g.Max = min(g.Min, v), max(g.Max, v)
	}
	groups = slices.DeleteFunc(groups, func(g Group) bool { return g.Trials == 0 })
	for i := range groups {
		if g := &groups[i]; g.Without == g.Trials {
			g.Min, g.Max = math.NaN(), math.NaN()
		}
	}
	slices.SortFunc(groups, func(a, b Group) int { return slices.CompareFunc(a.Words, b.Words, compareWords) })
	return groups
}

// with returns a column whose codes stand for the pairs of values in two columns. It has no words.
func (c *wordColumn) with(other *wordColumn) *wordColumn {
	pairs := &wordColumn{codes: make([]uint32, len(c.codes))}
	const dense = 1 << 22
	width := uint64(len(other.words))
	var few []uint32 // numbers of pairs, from 1
	many := map[uint64]uint32{}
	if uint64(len(c.words))*width <= dense {
		few = make([]uint32, uint64(len(c.words))*width)
	}
	n := uint32(0)
	for row, a := range c.codes {
		pair := uint64(a)*width + uint64(other.codes[row])
		if few != nil {
			if few[pair] == 0 {
				n++
				few[pair] = n
			}
			pairs.codes[row] = few[pair] - 1
			continue
		}
		code, ok := many[pair]
		if !ok {
			code = n
			many[pair] = code
			n++
		}
		pairs.codes[row] = code
	}
	pairs.words = make([]string, n)
	return pairs
}

func compareWords(a, b string) int {
	x, notX := strconv.Atoi(a)
	y, notY := strconv.Atoi(b)
	if notX == nil && notY == nil {
		return cmp.Compare(x, y)
	}
	return strings.Compare(a, b)
}
