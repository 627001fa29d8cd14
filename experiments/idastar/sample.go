package idastar

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// sample returns a strategy that estimates how the estimates of a heuristic are
// distributed over all solvable boards, apart for each kind of cell that the
// blank stands on: the observation "inner-37" is the share of boards with the
// estimate 37 among those whose blank is on an inner cell.
//
// The nodes of a search depend on boards with estimates so small that hardly
// any board has them, of which uniform draws would see a handful; so boards
// near the goal are preferred, and count less: see [mixture]. A board with one
// move less of Manhattan distance is preferred by the branching factor, because
// a node with an estimate less by 1 may lie one level deeper, where there are
// so many more.
func sample(name, rest string) (puzzle.Strategy[tiles.Board], error) {
	var none puzzle.Strategy[tiles.Board]
	number, heuristic, _ := strings.Cut(rest, "/")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return none, fmt.Errorf("idastar: %s: %q is not a number of boards", name, number)
	}
	h, err := tiles.ParseHeuristic(heuristic)
	if err != nil {
		return none, err
	}
	return puzzle.Strategy[tiles.Board]{
		Name: name, Version: 1, Randomised: true, Doc: "distribution of the estimates of random boards", Source: "Korf, Reid & Edelkamp 2001",
		Run: func(ctx context.Context, b tiles.Board, seed uint64, limits search.Limits) (puzzle.Finding, error) {
			shares, outcome, err := distribution(ctx, b, h, n, seed, limits)
			return puzzle.Finding{Outcome: outcome, Observed: shares}, err
		},
	}, nil
}

// maxSampled is the largest number of cells of a board that can be sampled: the
// tables of [tilted] have an entry for each set of tiles.
const maxSampled = 16

// distribution draws about n arrangements of the size of b, half of which are
// solvable, the same number for each cell of the blank, and returns the shares
// of their estimates.
func distribution(ctx context.Context, b tiles.Board, h tiles.Heuristic, n int, seed uint64, limits search.Limits) ([]puzzle.Observation, search.Outcome, error) {
	width, height := b.Width(), b.Height()
	if b.Cells() > maxSampled {
		return nil, search.Running, fmt.Errorf("idastar: cannot sample boards of %d cells (want at most %d)", b.Cells(), maxSampled)
	}
	estimate, err := h.Estimator(width, height)
	if err != nil {
		return nil, search.Running, err
	}
	cells := make([]int, len(cellKinds))
	for cell := range b.Cells() {
		cells[kindOf(cell, width, height)]++
	}
	guard := search.NewGuard(ctx, limits)
	var shares [len(cellKinds)][]float64
	each := max(1, n/b.Cells())
	for blank := range b.Cells() {
		if outcome, stop := guard.Interrupted(); stop {
			return nil, outcome, nil
		}
		kind := kindOf(blank, width, height)
		from := newMixture(width, height, blank, 1/branching)
		random := rand.New(rand.NewPCG(seed, uint64(blank)))
		for i := range each {
			board, weight := from.draw(random, i)
			if weight == 0 {
				continue
			}
			v := estimate(board)
			for v >= len(shares[kind]) {
				shares[kind] = append(shares[kind], 0)
			}
			shares[kind][v] += weight / float64(each*cells[kind])
		}
	}
	var observed []puzzle.Observation
	for kind, name := range cellKinds {
		for v, share := range shares[kind] {
			if share > 0 {
				observed = append(observed, puzzle.Observation{Name: fmt.Sprintf("%s-%d", name, v), Value: share})
			}
		}
	}
	return observed, search.Measured, nil
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
	width, height, blank int
	cells                []int // to be filled, in order
	powers               [][]float64
	sums                 []float64 // over the completions, by the set of tiles placed
	total                float64   // over all arrangements
}

func newTilted(width, height, blank int, preference float64) *tilted {
	n := width * height
	t := &tilted{width: width, height: height, blank: blank, powers: make([][]float64, n)}
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
