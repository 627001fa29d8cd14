package frame

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Frame is a read-only view of trials: selected rows of a table, in a fixed order (see [Of]). Views
// of the same table share its trials. The zero Frame has no rows.
type Frame struct {
	table *table
	rows  []int32 // row numbers in the table, in the order of the view
}

// table holds the trials for views, and the columns of the factors used so far.
type table struct {
	trials []trial.Trial
	all    []int32 // all rows, in the order of Of

	mu      sync.Mutex
	columns map[any]any // maps *Factor[K] to *column[K], and also holds the results of Memo
}

// remember stores a value computed from the trials. The caller holds mu.
func (t *table) remember(key, value any) {
	if t.columns == nil { // even in a frame that another cell of a notebook made
		t.columns = map[any]any{}
	}
	t.columns[key] = value
}

// Of returns a view of all trials, sorted like the stored rows of a study: by set, size, instance
// number, strategy and mode. The caller must not change the trials afterwards.
func Of(trials []trial.Trial) Frame {
	trials = oneIndex(trials)
	rows := make([]int32, len(trials))
	for i := range rows {
		rows[i] = int32(i)
	}
	byKey := func(i, j int32) int { return compareKeys(&trials[i], &trials[j]) }
	if !slices.IsSortedFunc(rows, byKey) {
		slices.SortStableFunc(rows, byKey)
	}
	return Frame{&table{trials: trials, all: rows}, rows}
}

// compareKeys orders trials by key. It orders trials with the same key by the criteria that decide
// which of them counts.
func compareKeys(a, b *trial.Trial) int {
	if c := cmp.Or(InstanceOf(a).Compare(InstanceOf(b)), cmp.Compare(a.Strategy, b.Strategy), cmp.Compare(a.Mode, b.Mode), cmp.Compare(a.Repeat, b.Repeat)); c != 0 {
		return c
	}
	return cmp.Or(compareWorth(a, b, trial.Expanded), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Conditions.Start, b.Conditions.Start))
}

// oneIndex returns the trials with one number for each instance in a set and size. An instance that
// was listed twice gets the smaller number.
func oneIndex(trials []trial.Trial) []trial.Trial {
	index := map[Instance]int{} // by instance without its number
	of := func(t *trial.Trial) Instance {
		return Instance{Set: t.Set, Size: t.Size, Digest: t.Instance}
	}
	copies := false
	for i := range trials {
		t := &trials[i]
		first, seen := index[of(t)]
		copies = copies || seen && first != t.Index && t.Instance != ""
		if !seen || t.Index < first {
			index[of(t)] = t.Index
		}
	}
	if !copies {
		return trials
	}
	trials = slices.Clone(trials)
	for i := range trials {
		if t := &trials[i]; t.Instance != "" {
			t.Index = index[of(t)]
		}
	}
	return trials
}

// Whole returns a view of all trials from which f was selected, in the order in which [Of] received
// them.
func (f Frame) Whole() Frame {
	if f.table == nil {
		return f
	}
	return Frame{f.table, f.table.all}
}

// Len returns the number of rows.
func (f Frame) Len() int { return len(f.rows) }

// String describes the size of the frame, as in "200 trials, 100 instances, 2 strategies".
func (f Frame) String() string {
	if f.Len() == 0 {
		return "no trials"
	}
	strategies, noun := len(Strategy.Of(f)), "strategies"
	if strategies == 1 {
		noun = "strategy"
	}
	return fmt.Sprintf("%s, %s, %d %s", numerals.Plural(f.Len(), "trial", ""), numerals.Plural(f.Instances(), "instance", ""), strategies, noun)
}

// All yields the trials in order. The caller must not change them.
func (f Frame) All() iter.Seq[*trial.Trial] {
	return func(yield func(*trial.Trial) bool) {
		for _, r := range f.rows {
			if !yield(&f.table.trials[r]) {
				return
			}
		}
	}
}

// First returns the first trial. It returns nil if the frame has no rows.
func (f Frame) First() *trial.Trial {
	for t := range f.All() {
		return t
	}
	return nil
}

// Filter reports whether a trial belongs to a selection.
type Filter func(t *trial.Trial) bool

// Where returns the rows that pass all filters.
func (f Frame) Where(filters ...Filter) Frame {
	kept := Frame{table: f.table}
next:
	for _, r := range f.rows {
		for _, pass := range filters {
			if !pass(&f.table.trials[r]) {
				continue next
			}
		}
		kept.rows = append(kept.rows, r)
	}
	return kept
}

// Count returns the number of rows that pass the filter.
func (f Frame) Count(filter Filter) int {
	n := 0
	for t := range f.All() {
		if filter(t) {
			n++
		}
	}
	return n
}

// Limited is a [Filter] for trials stopped by a limit.
func Limited(t *trial.Trial) bool { return t.Outcome.Limited() }

// Has reports whether the frame contains at least one trial of each named strategy.
func (f Frame) Has(strategies ...string) bool {
	return !slices.ContainsFunc(strategies, func(s string) bool { return f.Count(Strategy.Is(s)) == 0 })
}

// Instances returns the number of distinct instances among the rows.
func (f Frame) Instances() int { return len(Subject.Of(f)) }

// NodeLimit returns the largest node limit of any trial, or 0 if no trial has one.
func (f Frame) NodeLimit() uint64 {
	return f.most(func(t *trial.Trial) uint64 { return t.Limits.Expanded })
}

// MemoryLimit returns the largest memory limit of any trial, in bytes, or 0 if no trial has one.
func (f Frame) MemoryLimit() uint64 {
	return f.most(func(t *trial.Trial) uint64 { return t.Limits.Bytes })
}

func (f Frame) most(of func(t *trial.Trial) uint64) uint64 {
	var most uint64
	for t := range f.All() {
		most = max(most, of(t))
	}
	return most
}

// Values returns the metric's values for all answered trials that have a value, in the order of the
// rows.
func (f Frame) Values(m trial.Metric) []float64 {
	var values []float64
	for t := range f.All() {
		if v := m.Value(t); t.Outcome.Answered() && !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return values
}

// Answered is a [Filter] for trials that ended with an answer: a solution, a proof that there is
// none, or a completed measurement. Failed and stopped trials have no answer.
func Answered(t *trial.Trial) bool { return t.Outcome.Answered() && t.Error == "" }

// AnsweredByAll returns the rows of the instances that every strategy answered in all its runs, so
// that averages cover the same instances for every strategy. If a strategy has no rows for a set
// and size, it does not have to answer the instances of that set and size.
func (f Frame) AnsweredByAll() Frame {
	all := map[Instance]bool{}
	for _, set := range By(f, Set) {
		for _, at := range By(set, Size) {
			strategies := len(Strategy.Of(at))
			for instance, rows := range By(at, Subject) {
				all[instance] = rows.Count(Answered) == rows.Len() && len(Strategy.Of(rows)) == strategies
			}
		}
	}
	return f.Where(func(t *trial.Trial) bool { return all[InstanceOf(t)] })
}
