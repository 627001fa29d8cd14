package programs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// searchBoard draws a board of up to 5x6 cells and 6 colours.
func searchBoard(t testing.TB, rng *rand.Rand) colorwalk.Board {
	t.Helper()
	return searchBoardOf(t, rng, 1+rng.IntN(5), 1+rng.IntN(6))
}

func searchBoardOf(t testing.TB, rng *rand.Rand, rows, cols int) colorwalk.Board {
	t.Helper()
	colors := 1 + rng.IntN(6)
	cells := make([]colorwalk.Color, rows*cols)
	for i := range cells {
		cells[i] = colorwalk.Color(1 + rng.IntN(colors))
	}
	start := rng.IntN(len(cells))
	if rng.IntN(3) > 0 {
		cells[start] = colorwalk.Blank
	}
	b, err := colorwalk.NewBoard(rows, cols, start, cells)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// colorsLeft returns the colours of the cells that do not belong to the start.
func colorsLeft(b colorwalk.Board) []colorwalk.Color {
	var list []colorwalk.Color
	blank := blankCells(b)
	for c := colorwalk.Color(1); c <= colorwalk.MaxColors; c++ {
		for cell := range b.Cells() {
			if b.Color(cell) == c && !blank[cell] {
				list = append(list, c)
				break
			}
		}
	}
	return list
}

// giveUp is a player that ends the game.
type giveUp struct{}

func (giveUp) step(g *game) { g.outcome = search.Incomplete }

// plainBreadthFirst is the program's search with a queue, and on boards.
func plainBreadthFirst(b colorwalk.Board, queue int) (path []colorwalk.Color, expanded, generated int) {
	type position struct {
		board colorwalk.Board
		path  []colorwalk.Color
	}
	colors := colorsLeft(b)
	var waiting []position
	expand := func(p position) {
		expanded++
		for _, c := range colors {
			if len(p.path) == 0 || c != p.path[len(p.path)-1] {
				generated++
				next, _ := p.board.Apply(c)
				waiting = append(waiting, position{next, append(slices.Clip(p.path), c)})
			}
		}
	}
	expand(position{board: b})
	for adding := true; len(waiting) > 0; {
		p := waiting[0]
		waiting = waiting[1:]
		if p.board.Solved() {
			return p.path, expanded, generated
		}
		if adding {
			expand(p)
			adding = len(waiting) < queue
		}
	}
	return nil, expanded, generated
}

func TestBreadthFirstFindsWhatAQueueFinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	found, missed := 0, 0
	for range 600 {
		b, queue := searchBoard(t, rng), 3+rng.IntN(300)
		if b.Solved() {
			continue
		}
		want, expanded, generated := plainBreadthFirst(b, queue)
		g := newGame(t.Context(), b, false, search.Limits{})
		r := g.play(&breadthFirst{queue: queue, otherwise: giveUp{}})
		if want != nil {
			found++
			if !slices.Equal(r.Path, want) {
				t.Errorf("%v, queue %d: path %v, want %v", b, queue, r.Path, want)
			}
			continue
		}
		missed++
		if r.Outcome != search.Incomplete || r.Expanded != uint64(expanded) || r.Generated != uint64(generated) {
			t.Errorf("%v, queue %d: %v, %d expanded and %d generated, want nothing, %d and %d", b, queue, r.Outcome, r.Expanded, r.Generated, expanded, generated)
		}
	}
	if found < 100 || missed < 100 {
		t.Errorf("%d boards cleared and %d not: the sample tests too little", found, missed)
	}
}

// The number of expansions is known beforehand: that of a queue of which only
// the length is kept.
func TestBreadthFirstExpandsUntilTheQueueIsLong(t *testing.T) {
	for colors := 3; colors <= int(colorwalk.MaxColors); colors++ {
		for _, queue := range []int{1, 2, 3, 35, 36, 100, breadthQueue} {
			length, want := colors, 1
			for adding := true; adding; adding = length < queue {
				length += colors - 2
				want++
			}
			got := (&breadthFirst{queue: queue}).expansions(colors)
			if got != want {
				t.Errorf("%d colors, a queue of %d: %d expansions, want %d", colors, queue, got, want)
			}
		}
	}
	if got := (&breadthFirst{queue: breadthQueue}).expansions(5); got != 5461 {
		t.Errorf("%d expansions with 5 colors, want 5461", got)
	}
}

// In the column 0/1/1 the option literal takes the last cell from the one
// above, so that colour 1 is needed twice, which no line may hold.
func TestBreadthFirstDoesNotRepeatAColor(t *testing.T) {
	g := newGame(t.Context(), mustBoard(t, "0/1/1"), true, search.Limits{})
	if g.graph.Regions != 2 {
		t.Fatalf("%d regions, want 2", g.graph.Regions)
	}
	if (&breadthFirst{queue: breadthQueue}).search(g) || g.outcome != search.Running || len(g.path) > 0 {
		t.Errorf("a line was found and played: %v", g.path)
	}
}

// In a row of 20 cells of colours 1, 2, 3, 1, … every move is forced: 18
// decisions of a look-ahead of one move, then two expansions: of the 19th
// cell's position, and of its first child, which is that of colour 1.
func TestBreadthFirstBeginsAfter18Moves(t *testing.T) {
	b := mustBoard(t, "012312312312312312312")
	r := mustStrategy(t, "bfs-gla-1").Solve(t.Context(), b, 0, search.Limits{})
	if r.Cost != 20 || r.Expanded != 20 {
		t.Errorf("%d moves, %d expanded, want 20 and 20", r.Cost, r.Expanded)
	}
}

func TestBreadthFirstAllocatesAreasOnly(t *testing.T) {
	g := newGame(t.Context(), seriesBoard(t, 0), false, search.Limits{})
	s := &breadthFirst{queue: breadthQueue}
	s.search(g)
	if allocs := testing.AllocsPerRun(3, func() { s.search(g) }); allocs != 0 || len(s.areas) != 6 {
		t.Errorf("%.0f allocations in the second search, with %d areas", allocs, len(s.areas))
	}
}

func BenchmarkBreadthFirst(b *testing.B) {
	g := newGame(b.Context(), seriesBoard(b, 0), false, search.Limits{})
	s := &breadthFirst{queue: breadthQueue}
	for b.Loop() {
		before := g.meter.Expanded
		if s.search(g) || g.meter.Expanded-before != 5461 {
			b.Fatalf("%d expanded from the start of board 1, want 5461", g.meter.Expanded-before)
		}
	}
	b.ReportMetric(5461*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
}
