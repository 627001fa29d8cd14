package pruning

import (
	"context"
	"math/big"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Names of the observed numbers that trials of this study report in addition to counters.
const (
	solutions      = "solutions"       // number of solutions (with ,count)
	solvableStarts = "solvable-starts" // nodes from which there is a solution (with ,starts=all)
	solvableZero   = "solvable-from-0" // 1 if there is a solution from node 0 (with ,starts=all)
	forcedShare    = "forced-share"    // share of forced moves (this and the following with ,structure)
	freeCycles     = "free-cycles"
	segments       = "segments"
	states         = "special-states"
)

// Options that this study adds to the strategies of package handsoftime.
const (
	countOption     = ",count"      // count all solutions instead of finding one
	startsOption    = ",starts=all" // count the solutions from every start
	structureOption = ",structure"  // find one solution, and report the structure of the ring
)

// Strategy returns the strategy of package handsoftime with the given name, in the form that sweeps
// run. It finds one solution from the ring's start. With the option ",count" it counts all
// solutions from that start, and with ",starts=all" it counts the solutions from every start. With
// ",structure" it also describes the part of the ring that remains after contraction.
func Strategy(name string) (puzzle.Strategy[handsoftime.Ring], error) {
	base := name
	var run func(puzzle.Strategy[handsoftime.Ring]) runs
	if b, ok := strings.CutSuffix(name, countOption); ok {
		base, run = b, count
	} else if b, ok := strings.CutSuffix(name, startsOption); ok {
		base, run = b, countStarts
	} else if b, ok := strings.CutSuffix(name, structureOption); ok {
		base, run = b, findWithStructure
	}
	s, err := render.Kind().Strategy(base)
	if err != nil {
		return s, err
	}
	s.Name = name
	if run != nil {
		s.Run = run(s)
	}
	return s, nil
}

// runs is the function that runs a strategy on a ring.
type runs = func(ctx context.Context, r handsoftime.Ring, seed uint64, limits search.Limits) (puzzle.Finding, error)

func findWithStructure(s puzzle.Strategy[handsoftime.Ring]) runs {
	return func(ctx context.Context, r handsoftime.Ring, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		f, err := s.Run(ctx, r, seed, limits)
		if err != nil {
			return f, err
		}
		shape := handsoftime.Analyze(r)
		f.Observed = []puzzle.Observation{
			{Name: forcedShare, Value: shape.ForcedShare()},
			{Name: freeCycles, Value: float64(len(shape.Cycles))},
			{Name: segments, Value: float64(shape.Segments)},
			{Name: states, Value: float64(shape.States)},
		}
		return f, nil
	}
}

func count(s puzzle.Strategy[handsoftime.Ring]) runs {
	return func(ctx context.Context, r handsoftime.Ring, _ uint64, limits search.Limits) (puzzle.Finding, error) {
		c, err := s.Count(ctx, r, limits)
		if err != nil {
			return puzzle.Finding{}, err
		}
		return puzzle.Finding{
			Outcome: measured(c.Outcome), Meter: c.Meter, Cost: r.Size() - 1,
			Observed: []puzzle.Observation{{Name: solutions, Value: float(c.Solutions)}},
		}, nil
	}
}

func countStarts(s puzzle.Strategy[handsoftime.Ring]) runs {
	return func(ctx context.Context, r handsoftime.Ring, _ uint64, limits search.Limits) (puzzle.Finding, error) {
		r.Start = handsoftime.AnyStart
		c, err := s.Count(ctx, r, limits)
		if err != nil {
			return puzzle.Finding{}, err
		}
		solvable, zero := 0.0, 0.0
		for start, n := range c.PerStart {
			if n != nil && n.Sign() > 0 {
				solvable++
				if start == 0 {
					zero = 1
				}
			}
		}
		return puzzle.Finding{
			Outcome: measured(c.Outcome), Meter: c.Meter, Cost: r.Size() - 1,
			Observed: []puzzle.Observation{
				{Name: solutions, Value: float(c.Solutions)}, {Name: solvableStarts, Value: solvable}, {Name: solvableZero, Value: zero},
			},
		}, nil
	}
}

// measured returns the outcome of a count, which has no solution to check.
func measured(o search.Outcome) search.Outcome {
	if o == search.Solved {
		return search.Measured
	}
	return o
}

func float(n *big.Int) float64 {
	f, _ := new(big.Float).SetInt(n).Float64()
	return f
}

// StrategyNames returns the names of the study's eight strategies, with the simplest first.
func StrategyNames() []string {
	return render.Kind().Strategies.Names()
}
