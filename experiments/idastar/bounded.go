package idastar

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// bounded returns a strategy that draws boards and counts, for each, the nodes
// with f within a bound: what an iteration of IDA* expands if no goal stops it.
// rest is DRAWS-BOUND/HEURISTIC. A board counts at the bounds of the parity of
// its estimate, with 0 below it. The observations are, for each bound such as
// 31, "draws-31", the number of draws with bounds of that parity, and the sum
// and the sum of squares of their weighted counts, "sum-31" and "squares-31".
//
// The mean over boards hangs on the few near the goal, so these are preferred
// and count less: see [mixture].
func bounded(name, rest string) (puzzle.Strategy[tiles.Board], error) {
	var none puzzle.Strategy[tiles.Board]
	numbers, heuristic, _ := strings.Cut(rest, "/")
	first, second, _ := strings.Cut(numbers, "-")
	n, err := strconv.Atoi(first)
	if err != nil || n < 1 {
		return none, fmt.Errorf("idastar: %s: %q is not a number of draws", name, first)
	}
	bound, err := strconv.Atoi(second)
	if err != nil || bound < 1 || bound > maxBound {
		return none, fmt.Errorf("idastar: %s: %q is not a bound (want 1 to %d)", name, second, maxBound)
	}
	h, err := tiles.ParseHeuristic(heuristic)
	if err != nil {
		return none, err
	}
	return puzzle.Strategy[tiles.Board]{
		Name: name, Version: 1, Randomised: true, Doc: "nodes within each bound, over random boards", Source: "Korf, Reid & Edelkamp 2001",
		Run: func(ctx context.Context, b tiles.Board, seed uint64, limits search.Limits) (puzzle.Finding, error) {
			return withinBounds(ctx, b, h, n, bound, seed, limits)
		},
	}, nil
}

// maxBound is the largest number of moves that a 15-puzzle needs.
const maxBound = 80

// boundsShown is how many bounds, counted from the largest, are kept.
const boundsShown = 16

// boundedPreference is by how much a board with one move less of Manhattan
// distance is preferred. A smaller number spreads the weights times the counts
// less, but boards near the goal take longer to count: of 0.47 to 1, 0.65 gave
// the least variance for the nodes spent.
const boundedPreference = 0.65

// withinBounds makes about n draws, the same number for each cell of the blank,
// and counts the nodes of their boards within each bound.
func withinBounds(ctx context.Context, b tiles.Board, h tiles.Heuristic, n, bound int, seed uint64, limits search.Limits) (puzzle.Finding, error) {
	var found puzzle.Finding
	width, height := b.Width(), b.Height()
	if b.Cells() > maxSampled {
		return found, fmt.Errorf("idastar: cannot sample boards of %d cells (want at most %d)", b.Cells(), maxSampled)
	}
	guard := search.NewGuard(ctx, limits)
	draws := make([]float64, bound+1)
	sums := make([]float64, bound+1)
	squares := make([]float64, bound+1)
	each := max(1, n/b.Cells())
	for blank := range b.Cells() {
		from := newMixture(width, height, blank, boundedPreference)
		random := rand.New(rand.NewPCG(seed, uint64(blank)))
		// The parity of the estimate is that of the moves of the blank.
		largest := bound - (bound-apart(0, blank, width))&1
		for c := largest & 1; c <= largest; c += 2 {
			draws[c] += float64(each)
		}
		for i := range each {
			if outcome, stop := guard.Poll(found.Meter.Expanded); stop {
				found.Outcome = outcome
				return found, nil
			}
			board, weight := from.draw(random, i)
			if weight == 0 {
				continue
			}
			p, err := tiles.New(board, h)
			if err != nil {
				return found, err
			}
			counts := within(p, largest)
			total := uint64(0)
			for c := largest & 1; c <= largest; c += 2 {
				total += counts[c]
				x := weight * float64(total)
				sums[c] += x
				squares[c] += float64(x * x)
			}
			found.Meter.Expanded += total
		}
	}
	for c := max(0, bound-boundsShown+1); c <= bound; c++ {
		suffix := strconv.Itoa(c)
		found.Observed = append(found.Observed,
			puzzle.Observation{Name: "draws-" + suffix, Value: draws[c]},
			puzzle.Observation{Name: "sum-" + suffix, Value: sums[c]},
			puzzle.Observation{Name: "squares-" + suffix, Value: squares[c]})
	}
	found.Outcome = search.Measured
	return found, nil
}

// within counts the nodes of a tree without inverse moves by their f, up to a
// bound; goals are searched like other nodes. The heuristic must be consistent:
// then a node is within a bound if and only if an iteration reaches it.
func within(p search.Problem[tiles.State, tiles.Move], bound int) []uint64 {
	w := walk{p: p, bound: int32(bound), counts: make([]uint64, bound+1)}
	root := search.Step[tiles.State, tiles.Move]{}
	root.State, root.H = p.Start()
	if root.H <= w.bound {
		w.visit(&root, 0)
	}
	return w.counts
}

type walk struct {
	p      search.Problem[tiles.State, tiles.Move]
	bound  int32
	counts []uint64
	plies  [][]search.Step[tiles.State, tiles.Move]
}

// visit counts a node at depth g, whose f is within the bound, and what is
// below it.
func (w *walk) visit(step *search.Step[tiles.State, tiles.Move], g int32) {
	w.counts[g+step.H]++
	if int(g) == len(w.plies) {
		w.plies = append(w.plies, make([]search.Step[tiles.State, tiles.Move], w.p.Branching()))
	}
	children := w.plies[g]
	for i := range w.p.Expand(&step.State, step.Action, children) {
		if child := &children[i]; g+1+child.H <= w.bound {
			w.visit(child, g+1)
		}
	}
}
