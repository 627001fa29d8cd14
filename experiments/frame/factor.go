package frame

import (
	"cmp"
	"iter"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Factor is a property of trials, such as the size of their instance, with values of type K. Make a
// factor with [NewFactor] and keep it in a variable, so that a frame computes the values only once.
type Factor[K comparable] struct {
	Name    string
	of      func(t *trial.Trial) K
	compare func(a, b K) int
	order   []K        // values to put first, in this order
	of0     *Factor[K] // the factor that computes the values, if this one only changes their order
}

// NewFactor returns a factor with the given name. Its value for a trial is the result of the given
// function. The values are sorted in increasing order.
func NewFactor[K cmp.Ordered](name string, of func(t *trial.Trial) K) *Factor[K] {
	return NewFactorFunc(name, of, cmp.Compare[K])
}

// NewFactorFunc works like [NewFactor] but sorts the values with a comparison function.
func NewFactorFunc[K comparable](name string, of func(t *trial.Trial) K, compare func(a, b K) int) *Factor[K] {
	return &Factor[K]{Name: name, of: of, compare: compare}
}

// Factors that are defined for every trial.
var (
	Set      = NewFactor("set", func(t *trial.Trial) string { return t.Set })
	Size     = NewFactor("size", func(t *trial.Trial) int { return t.Size })
	Index    = NewFactor("instance number", func(t *trial.Trial) int { return t.Index })
	Strategy = NewFactor("strategy", func(t *trial.Trial) string { return t.Strategy })
	Version  = NewFactor("version", func(t *trial.Trial) int { return t.Version })
	Mode     = NewFactor("mode", func(t *trial.Trial) trial.Mode { return t.Mode })
	Repeat   = NewFactor("repeat", func(t *trial.Trial) int { return t.Repeat })
	Subject  = NewFactorFunc("instance", InstanceOf, Instance.Compare)
)

// Instance identifies an instance within a study.
type Instance struct {
	Set    string
	Size   int
	Index  int
	Digest string
}

// InstanceOf returns the set, size, index and digest of a trial's instance.
func InstanceOf(t *trial.Trial) Instance {
	return Instance{Set: t.Set, Size: t.Size, Index: t.Index, Digest: t.Instance}
}

// Compare orders instances by set, size, index and digest.
func (a Instance) Compare(b Instance) int {
	return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.Size, b.Size), cmp.Compare(a.Index, b.Index), cmp.Compare(a.Digest, b.Digest))
}

// Is returns a filter for trials in which the factor has one of the given values.
func (by *Factor[K]) Is(values ...K) Filter {
	return func(t *trial.Trial) bool { return slices.Contains(values, by.of(t)) }
}

// From returns a filter for trials in which the factor is at least limit.
func (by *Factor[K]) From(limit K) Filter {
	return func(t *trial.Trial) bool { return by.compare(by.of(t), limit) >= 0 }
}

// Below returns a filter for trials in which the factor is less than limit.
func (by *Factor[K]) Below(limit K) Filter {
	return func(t *trial.Trial) bool { return by.compare(by.of(t), limit) < 0 }
}

// In returns a copy of the factor with a different order of values: first the given values, in the
// given order, and then all others.
func (by *Factor[K]) In(order ...K) *Factor[K] {
	ordered := *by
	ordered.order, ordered.of0 = nil, by.base()
	for _, v := range order {
		if !slices.Contains(ordered.order, v) {
			ordered.order = append(ordered.order, v)
		}
	}
	return &ordered
}

func (by *Factor[K]) base() *Factor[K] {
	if by.of0 != nil {
		return by.of0
	}
	return by
}

// Of returns the distinct values that the factor has in the rows of f, in the factor's order.
func (by *Factor[K]) Of(f Frame) []K {
	var values []K
	for v := range By(f, by) {
		values = append(values, v)
	}
	return values
}

// By groups the rows by a factor. It yields each value with its rows, in the order of the factor's
// values.
func By[K comparable](f Frame, by *Factor[K]) iter.Seq2[K, Frame] {
	return func(yield func(K, Frame) bool) {
		if len(f.rows) == 0 {
			return
		}
		c := columnOf(f.table, by.base())
		rows, ends := c.sort(f.rows)
		emit := func(code int) bool {
			group := Frame{f.table, rows[ends[code]:ends[code+1]:ends[code+1]]}
			return group.Len() == 0 || yield(c.values[code], group)
		}
		for _, v := range by.order {
			if code, found := slices.BinarySearchFunc(c.values, v, by.compare); found && !emit(code) {
				return
			}
		}
		for code, v := range c.values {
			if !slices.Contains(by.order, v) && !emit(code) {
				return
			}
		}
	}
}

// column holds the values of a factor for all trials of a table.
type column[K comparable] struct {
	values []K     // distinct, in increasing order
	codes  []int32 // for each trial, an index into values
}

// columnOf returns the column of a factor, which it computes only once.
func columnOf[K comparable](t *table, by *Factor[K]) *column[K] {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c, ok := t.columns[by].(*column[K]); ok {
		return c
	}
	c := &column[K]{codes: make([]int32, len(t.trials))}
	seen := map[K]int32{}
	var after []int32 // for each code, the code that last followed it and usually follows it again
	last := int32(-1)
	for i := range t.trials {
		v := by.of(&t.trials[i])
		if last >= 0 && c.values[after[last]] == v {
			last = after[last]
			c.codes[i] = last
			continue
		}
		code, ok := seen[v]
		if !ok {
			code = int32(len(c.values))
			seen[v], c.values, after = code, append(c.values, v), append(after, code)
		}
		if last >= 0 {
			after[last] = code
		}
		c.codes[i], last = code, code
	}
	place := make([]int32, len(c.values)) // position of each code among the sorted values
	order := make([]int32, len(c.values))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return by.compare(c.values[a], c.values[b]) })
	values := make([]K, len(c.values))
	for i, code := range order {
		place[code], values[i] = int32(i), c.values[code]
	}
	for i, code := range c.codes {
		c.codes[i] = place[code]
	}
	c.values = values
	t.remember(by, c)
	return c
}

// sort returns the rows in a stable order by value: the rows with value i are at ends[i] to
// ends[i+1].
func (c *column[K]) sort(rows []int32) (sorted, ends []int32) {
	ends = make([]int32, len(c.values)+2)
	for _, r := range rows {
		ends[c.codes[r]+2]++
	}
	for i := 2; i < len(ends); i++ {
		ends[i] += ends[i-1]
	}
	sorted = make([]int32, len(rows))
	for _, r := range rows {
		at := &ends[c.codes[r]+1] // where the value's next row goes
		sorted[*at] = r
		*at++
	}
	return sorted, ends
}

// Group holds one value of a factor and the rows with this value.
type Group[K comparable] struct {
	Value K
	Frame
}

// Groups returns the groups from [By] as a list, for example for the rows of a table.
func Groups[K comparable](f Frame, by *Factor[K]) []Group[K] {
	var groups []Group[K]
	for value, rows := range By(f, by) {
		groups = append(groups, Group[K]{value, rows})
	}
	return groups
}
