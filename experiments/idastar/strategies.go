package idastar

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// improvementsOption makes a trial of ARA* report every solution on the way:
// the observations "cost-1", "nodes-1", "weight-1", "cost-2" … are its length,
// the nodes expanded until it was found, and the weight it was found with.
const improvementsOption = ",improvements"

// Trials that draw boards of their own instead of solving the one they are
// given: "sample-1000000/manhattan" takes their estimates, and
// "bounded-20000-31/manhattan" counts the nodes within each bound up to 31.
const (
	samplePrefix  = "sample-"
	boundedPrefix = "bounded-"
)

// mustPrefix begins the name of a trial that counts what every optimal search
// has to expand: "must-expand/manhattan".
const mustPrefix = "must-expand/"

// runs is what a strategy does on a board. Each kind of strategy has a function of its own
// that returns it, so that an edit of one runs no trials of the others again.
type runs = func(ctx context.Context, b tiles.Board, seed uint64, limits search.Limits) (puzzle.Finding, error)

// strategy returns what a name of this study runs: a strategy of package
// tiles, ARA* with improvementsOption, or what draws its own boards.
func strategy(name string) (puzzle.Strategy[tiles.Board], error) {
	var n, bound int
	s := puzzle.Strategy[tiles.Board]{Name: name, Version: 1}
	base, improving := strings.CutSuffix(name, improvementsOption)
	head, heuristic, _ := strings.Cut(base, "/")
	h, err := tiles.ParseHeuristic(heuristic)
	switch {
	case improving:
		known, err := render.Kind().Strategy(base)
		if err != nil {
			return s, err
		}
		if head != "ara" {
			return s, fmt.Errorf("idastar: %s has no option %q (want ara/HEURISTIC)", base, improvementsOption[1:])
		}
		s = known
		s.Name, s.Run = name, improvements(h)
	case strings.HasPrefix(head, samplePrefix):
		if _, err := fmt.Sscanf(head, samplePrefix+"%d", &n); err != nil || n < 1 {
			return s, fmt.Errorf("idastar: %s: want %sN/HEURISTIC with a number of boards", name, samplePrefix)
		}
		s.Randomised, s.Doc, s.Source = true, "distribution of the estimates of random boards", "Korf, Reid & Edelkamp 2001"
		s.Run = sampling(h, n)
	case strings.HasPrefix(head, boundedPrefix):
		if _, err := fmt.Sscanf(head, boundedPrefix+"%d-%d", &n, &bound); err != nil || n < 1 || bound < 1 || bound > maxBound {
			return s, fmt.Errorf("idastar: %s: want %sN-BOUND/HEURISTIC with a number of draws and a bound of 1 to %d", name, boundedPrefix, maxBound)
		}
		s.Randomised, s.Doc, s.Source = true, "nodes within each bound, over random boards", "Korf, Reid & Edelkamp 2001"
		s.Run = bounding(h, n, bound)
	case strings.HasPrefix(name, mustPrefix):
		s.Optimal, s.Complete, s.Doc, s.Source = true, true, "positions that every optimal search must expand", "Dechter & Pearl 1985"
		s.Run = needing(h)
	default:
		return render.Kind().Strategy(name)
	}
	if err == nil && head+"/" == mustPrefix && !h.Consistent {
		err = fmt.Errorf("idastar: %s: %s is not consistent, so there is no such count (want a consistent heuristic, such as manhattan)", name, heuristic)
	}
	return s, err
}

func sampling(h tiles.Heuristic, n int) runs {
	return func(ctx context.Context, b tiles.Board, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		return distribution(ctx, b, h, n, seed, limits)
	}
}

func bounding(h tiles.Heuristic, n, bound int) runs {
	return func(ctx context.Context, b tiles.Board, seed uint64, limits search.Limits) (puzzle.Finding, error) {
		return withinBounds(ctx, b, h, n, bound, seed, limits)
	}
}

func needing(h tiles.Heuristic) runs {
	return func(ctx context.Context, b tiles.Board, _ uint64, limits search.Limits) (puzzle.Finding, error) {
		return mustExpand(ctx, b, h, limits)
	}
}

// improvements runs ARA* under a heuristic, reporting every solution.
func improvements(h tiles.Heuristic) runs {
	return func(ctx context.Context, b tiles.Board, _ uint64, limits search.Limits) (puzzle.Finding, error) {
		p, err := tiles.New(b, h)
		if err != nil {
			return puzzle.Finding{}, err
		}
		var observed []puzzle.Observation
		n := 0
		r := search.ARAStar(ctx, p, search.Weight{Num: 5, Den: 1}, func(i search.Improvement) {
			n++
			k := strconv.Itoa(n)
			observed = append(observed,
				puzzle.Observation{Name: "cost-" + k, Value: float64(i.Cost)},
				puzzle.Observation{Name: "nodes-" + k, Value: float64(i.Expanded)},
				puzzle.Observation{Name: "weight-" + k, Value: float64(i.Weight.Num) / float64(i.Weight.Den)},
			)
		}, limits)
		f := puzzle.Found(r, tiles.Path(r.Path))
		f.Observed = observed
		return f, nil
	}
}

// equilibrium is the instance that samples of a root seed run on; its board is the goal.
func equilibrium(seed uint64) experiments.Instance {
	solved, err := tiles.Solved(4, 4, tiles.BlankFirst)
	if err != nil {
		panic(err)
	}
	return experiments.Instance{
		Set: equilibriumSet, Size: solved.Cells(), Text: fmt.Sprintf("tiles sample@1 seed=%d %s", seed, solved), Puzzle: solved,
	}
}

// sampled names the trials of the prediction: the estimates of so many draws,
// and the nodes of so many others within the bounds up to the largest.
func sampled(estimates, draws, bound int) []string {
	return append(
		under(heuristicsOfKorf, fmt.Sprintf("%s%d/", samplePrefix, estimates)),
		under(heuristicsOfKorf, fmt.Sprintf("%s%d-%d/", boundedPrefix, draws, bound))...)
}

// mustExpand solves a board by IDA* and then counts the positions whose g + h
// is below the length found, with the smallest g they can be reached with: those
// that every optimal search which trusts a consistent heuristic has to expand.
// The count is what the trial's meter says was expanded. The heuristic must be
// consistent.
//
// Source: R. Dechter and J. Pearl, Generalized best-first search strategies and
// the optimality of A*, Journal of the ACM 32 (1985).
func mustExpand(ctx context.Context, b tiles.Board, h tiles.Heuristic, limits search.Limits) (puzzle.Finding, error) {
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

// bytesPerEntry is what a position is taken to need in the set of [below]: its
// state and its g, twice, since a set that has just grown is half empty.
const bytesPerEntry = 2 * uint64(unsafe.Sizeof(tiles.State{})+unsafe.Sizeof(int32(0)))

// below expands every position with g + h below a bound once, in the order of g.
// With a consistent heuristic g + h never falls along a path, so that a shortest
// one to such a position leads over such positions only, and a breadth-first
// search that leaves out the others finds them all, each with its smallest g.
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
