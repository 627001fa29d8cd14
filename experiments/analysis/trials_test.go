package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
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

// simulated returns trials of strategies on n instances per size, whose work
// is log-normal around factor[strategy]·growthˢⁱᶻᵉ. Runs beyond limit are
// stopped there; 0 is no limit.
func simulated(seed uint64, sizes []int, n int, growth float64, limit uint64, strategies []string, factors []float64) []trial.Trial {
	rng := rand.New(rand.NewPCG(seed, 1))
	var trials []trial.Trial
	for _, size := range sizes {
		for i := range n {
			difficulty := math.Pow(growth, float64(size)) * math.Exp(rng.NormFloat64())
			for k, s := range strategies {
				nodes := 1 + uint64(factors[k]*difficulty*math.Exp(0.5*rng.NormFloat64()))
				if limit > 0 && nodes > limit {
					trials = append(trials, ran(s, size, i, limit, search.LimitNodes))
				} else {
					trials = append(trials, ran(s, size, i, nodes, search.Solved))
				}
			}
		}
	}
	return trials
}

// shuffled returns the trials in another order.
func shuffled(trials []trial.Trial, seed uint64) []trial.Trial {
	s := slices.Clone(trials)
	rng := rand.New(rand.NewPCG(seed, 2))
	rng.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
	return s
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
