package colorwalk

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// plainBeam is a beam on lists of regions: it keeps, of the positions of a
// layer, each once and in the order they are met, the best by a stable sort.
func plainBeam(b Board, width int, value func(p *plainGraph, inside []bool) [2]int) (path []Color) {
	type position struct {
		inside []bool
		path   []Color
		value  [2]int
	}
	p := plainGraphOf(b)
	for now := []position{{inside: make([]bool, len(p.regions))}}; ; {
		var next []position
		seen := map[string]bool{}
		for _, from := range now {
			front := p.front(from.inside)
			for c := Color(1); c <= b.Colors(); c++ {
				inside := slices.Clone(from.inside)
				gains := false
				for _, r := range front {
					if p.regions[r].color == c {
						inside[r], gains = true, true
					}
				}
				key := fmt.Sprint(inside)
				if !gains || seen[key] {
					continue
				}
				seen[key] = true
				path := append(slices.Clone(from.path), c)
				if !slices.Contains(inside, false) {
					return path
				}
				next = append(next, position{inside, path, value(p, inside)})
			}
		}
		slices.SortStableFunc(next, func(x, y position) int { return slices.Compare(x.value[:], y.value[:]) })
		now = next[:min(width, len(next))]
	}
}

func TestBeamFollowsItsDefinition(t *testing.T) {
	t.Parallel()
	values := map[string]func(p *plainGraph, inside []bool) [2]int{
		"cells": func(p *plainGraph, inside []bool) [2]int {
			_, _, cells := plainDistances(p, inside)
			return [2]int{cells}
		},
		"distances": func(p *plainGraph, inside []bool) [2]int { sum, _, _ := plainDistances(p, inside); return [2]int{sum} },
		"layers": func(p *plainGraph, inside []bool) [2]int {
			_, _, cells := plainDistances(p, inside)
			return [2]int{plainLayers(p, inside), cells}
		},
		"layers+distances": func(p *plainGraph, inside []bool) [2]int {
			sum, _, _ := plainDistances(p, inside)
			return [2]int{plainLayers(p, inside), sum}
		},
	}
	if len(values) != len(evaluations) {
		t.Fatalf("%d evaluations, want %d", len(evaluations), len(values))
	}
	rng := rand.New(rand.NewPCG(7, 1))
	for range 100 {
		b := anySmallBoard(t, rng, 7)
		if b.Solved() {
			continue
		}
		for _, e := range evaluations {
			for _, width := range []int{1, 2, 5, 20} {
				name := fmt.Sprintf("beam-%d/%s", width, e.Name)
				got := mustStrategy(t, name).Solve(t.Context(), b, 0, search.Limits{})
				if want := plainBeam(b, width, values[e.Name]); !slices.Equal(got.Path, want) {
					t.Errorf("%s on %v: %s, want %s", name, b, FormatPath(got.Path), FormatPath(want))
				}
			}
		}
	}
}

// The sums are those of a program of its own, which played the same boards.
// With -exhaustive also a width of 100, and one of 1000 by layers+distances, which finds
// the optimum of all of them. The files are change detectors, board by board.
func TestBeamsOnTheBoardsOfTheSeries(t *testing.T) {
	t.Parallel()
	check := func(file string, widths []int, sums map[string][]int) {
		t.Helper()
		var out strings.Builder
		for _, e := range evaluations {
			for i, width := range widths[:min(len(widths), len(sums[e.Name]))] {
				s := mustStrategy(t, fmt.Sprintf("beam-%d/%s", width, e.Name))
				sum := 0
				out.WriteString(s.Name)
				for _, k := range mustSet(t, "series") {
					r := s.Solve(t.Context(), k.Board, 0, search.Limits{})
					if r.Cost < k.Optimal {
						t.Errorf("%s on board %d: %d moves, the optimum is %d", s.Name, k.Number, r.Cost, k.Optimal)
					}
					sum += r.Cost
					fmt.Fprint(&out, " ", r.Cost)
				}
				out.WriteByte('\n')
				if want := sums[e.Name][i]; sum != want {
					t.Errorf("%s: %d moves in all, want %d", s.Name, sum, want)
				}
			}
		}
		checkGolden(t, file, out.String())
	}
	check("beams.golden", []int{1, 10}, map[string][]int{
		"cells":            {3975, 3327},
		"distances":        {3190, 2965},
		"layers":           {3289, 2950},
		"layers+distances": {3076, 2914},
	})
	if *exhaustive {
		check("beams-100.golden", []int{100}, map[string][]int{"cells": {3066}, "distances": {2912}, "layers": {2893}, "layers+distances": {2883}})
		check("beams-1000.golden", []int{1000}, map[string][]int{"layers+distances": {2877}})
	}
}

// distance-greedy is a beam of one, the width at which nothing else is kept.
func TestDistanceGreedyIsABeamOfOne(t *testing.T) {
	t.Parallel()
	for _, k := range mustSet(t, "series") {
		x := mustStrategy(t, "distance-greedy").Solve(t.Context(), k.Board, 0, search.Limits{})
		y := mustStrategy(t, "beam-1/distances").Solve(t.Context(), k.Board, 0, search.Limits{})
		if !slices.Equal(x.Path, y.Path) {
			t.Errorf("board %d: %s and %s", k.Number, FormatPath(x.Path), FormatPath(y.Path))
		}
	}
}

// A beam wide enough for every position is breadth-first search.
func TestABeamOfEverythingIsOptimal(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 2))
	for range 300 {
		b := anySmallBoard(t, rng, 5)
		r := mustStrategy(t, "beam-1000000/cells").Solve(t.Context(), b, 0, search.Limits{})
		if want := shortestOnCells(b); r.Cost != want || r.Pruned != 0 {
			t.Errorf("%v: %d moves, %d positions cut off, want %d and none", b, r.Cost, r.Pruned, want)
		}
	}
}

// Between its layers a beam takes no more memory once there is room, and within
// its limits it never takes more than it may.
func TestABeamKeepsItsLimits(t *testing.T) {
	t.Parallel()
	b := seriesBoard(t, 0)
	s := mustStrategy(t, "beam-100/layers")
	full := s.Solve(t.Context(), b, 0, search.Limits{})
	if r := s.Solve(t.Context(), b, 0, search.Limits{Bytes: full.Bytes, Stored: full.Stored + 500, Expanded: full.Expanded + 1}); r.Outcome != search.Solved || r.Cost != full.Cost {
		t.Errorf("with what it needs: %v, %d moves, want %d", r.Outcome, r.Cost, full.Cost)
	}
	for _, limit := range []uint64{1, full.Bytes / 10, full.Bytes / 2, full.Bytes - 1} {
		if r := s.Solve(t.Context(), b, 0, search.Limits{Bytes: limit}); r.Outcome != search.LimitMemory || r.Path != nil || r.Bytes > limit {
			t.Errorf("in %d bytes: %v, path %v, in %d bytes", limit, r.Outcome, r.Path, r.Bytes)
		}
	}
	for _, limit := range []uint64{1, full.Stored / 2} {
		if r := s.Solve(t.Context(), b, 0, search.Limits{Stored: limit}); r.Outcome != search.LimitMemory || r.Stored > limit {
			t.Errorf("with %d nodes: %v, %d stored", limit, r.Outcome, r.Stored)
		}
	}
	if r := s.Solve(t.Context(), b, 0, search.Limits{Time: 1}); r.Outcome != search.LimitTime {
		t.Errorf("in a nanosecond: %v", r.Outcome)
	}
}

func TestABeamExpandsWithoutAllocating(t *testing.T) {
	var m search.Meter
	g := NewGraph(seriesBoard(t, 0), -1)
	b := newBeam(g, 100, layersThenDistances, search.NewGuard(t.Context(), search.Limits{Expanded: 1000}), &m)
	b.run() // as far as a layer in the middle
	b.next.clear()
	b.next.reserve(len(g.Colors))
	if n := testing.AllocsPerRun(20, func() {
		b.expand(0)
		b.next.clear()
	}); n != 0 {
		t.Errorf("%v allocations an expansion", n)
	}
}

// countdown is a context that is cancelled after so many looks at it.
type countdown struct {
	context.Context
	looks int
}

func (c *countdown) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

// The clock and the context are looked at every millisecond or so, whatever the
// size of the board: on a large one after a few positions.
func TestSearchesByLayersEndSoonAfterTheyAreCancelled(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 3))
	for _, c := range []struct {
		board Board
		looks int
		most  uint64 // positions
	}{
		{someBoard(t, rng, 200, 200, 6), 4, 250}, // a game of greedy comes first
		{seriesBoard(t, 8), 4, 4 * 1025},
	} {
		names := []string{"beam-1000/layers+distances", "layered/layers"}
		if *exhaustive {
			names = append(names, "distance-greedy", "anytime/layers")
		}
		for _, name := range names {
			r := mustStrategy(t, name).Solve(&countdown{t.Context(), c.looks}, c.board, 0, search.Limits{})
			if r.Outcome != search.Cancelled && r.Outcome != search.Solved || r.Expanded > c.most {
				t.Errorf("%s on %dx%d, cancelled at look %d: %v after %d positions, want at most %d", name, c.board.Rows(), c.board.Cols(), c.looks, r.Outcome, r.Expanded, c.most)
			}
		}
	}
}
