package tiles

import (
	"math/bits"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// batches is a [search.Drain] for 4x4 boards with Manhattan distance. Nodes wait on stacks. There
// is one stack for each combination of depth, cell of the blank, and cell from which the blank
// came, so that all nodes on a stack have the same moves. The drain takes a batch of nodes from a
// stack. For each of the two or three moves, it makes all children at once and pushes the children
// within the bound onto their stacks, without a branch.
//
//	depth 4   stacks  [blank 0 from 1]  [blank 0 from 4]  …  [blank 15 from 14]
//	                                     │ a batch      ╲
//	depth 5           …                  [blank 1 from 0] ·  (not back to 4)
//
// To limit the memory, the next stack is the deepest one with a whole batch. If no stack has a
// whole batch, the next stack is the shallowest one that is not empty.
//
// A node is one word: the board as returned by [packed.Pack], except that the cell of the blank
// holds half of the remaining slack below the bound.
type batches struct {
	form   form
	layers []*layer // layers by depth below the root
}

const (
	batchSize = 64
	// stackRoom is the maximum number of nodes on a stack: less than a batch before a batch is
	// taken from the layer above, up to one more batch after that, and room for what the widest
	// vector store writes beyond the end.
	stackRoom  = 2*batchSize + 8
	stackKinds = 48 // number of pairs of a cell and a neighbor
	mostSlack  = 15
)

// layer holds the stacks of one depth. Generated code depends on the layout of this type.
type layer struct {
	nodes [stackKinds][stackRoom]uint64
	count [stackKinds]uint64
	any   uint64 // stacks that are not empty, as a bit set
	ready uint64 // stacks with a whole batch, as a bit set
}

// stackKind describes what all nodes on a stack have in common.
type stackKind struct {
	cell, from int
	moves      []stackMove
}

// stackMove is a move of the blank to a neighbor.
type stackMove struct {
	to    int
	stack int // stack for the children
}

var (
	stacks  [stackKinds]stackKind
	stackOf [16][16]int // stack by the cell of the blank and the cell from which it came
)

func init() {
	n := 0
	for cell := range 16 {
		for from := range 16 {
			if besides(cell, from) {
				stacks[n] = stackKind{cell: cell, from: from}
				stackOf[cell][from] = n
				n++
			}
		}
	}
	for i := range stacks {
		k := &stacks[i]
		for to := range 16 {
			if to != k.from && besides(k.cell, to) {
				k.moves = append(k.moves, stackMove{to: to, stack: stackOf[to][k.cell]})
			}
		}
	}
}

// apart4 returns the Manhattan distance between two cells of a 4x4 board.
func apart4(a, b int) int { return abs(a/4-b/4) + abs(a%4-b%4) }

func besides(a, b int) bool { return apart4(a, b) == 1 }

// fartherTiles returns the set of tiles, as bits, that a move takes farther from home.
func fartherTiles(from, to int) (set uint64) {
	for tile := 1; tile < 16; tile++ {
		if apart4(tile, to) > apart4(tile, from) {
			set |= 1 << tile
		}
	}
	return set
}

// form is an implementation of expanding a batch. All forms make the same children in the same
// order.
type form struct {
	name string
	// make has a function for each kind of stack. It pushes the children of n nodes onto the stacks
	// of the next layer; n must be a multiple of lanes. make is nil in the portable form.
	make  *[stackKinds]batchFunc
	lanes int
}

// batchFunc gets the first of n nodes and the first word of the next [layer].
type batchFunc func(nodes *uint64, n int, next *uint64)

// forms are the implementations supported by this processor, fastest last.
var forms = append([]form{{name: "portable"}}, vectorForms()...)

// Drain implements [search.Drainer] for 4x4 boards with Manhattan distance in
// [DefaultOrder].
func (p *byManhattan) Drain() search.Drain[State, Move] {
	return p.drainBy(forms[len(forms)-1])
}

func (p *byManhattan) drainBy(f form) search.Drain[State, Move] {
	if !p.usual15() {
		return nil
	}
	b := &batches{form: f}
	return func(root *search.Step[State, Move], bound int32, g *search.Guard, m *search.Meter) (int32, []Move, search.Outcome) {
		slack := bound - root.H
		if outcome, stop := g.Poll(m.Expanded); stop {
			return 0, nil, outcome
		}
		outcome := b.drain(p.Pack(&root.State), int(root.State.blank), p.cameFrom(&root.State, root.Action), int(slack/2), g, m)
		return bound + 2 - slack%2, nil, outcome
	}
}

// cameFrom returns the cell of the blank before a move. Without a move, it returns the blank's own
// cell.
func (p *packed) cameFrom(s *State, via Move) int {
	switch from := int(s.blank); p.view.move(via) {
	case Up: // the tile's move; the blank went down
		return from - 4
	case Down:
		return from + 4
	case Left:
		return from - 1
	case Right:
		return from + 1
	default:
		return from
	}
}

// drain searches below the root and adds the counts to m.
func (b *batches) drain(word uint64, cell, from, slack int, g *search.Guard, m *search.Meter) search.Outcome {
	c := &counts{guard: g, meter: m}
	b.enter(word, cell, from, slack, 0, c)
	for at := 0; c.outcome == search.Running; {
		switch l := b.layer(at); {
		case at+1 < len(b.layers) && b.layers[at+1].ready != 0:
			at++
		case l.ready != 0:
			b.batch(at, bits.TrailingZeros64(l.ready), c)
		case at > c.top:
			at--
		case l.any != 0:
			b.batch(at, bits.TrailingZeros64(l.any), c)
		case c.top+1 < len(b.layers):
			c.top++
			at = c.top
		default:
			c.flush()
			return search.Running
		}
	}
	c.flush()
	for _, l := range b.layers {
		l.count, l.any, l.ready = [stackKinds]uint64{}, 0, 0
	}
	return c.outcome
}

// counts holds the counts and the progress of a drain.
type counts struct {
	expanded, generated uint64
	guard               *search.Guard
	meter               *search.Meter
	top                 int // all layers above this one are empty
	batches             int
	outcome             search.Outcome
}

func (c *counts) flush() {
	c.meter.Expanded += c.expanded
	c.meter.Generated += c.generated
	c.expanded, c.generated = 0, 0
}

// batchesAtOnce is the number of batches between two polls of the guard.
const batchesAtOnce = 512

func (b *batches) layer(depth int) *layer {
	for depth >= len(b.layers) {
		b.layers = append(b.layers, new(layer))
	}
	return b.layers[depth]
}

// enter pushes the root onto its stack. If the remaining slack does not fit into a node, or if
// there was no move before the root, it expands the root and pushes the children instead.
func (b *batches) enter(word uint64, cell, from, slack, depth int, c *counts) {
	if from != cell && slack <= mostSlack {
		b.layer(depth).push(stackOf[cell][from], word|uint64(slack)<<(4*cell))
		return
	}
	if word == goalWord {
		c.outcome = search.Solved
		return
	}
	c.expanded++
	for to := range 16 {
		if to == from || !besides(cell, to) || c.outcome != search.Running {
			continue
		}
		c.generated++
		tile := word >> (4 * to) & 15
		if left := slack - int(fartherTiles(to, cell)>>tile&1); left >= 0 {
			b.enter(word+tile<<(4*cell)-tile<<(4*to), to, cell, left, depth+1, c)
		}
	}
}

func (l *layer) push(stack int, node uint64) {
	l.nodes[stack][l.count[stack]] = node
	l.count[stack]++
	l.note(stack)
}

// note updates the bit sets for a stack that has grown.
func (l *layer) note(stack int) {
	n := l.count[stack]
	l.any |= (-n >> 63) << stack
	l.ready |= ((batchSize - 1 - n) >> 63) << stack
}

// batch expands nodes from a stack, up to a batch.
func (b *batches) batch(depth, stack int, c *counts) {
	l, next := b.layers[depth], b.layer(depth+1)
	kind := &stacks[stack]
	n := min(l.count[stack], batchSize)
	left := l.count[stack] - n
	nodes := l.nodes[stack][left:][:n]
	l.count[stack] = left
	if left < batchSize {
		l.ready &^= 1 << stack
	}
	if left == 0 {
		l.any &^= 1 << stack
	}
	if kind.cell == 0 && anyGoal(nodes) {
		c.outcome = search.Solved
		return
	}
	c.expanded += n
	c.generated += n * uint64(len(kind.moves))
	if b.form.make != nil {
		whole := n / uint64(b.form.lanes) * uint64(b.form.lanes)
		b.form.make[stack](&nodes[0], int(whole), &next.nodes[0][0])
		nodes = nodes[whole:]
	}
	if len(nodes) > 0 {
		portableBatches[stack](nodes, next)
	}
	for i := range kind.moves {
		next.note(kind.moves[i].stack)
	}
	if c.batches++; c.batches%batchesAtOnce == 0 {
		c.flush()
		c.outcome, _ = c.guard.Poll(c.meter.Expanded)
	}
}

// anyGoal reports whether one of the nodes, whose blank is on cell 0, is a goal.
func anyGoal(nodes []uint64) bool {
	for _, node := range nodes {
		if node&^15 == goalWord {
			return true
		}
	}
	return false
}
