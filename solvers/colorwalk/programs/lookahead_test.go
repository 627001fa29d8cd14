package programs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// plainAhead is the look-ahead in its simplest form, cell by cell: an oracle.
type plainAhead struct {
	lookAhead
	colors []colorwalk.Color
	blank  map[int]bool // the cells blank at the decision
	meter  search.Meter
}

// choose returns the colour to play on a board after so many moves.
func (p *plainAhead) choose(b colorwalk.Board, moves int) colorwalk.Color {
	by := byArea
	if moves < p.until {
		by = p.by
	}
	p.blank = blankCells(b)
	best, choice := score{value: -1}, colorwalk.Blank
	p.meter.Expanded++
	for _, c := range p.colors {
		if s := p.line(b, by, 1, c, 0); s.better(best) {
			best, choice = s, c
		}
	}
	return choice
}

// line returns the score of the best line that goes on with the colour c, its
// move number depth. The line before it is worth parent.
func (p *plainAhead) line(b colorwalk.Board, by measure, depth int, c colorwalk.Color, parent float64) score {
	next, removed := b.Apply(c)
	if removed == 0 {
		p.meter.Pruned++
	} else {
		p.meter.Generated++
	}
	value := p.value(next, by)
	switch {
	case next.Solved() && removed > 0 && p.finishFirst:
		return score{value, p.depth - depth}
	case value == parent || depth == p.depth || next.Solved():
		return score{value: value}
	}
	p.meter.Expanded++
	best := score{}
	for _, d := range p.colors {
		if d != c {
			if s := p.line(next, by, depth+1, d, value); s.better(best) {
				best = s
			}
		}
	}
	return best
}

// value measures the cells blank on the board that were not before.
func (p *plainAhead) value(b colorwalk.Board, by measure) float64 {
	now := blankCells(b)
	area, perimeter := 0, 0
	for cell := range now {
		if p.blank[cell] {
			continue
		}
		area++
		for _, next := range plainNeighbors(b, cell) {
			if !now[next] {
				perimeter++
			}
		}
	}
	if perimeter == 0 {
		perimeter = area
	}
	switch {
	case by == byArea:
		return float64(area)
	case by == byPerimeter:
		return float64(perimeter)
	case area == 0:
		return 0
	}
	return float64(perimeter) / float64(area)
}

// blankCells returns the cells that no move can reach any more, since they
// belong to the blank area: those connected to the start by its own colour.
func blankCells(b colorwalk.Board) map[int]bool {
	cells := map[int]bool{b.Start(): true}
	for queue := []int{b.Start()}; len(queue) > 0; queue = queue[1:] {
		for _, next := range plainNeighbors(b, queue[0]) {
			if !cells[next] && b.Color(next) == b.Color(b.Start()) {
				cells[next] = true
				queue = append(queue, next)
			}
		}
	}
	return cells
}

// plainNeighbors returns the cells to the left, right, above and below.
func plainNeighbors(b colorwalk.Board, cell int) []int {
	var list []int
	if cell%b.Cols() > 0 {
		list = append(list, cell-1)
	}
	if cell%b.Cols()+1 < b.Cols() {
		list = append(list, cell+1)
	}
	if cell >= b.Cols() {
		list = append(list, cell-b.Cols())
	}
	if cell+b.Cols() < b.Cells() {
		list = append(list, cell+b.Cols())
	}
	return list
}

// plainGame plays a board with the oracle.
func plainGame(b colorwalk.Board, l lookAhead) (path []colorwalk.Color, m search.Meter) {
	p := &plainAhead{lookAhead: l}
	blank := blankCells(b)
	for cell := range b.Cells() {
		if c := b.Color(cell); !blank[cell] && !slices.Contains(p.colors, c) {
			p.colors = append(p.colors, c)
		}
	}
	slices.Sort(p.colors)
	for !b.Solved() {
		c := p.choose(b, len(path))
		path = append(path, c)
		b, _ = b.Apply(c)
	}
	return path, p.meter
}

// The look-ahead on the region graph makes the moves of the one on cells, and
// counts what it counts, on blank and coloured starts, with 1 to 6 colours.
func TestLookAheadPlaysAsItDoesOnCells(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 5))
	cut := 0
	for range 400 {
		b := smallBoard(t, rng)
		if rng.IntN(3) == 0 {
			b = someBoard(t, rng, 2+rng.IntN(5), 2+rng.IntN(5), 1+rng.IntN(6))
		}
		l := lookAhead{depth: 1 + rng.IntN(4), by: measure(rng.IntN(3)), until: rng.IntN(12), finishFirst: rng.IntN(2) == 0}
		want, m := plainGame(b, l)
		player := l
		r := newGame(t.Context(), b, false, search.Limits{}).play(&player)
		if r.Outcome != search.Solved || !slices.Equal(r.Path, want) {
			t.Errorf("%+v on %v: %v, want %v", l, b, colorwalk.FormatPath(r.Path), colorwalk.FormatPath(want))
		}
		if r.Expanded != m.Expanded || r.Generated != m.Generated || r.Pruned != m.Pruned {
			t.Errorf("%+v on %v: expanded %d, generated %d, pruned %d, want %d, %d, %d", l, b, r.Expanded, r.Generated, r.Pruned, m.Expanded, m.Generated, m.Pruned)
		}
		if len(want) > l.until && l.until > 0 && l.by != byArea {
			cut++
		}
	}
	if cut < 40 {
		t.Errorf("%d games in which the measure changed: the sample tests too little", cut)
	}
}

// someBoard draws a board of that size whose top left cell is blank.
func someBoard(t testing.TB, rng *rand.Rand, rows, cols, colors int) colorwalk.Board {
	t.Helper()
	cells := make([]colorwalk.Color, rows*cols)
	for i := range cells[1:] {
		cells[i+1] = colorwalk.Color(1 + rng.IntN(colors))
	}
	b, err := colorwalk.NewBoard(rows, cols, 0, cells)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The same on a graph with more regions than a narrow one has.
func TestLookAheadPlaysAsItDoesOnCellsOfWideGraphs(t *testing.T) {
	t.Parallel()
	b := someBoard(t, rand.New(rand.NewPCG(8, 6)), 30, 30, 6)
	if g := colorwalk.NewGraph(b, -1); g.Regions <= 512 {
		t.Fatalf("%d regions are no wide graph", g.Regions)
	}
	for _, l := range []lookAhead{{depth: 1}, {depth: 1, by: byPerimeter, until: 9}, {depth: 2, by: byRatio, until: 1}} {
		want, _ := plainGame(b, l)
		player := l
		if r := newGame(t.Context(), b, false, search.Limits{}).play(&player); !slices.Equal(r.Path, want) {
			t.Errorf("%+v: %v, want %v", l, colorwalk.FormatPath(r.Path), colorwalk.FormatPath(want))
		}
	}
}

// The board is small enough to follow by hand:
//
//	0 1 2 2
//	1 3 1 2
//	2 3 2 1
//
// Behind colour 1, colour 2 removes 4 cells and colour 3 only 2; but 3 and 2
// remove 7, and 2 and 1 remove 6. The 4 cells of colour 2 touch 4 that stay, the
// 2 of colour 3 touch 3. Behind 1 and 3, both 1, 2, 1 and 2, 1 clear the board.
func TestWhatEachMeasurePrefers(t *testing.T) {
	b := mustBoard(t, "0122/1312/2321")
	for _, c := range []struct{ name, want string }{
		{"greedy", "12132"},
		{"gla-1", "12132"},
		{"gla-2", "1321"},
		{"gla-3", "13121"}, // the first of two lines that clear the board
		{"gla-3,finish-first", "1321"},
		{"max-perimeter", "12123"},
		{"perimeter-area", "12123"}, // no game of 20 moves
		{"deep-path", "13121"},
	} {
		if r := mustStrategy(t, c.name).Solve(t.Context(), b, 1, search.Limits{}); colorwalk.FormatPath(r.Path) != c.want {
			t.Errorf("%s: %s, want %s", c.name, colorwalk.FormatPath(r.Path), c.want)
		}
	}
}

func TestADeepLookAheadEndsOnASmallBoard(t *testing.T) {
	b := mustBoard(t, "012/213/321")
	for _, name := range []string{"gla", "max-perimeter-la", "perimeter-area-la", "deep-path-la", "path-area-la"} {
		r := mustStrategy(t, name+"-2147483647,finish-first").Solve(t.Context(), b, 1, search.Limits{})
		if r.Outcome != search.Solved || name == "gla" && r.Cost != optimum(b) {
			t.Errorf("%s: %v, %d moves", name, r.Outcome, r.Cost)
		}
	}
}

// A decision allocates nothing once the first one has made room.
func TestLookAheadDoesNotAllocate(t *testing.T) {
	for _, l := range []*lookAhead{
		{depth: 5},
		{depth: 4, finishFirst: true},
		{depth: 3, by: byPerimeter, until: everyMove},
		{depth: 3, by: byRatio, until: everyMove},
	} {
		g := newGame(t.Context(), seriesBoard(t, 0), false, search.Limits{})
		for range 10 {
			g.move(l.choose(g))
		}
		if n := testing.AllocsPerRun(5, func() { l.choose(g) }); n != 0 {
			t.Errorf("measure %d, depth %d: %v allocations a decision", l.by, l.depth, n)
		}
	}
}

// BenchmarkGLA plays the 100 boards of the series, whose means with exact
// neighbours are 36.25 and 33.02 in an independent program.
func BenchmarkGLA(b *testing.B) {
	series, err := colorwalk.KnownInstances("series")
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		moves int
	}{{"gla-2", 3625}, {"gla-5", 3302}, {"max-perimeter-la-2", 3495}} {
		s := mustStrategy(b, c.name)
		b.Run(c.name, func(b *testing.B) {
			games, generated := 0, uint64(0)
			for b.Loop() {
				moves := 0
				for _, k := range series {
					r := s.Solve(b.Context(), k.Board, 0, search.Limits{})
					moves += r.Cost
					generated += r.Generated
				}
				if games += len(series); moves != c.moves {
					b.Fatalf("%d moves, want %d", moves, c.moves)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(games), "ms/board")
			b.ReportMetric(float64(generated)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func ExampleStrategies() {
	b, err := colorwalk.ParseBoard("0122/1312/2321")
	if err != nil {
		fmt.Println(err)
		return
	}
	grammar := puzzle.NewGrammar("colorwalk", "evaluation", Strategies())
	for _, name := range []string{"greedy", "gla-2", "gla-3", "gla-3,finish-first"} {
		s, err := grammar.Parse(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		f, err := s.Run(context.Background(), b, 0, search.Limits{})
		fmt.Println(name, f.Solution, err)
	}
	// Output:
	// greedy 12132 <nil>
	// gla-2 1321 <nil>
	// gla-3 13121 <nil>
	// gla-3,finish-first 1321 <nil>
}
