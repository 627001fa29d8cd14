package frame

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Restrict returns the common limit on nodes or bytes at which all stopped runs of the strategies
// ended. It returns zero limits if no run was stopped. The result ok is false if runs were stopped
// by different limits or by something other than a limit, or if a run that was not stopped exceeded
// the limit.
//
// With a common limit, the counts up to that limit can be averaged over all instances, including
// those of stopped runs. Averages over only the finished runs would favor easy instances.
func (f Frame) Restrict(strategies ...string) (limit search.Limits, ok bool) {
	rows := f.Where(Strategy.Is(strategies...), func(t *trial.Trial) bool { return stateOf(t) != failed })
	for t := range rows.All() {
		var at search.Limits
		switch {
		case stateOf(t) != censored:
			continue
		case t.Outcome == search.LimitNodes:
			at.Expanded = t.Limits.Expanded
		case t.Outcome == search.LimitMemory:
			at.Bytes = t.Limits.Bytes
		}
		if at == (search.Limits{}) || limit != (search.Limits{}) && limit != at {
			return search.Limits{}, false
		}
		limit = at
	}
	within := func(t *trial.Trial) bool {
		return t.Meter.Expanded <= orMost(limit.Expanded) && (t.Meter.Bytes <= orMost(limit.Bytes) || stateOf(t) == censored)
	}
	return limit, rows.Count(within) == rows.Len()
}

// orMost returns the limit, or the largest number if the limit is 0, which means no limit.
func orMost(limit uint64) uint64 {
	if limit == 0 {
		return math.MaxUint64
	}
	return limit
}

// oneRun returns the timed rows of the newest run that timed both strategies, or none if there is
// no such run. Rows whose run is unknown, such as rows from other programs, count as one run.
func (f Frame) oneRun(a, b string) Frame {
	runs, newest := f.runs(), -1
	timed := f.Where(Mode.Is(trial.Timed))
	for t := range timed.Where(Strategy.Is(a)).All() {
		if runs[t] > newest && timed.Count(func(u *trial.Trial) bool { return u.Strategy == b && runs[u] == runs[t] }) > 0 {
			newest = runs[t]
		}
	}
	return timed.Where(func(t *trial.Trial) bool { return runs[t] == newest })
}

// runs returns the number of the run that timed each trial, the newest last; 0 if unknown.
func (f Frame) runs() map[*trial.Trial]int {
	type key struct{}
	all := f.Whole()
	return Memo(all, key{}, func() map[*trial.Trial]int {
		runs := timedRuns(slices.Collect(all.Where(Mode.Is(trial.Timed)).All()))
		slices.SortStableFunc(runs, func(a, b []*trial.Trial) int {
			return cmp.Compare(a[0].Conditions.Start, b[0].Conditions.Start)
		})
		number := map[*trial.Trial]int{}
		for i, run := range runs {
			for _, t := range run {
				number[t] = i + 1
			}
		}
		return number
	})
}

// Control pairs the trials of each control arm (see [ControlOption]) with the trials of the
// strategy that it repeats. It covers all sets and sizes in f. It searches all rows of
// [Frame.Whole], so f itself need not contain these strategies.
func (f Frame) Control(m trial.Metric) (pairs []Pair) {
	rows := f.Whole().Where(Mode.Is(trial.Timed), Set.Is(Set.Of(f)...), Size.Is(Size.Of(f)...))
	for _, name := range Strategy.Of(rows) {
		if base, ok := strings.CutSuffix(name, ControlOption); ok {
			some, _ := rows.Pair(m, base, name)
			pairs = append(pairs, some...)
		}
	}
	return pairs
}

// NoControl is a [Filter] for trials that do not belong to a control arm (see [ControlOption]).
func NoControl(t *trial.Trial) bool {
	return !strings.HasSuffix(t.Strategy, ControlOption)
}
