package programs

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// swapHeap is a binary heap in its plainest form, an array in which entries are
// exchanged, with the order among equals that js-priority-queue 0.1.5 has.
type swapHeap[E any] struct {
	data []E
	cost func(E) int
}

func (h *swapHeap[E]) less(i, j int) bool { return h.cost(h.data[i]) < h.cost(h.data[j]) }
func (h *swapHeap[E]) swap(i, j int)      { h.data[i], h.data[j] = h.data[j], h.data[i] }

func (h *swapHeap[E]) push(e E) {
	h.data = append(h.data, e)
	for i := len(h.data) - 1; i > 0 && h.less(i, (i-1)/2); i = (i - 1) / 2 {
		h.swap(i, (i-1)/2)
	}
}

func (h *swapHeap[E]) pop() E {
	top, last := h.data[0], len(h.data)-1
	h.data[0] = h.data[last]
	h.data = h.data[:last]
	for i := 0; ; {
		least := i
		if left := 2*i + 1; left < last && h.less(left, least) {
			least = left
		}
		if right := 2*i + 2; right < last && h.less(right, least) {
			least = right
		}
		if least == i {
			return top
		}
		h.swap(i, least)
		i = least
	}
}

func TestEqualCostsLeaveTheHeapInThePublishedOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	g := newGame(t.Context(), mustBoard(t, "01"), false, search.Limits{})
	d := newDijkstra(25, false)
	want := swapHeap[entry]{cost: func(e entry) int { return e.cost }}
	ties := 0
	for i := range int32(50_000) {
		if len(want.data) > 0 && rng.IntN(5) < 2 {
			g, w := d.heap.Pop(), want.pop()
			if g != w {
				t.Fatalf("step %d: took %+v, want %+v", i, g, w)
			}
			if len(want.data) > 0 && want.data[0].cost == w.cost {
				ties++
			}
			continue
		}
		e := entry{cost: rng.IntN(40) - 20, line: i}
		want.push(e)
		if !d.push(g, e) {
			t.Fatal("no room on the heap, without a limit")
		}
	}
	if ties < 1000 {
		t.Errorf("only %d ties", ties)
	}
}

// plainDijkstra is the program's search on boards. It plays a line and returns it.
func plainDijkstra(b colorwalk.Board, scale, queue int, half bool) (path []colorwalk.Color, expanded, generated int) {
	type position struct {
		board   colorwalk.Board
		path    []colorwalk.Color
		removed int
		cost    int
	}
	colors, cells := colorsLeft(b), b.Cells()
	waiting := swapHeap[position]{cost: func(p position) int { return p.cost }}
	p := position{board: b, removed: len(blankCells(b))}
	for {
		expanded++
		depth := len(p.path) + 1
		for _, c := range colors {
			next, n := p.board.Apply(c)
			if n == 0 {
				continue
			}
			generated++
			path := append(slices.Clip(p.path), c)
			if next.Solved() {
				return path, expanded, generated
			}
			removed := p.removed + n
			cost := scale*depth - removed
			if removed > cells-10 || removed > cells-36 && len(waiting.data) > queue/5*4 {
				cost -= (scale - 5) * depth
			}
			waiting.push(position{next, path, removed, cost})
		}
		p = waiting.pop()
		if len(waiting.data) > queue || half && p.removed >= cells-cells/2 {
			return p.path, expanded, generated
		}
	}
}

func TestDijkstraPlaysWhatThePlainProgramPlays(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 2))
	parts, ends := 0, 0
	for i := range 1200 {
		b := searchBoard(t, rng)
		if i%3 == 0 { // one on which more than 36 cells are left for a while
			b = searchBoardOf(t, rng, 7, 8)
		}
		if b.Solved() {
			continue
		}
		d := newDijkstra(1+rng.IntN(12), rng.IntN(3) == 0)
		d.queue = 5 * (1 + rng.IntN(30))
		want, expanded, generated := plainDijkstra(b, d.scale, d.queue, d.half)
		g := newGame(t.Context(), b, false, search.Limits{})
		d.step(g)
		if !slices.Equal(g.path, want) || g.meter.Expanded != uint64(expanded) || g.meter.Generated != uint64(generated) {
			t.Errorf("%v, scale %d, half %v, queue %d: path %v, %d expanded, %d generated; want %v, %d, %d",
				b, d.scale, d.half, d.queue, g.path, g.meter.Expanded, g.meter.Generated, want, expanded, generated)
		}
		if g.blank.Solved() {
			ends++
		} else {
			parts++
		}
	}
	if parts < 100 || ends < 100 {
		t.Errorf("%d lines to the end and %d not: the sample tests too little", ends, parts)
	}
}

// More than 590 of 600 cells removed are fewer than 10 left; more than 564, fewer
// than 36, which count while more than 200,000 positions wait.
func TestAMoveCostsFiveAtTheEnd(t *testing.T) {
	for _, c := range []struct{ left, waiting, cost int }{
		{9, 0, 5}, {10, 0, 25}, {35, 0, 25}, {35, 200_000, 25}, {35, 200_001, 5}, {36, 200_001, 25},
	} {
		b := mustBoard(t, "01"+strings.Repeat("2", c.left)) // colour 1 leaves that many
		g := newGame(t.Context(), b, false, search.Limits{})
		d := newDijkstra(25, false)
		d.lines.reset(g)
		root := d.lines.add(noLine, 0)
		d.lines.area(root).CopyFrom(g.blank)
		for range c.waiting {
			d.push(g, entry{cost: 1000})
		}
		d.expand(g, root, g.gone())
		if got := d.heap.Pop(); got.removed != 2 || got.cost != c.cost-2 {
			t.Errorf("%d cells left, %d positions waiting: cost %d with %d cells removed, want %d with 2", c.left, c.waiting, got.cost, got.removed, c.cost-2)
		}
	}
}

// So none of the memory of lines could be used again.
func TestEveryLineIsContinuedOnTheHeap(t *testing.T) {
	g := newGame(t.Context(), seriesBoard(t, 0), false, search.Limits{})
	d := newDijkstra(25, false)
	d.step(g)
	continued := make([]bool, d.lines.n)
	for _, e := range d.heap.List {
		for line := e.line; line != noLine && !continued[line]; line = d.lines.node(line).line {
			continued[line] = true
		}
	}
	// The last line is that from which the board was cleared.
	for line, yes := range continued[:len(continued)-1] {
		if !yes {
			t.Errorf("line %d of %d is not continued", line, len(continued))
		}
	}
}

// What the look-ahead chose last is no stray move after this search, as it is
// after the others.
func TestDijkstraLeavesNoStrayMove(t *testing.T) {
	for name, want := range map[string]bool{"gla-2+dijkstra": false, "bfs-gla-2": true, "dfs-gla-2": true} {
		games, err := Batch{Strategy: name, Games: 2, Stray: true}.Play(t.Context(), search.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got := games[1].Stray != colorwalk.Blank; got != want {
			t.Errorf("%s: a stray move in the second game: %v, want %v", name, got, want)
		}
	}
}

func TestDijkstraAllocatesPagesOnly(t *testing.T) {
	b := seriesBoard(t, 1)
	s := mustStrategy(t, "dijkstra-28")
	expanded := s.Solve(t.Context(), b, 0, search.Limits{}).Expanded
	allocs := testing.AllocsPerRun(2, func() { s.Solve(t.Context(), b, 0, search.Limits{}) })
	// The path is checked cell by cell, which takes some allocations a move.
	if allocs > 1000 || expanded < 20_000 {
		t.Errorf("%.0f allocations for %d expansions", allocs, expanded)
	}
}
