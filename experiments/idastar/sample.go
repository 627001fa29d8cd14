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

// maxSampled is the largest number of cells of a board that can be sampled. The limit comes from
// the tables of [tilted], which have an entry for each set of tiles.
const maxSampled = 16

// maxBound is the largest number of moves that a 15-puzzle needs.
const maxBound = 80

// boundsShown is the number of bounds to keep, counted from the largest.
const boundsShown = 16

// boundedPreference is the factor by which [withinBounds] prefers a board whose Manhattan distance
// is one move smaller. A smaller preference makes the weighted counts vary less, but boards near
// the goal take longer to count. Among values from 0.47 to 1, 0.65 gave the smallest variance for
// the same number of nodes.
const boundedPreference = 0.65

// branching is the asymptotic branching factor of the 15-puzzle without inverse moves (S. Edelkamp,
// R. E. Korf, The branching factor of regular search spaces, AAAI 1998).
const branching = 2.1304

// perCell returns how many of about n draws have the blank on a given cell of b.
func perCell(b tiles.Board, n int) int { return max(1, n/b.Cells()) }

// draws makes about n random arrangements with the size of b, equally many for each cell of the
// blank. Half of them are solvable; draws yields these with their weights. It prefers boards near
// the goal and gives them smaller weights; see [mixture].
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

// estimator returns a heuristic's function for boards of the size of b. It returns an error if
// boards of that size cannot be drawn.
func estimator(h tiles.Heuristic, b tiles.Board) (func(tiles.Board) int, error) {
	if b.Cells() > maxSampled {
		return nil, fmt.Errorf("idastar: cannot sample boards of %d cells (want at most %d)", b.Cells(), maxSampled)
	}
	return h.Estimator(b.Width(), b.Height())
}

// distribution uses about n draws to estimate how a heuristic's estimates are distributed over all
// solvable boards with the size of b, separately for each kind of cell that the blank can be on.
//
// The number of nodes in a search depends on boards with very small estimates. These are so rare
// that uniform draws would hit only a few. So a board whose Manhattan distance is one move smaller
// is preferred by the branching factor, because a node whose estimate is smaller by 1 may be one
// level deeper, and that level has more nodes by this factor.
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

// shares holds the share of boards with each estimate, by the kind of cell that the blank is on.
type shares map[string][]float64

// withinBound holds the counts within a bound: the number of draws whose bounds have its parity,
// and the sum and the sum of squares of their weighted counts.
type withinBound struct {
	Bound               int
	Draws, Sum, Squares float64
}

// withinBounds makes about n draws and counts, for each board, the nodes whose f is within a bound.
// These are the nodes that an iteration of IDA* expands if no goal stops it. A board counts at the
// bounds that have the parity of its estimate; at bounds below its estimate the count is 0.
//
// A few boards near the goal dominate the mean over boards, so the draws prefer such boards.
func withinBounds(h tiles.Heuristic, n, bound int) measure.Measurement[tiles.Board, []withinBound] {
	return func(ctx context.Context, b tiles.Board, seed uint64, limits search.Limits) (all []withinBound, found puzzle.Finding, err error) {
		estimate, err := estimator(h, b)
		if err != nil {
			return nil, found, err
		}
		// The parity of the estimate is the parity of the blank's distance.
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
				continue // the root is outside every bound
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

// add adds a board's counts to the bounds that have the parity of the largest. nodes holds the
// board's number of nodes for each f. add returns their total.
func add(counted []withinBound, nodes []uint64, weight float64) (total uint64) {
	for c := (len(nodes) - 1) & 1; c < len(nodes); c += 2 {
		total += nodes[c]
		x := weight * float64(total)
		counted[c].Sum += x
		counted[c].Squares += float64(x * x)
	}
	return total
}

// within counts the nodes of a tree without inverse moves by their f-value, up to a bound. It
// treats goals like other nodes. The heuristic must be consistent: only then does an iteration
// reach a node if and only if the node is within the bound.
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

// visit counts a node at depth g whose f is within the bound, and all nodes below it.
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

// mixture draws arrangements with the blank on a given cell: half of them uniformly, and half near
// the goal. The weight of each solvable arrangement is the inverse of the frequency with which the
// two halves together draw it. This is the balance heuristic for importance sampling (E. Veach, L.
// J. Guibas, Optimally combining sampling techniques for Monte Carlo rendering, SIGGRAPH 1995). A
// mean over the draws with these weights is an unbiased estimate of the mean over the solvable
// boards.
type mixture struct{ even, near *tilted }

func newMixture(width, height, blank int, preference float64) mixture {
	return mixture{newTilted(width, height, blank, 1), newTilted(width, height, blank, preference)}
}

// draw makes draw number i and returns its weight, which is 0 for an unsolvable arrangement. The
// weights have mean 1.
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

// tilted draws arrangements with the blank on a given cell. The probability of each is proportional
// to preference to the power of its Manhattan distance. tilted fills the cells one after another,
// and chooses each tile in proportion to the sum over all ways to complete the board. This is
// exact. The sum depends only on which tiles are left, so 2^15 sums suffice for 4x4 boards.
type tilted struct {
	width, height int
	cells         []int // cells to fill, in order
	powers        [][]float64
	sums          []float64 // sums over the completions, by the set of tiles placed so far
	total         float64   // sum over all arrangements
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

// board draws an arrangement, which may be unsolvable.
func (t *tilted) board(random *rand.Rand) tiles.Board {
	full := len(t.sums) - 1
	numbers := make([]int, t.width*t.height)
	set := 0
	for _, cell := range t.cells {
		// Products are rounded before they are subtracted, so that every machine makes the same
		// draws.
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
		panic(err) // cannot fail: every tile was placed once
	}
	return board
}

// weight returns the contribution of an arrangement to the total.
func (t *tilted) weight(b tiles.Board) float64 {
	w := 1.0
	for _, cell := range t.cells {
		w *= t.powers[cell][b.Tile(cell)]
	}
	return w
}

// unit draws a number in [0, 1).
func unit(random *rand.Rand) float64 { return float64(random.Uint64()>>11) / (1 << 53) }

func power(x float64, n int) float64 {
	p := 1.0
	for range n {
		p *= x
	}
	return p
}

// apart returns the number of rows plus the number of columns between two cells.
func apart(a, b, width int) int { return abs(a/width-b/width) + abs(a%width-b%width) }

func abs(x int) int { return max(x, -x) }

// Kinds of cells, by their number of neighbors. The branching of a search depends on where the
// blank is.
var cellKinds = [...]string{"corner", "edge", "inner"}

// kindOf returns the index in cellKinds for a cell.
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
