package handsoftime

import (
	"context"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// tested is a strategy that reports what tests look at.
type tested struct {
	Name string
	puzzle.Strategy[Ring]
}

func parseStrategy(name string) (tested, error) {
	s, err := Core().Strategy(name)
	return tested{s.Name, s}, err
}

func mustStrategy(t testing.TB, name string) tested {
	t.Helper()
	s, err := parseStrategy(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// strategies returns all of them, from the simplest.
func strategies(t testing.TB) []tested {
	var list []tested
	for _, s := range Core().Strategies.List() {
		list = append(list, mustStrategy(t, s.Name))
	}
	return list
}

// Solve returns the result of a run, and panics if the ring does not fit.
func (s tested) Solve(ctx context.Context, r Ring, limits search.Limits) search.Result[int32] {
	f, err := s.Run(ctx, r, 0, limits)
	if err != nil {
		panic(err)
	}
	path, _ := f.Solution.(Path)
	return search.Result[int32]{Outcome: f.Outcome, Cost: f.Cost, Path: path, Optimal: f.Optimal, Bound: f.Bound, Meter: f.Meter}
}

// Count returns the number of solutions.
func (s tested) Count(ctx context.Context, r Ring, limits search.Limits) puzzle.Enumeration {
	e, err := s.Strategy.Count(ctx, r, limits)
	if err != nil {
		panic(err)
	}
	return e
}

// anyStart returns the ring with the question about every start.
func anyStart(r Ring) Ring { return Ring{Values: r.Values, Start: AnyStart} }

func mustFamily(t testing.TB, name string) puzzle.Family[Ring] {
	t.Helper()
	f, err := Core().Family(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func mustInstance(t testing.TB, family string, size int, seed uint64, index int) Ring {
	t.Helper()
	r, err := mustFamily(t, family).Instance(puzzle.SizeN(size), seed, index)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// allFamilies returns every family with its default options.
func allFamilies(t testing.TB) []puzzle.Family[Ring] {
	var list []puzzle.Family[Ring]
	for _, f := range Core().Families {
		list = append(list, mustFamily(t, f.Name))
	}
	return list
}
