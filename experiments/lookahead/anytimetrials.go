package lookahead

import (
	"context"
	"fmt"
	"strconv"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/kind"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
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
func course(name, rest string) (puzzle.Strategy[colorwalk.Board], error) {
	if rest != "" {
		return puzzle.Strategy[colorwalk.Board]{}, fmt.Errorf("lookahead: strategy %q: nothing may follow %s", name, courseName)
	}
	s, err := kind.Kind().Strategy("anytime/layers")
	if err != nil {
		return puzzle.Strategy[colorwalk.Board]{}, err
	}
	s.Name = name
	s.Run = func(ctx context.Context, b colorwalk.Board, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		var observed []puzzle.Observation
		n := 0
		f, err := s.Improve(ctx, b, seed, limits, func(i puzzle.Improvement) {
			n++
			observed = append(observed,
				puzzle.Observation{Name: step("cost", n), Value: float64(i.Cost)},
				puzzle.Observation{Name: step("bound", n), Value: float64(i.Bound)},
				puzzle.Observation{Name: step("nodes", n), Value: float64(i.Expanded)})
		})
		f.Observed = observed
		return f, err
	}
	return s, nil
}
