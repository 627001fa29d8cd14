package programs

import (
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// lines stores the lines of moves expanded by a search. A position on the heap
// extends one of them by a color:
//
//	line 0  ·
//	line 1  0+2        on the heap: 0+1  1+1  1+3
//
// A position on the heap has no area yet. Its area is made from the area of its
// line when the position is taken. This saves memory for most areas, and the
// work for moves that are never examined. No line is ever dropped: a position
// with remaining cells has a child, so every line is extended by some position
// on the heap. Lines are stored in pages, so that areas do not move.
type lines struct {
	game  *game // that is searched
	pages []linePage
	words int   // of a set
	shift int   // a page has 1<<shift lines
	n     int32 // lines
}

type linePage struct {
	nodes []lineNode
	words []uint64 // for each its area
}

// lineNode is a line as a continuation of another.
type lineNode struct {
	line  int32 // that is continued, noLine for the empty line
	depth int32 // moves
	via   uint8 // the last color's place in the graph's list
}

const (
	noLine   int32 = -1
	pageSize       = 1 << 17 // bytes of areas in a page, unless one area is larger
)

// reset forgets all lines but keeps their memory.
func (l *lines) reset(g *game) {
	if l.game != g {
		perPage := max(1, pageSize/int(g.areaBytes()))
		*l = lines{game: g, words: len(g.blank.Absorbed), shift: bits.Len(uint(perPage)) - 1}
	}
	l.n = 0
}

// add returns a line, whose area is to be filled in. It returns noLine if the
// game is stopped for want of memory.
func (l *lines) add(line int32, via uint8) int32 {
	at := l.n
	if int(at)>>l.shift == len(l.pages) && !l.grow() {
		return noLine
	}
	l.n++
	depth := int32(0)
	if line != noLine {
		depth = l.node(line).depth + 1
	}
	*l.node(at) = lineNode{line: line, via: via, depth: depth}
	return at
}

// grow adds a page.
func (l *lines) grow() bool {
	g, n := l.game, 1<<l.shift
	each := g.areaBytes() + uint64(unsafe.Sizeof(lineNode{}))
	if l.n > math.MaxInt32-int32(n) {
		g.outcome = search.LimitMemory // more lines than have numbers
		return false
	}
	if !g.take(uint64(n) * each) {
		return false
	}
	l.pages = append(l.pages, linePage{make([]lineNode, n), make([]uint64, uint64(n)*g.areaBytes()/8)})
	return true
}

func (l *lines) node(line int32) *lineNode {
	return &l.pages[line>>l.shift].nodes[line&(1<<l.shift-1)]
}

func (l *lines) area(line int32) colorwalk.Area {
	n := l.words
	at := int(line&(1<<l.shift-1)) * 2 * n
	words := l.pages[line>>l.shift].words[at : at+2*n]
	return colorwalk.Area{Absorbed: words[:n:n], Frontier: words[n:]}
}

// play makes the moves of a line, and one more.
func (l *lines) play(line int32, via uint8) {
	vias := []uint8{via}
	for n := l.node(line); n.line != noLine; n = l.node(n.line) {
		vias = append(vias, n.via)
	}
	for _, via := range slices.Backward(vias) {
		l.game.move(&l.game.graph.Colors[via])
	}
}
