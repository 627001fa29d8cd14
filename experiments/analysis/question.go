package analysis

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// check returns an error if the trials cannot answer a question: the metric has no Value function,
// or a strategy has no trials or is compared with itself.
func check(f frame.Frame, m trial.Metric, strategies ...string) error {
	if m.Value == nil {
		return fmt.Errorf("the metric %q has no Value function", m.Name)
	}
	present := frame.Strategy.Of(f)
	for i, s := range strategies {
		if slices.Contains(strategies[:i], s) {
			return errors.New("a strategy cannot be compared with itself")
		}
		if _, found := slices.BinarySearch(present, s); !found {
			if len(present) == 0 {
				return errors.New("there are no trials")
			}
			return fmt.Errorf("no trials of %q (the trials are of %s)", s, quoted(present))
		}
	}
	return nil
}

// timingHint says what to do when a timing metric has no values.
func timingHint(m trial.Metric) string {
	if m.Timing {
		return fmt.Sprintf("; only trials in mode %q have it", trial.Timed)
	}
	return ""
}

// plural writes a count with its noun: 1 pair, 2 000 pairs.
func plural(n int, noun string) string { return numerals.Plural(n, noun, numerals.Narrow) }

// quoted writes names as "a", "b" and "c".
func quoted(names []string) string {
	q := make([]string, len(names))
	for i, n := range names {
		q[i] = strconv.Quote(n)
	}
	return numerals.Enumerate(q)
}
