package idastar

import (
	"context"
	"fmt"
	"unsafe"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// mustExpand returns a strategy that solves a board by IDA* and then counts
// the positions whose g + h is below the length found, with the smallest g they
// can be reached with: those that every optimal search which trusts a
// consistent heuristic has to expand. The count is what the trial's meter says
// was expanded. The heuristic must be consistent.
//
// Source: R. Dechter and J. Pearl, Generalized best-first search strategies and
// the optimality of A*, Journal of the ACM 32 (1985).
func mustExpand(name, heuristic string) (puzzle.Strategy[tiles.Board], error) {
	h, err := tiles.ParseHeuristic(heuristic)
	if err != nil {
		return puzzle.Strategy[tiles.Board]{}, err
	}
	if !h.Consistent {
		return puzzle.Strategy[tiles.Board]{}, fmt.Errorf("idastar: %s: %s is not consistent, so there is no such count (want a consistent heuristic, such as manhattan)", name, heuristic)
	}
	return puzzle.Strategy[tiles.Board]{
		Name: name, Version: 1, Optimal: true, Complete: true,
		Doc: "positions that every optimal search must expand", Source: "Dechter & Pearl 1985",
		Run: func(ctx context.Context, b tiles.Board, _ uint64, limits search.Limits) (puzzle.Finding, error) {
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
		},
	}, nil
}

// bytesPerEntry is what a position is taken to need in the map of [below]: its
// state and its g, twice, since a map that has just grown is half empty.
const bytesPerEntry = 2 * uint64(unsafe.Sizeof(tiles.State{})+unsafe.Sizeof(int32(0)))

// below expands every position with g + h below a bound once, in the order of
// g + h. With a consistent heuristic this never falls along a path, so the
// first time a position is taken it has its smallest g.
func below(p search.Problem[tiles.State, tiles.Move], bound int32, guard *search.Guard) (search.Meter, search.Outcome) {
	type node struct {
		state tiles.State
		via   tiles.Move
		g, h  int32
	}
	var m search.Meter
	open := make([][]node, bound) // by g + h
	best := map[tiles.State]int32{}
	push := func(n node) {
		if n.g+n.h >= bound {
			return
		}
		if g, seen := best[n.state]; !seen || n.g < g {
			best[n.state] = n.g
			open[n.g+n.h] = append(open[n.g+n.h], n)
		}
	}
	start, h := p.Start()
	push(node{state: start, h: h})
	steps := make([]search.Step[tiles.State, tiles.Move], p.Branching())
	next := guard.Next()
	for f := range open {
		for len(open[f]) > 0 {
			n := open[f][len(open[f])-1]
			open[f] = open[f][:len(open[f])-1]
			if best[n.state] < n.g {
				continue // found again with a smaller g
			}
			if m.Expanded >= next {
				if outcome, stop := guard.Poll(m.Expanded); stop {
					return m, outcome
				}
				if !guard.Fits(uint64(len(best)) * bytesPerEntry) {
					return m, guard.Outcome()
				}
				next = guard.Next()
			}
			m.Expanded++
			m.MaxDepth = max(m.MaxDepth, int(n.g))
			count := p.Expand(&n.state, n.via, steps)
			m.Generated += uint64(count)
			for i := range steps[:count] {
				push(node{state: steps[i].State, via: steps[i].Action, g: n.g + steps[i].Cost, h: steps[i].H})
			}
		}
	}
	m.Stored = uint64(len(best))
	m.Bytes = m.Stored * bytesPerEntry
	return m, search.Solved
}
