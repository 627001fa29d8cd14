package colorwalk

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
)

// shortestOnCells returns the length of a shortest solution of a board of up to
// 64 cells by breadth-first search over the sets of its cells, as bits of a
// word: no regions, no bound, no pruning but of sets seen before.
func shortestOnCells(b Board) int {
	var colors [MaxColors + 1]uint64
	var left, right uint64 // the cells of the first and of the last column
	for cell := range b.Cells() {
		colors[b.Color(cell)] |= 1 << cell
		if cell%b.Cols() == 0 {
			left |= 1 << cell
		}
		if cell%b.Cols() == b.Cols()-1 {
			right |= 1 << cell
		}
	}
	all := ^uint64(0) >> (64 - b.Cells())
	spread := func(area, over uint64) uint64 {
		for {
			grown := area | over&(area<<b.Cols()|area>>b.Cols()|area&^right<<1|area&^left>>1)
			if grown == area {
				return area
			}
			area = grown
		}
	}
	start := spread(1<<b.Start(), colors[b.Color(b.Start())])
	seen := map[uint64]bool{start: true}
	for layer, depth := []uint64{start}, 0; ; depth++ {
		var next []uint64
		for _, area := range layer {
			if area == all {
				return depth
			}
			for c := Color(1); c <= MaxColors; c++ {
				if colors[c] == 0 {
					continue
				}
				if grown := spread(area, colors[c]); !seen[grown] {
					seen[grown] = true
					next = append(next, grown)
				}
			}
		}
		layer = next
	}
}

// replayByPainting plays a path as the game Flood-It is usually told: a move
// paints the area of the start with a colour, and the game is over when the
// board has one colour. It says what is wrong with the path, if anything is.
func replayByPainting(b Board, path []Color) string {
	board := make([][]Color, b.Rows())
	for row := range board {
		for col := range b.Cols() {
			board[row] = append(board[row], b.Color(row*b.Cols()+col))
		}
	}
	paint := func(from, to Color) (cells int) {
		var fill func(row, col int)
		fill = func(row, col int) {
			if row < 0 || col < 0 || row == b.Rows() || col == b.Cols() || board[row][col] != from {
				return
			}
			board[row][col] = to
			cells++
			for _, step := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				fill(row+step[0], col+step[1])
			}
		}
		fill(b.Start()/b.Cols(), b.Start()%b.Cols())
		return cells
	}
	const brush = MaxColors + 1
	at := b.Color(b.Start())
	size := paint(at, brush)
	paint(brush, at)
	for i, c := range path {
		if c == at {
			return fmt.Sprintf("move %d repeats color %v", i+1, c)
		}
		paint(at, c)
		grown := paint(c, brush)
		paint(brush, c)
		if grown == size {
			return fmt.Sprintf("move %d, color %v, gains nothing", i+1, c)
		}
		at, size = c, grown
	}
	if size != b.Cells() {
		return fmt.Sprintf("%d cells are left", b.Cells()-size)
	}
	return ""
}

// The strategies that promise a shortest solution agree with a search that
// shares nothing with them, on 500 boards of 1x1 to 6x6, with
// -exhaustive on 2,000.
func TestOptimalStrategiesAgreeOnSmallBoards(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 1))
	lengths := map[int]int{}
	for range sample(500, 2000) {
		b := anySmallBoard(t, rng, 6)
		want := shortestOnCells(b)
		lengths[want]++
		for _, name := range []string{"astar/layers", "idastar/layers", "layered/layers", "bfs", "anytime/layers"} {
			r := mustStrategy(t, name).Solve(t.Context(), b, 0, search.Limits{})
			if r.Outcome != search.Solved || !r.Optimal || r.Cost != want || len(r.Path) != want || r.Cost > 0 && r.Bound != want {
				t.Errorf("%s on %v: %v, %d moves, bound %d, optimal %v; want %d", name, b, r.Outcome, r.Cost, r.Bound, r.Optimal, want)
			}
			if wrong := replayByPainting(b, r.Path); wrong != "" {
				t.Errorf("%s on %v: path %s: %s", name, b, FormatPath(r.Path), wrong)
			}
		}
	}
	if len(lengths) < 10 {
		t.Errorf("the solutions have only these lengths: %v", lengths)
	}
}

// The optima of the examples are those of other programs. A* and what has no
// memory of positions are left to -exhaustive on the largest boards, where
// breadth-first and depth-first search would take for ever.
func TestOptimalStrategiesSolveTheExamples(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		strategy            string
		regions, exhaustive int // of the largest board
	}{
		{"layered/layers", 1000, 1000},
		{"anytime/layers", 1000, 1000},
		{"astar/layers", 300, 1000},
		{"astar/layers,ties=low-g", 100, 300},
		{"wastar-1/layers", 100, 300},
		{"idastar/layers", 60, 110},
		{"bfs", 40, 60},
	} {
		solved := 0
		for _, k := range mustSet(t, "examples") {
			if k.Regions > c.regions && !*exhaustive || k.Regions > c.exhaustive {
				continue
			}
			r := mustStrategy(t, c.strategy).Solve(t.Context(), k.Board, 0, search.Limits{})
			if r.Outcome != search.Solved || !r.Optimal || r.Cost != k.Optimal {
				t.Errorf("%s on %s: %v, %d moves, want %d", c.strategy, k.Name, r.Outcome, r.Cost, k.Optimal)
			}
			if wrong := replayByPainting(k.Board, r.Path); wrong != "" {
				t.Errorf("%s on %s: path %s: %s", c.strategy, k.Name, FormatPath(r.Path), wrong)
			}
			solved++
		}
		t.Logf("%s: %d boards", c.strategy, solved)
		if solved < 15 {
			t.Errorf("%s: only %d boards are small enough", c.strategy, solved)
		}
	}
}

// Weighted A* is never more than its weight off, and says what it has proved.
func TestWeightedAStarKeepsItsBound(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 2))
	for range 40 {
		b := someBoard(t, rng, 9, 9, 5)
		want := mustStrategy(t, "layered/layers").Solve(t.Context(), b, 0, search.Limits{}).Cost
		for _, w := range []float64{1, 1.2, 1.5, 2, 5} {
			s := mustStrategy(t, fmt.Sprintf("wastar-%v/layers", w))
			r := s.Solve(t.Context(), b, 0, search.Limits{})
			if r.Outcome != search.Solved || r.Cost < want || float64(r.Cost) > w*float64(want) || r.Bound > want {
				t.Errorf("%s on %v: %v, %d moves, bound %d; the optimum is %d", s.Name, b, r.Outcome, r.Cost, r.Bound, want)
			}
		}
	}
}

// begun is a problem that starts at another state.
type begun struct {
	problem
	start State
}

func (p begun) Start() (state State, h int32) {
	s := p.g.newScratch()
	return p.start, int32(p.g.layers(p.start.area(), s))
}

func TestProblemConformance(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 3))
	suite := searchtest.Suite[State, Color]{
		Begin: func(p search.Problem[State, Color], s State) search.Problem[State, Color] {
			if b, again := p.(begun); again {
				return begun{b.problem, s}
			}
			return begun{p.(problem), s}
		},
		Consistent: true,
		Ends:       true,
		Samples:    30,
	}
	instance := func(b Board) searchtest.Instance[State, Color] {
		p, err := New(b)
		if err != nil {
			t.Fatal(err)
		}
		in := searchtest.Instance[State, Color]{Name: fmt.Sprintf("%dx%d,%d regions", b.Rows(), b.Cols(), NewGraph(b, -1).Regions), Problem: p}
		if b.Cells() <= 36 {
			in.Cost = shortestOnCells(b)
		}
		return in
	}
	for _, line := range []string{"0", "5", "012/231/311", "start=2,2 123/456/789", "112/132", "01234/23145/34125/41325"} {
		suite.Small = append(suite.Small, instance(mustBoard(t, line)))
	}
	for len(suite.Small) < 12 {
		if b := anySmallBoard(t, rng, 4); shortestOnCells(b) > 2 {
			suite.Small = append(suite.Small, instance(b))
		}
	}
	suite.Large = append(suite.Large, instance(someBoard(t, rng, 12, 12, 6)))
	if *exhaustive {
		suite.Samples = 1000
		suite.Large = append(suite.Large, instance(seriesBoard(t, 0)), instance(someBoard(t, rng, 14, 14, 8)))
	}
	searchtest.Run(t, suite)
}

func TestNewRefusesWhatIsTooLarge(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	check := func(b Board, want string) {
		t.Helper()
		p, err := New(b)
		if got := fmt.Sprint(err); got != want || (p == nil) != (err != nil) {
			t.Errorf("%dx%d: %v, want %s", b.Rows(), b.Cols(), err, want)
		}
	}
	check(Board{}, errZeroBoard.Error())
	check(mustBoard(t, "0"), "<nil>")
	check(someBoard(t, rng, 20, 30, 5), "<nil>")
	large := someBoard(t, rng, 40, 40, 6)
	want := fmt.Sprintf("colorwalk: a board of 40x40 with %d regions is too large for this search (want at most 512 regions; layered and beam take any number)", len(plainGraphOf(large).regions))
	check(large, want)
	for _, name := range []string{"astar/layers", "wastar-2/layers", "idastar/layers", "bfs"} {
		if err := mustStrategy(t, name).Fits(large); fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	for _, name := range []string{"layered/layers", "anytime/layers", "beam-10/layers", "distance-greedy"} {
		if err := mustStrategy(t, name).Fits(large); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestExpandAllocatesNothing(t *testing.T) {
	for _, b := range []Board{seriesBoard(t, 0), mustBoard(t, "0123/2314/3142/4231")} {
		p, err := New(b)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := p.Start()
		dst := make([]search.Step[State, Color], p.Branching())
		if n := testing.AllocsPerRun(20, func() { p.Expand(&s, 0, dst) }); n != 0 {
			t.Errorf("%dx%d: %v allocations an expansion", b.Rows(), b.Cols(), n)
		}
	}
}

func ExampleNew() {
	b, err := ParseBoard("0112/2331/2213")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := New(b)
	if err != nil {
		fmt.Println(err)
		return
	}
	state, h := p.Start()
	fmt.Println("at least", h, "moves")
	steps := make([]search.Step[State, Color], p.Branching())
	for _, s := range steps[:p.Expand(&state, 0, steps)] {
		fmt.Println("color", s.Action, "then at least", s.H)
	}
	// Output:
	// at least 4 moves
	// color 1 then at least 3
	// color 2 then at least 4
}
