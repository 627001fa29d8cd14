package idastar

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"

	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// maxSampled is the largest number of cells of a board that can be sampled: the
// tables of [tilted] have an entry for each set of tiles.
const maxSampled = 16

// maxBound is the largest number of moves that a 15-puzzle needs.
const maxBound = 80

// boundsShown is how many bounds, counted from the largest, are kept.
const boundsShown = 16

// boundedPreference is by how much a board with one move less of Manhattan
// distance is preferred by [withinBounds]. A smaller number spreads the weights
// times the counts less, but boards near the goal take longer to count: of 0.47
// to 1, 0.65 gave the least variance for the nodes spent.
const boundedPreference = 0.65

// branching is the asymptotic branching factor of the 15-puzzle without inverse
// moves (S. Edelkamp, R. E. Korf, The branching factor of regular search
// spaces, AAAI 1998).
const branching = 2.1304

// perCell is how many of about n draws have the blank on a given cell of b.
func perCell(b tiles.Board, n int) int { return max(1, n/b.Cells()) }

// draws makes about n arrangements of the size of b, half of which are solvable,
// the same number for each cell of the blank, and yields the solvable ones with
// their weights. Boards near the goal are preferred, and count less: see
// [mixture].
func draws(b tiles.Board, n int, preference float64, seed uint64) iter.Seq2[tiles.Board, float64] {
	return func(yield func(tiles.Board, float64) bool) {
		for blank := range b.Cells() {
			from := newMixture(b.Width(), b.Height(), blank, preference)
			random := rand.New(rand.NewPCG(seed, uint64(blank)))
			for i := range perCell(b, n) {
				if board, weight := from.draw(random, i); weight > 0 && !yield(board, weight) {
					return
				}
			}
		}
	}
}

// estimator returns what a heuristic says of boards of the size of b, if such can be drawn.
func estimator(h tiles.Heuristic, b tiles.Board) (func(tiles.Board) int, error) {
	if b.Cells() > maxSampled {
		return nil, fmt.Errorf("idastar: cannot sample boards of %d cells (want at most %d)", b.Cells(), maxSampled)
	}
	return h.Estimator(b.Width(), b.Height())
}

// distribution estimates how the estimates of a heuristic are distributed over
// all solvable boards of the size of b by about n draws, apart for each kind of
// cell that the blank stands on.
//
// The nodes of a search depend on boards with estimates so small that hardly
// any board has them, of which uniform draws would see a handful. A board with
// one move less of Manhattan distance is preferred by the branching factor,
// because a node with an estimate less by 1 may lie one level deeper, where
// there are so many more.
func distribution(h tiles.Heuristic, n int) measure.Measurement[tiles.Board, shares] {
	return func(ctx context.Context, b tiles.Board, seed uint64, limits search.Limits) (of shares, found puzzle.Finding, err error) {
		width, height := b.Width(), b.Height()
		estimate, err := estimator(h, b)
		if err != nil {
			return nil, found, err
		}
		var all [len(cellKinds)]int
		for cell := range b.Cells() {
			all[kindOf(cell, width, height)] += perCell(b, n)
		}
		guard := search.NewGuard(ctx, limits)
		of = shares{}
		for board, weight := range draws(b, n, 1/branching, seed) {
			if outcome, stop := guard.Interrupted(); stop {
				found.Outcome = outcome
				return nil, found, nil
			}
			kind, v := kindOf(board.Blank(), width, height), estimate(board)
			name := cellKinds[kind]
			of[name] = append(of[name], make([]float64, max(0, v+1-len(of[name])))...)
			of[name][v] += weight / float64(all[kind])
		}
		return of, found, nil
	}
}

// shares are the shares of the boards with each estimate, by the kind of cell that the
// blank is on.
type shares map[string][]float64

// withinBound is what was counted within a bound: the number of draws whose bounds have its
// parity, and the sum and the sum of squares of their weighted counts.
type withinBound struct {
	Bound               int
	Draws, Sum, Squares float64
}

// withinBounds makes about n draws and counts, for each board, the nodes with f
// within a bound: what an iteration of IDA* expands if no goal stops it. A board
// counts at the bounds of the parity of its estimate, with 0 below it.
//
// The mean over boards hangs on the few near the goal, so these are preferred.
func withinBounds(h tiles.Heuristic, n, bound int) measure.Measurement[tiles.Board, []withinBound] {
	return func(ctx context.Context, b tiles.Board, seed uint64, limits search.Limits) (all []withinBound, found puzzle.Finding, err error) {
		estimate, err := estimator(h, b)
		if err != nil {
			return nil, found, err
		}
		// The parity of the estimate is that of the moves of the blank.
		largest := func(blank int) int { return bound - (bound-apart(0, blank, b.Width()))&1 }
		var counted [maxBound + 1]withinBound
		for blank := range b.Cells() {
			for c := largest(blank); c >= 0; c -= 2 {
				counted[c].Draws += float64(perCell(b, n))
			}
		}
		guard := search.NewGuard(ctx, limits)
		for board, weight := range draws(b, n, boundedPreference, seed) {
			if outcome, stop := guard.Poll(found.Meter.Expanded); stop {
				found.Outcome = outcome
				return nil, found, nil
			}
			top := largest(board.Blank())
			if estimate(board) > top {
				continue // the root is not within any bound
			}
			p, err := tiles.New(board, h)
			if err != nil {
				return nil, found, err
			}
			found.Meter.Expanded += add(counted[:], within(p, top), weight)
		}
		for c := max(0, bound-boundsShown+1); c <= bound; c++ {
			counted[c].Bound = c
			all = append(all, counted[c])
		}
		return all, found, nil
	}
}

// add counts a board at the bounds of the parity of the largest, by its nodes of each f, and
// returns how many there are.
func add(counted []withinBound, nodes []uint64, weight float64) (total uint64) {
	for c := (len(nodes) - 1) & 1; c < len(nodes); c += 2 {
		total += nodes[c]
		x := weight * float64(total)
		counted[c].Sum += x
		counted[c].Squares += float64(x * x)
	}
	return total
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

// mixture draws arrangements with the blank on a given cell, one half uniformly
// and the other near the goal. Each solvable one counts by the inverse of the
// frequency with which both halves together draw it: the balance heuristic of
// importance sampling (E. Veach, L. J. Guibas, Optimally combining sampling
// techniques for Monte Carlo rendering, SIGGRAPH 1995). A mean over the draws,
// weighted so, estimates the mean over the solvable boards without bias.
type mixture struct{ even, near *tilted }

func newMixture(width, height, blank int, preference float64) mixture {
	return mixture{newTilted(width, height, blank, 1), newTilted(width, height, blank, preference)}
}

// draw makes the draw of number i and returns its weight, 0 for an arrangement
// that cannot be solved. The weights have mean 1.
func (m mixture) draw(random *rand.Rand, i int) (board tiles.Board, weight float64) {
	from := m.near
	if i%2 == 0 {
		from = m.even
	}
	board = from.board(random)
	if !board.Solvable() {
		return board, 0
	}
	// Half of all arrangements are solvable.
	one := 2 / m.even.total
	return board, one / ((1/m.even.total + m.near.weight(board)/m.near.total) / 2)
}

// tilted draws arrangements with the blank on a given cell, each with a
// probability proportional to preference to the power of its Manhattan
// distance. Filling the cells one after the other with tiles in proportion to
// what can still follow is exact, because the sum over all completions depends
// only on which tiles are left: 2^15 sums for 4x4.
type tilted struct {
	width, height int
	cells         []int // to be filled, in order
	powers        [][]float64
	sums          []float64 // over the completions, by the set of tiles placed
	total         float64   // over all arrangements
}

func newTilted(width, height, blank int, preference float64) *tilted {
	n := width * height
	t := &tilted{width: width, height: height, powers: make([][]float64, n)}
	for cell := range n {
		if cell != blank {
			t.cells = append(t.cells, cell)
		}
		t.powers[cell] = make([]float64, n)
		for tile := 1; tile < n; tile++ {
			t.powers[cell][tile] = power(preference, apart(cell, tile, width))
		}
	}
	full := 1<<(n-1) - 1
	t.sums = make([]float64, full+1)
	t.sums[full] = 1
	for set := full - 1; set >= 0; set-- {
		cell := t.cells[bits.OnesCount(uint(set))]
		sum := 0.0
		for left := full &^ set; left != 0; left &= left - 1 {
			tile := bits.TrailingZeros(uint(left)) + 1
			sum += float64(t.powers[cell][tile] * t.sums[set|1<<(tile-1)])
		}
		t.sums[set] = sum
	}
	t.total = t.sums[0]
	return t
}

// board draws an arrangement, solvable or not.
func (t *tilted) board(random *rand.Rand) tiles.Board {
	full := len(t.sums) - 1
	numbers := make([]int, t.width*t.height)
	set := 0
	for _, cell := range t.cells {
		// Products are rounded before they are subtracted, so that every
		// machine draws the same.
		rest := float64(t.sums[set] * unit(random))
		tile := 0
		for left := full &^ set; left != 0; left &= left - 1 {
			tile = bits.TrailingZeros(uint(left)) + 1
			rest -= float64(t.powers[cell][tile] * t.sums[set|1<<(tile-1)])
			if rest < 0 {
				break
			}
		}
		numbers[cell] = tile
		set |= 1 << (tile - 1)
	}
	board, err := tiles.NewBoard(t.width, t.height, tiles.BlankFirst, numbers)
	if err != nil {
		panic(err) // every tile was placed once
	}
	return board
}

// weight is what an arrangement adds to the total.
func (t *tilted) weight(b tiles.Board) float64 {
	w := 1.0
	for _, cell := range t.cells {
		w *= t.powers[cell][b.Tile(cell)]
	}
	return w
}

// unit draws a number from 0 to 1, 1 excluded.
func unit(random *rand.Rand) float64 { return float64(random.Uint64()>>11) / (1 << 53) }

func power(x float64, n int) float64 {
	p := 1.0
	for range n {
		p *= x
	}
	return p
}

// apart is the number of rows and columns between two cells.
func apart(a, b, width int) int { return abs(a/width-b/width) + abs(a%width-b%width) }

func abs(x int) int { return max(x, -x) }

// Kinds of cells, by the number of their neighbours: the branching of a search
// depends on where the blank is.
var cellKinds = [...]string{"corner", "edge", "inner"}

// kindOf returns the index in cellKinds of a cell.
func kindOf(cell, width, height int) int {
	kind := 0
	if row := cell / width; row > 0 && row < height-1 {
		kind++
	}
	if col := cell % width; col > 0 && col < width-1 {
		kind++
	}
	return kind
}
