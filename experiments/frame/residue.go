package frame

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// residue records properties that vary unintentionally among the trials of one cell. The cell's
// numbers then mix different conditions. It records only limits that stopped a run, since an
// answer within a limit stays the same under a larger limit.
type residue struct {
	sets, strategies, codes  []string
	sizes, versions, repeats []int // repeats: how many repeats an instance has
	limits                   []search.Limits
}

// add adds the trials used for a strategy on an instance.
func (r *residue) add(t *table, rows []int32) {
	note(&r.repeats, len(rows))
	for _, i := range rows {
		row := &t.trials[i]
		if stateOf(row) == failed {
			continue
		}
		note(&r.sets, row.Set)
		note(&r.sizes, row.Size)
		note(&r.strategies, row.Strategy)
		note(&r.versions, row.Version)
		note(&r.codes, row.Code)
		if Limited(row) {
			note(&r.limits, row.Limits)
		}
	}
}

// note adds a value unless it is already in the list.
func note[T comparable](values *[]T, v T) {
	if !slices.Contains(*values, v) {
		*values = append(*values, v)
	}
}

// String lists the properties that differ between the rows, as in "version (1, 2), code (2)". It
// returns "" if none differs.
func (r *residue) String() string {
	varies := slices.DeleteFunc([]string{
		several("set", r.sets), several("size", r.sizes), several("strategy", r.strategies), several("version", r.versions),
		several("repeats of an instance", r.repeats), number("code", len(r.codes)), number("the limits that stopped runs", len(r.limits)),
	}, func(s string) bool { return s == "" })
	return strings.Join(varies, ", ")
}

// several lists distinct values in increasing order, or returns "" if there are fewer than two.
func several[T cmp.Ordered](what string, values []T) string {
	if len(values) < 2 {
		return ""
	}
	var words []string
	for _, v := range slices.Sorted(slices.Values(values)) {
		words = append(words, fmt.Sprint(v))
	}
	return fmt.Sprintf("%s (%s)", what, strings.Join(words, ", "))
}

// number returns the number of distinct values that are too long to list, or "" if there are fewer
// than two.
func number(what string, n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf("%s (%d)", what, n)
}
