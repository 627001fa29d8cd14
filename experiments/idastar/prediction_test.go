package idastar

import (
	"math"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// positions are all solvable boards of a size whose goal has the blank first.
func positions(t *testing.T, width, height int) []tiles.Board {
	t.Helper()
	all, err := tiles.EnumerateDistances(width, height, 0)
	if err != nil {
		t.Fatal(err)
	}
	var boards []tiles.Board
	for b := range all.All() {
		boards = append(boards, b)
	}
	return boards
}

// exact is the distribution of the estimates over boards, by kind of cell.
func exact(t *testing.T, boards []tiles.Board, h tiles.Heuristic) prediction {
	t.Helper()
	width, height := boards[0].Width(), boards[0].Height()
	estimate, err := h.Estimator(width, height)
	if err != nil {
		t.Fatal(err)
	}
	var p prediction
	var of [len(cellKinds)]float64
	for kind := range p.shares {
		p.shares[kind] = make([]float64, maxBound)
	}
	for _, b := range boards {
		kind := kindOf(b.Blank(), width, height)
		p.shares[kind][estimate(b)]++
		of[kind]++
	}
	for kind := range p.shares {
		for v := range p.shares[kind] {
			if of[kind] > 0 {
				p.shares[kind][v] /= of[kind]
			}
		}
	}
	p.tree = treeKinds(width, height, maxBound)
	return p
}

// meanWithin counts the nodes within a bound by search, on average over all boards of its parity, by search.
func meanWithin(t *testing.T, boards []tiles.Board, h tiles.Heuristic, bound int) float64 {
	t.Helper()
	sum, n := 0.0, 0
	for _, b := range boards {
		if apart(0, b.Blank(), b.Width())&1 != bound&1 {
			continue
		}
		p, err := tiles.New(b, h)
		if err != nil {
			t.Fatal(err)
		}
		n++
		for _, count := range within(p, bound) {
			sum += float64(count)
		}
	}
	return sum / float64(n)
}

// With the exact distribution the formula has no error: every sequence of moves
// from a cell leads from all boards with the blank there to all boards with the
// blank at its end, each once.
func TestPredictionIsExactOverAllPositions(t *testing.T) {
	type space struct {
		width, height int
		bounds        []int
	}
	spaces := []space{{3, 2, []int{0, 1, 8, 9, 14, 15}}, {4, 2, []int{9, 10}}}
	if *studytest.Exhaustive {
		spaces = append(spaces, space{3, 3, []int{8, 9, 12, 13}})
	}
	for _, c := range spaces {
		boards := positions(t, c.width, c.height)
		for _, h := range []tiles.Heuristic{tiles.Manhattan, tiles.LinearConflict, tiles.LCWD} {
			p := exact(t, boards, h)
			for _, bound := range c.bounds {
				want := meanWithin(t, boards, h, bound)
				if got := p.expanded(bound); math.Abs(got-want) > 1e-9*(1+want) {
					t.Errorf("%d×%d, %s, bound %d: predicted %v nodes, counted %v", c.width, c.height, h.Name, bound, got, want)
				}
			}
		}
	}
}

func TestTreeKindsAgreeWithTheTree(t *testing.T) {
	const width, height, depth = 4, 4, 9
	var want [depth + 1][2][len(cellKinds)]float64
	for start := range width * height {
		var visit func(cell, from, level int)
		visit = func(cell, from, level int) {
			want[level][apart(0, start, width)&1][kindOf(cell, width, height)] += 1.0 / 8
			if level == depth {
				return
			}
			for to := range width * height {
				if to != from && apart(cell, to, width) == 1 {
					visit(to, cell, level+1)
				}
			}
		}
		visit(start, -1, 0)
	}
	for level, got := range treeKinds(width, height, depth) {
		if got != want[level] {
			t.Errorf("depth %d: %v, want %v", level, got, want[level])
		}
	}
}

func TestTreeGrowsByTheBranchingFactor(t *testing.T) {
	tree := treeKinds(4, 4, 60)
	sum := func(level int) float64 {
		s := 0.0
		for parity := range 2 {
			for _, n := range tree[level][parity] {
				s += n
			}
		}
		return s
	}
	if got := math.Sqrt(sum(60) / sum(58)); math.Abs(got-branching) > 5e-5 {
		t.Errorf("two levels multiply the nodes by %.6f², want %.4f²", got, branching)
	}
}

func TestTiltedSumsAreOverAllArrangements(t *testing.T) {
	const width, height, blank = 3, 2, 1
	tilt := newTilted(width, height, blank, 0.5)
	want, even, free := 0.0, 0.0, make([]int, 0, 6)
	for tile := 1; tile < width*height; tile++ {
		free = append(free, tile)
	}
	var place func(i int, weight float64, free []int)
	place = func(i int, weight float64, free []int) {
		if i == len(tilt.cells) {
			want, even = want+weight, even+1
			return
		}
		for j, tile := range free {
			rest := append(append([]int{}, free[:j]...), free[j+1:]...)
			place(i+1, weight*math.Pow(0.5, float64(apart(tilt.cells[i], tile, width))), rest)
		}
	}
	place(0, 1, free)
	if math.Abs(tilt.total-want) > 1e-12 {
		t.Errorf("sum of all weights %v, want %v", tilt.total, want)
	}
	if got := newTilted(width, height, blank, 1).total; got != even {
		t.Errorf("number of arrangements %v, want %v", got, even)
	}
}

func TestSampledSharesApproachTheExactOnes(t *testing.T) {
	const width, height = 3, 2
	boards := positions(t, width, height)
	p := exact(t, boards, tiles.Manhattan)
	sampled, found, err := distribution(tiles.Manhattan, 200_000)(t.Context(), boards[0], 1, search.Limits{})
	if err != nil || sampled == nil {
		t.Fatal(found.Outcome, err)
	}
	row := trial.Trial{Set: equilibriumSet, Strategy: samplePrefix + "200000/manhattan", Outcome: search.Measured, Result: studytest.Result(sampled)}
	got, ok := predictionOf(frame.Of([]trial.Trial{row}), "manhattan")
	if !ok {
		t.Fatal("the sample is not found")
	}
	for kind, name := range cellKinds[:2] { // 3×2 has no inner cells
		for v, want := range p.shares[kind] {
			share := 0.0
			if v < len(got.shares[kind]) {
				share = got.shares[kind][v]
			}
			if math.Abs(share-want) > 0.01 {
				t.Errorf("%s, estimate %d: share %.4f, want %.4f", name, v, share, want)
			}
		}
	}
}

func TestBoundedMeansApproachTheExactOnes(t *testing.T) {
	const bound = 15
	boards := positions(t, 3, 2)
	counted, found, err := withinBounds(tiles.Manhattan, 24_000, bound)(t.Context(), boards[0], 1, search.Limits{})
	if err != nil || counted == nil {
		t.Fatal(found.Outcome, err)
	}
	row := trial.Trial{Set: equilibriumSet, Strategy: boundedPrefix + "24000-15/manhattan", Outcome: search.Measured, Result: studytest.Result(counted)}
	sample := trial.Trial{Set: equilibriumSet, Strategy: samplePrefix + "1/manhattan", Outcome: search.Measured}
	measured := boundMeans(frame.Of([]trial.Trial{sample, row}), "manhattan")
	if len(measured) != bound+1 {
		t.Fatalf("%d bounds, want %d", len(measured), bound+1)
	}
	missed := 0
	for _, m := range measured {
		want := meanWithin(t, boards, tiles.Manhattan, m.bound)
		if m.bound >= 4 && math.Abs(m.mean/want-1) > 0.15 { // hardly a board has an estimate below
			t.Errorf("bound %d: mean %v, want %v", m.bound, m.mean, want)
		}
		if !m.interval.Contains(want) {
			missed++
		}
	}
	if missed > 4 { // 95 % intervals of the same draws
		t.Errorf("%d of %d intervals miss the exact mean", missed, len(measured))
	}
}

func TestBoundedStopsAtItsLimit(t *testing.T) {
	_, found, err := withinBounds(tiles.Manhattan, 10_000, 31)(t.Context(), equilibrium(rootSeed).Puzzle.(tiles.Board), 1, search.Limits{Expanded: 100})
	if err != nil || found.Outcome != search.LimitNodes {
		t.Errorf("%s, %v; want %s", found.Outcome, err, search.LimitNodes)
	}
}

func TestIterationsAtLeavesOutSolvedBoardsAndOtherParities(t *testing.T) {
	row := func(bounds ...int) trial.Trial {
		var t trial.Trial
		for i, b := range bounds {
			t.Meter.Iterations = append(t.Meter.Iterations, search.Iteration{Bound: b, Expanded: uint64(10 * (i + 1))})
		}
		return t
	}
	rows := []trial.Trial{row(40, 42, 44), row(41, 43, 45), row(42), row(44, 46), row(38, 40)}
	expanded, solved := iterationsAt(frame.Of(rows), 42)
	if len(expanded) != 2 || expanded[0] != 20 || expanded[1] != 0 || solved != 2 {
		t.Errorf("expanded %v, %d solved; want [20 0], 2", expanded, solved)
	}
}
