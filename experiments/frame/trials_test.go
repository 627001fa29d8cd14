package frame

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// ran returns a trial under a node budget that expanded that many nodes.
func ran(strategy string, size, index int, expanded uint64, outcome search.Outcome) trial.Trial {
	return trial.Trial{
		Study: "test", Set: "planted", Size: size, Index: index, Instance: fmt.Sprintf("%08x%08x", size, index),
		Strategy: strategy, Version: 1, Mode: trial.Budget,
		Outcome: outcome, Meter: search.Meter{Expanded: expanded},
	}
}

// warned reports whether one of the warnings contains the text.
func warned(warnings []string, text string) bool {
	return slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, text) })
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9*max(1, math.Abs(want))) && !(math.IsNaN(got) && math.IsNaN(want)) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}
