package programs

import (
	"unsafe"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// dijkstra is the search in part 9 of the series, which calls it Dijkstra's algorithm. It
// is a best-first search that takes the position with the least cost
//
//	cost = scale · depth − removed cells
//
// from a binary heap. With a scale of 25, a move must remove 25 cells to be worth making.
// It is not uniform-cost search: costs fall along a line. The search ends as soon as it
// generates a line that clears the board, which need not be a shortest one. Moves that
// remove nothing are left out, and a position reached twice is searched twice.
//
// When few cells are left, a move costs 5 whatever the scale, which makes the search
// follow the lines that are nearly done. If the heap has become too large (250,000
// positions), or if only a part of the board was to be removed and has been removed, the
// search plays the line to the position that it just took, and the next search begins
// there.
//
// The original counts removed cells, including the blank start, on boards with 600 cells.
// Its thresholds are more than 590, more than 564, and 300 removed cells. These numbers
// represent the end of the game and the middle of the board. Here they are replaced by
// fewer than 10 cells left, fewer than 36 cells left, and half of the cells removed. This
// is the same on boards with 600 cells, and also makes sense on others. The scale does not
// change.
type dijkstra struct {
	scale int
	half  bool // only until half of the cells are removed
	queue int  // positions on the heap with which a line is played

	heap  search.Heap[entry]
	lines lines
}

func newDijkstra(scale int, half bool) *dijkstra {
	return &dijkstra{scale: scale, half: half, queue: dijkstraQueue, heap: search.Heap[entry]{Less: entry.cheaper}}
}

// entry is a position on the heap: a line and the color to play after it. Entries with
// equal cost have the same order as in [search.Heap], and in js-priority-queue 0.1.5,
// which the series' program uses.
type entry struct {
	cost    int
	line    int32
	removed int32 // cells of the board that are blank then
	via     uint8 // the color's place in the graph's list
}

func (e entry) cheaper(other entry) bool { return e.cost < other.cost }

const (
	dijkstraQueue = 250_000
	endCells      = 10 // with fewer left a move costs endCost
	crowdedCells  = 36 // the same once the heap has 4/5 of the length allowed
	endCost       = 5
)

// step plays one line: to the end, or as far as it got.
func (d *dijkstra) step(g *game) {
	g.hint = colorwalk.Blank // the program forgets it
	if d.lines.game != g {
		d.heap.List = nil
	}
	d.heap.List = d.heap.List[:0]
	d.lines.reset(g)
	root := d.lines.add(noLine, 0)
	if root == noLine {
		return
	}
	d.lines.area(root).CopyFrom(g.blank)
	if !d.expand(g, root, g.gone()) {
		return
	}
	for len(d.heap.List) > 0 {
		e := d.heap.Pop()
		if len(d.heap.List) > d.queue || d.half && 2*int(e.removed) >= g.board.Cells() {
			d.lines.play(e.line, e.via)
			return
		}
		next := d.lines.add(e.line, e.via)
		if next == noLine {
			return
		}
		to, from := d.lines.area(next), d.lines.area(e.line)
		g.graph.Play(&to, &from, &g.graph.Colors[e.via])
		if !d.expand(g, next, int(e.removed)) {
			return
		}
		if len(d.heap.List) == 0 {
			// Some is left, but by the option literal only of the color just
			// played, which may not be repeated within a search.
			d.lines.play(e.line, e.via)
			return
		}
	}
}

// expand puts the children of a line on the heap. It returns false if the search is over,
// because one of the children has cleared the board and was played, or because the game
// was stopped.
func (d *dijkstra) expand(g *game, line int32, removed int) bool {
	if !g.enter() {
		return false
	}
	at, n := d.lines.area(line), d.lines.node(line)
	depth := int(n.depth) + 1
	g.reach(len(g.path) + depth)
	cells := g.board.Cells()
	for i := range g.graph.Colors {
		if n.depth > 0 && uint8(i) == n.via {
			continue
		}
		gain := g.graph.Removed(at, &g.graph.Colors[i])
		if gain == 0 {
			g.meter.Pruned++
			continue
		}
		g.meter.Generated++
		left := cells - removed - gain
		if left == 0 {
			d.lines.play(line, uint8(i))
			return false
		}
		cost := d.scale*depth - (removed + gain)
		if left < endCells || left < crowdedCells && len(d.heap.List) > d.queue/5*4 {
			cost -= (d.scale - endCost) * depth
		}
		if !d.push(g, entry{cost: cost, line: line, removed: int32(removed + gain), via: uint8(i)}) {
			return false
		}
	}
	return g.hold(len(d.heap.List) + int(d.lines.n))
}

// push puts an entry on the heap. It returns false if the game is stopped for want of
// memory.
func (d *dijkstra) push(g *game, e entry) bool {
	if n := len(d.heap.List); n == cap(d.heap.List) {
		capacity := max(256, 2*n)
		if !g.take(uint64(capacity-n) * uint64(unsafe.Sizeof(e))) {
			return false
		}
		d.heap.List = append(make([]entry, 0, capacity), d.heap.List...)
	}
	d.heap.Push(e)
	return true
}

// gone returns how many cells of the board are blank.
func (g *game) gone() int { return g.board.Cells() - g.graph.Cells(g.blank) }
