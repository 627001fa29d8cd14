package cli

import (
	"context"
	"fmt"
	"math/big"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// ringStart is the value of --start.
type ringStart struct {
	given, all bool
	node       int
}

func (s *ringStart) Set(text string) error {
	if text == "all" {
		*s = ringStart{given: true, all: true}
		return nil
	}
	node, err := strconv.Atoi(text)
	if err != nil || node < 0 {
		return fmt.Errorf("%q is not a node (want 0 or more) and not all", text)
	}
	*s = ringStart{given: true, node: node}
	return nil
}

func (s *ringStart) String() string {
	switch {
	case s.all:
		return "all"
	case s.given:
		return strconv.Itoa(s.node)
	}
	return ""
}

func (s *ringStart) Type() string { return "K|all" }

func ringSolver(cmd *cobra.Command) func(string) (solver, error) {
	start := new(ringStart)
	cmd.Flags().Var(start, "start", "start at node `K` instead of the ring's own start, or try all")
	complete(cmd, "start", cobra.CompletionWithDesc("all", "every start"))
	return func(name string) (solver, error) {
		strategy, err := handsoftime.ParseStrategy(name)
		return &ringSearch{strategy: strategy, start: *start}, err
	}
}

// ringSearch is a solver of rings.
type ringSearch struct {
	strategy handsoftime.Strategy
	start    ringStart
}

var _ enumerator = (*ringSearch)(nil)

func (s *ringSearch) Strategy(instance) string { return s.strategy.Name }

func (s *ringSearch) Adapt(inst instance) (instance, error) {
	r := inst.(handsoftime.Ring)
	if !s.start.given || s.start.all {
		return r, nil
	}
	if s.start.node >= r.Size() {
		return nil, &handsoftime.ValueError{Index: -1, Value: s.start.node, Size: r.Size()}
	}
	r.Start = s.start.node
	return r, nil
}

func (s *ringSearch) Find(ctx context.Context, inst instance, lim search.Limits) finding {
	solve := s.strategy.Solve
	if s.start.all {
		solve = s.strategy.SolveAnyStart
	}
	r := inst.(handsoftime.Ring)
	res := solve(ctx, r, lim)
	f := finding{Outcome: res.Outcome, Cost: res.Cost, Optimal: res.Optimal, Meter: res.Meter}
	if res.Path != nil {
		f.Solution = newWalk(r, res.Path)
	}
	return f
}

func (s *ringSearch) Count(ctx context.Context, inst instance, lim search.Limits) finding {
	r := inst.(handsoftime.Ring)
	if s.start.all {
		c := s.strategy.CountAllStarts(ctx, r, lim)
		return finding{Outcome: c.Outcome, Solutions: c.Solutions, PerStart: c.PerStart, Meter: c.Meter}
	}
	c := s.strategy.Count(ctx, r, lim)
	return finding{Outcome: c.Outcome, Solutions: c.Solutions, Meter: c.Meter}
}

func (s *ringSearch) Each(ctx context.Context, inst instance, lim search.Limits, yield func(solution) error) (finding, error) {
	r := inst.(handsoftime.Ring)
	all := s.strategy.Solutions(ctx, r, lim)
	if s.start.all {
		all = s.strategy.SolutionsAllStarts(ctx, r, lim)
	}
	found, one := new(big.Int), big.NewInt(1)
	for all.Next() {
		found.Add(found, one)
		if err := yield(newWalk(r, all.Path())); err != nil {
			return finding{}, err
		}
	}
	return finding{Outcome: all.Outcome(), Solutions: found, Meter: all.Meter()}, nil
}
