package lookahead

import (
	"context"
	"fmt"
	"strconv"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// A trial whose strategy is called courseName is one of anytime/layers that
// observes everything it learns on the way: the cost of the best solution as
// "cost-1", "cost-2", …, the bound proved by then as "bound-1" and the nodes
// expanded as "nodes-1".
const courseName = "anytime/layers,improvements"

// step numbers such an observation, from 1.
func step(name string, n int) string { return name + "-" + strconv.Itoa(n) }

// course returns the strategy of that name.
func course(name, rest string) (experiments.Strategy[colorwalk.Board], error) {
	if rest != "" {
		return experiments.Strategy[colorwalk.Board]{}, fmt.Errorf("lookahead: strategy %q: nothing may follow %s", name, courseName)
	}
	s, err := colorwalk.ParseStrategy("anytime/layers")
	if err != nil {
		return experiments.Strategy[colorwalk.Board]{}, err
	}
	return experiments.Strategy[colorwalk.Board]{
		Name: name, Version: s.Version, Doc: s.Doc, Source: s.Source, Optimal: s.Optimal, Complete: s.Complete,
		Run: func(ctx context.Context, b colorwalk.Board, _ uint64, limits search.Limits) (experiments.Finding, error) {
			f := experiments.Finding{}
			n := 0
			r := colorwalk.Anytime(ctx, b, func(i colorwalk.Improvement) {
				n++
				f.Observed = append(f.Observed,
					experiments.Observation{Name: step("cost", n), Value: float64(i.Cost)},
					experiments.Observation{Name: step("bound", n), Value: float64(i.Bound)},
					experiments.Observation{Name: step("nodes", n), Value: float64(i.Expanded)})
			}, limits)
			f.Outcome, f.Cost, f.Bound, f.Meter = r.Outcome, r.Cost, r.Bound, r.Meter
			return f, nil
		},
	}, nil
}
