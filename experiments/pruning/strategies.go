package pruning

import (
	"context"
	"math/big"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Names of what trials of this study report besides their counters.
const (
	solutions      = "solutions"       // number of solutions (of ,count)
	solvableStarts = "solvable-starts" // nodes from which there is a solution (of ,starts=all)
	solvableZero   = "solvable-from-0" // 1 if there is one from node 0 (of ,starts=all)
	forcedShare    = "forced-share"    // share of forced moves (this and the following of ,structure)
	freeCycles     = "free-cycles"
	segments       = "segments"
	states         = "special-states"
)

// Options that this study adds to the strategies of package handsoftime.
const (
	countOption     = ",count"      // count all solutions instead of finding one
	startsOption    = ",starts=all" // count the solutions from every start
	structureOption = ",structure"  // find one, and report the structure of the ring
)

// Strategy returns the named strategy of package handsoftime as an experiment
// runs it: it finds one solution from the ring's start. With the option
// ",count" it counts all of them, with ",starts=all" those from every start, and
// with ",structure" it also reports what contraction leaves of the ring.
func Strategy(name string) (experiments.Strategy[handsoftime.Ring], error) {
	base, run := name, find
	if b, ok := strings.CutSuffix(name, countOption); ok {
		base, run = b, count
	} else if b, ok := strings.CutSuffix(name, startsOption); ok {
		base, run = b, countStarts
	} else if b, ok := strings.CutSuffix(name, structureOption); ok {
		base, run = b, findWithStructure
	}
	s, err := handsoftime.ParseStrategy(base)
	if err != nil {
		return experiments.Strategy[handsoftime.Ring]{}, err
	}
	return experiments.Strategy[handsoftime.Ring]{
		Name: name, Version: s.Version, Doc: s.Doc, Source: s.Source,
		Optimal: true, Complete: !strings.Contains(name, "literal"),
		Run: func(ctx context.Context, r handsoftime.Ring, _ uint64, limits search.Limits) (experiments.Finding, error) {
			if err := r.Check(); err != nil {
				return experiments.Finding{}, err
			}
			return run(ctx, s, r, limits), nil
		},
	}, nil
}

func find(ctx context.Context, s handsoftime.Strategy, r handsoftime.Ring, limits search.Limits) experiments.Finding {
	result := s.Solve(ctx, r, limits)
	return experiments.Finding{Outcome: result.Outcome, Cost: result.Cost, Meter: result.Meter}
}

func findWithStructure(ctx context.Context, s handsoftime.Strategy, r handsoftime.Ring, limits search.Limits) experiments.Finding {
	f := find(ctx, s, r, limits)
	shape := handsoftime.Analyze(r)
	f.Observed = []experiments.Observation{
		{Name: forcedShare, Value: shape.ForcedShare()},
		{Name: freeCycles, Value: float64(len(shape.Cycles))},
		{Name: segments, Value: float64(shape.Segments)},
		{Name: states, Value: float64(shape.States)},
	}
	return f
}

func count(ctx context.Context, s handsoftime.Strategy, r handsoftime.Ring, limits search.Limits) experiments.Finding {
	c := s.Count(ctx, r, limits)
	n, _ := new(big.Float).SetInt(c.Solutions).Float64()
	return experiments.Finding{
		Outcome: c.Outcome, Meter: c.Meter, Cost: r.Size() - 1,
		Observed: []experiments.Observation{{Name: solutions, Value: n}},
	}
}

func countStarts(ctx context.Context, s handsoftime.Strategy, r handsoftime.Ring, limits search.Limits) experiments.Finding {
	c := s.CountAllStarts(ctx, r, limits)
	solvable, zero := 0.0, 0.0
	for start, n := range c.PerStart {
		if n != nil && n.Sign() > 0 {
			solvable++
			if start == 0 {
				zero = 1
			}
		}
	}
	n, _ := new(big.Float).SetInt(c.Solutions).Float64()
	return experiments.Finding{
		Outcome: c.Outcome, Meter: c.Meter, Cost: r.Size() - 1,
		Observed: []experiments.Observation{
			{Name: solutions, Value: n}, {Name: solvableStarts, Value: solvable}, {Name: solvableZero, Value: zero},
		},
	}
}

// StrategyNames returns the eight strategies of the study, simplest first.
func StrategyNames() []string {
	var names []string
	for _, s := range handsoftime.Strategies() {
		names = append(names, s.Name)
	}
	return names
}
