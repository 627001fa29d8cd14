package idastar

import (
	"context"
	"fmt"
	"strings"
	"unsafe"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// improvementsOption makes a trial of ARA* report every solution that it finds on the way.
const improvementsOption = ",improvements"

// Strategies that make random boards of their own instead of solving the given one:
// "sample-1000000/manhattan" records the estimates of a million boards, and
// "bounded-20000-31/manhattan" counts the nodes within each bound up to 31.
const (
	samplePrefix  = "sample-"
	boundedPrefix = "bounded-"
)

// mustPrefix is the prefix of trials that count the nodes that every optimal search must expand:
// "must-expand/manhattan".
const mustPrefix = "must-expand/"

// strategy returns the strategy that a name of this study stands for: one of package tiles, ARA*
// with improvementsOption, or one that draws its own boards.
func strategy(name string) (puzzle.Strategy[puzzle.Instance], error) {
	base, improving := strings.CutSuffix(name, improvementsOption)
	s, err := named(base)
	if err != nil || !improving {
		return s, err
	}
	h, err := tiles.ParseHeuristic(heuristicOf(base))
	if err != nil || algorithmOf(base) != "ara" {
		return s, fmt.Errorf("idastar: %s has no option %q (want ara/HEURISTIC)", base, improvementsOption[1:])
	}
	s.Name = name
	return reporting(h).As(s), nil
}

// named finds the strategies by name, except those with improvementsOption.
var named = measure.Names(
	render.Puzzle(),
	puzzle.Pattern[puzzle.Instance]{
		Strategy: puzzle.Strategy[puzzle.Instance]{Name: samplePrefix + "N/H", Version: 1, Randomised: true, Doc: "distribution of the estimates of random boards", Source: "Korf, Reid & Edelkamp 2001"},
		Number:   puzzle.Count("number of boards", "100000"), Estimate: anyHeuristic,
		Bind: func(s *puzzle.Strategy[puzzle.Instance], c puzzle.Choice) {
			*s = distribution(chosen(c), c.Int("")).As(*s)
		},
	},
	puzzle.Pattern[puzzle.Instance]{
		Strategy: puzzle.Strategy[puzzle.Instance]{Name: boundedPrefix + "N/H", Version: 1, Randomised: true, Doc: "nodes within each bound, over random boards", Source: "Korf, Reid & Edelkamp 2001"},
		Number: &puzzle.Number{What: "number of draws and bound", Example: "5000-31", Parse: func(text string) (string, error) {
			_, _, err := drawsAndBound(text)
			return text, err
		}},
		Estimate: anyHeuristic,
		Bind: func(s *puzzle.Strategy[puzzle.Instance], c puzzle.Choice) {
			n, bound, _ := drawsAndBound(c.Number) // the name has been checked
			*s = withinBounds(chosen(c), n, bound).As(*s)
		},
	},
	puzzle.Pattern[puzzle.Instance]{
		Strategy: puzzle.Strategy[puzzle.Instance]{Name: mustPrefix + "H", Version: 1, Optimal: true, Complete: true, Doc: "positions that every optimal search must expand", Source: "Dechter & Pearl 1985"},
		Estimate: &puzzle.Estimate{Example: tiles.Manhattan.Name, Parse: consistent},
		Bind:     func(s *puzzle.Strategy[puzzle.Instance], c puzzle.Choice) { s.Run = mustExpand(chosen(c)) },
	},
)

var anyHeuristic = &puzzle.Estimate{Example: tiles.Manhattan.Name, Parse: tiles.CanonicalHeuristic}

// chosen returns the heuristic in a strategy's name. The name's pattern has already checked it.
func chosen(c puzzle.Choice) tiles.Heuristic {
	h, _ := tiles.ParseHeuristic(c.Estimate)
	return h
}

// consistent checks that a name is the name of a consistent heuristic.
func consistent(name string) (string, error) {
	h, err := tiles.ParseHeuristic(name)
	if err == nil && !h.Consistent {
		err = fmt.Errorf("idastar: %s is not consistent, so there is no count of what must be expanded (want a consistent heuristic, such as manhattan)", name)
	}
	return h.Name, err
}

// drawsAndBound reads a number of draws and a bound: "5000-31".
func drawsAndBound(text string) (n, bound int, err error) {
	_, err = fmt.Sscanf(text, "%d-%d", &n, &bound)
	if err != nil || text != fmt.Sprintf("%d-%d", n, bound) || n < 1 || bound < 1 || bound > maxBound {
		err = fmt.Errorf("%q is not a number of draws and a bound from 1 to %d", text, maxBound)
	}
	return n, bound, err
}

// improvement is a solution that ARA* finds on the way to the best: its cost, the nodes expanded
// until then, and the weight with which it was found.
type improvement struct{ Cost, Nodes, Weight float64 }

// reporting runs ARA* with a heuristic and reports every solution.
func reporting(h tiles.Heuristic) measure.Measurement[tiles.Board, []improvement] {
	return func(ctx context.Context, b tiles.Board, _ uint64, limits search.Limits) (found []improvement, f puzzle.Finding, err error) {
		p, err := tiles.New(b, h)
		if err != nil {
			return nil, f, err
		}
		r := search.ARAStar(ctx, p, search.Weight{Num: 5, Den: 1}, func(i search.Improvement) {
			found = append(found, improvement{float64(i.Cost), float64(i.Expanded), float64(i.Weight.Num) / float64(i.Weight.Den)})
		}, limits)
		return found, puzzle.Found(r, tiles.Path(r.Path)), nil
	}
}

// equilibrium returns the instance on which the samples for a root seed run; its board is the goal.
func equilibrium(seed uint64) experiments.Instance {
	solved, err := tiles.Solved(4, 4, tiles.BlankFirst)
	if err != nil {
		panic(err)
	}
	return experiments.Instance{
		Set: equilibriumSet, Size: solved.Cells(), Text: fmt.Sprintf("tiles sample@1 seed=%d %s", seed, solved), Puzzle: solved,
	}
}

// sampled returns the names of the trials for the prediction: the estimates of a number of draws,
// and the nodes of other draws within the bounds up to the largest.
func sampled(estimates, draws, bound int) []string {
	return append(
		under(heuristicsOfKorf, fmt.Sprintf("%s%d/", samplePrefix, estimates)),
		under(heuristicsOfKorf, fmt.Sprintf("%s%d-%d/", boundedPrefix, draws, bound))...)
}

// mustExpand solves a board by IDA* and then counts the positions whose g + h is less than the
// length of the solution, where g is the shortest distance from the start. Every optimal search
// that relies on a consistent heuristic must expand these. The count is stored in the trial's meter
// as nodes expanded. The heuristic must be consistent.
//
// Source: R. Dechter and J. Pearl, Generalized best-first search strategies and the optimality of
// A*, Journal of the ACM 32 (1985).
func mustExpand(h tiles.Heuristic) func(ctx context.Context, inst puzzle.Instance, seed uint64, limits search.Limits) (puzzle.Finding, error) {
	return func(ctx context.Context, inst puzzle.Instance, _ uint64, limits search.Limits) (puzzle.Finding, error) {
		b := inst.(tiles.Board)
		if !b.Solvable() {
			return puzzle.Finding{Outcome: search.Unsolvable}, nil
		}
		p, err := tiles.New(b, h)
		if err != nil {
			return puzzle.Finding{}, err
		}
		r := search.IDAStar(ctx, p, limits)
		if r.Outcome != search.Solved {
			return puzzle.Finding{Outcome: r.Outcome, Bound: r.Bound}, nil
		}
		m, outcome := below(p, int32(r.Cost), search.NewGuard(ctx, limits))
		f := puzzle.Finding{Outcome: outcome, Cost: r.Cost, Bound: r.Bound, Meter: m}
		if outcome == search.Solved {
			f.Solution = tiles.Path(r.Path)
		}
		return f, nil
	}
}

// bytesPerEntry is the assumed memory for a position in the set of [below]: its state and its g,
// twice, because a set that has just grown is half empty.
const bytesPerEntry = 2 * uint64(unsafe.Sizeof(tiles.State{})+unsafe.Sizeof(int32(0)))

// below expands every position with g + h below a bound once, in the order of g. With a consistent
// heuristic, g + h never decreases along a path. So a shortest path to such a position consists
// only of such positions. A breadth-first search that leaves out all others therefore finds each
// with its smallest g.
func below(p search.Problem[tiles.State, tiles.Move], bound int32, guard *search.Guard) (m search.Meter, outcome search.Outcome) {
	type step = search.Step[tiles.State, tiles.Move]
	var layer []step
	seen := map[tiles.State]bool{}
	push := func(s step, g int32) {
		if g+s.H < bound && !seen[s.State] {
			seen[s.State] = true
			layer = append(layer, s)
		}
	}
	start, h := p.Start()
	push(step{State: start, H: h}, 0)
	steps := make([]step, p.Branching())
	next := guard.Next()
	for g := int32(1); len(layer) > 0; g++ {
		m.MaxDepth = int(g) - 1
		last := layer
		layer = nil
		for i := range last {
			if m.Expanded >= next {
				if _, stop := guard.Poll(m.Expanded); stop || !guard.Fits(uint64(len(seen))*bytesPerEntry) {
					return m, guard.Outcome()
				}
				next = guard.Next()
			}
			m.Expanded++
			for _, s := range steps[:p.Expand(&last[i].State, last[i].Action, steps)] {
				m.Generated++
				push(s, g)
			}
		}
	}
	m.Stored = uint64(len(seen))
	m.Bytes = m.Stored * bytesPerEntry
	return m, search.Solved
}
