package frame

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

// Selection specifies which trials a question is about. An empty field selects all trials.
type Selection struct {
	Sets       []string // names of instance sets; a name that ends in * selects all names with that prefix
	Sizes      []int
	Mode       trial.Mode
	Strategies []string
}

// Pass reports whether a trial belongs to the selection. The method value s.Pass is a [Filter].
func (s Selection) Pass(t *trial.Trial) bool {
	return (len(s.Sets) == 0 || slices.ContainsFunc(s.Sets, func(set string) bool { return names(set, t.Set) })) &&
		(len(s.Sizes) == 0 || slices.Contains(s.Sizes, t.Size)) && (s.Mode == "" || s.Mode == t.Mode) &&
		(len(s.Strategies) == 0 || slices.Contains(s.Strategies, t.Strategy))
}

// names reports whether a pattern of a [Selection] matches a name.
func names(pattern, name string) bool {
	prefix, many := strings.CutSuffix(pattern, "*")
	return pattern == name || many && strings.HasPrefix(name, prefix)
}

// Unknown finds a name in the selection that is likely to be a typing error. It returns the first
// set or strategy that is unknown and has no trials in f's table. The first result is then "set" or
// "strategy". Both results are "" if there is no such name or if the table has no trials.
func (s Selection) Unknown(f Frame, known func(name string) bool) (what, name string) {
	all := f.Whole()
	if all.Len() == 0 {
		return "", ""
	}
	for _, list := range []struct {
		what  string
		named []string
		of    []string
	}{{"set", s.Sets, Set.Of(all)}, {"strategy", s.Strategies, Strategy.Of(all)}} {
		for _, name := range list.named {
			if !slices.ContainsFunc(list.of, func(v string) bool { return names(name, v) }) && !known(name) {
				return list.what, name
			}
		}
	}
	return "", ""
}

// String returns the selection as one line of text. Equal selections return the same text.
func (s Selection) String() string {
	sorted := func(list []string) string { return strings.Join(slices.Sorted(slices.Values(list)), " ") }
	return fmt.Sprintf("sets %s; sizes %v; mode %s; strategies %s", sorted(s.Sets), slices.Sorted(slices.Values(s.Sizes)), s.Mode, sorted(s.Strategies))
}

// NotOf returns a filter for trials whose instance digest is not in any of the given sets of
// digests.
func NotOf(digests ...map[string]bool) Filter {
	return func(t *trial.Trial) bool {
		return !slices.ContainsFunc(digests, func(seen map[string]bool) bool { return seen[t.Instance] })
	}
}
