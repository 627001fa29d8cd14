package experiments

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Columns are some fields and metrics of all stored trials of a study, a column each, for
// questions to more rows than fit into memory as trials: ten million rows of two fields and
// a metric take some 0.8 GB while they are read, and 0.2 GB then.
type Columns struct {
	words  []wordColumn // of the fields
	values [][]float64  // of the metrics; NaN for trials without
}

// wordColumn is a column whose values repeat.
type wordColumn struct {
	codes  []uint32 // of the rows
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

// Columns reads fields, by the names of their columns in [Store.Table], and metrics of the
// trials that [Journal.Load] returns, in no particular order. Fields are kept as words: those
// with few different values, such as set, size, strategy and outcome, take four bytes a row.
// Damaged lines are skipped; the error is a [*FieldError], or that of a file.
func (j *Journal) Columns(names []string, metrics ...Metric) (*Columns, error) {
	c := &Columns{words: make([]wordColumn, len(names)), values: make([][]float64, len(metrics))}
	var of []*field
	var known []string
	for i := range fields {
		if _, ok := fields[i].at(new(Trial)).(textual); ok {
			known = append(known, fields[i].column)
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, &FieldError{"field", name, known}
		}
		of = append(of, &fields[slices.IndexFunc(fields[:], func(f field) bool { return f.column == name })])
	}
	list, err := j.oldestFirst()
	if err != nil {
		return nil, err
	}
	rows := rowTable{}
	var d decoder
	read, all := int64(0), int64(0) // bytes
	for _, s := range list {
		if info, err := os.Stat(filepath.Join(j.dir, s.name)); err == nil {
			all += info.Size()
		}
	}
	for _, s := range list {
		f, err := os.Open(filepath.Join(j.dir, s.name))
		if err != nil {
			return nil, fmt.Errorf("experiments: read the trials of %q: %w", j.study, err)
		}
		err = eachLine(f, func(line string, raw []byte, _ int64) error {
			t := Trial{}
			if !sealed(raw[:len(line)]) || strings.HasPrefix(line, `{"header":`) || d.parse(line, &t) != nil || t.Study != j.study {
				return nil
			}
			row, isNew := rows.row(t.hashedKey())
			if read += int64(len(raw)); isNew && row == 1000 { // room for all, so that nothing is copied
				n := int(all / (read / 1000))
				rows.reserve(n)
				for i := range c.words {
					c.words[i].codes = slices.Grow(c.words[i].codes, n)
				}
				for i := range c.values {
					c.values[i] = slices.Grow(c.values[i], n)
				}
			}
			for i, f := range of {
				w := &c.words[i]
				code := w.code(f.at(&t).(textual).text())
				if isNew {
					w.codes = append(w.codes, code)
				} else {
					w.codes[row] = code
				}
			}
			for i := range metrics {
				v := metrics[i].Value(&t)
				if isNew {
					c.values[i] = append(c.values[i], v)
				} else {
					c.values[i][row] = v
				}
			}
			return nil
		})
		if err := f.Close(); err != nil {
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("experiments: read the trials of %q: %s: %w", j.study, s.name, err)
		}
	}
	return c, nil
}

// FieldError says that there is no field of a name.
type FieldError struct {
	What  string // is asked for: a field, or a number
	Name  string
	Known []string
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("experiments: a trial has no %s %q%s (want one of %s)", e.What, e.Name, search.DidYouMean(e.Name, e.Known), strings.Join(e.Known, ", "))
}

// oldestFirst lists the segments whose format is known in the order of [compareAge], as
// far as their headers tell it.
func (j *Journal) oldestFirst() ([]segment, error) {
	list, _, err := j.segments()
	if err != nil {
		return nil, err
	}
	var heads []content
	for _, s := range list {
		c := content{segment: s}
		f, err := os.Open(filepath.Join(j.dir, s.name))
		if err != nil {
			return nil, fmt.Errorf("experiments: read the trials of %q: %w", j.study, err)
		}
		_ = eachLine(f, func(line string, raw []byte, _ int64) error {
			c.newer = checkFormat(line, raw[:len(line)])
			if strings.HasPrefix(line, `{"header":`) {
				c.header = line
			}
			c.date(line)
			return errStop
		})
		if err := f.Close(); err != nil {
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
	keys  []hashedKey // by row
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
func (t *rowTable) row(k hashedKey) (row int, isNew bool) {
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

// slot returns where a key is, or is to be put.
func (t *rowTable) slot(k hashedKey) int {
	at := int((k.seed^k.rest)*0x9e3779b97f4a7c15>>32) & (len(t.slots) - 1)
	for t.slots[at] != 0 && t.keys[t.slots[at]-1] != k {
		at = (at + 1) & (len(t.slots) - 1)
	}
	return at
}

// Rows returns the number of trials.
func (c *Columns) Rows() int {
	switch {
	case len(c.words) > 0:
		return len(c.words[0].codes)
	case len(c.values) > 0:
		return len(c.values[0])
	}
	return 0
}

// Group is the trials whose fields have the same values.
type Group struct {
	Words    []string // of the fields
	Trials   int
	Without  int // of them, those that have no value
	Sum      float64
	Min, Max float64 // NaN if none has a value
}

// Mean returns the mean of the trials that have a value, NaN if none has.
func (g *Group) Mean() float64 { return g.Sum / float64(g.Trials-g.Without) }

// GroupBy groups the trials by all fields and sums up the metric of that number. The groups
// are in the order of their words, whole numbers among these by size.
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

// with returns the column of the pairs of values of two columns, without their words.
func (c *wordColumn) with(other *wordColumn) *wordColumn {
	pairs := &wordColumn{codes: make([]uint32, len(c.codes))}
	const dense = 1 << 22
	width := uint64(len(other.words))
	var few []uint32 // numbers from 1 of pairs
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

// FieldMetric returns the number in a field as a metric, by the name of its column in
// [Store.Table]; NaN for trials of which the field says nothing, such as the cost of one that found no
// solution. The error is a [*FieldError].
func FieldMetric(name string) (Metric, error) {
	if observed, ok := strings.CutPrefix(name, observedPrefix); ok {
		return Observed(observed, "", ""), nil
	}
	var known []string
	for i := range fields {
		f := &fields[i]
		if _, ok := valueOf(f.at(new(Trial))).number(); !ok {
			continue
		}
		if known = append(known, f.column); f.column == name {
			return Metric{Name: f.column, Doc: f.doc, Timing: f.class == classTiming, Value: func(t *Trial) float64 {
				if f.class != classTiming && !f.class.shown(t) {
					return math.NaN()
				}
				v, _ := valueOf(f.at(t)).number()
				return v
			}}, nil
		}
	}
	return Metric{}, &FieldError{"number", name, known}
}
