// Genbatch writes the vector code that package tiles uses to expand many nodes at once. Nodes with
// the same blank cell and the same previous blank cell are kept on one stack. For each such pair of
// cells, genbatch writes a function that makes the children of several nodes. Run it with go
// generate in package tiles. It is a separate module, so that puzzlelab does not need avo.
//
// A node is a 64-bit word of 16 nibbles, one for each cell. A nibble holds the tile on the cell;
// the nibble of the blank instead holds the slack, half the difference between the bound and g + h.
// A move of the blank from cell c to cell s exchanges the two nibbles. If the tile moves away from
// its home, the slack decreases by 1; if the slack was 0, the child is above the bound and is
// rejected. The generated code computes the child in these steps:
//
//	slack    = node & 15<<4c                   shared by the moves
//	tile     = node & 15<<4s
//	both     = tile ^ slack moved to s         change of the nibble of s
//	child    = node ^ both ^ both moved to c
//	farther  = tile < some constant            the row or column of its home is a range
//	child   -= farther & 1<<4s
//	rejected = farther & slack == 0
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Sizes and offsets in the type layer of package tiles; stackBytes and countsAt are in bytes.
const (
	stackRoom  = 2*64 + 8
	stackKinds = 48
	stackBytes = 8 * stackRoom
	countsAt   = stackKinds * stackBytes
)

func main() {
	ConstraintExpr("!purego")
	for _, f := range []form{avx2(), avx512()} {
		for stack, k := range kinds() {
			f.batch(stack, k)
		}
	}
	Generate()
}

// kind is a kind of stack; package tiles numbers them in the same way.
type kind struct{ cell, from int }

func kinds() (list []kind) {
	for cell := range 16 {
		for from := range 16 {
			if besides(cell, from) {
				list = append(list, kind{cell, from})
			}
		}
	}
	return list
}

func besides(a, b int) bool { return abs(a/4-b/4)+abs(a%4-b%4) == 1 }

func abs(x int) int { return max(x, -x) }

// move is a move of the blank from a cell.
type move struct {
	from, to, stack int
	// The tile comes farther from home if its nibble, or the lower half of it, is below
	// limit, or if over, above it.
	mask, limit uint64
	over        bool
}

// moves returns the moves from a kind of stack.
func (k kind) moves() (list []move) {
	for stack, next := range kinds() {
		if next.from != k.cell || next.cell == k.from {
			continue
		}
		m := move{from: k.cell, to: next.cell, stack: stack}
		line, into := m.to/4, m.from/4 // of the tile, before and after
		unit := uint64(4)
		m.mask = 15
		if line == into {
			line, into = m.to%4, m.from%4
			unit, m.mask = 1, 3
		}
		// The lines behind the tile are those up to where it was, or from there on.
		if m.over = into < line; m.over {
			m.limit = uint64(line)*unit - 1
		} else {
			m.limit = uint64(into) * unit
		}
		list = append(list, m)
	}
	return list
}

var constants = map[uint64]Mem{}

// constant returns four copies of a word, for instructions that do not copy it to all lanes.
func constant(word uint64) Mem {
	if m, ok := constants[word]; ok {
		return m
	}
	m := GLOBL(fmt.Sprintf("word%016x", word), RODATA|NOPTR)
	for i := range 4 {
		DATA(8*i, U64(word))
	}
	constants[word] = m
	return m
}

const rowBytes = 64

// compressTable is, for each set of rejected lanes of four, a row with the permutation of
// double words that brings the others to the front, and the bytes that they take.
func compressTable() Mem {
	table := GLOBL("compress4", RODATA|NOPTR)
	for rejected := range 16 {
		n := 0
		for lane := range 4 {
			if rejected>>lane&1 == 0 {
				DATA(rejected*rowBytes+8*n, U64(2*lane|(2*lane+1)<<32))
				n++
			}
		}
		for ; n < 4; n++ {
			DATA(rejected*rowBytes+8*n, U64(0))
		}
		kept := 0
		for lane := range 4 {
			kept += 8 * (1 - rejected>>lane&1)
		}
		for i := range 4 {
			DATA(rejected*rowBytes+32+8*i, U64(kept*(1-min(i, 1))))
		}
	}
	return table
}

// form is a set of vector instructions.
type form struct {
	name     string
	lanes    int
	vector   func() VecVirtual
	load     func(from, to Op)
	and, xor func(a, b, to Op)            // the first operand of and is a constant
	zero     func(of VecVirtual) Register // finds the lanes that are 0
	// push lowers the slack of the children in the lanes where less is below more, by unit.
	// It writes the children to end, and advances end, but leaves out the lanes in none.
	push func(child, less, more VecVirtual, unit uint64, none, end Register)
}

func avx2() form {
	table := compressTable()
	return form{"avx2", 4, YMM, VMOVDQU, VPAND, VPXOR, func(of VecVirtual) Register {
		zero, none := YMM(), YMM()
		VPXOR(zero, zero, zero)
		VPCMPEQQ(of, zero, none)
		return none
	}, func(child, less, more VecVirtual, unit uint64, none, end Register) {
		farther, rejected, lanes, rows, order := YMM(), YMM(), GP32(), GP64(), YMM()
		VPCMPGTQ(less, more, farther)
		VPAND(none, farther, rejected)
		VPAND(constant(unit), farther, farther)
		VPSUBQ(farther, child, child)
		VMOVMSKPD(rejected, lanes)
		SHLL(Imm(6), lanes)
		LEAQ(table, rows)
		VMOVDQU(Mem{Base: rows, Index: lanes.As64(), Scale: 1}, order)
		VPERMD(child, order, child)
		VMOVDQU(child, Mem{Base: end})
		ADDQ(Mem{Base: rows, Index: lanes.As64(), Scale: 1, Disp: 32}, end)
	}}
}

func avx512() form {
	return form{
		"avx512", 8, ZMM, func(from, to Op) { VMOVDQU64(from, to) },
		func(a, b, to Op) { VPANDQ_BCST(a, b, to) }, func(a, b, to Op) { VPXORQ(a, b, to) },
		func(of VecVirtual) Register {
			none := K()
			VPTESTNMQ(of, of, none)
			return none
		}, func(child, less, more VecVirtual, unit uint64, none, end Register) {
			farther, kept, lanes := K(), K(), GP64()
			VPCMPQ(Imm(6), less, more, farther) // more > less
			KANDB(none, farther, kept)
			KNOTB(kept, kept)
			VPSUBQ_BCST(constant(unit), child, farther, child)
			VPCOMPRESSQ(child, kept, child)
			VMOVDQU64(child, Mem{Base: end})
			KMOVB(kept, lanes.As32())
			POPCNTQ(lanes, lanes)
			LEAQ(Mem{Base: end, Index: lanes, Scale: 8}, end)
		},
	}
}

// batch writes the function for a kind of stack.
func (f form) batch(stack int, k kind) {
	TEXT(fmt.Sprintf("%sBatch%d", f.name, stack), NOSPLIT, "func(nodes *uint64, n int, next *uint64)")
	Doc(fmt.Sprintf("%sBatch%d makes the children of nodes with the blank on cell %d, coming from %d.", f.name, stack, k.cell, k.from))
	nodes := Load(Param("nodes"), GP64())
	n := Load(Param("n"), GP64())
	next := Load(Param("next"), GP64())
	word := func(w uint64) VecVirtual {
		v := f.vector()
		VPBROADCASTQ(constant(w), v)
		return v
	}
	moves := k.moves()
	var ends []GPVirtual
	var limits []VecVirtual
	for _, m := range moves {
		end := GP64()
		MOVQ(m.count(next), end)
		LEAQ(Mem{Base: next, Index: end, Scale: 8, Disp: m.stack * stackBytes}, end)
		ends = append(ends, end)
		limits = append(limits, word(m.limit<<m.shift()))
	}
	SHLQ(Imm(3), n)
	ADDQ(nodes, n)
	loop, done := fmt.Sprintf("loop%d", stack), fmt.Sprintf("done%d", stack)
	Label(loop)
	CMPQ(nodes, n)
	JAE(LabelRef(done))
	node, slack := f.vector(), f.vector()
	f.load(Mem{Base: nodes}, node)
	f.and(constant(15<<(4*k.cell)), node, slack)
	none := f.zero(slack)
	for i, m := range moves {
		f.move(m, node, slack, limits[i], none, ends[i])
	}
	ADDQ(Imm(uint64(8*f.lanes)), nodes)
	JMP(LabelRef(loop))
	Label(done)
	for i, m := range moves {
		start := GP64()
		LEAQ(Mem{Base: next, Disp: m.stack * stackBytes}, start)
		SUBQ(start, ends[i])
		SHRQ(Imm(3), ends[i])
		MOVQ(ends[i], m.count(next))
	}
	VZEROUPPER()
	RET()
}

// count is the number of nodes on the move's stack.
func (m move) count(next Register) Mem { return Mem{Base: next, Disp: countsAt + 8*m.stack} }

// shift is where the tile is compared: in place, but for the sign.
func (m move) shift() int {
	if m.to == 15 && m.mask == 15 {
		return 0
	}
	return 4 * m.to
}

// move makes the children of a vector of nodes by a move.
func (f form) move(m move, node, slack, limit VecVirtual, none, end Register) {
	tile, both, child := f.vector(), f.vector(), f.vector()
	f.and(constant(15<<(4*m.to)), node, tile)
	up := 4 * (m.to - m.from) // of a nibble that is brought from the blank
	shifted(up, slack, both)
	f.xor(tile, both, both)
	f.xor(node, both, child)
	switch {
	case m.mask == 3:
		f.and(constant(3<<(4*m.to)), node, tile)
	case m.shift() == 0 && m.to != 0:
		VPSRLQ(Imm(uint64(4*m.to)), tile, tile)
	}
	shifted(-up, both, both)
	f.xor(both, child, child)
	less, more := tile, limit
	if m.over {
		less, more = limit, tile
	}
	f.push(child, less, more, 1<<(4*m.to), none, end)
}

// shifted moves all nibbles by so many bits.
func shifted(bits int, from, to VecVirtual) {
	if bits > 0 {
		VPSLLQ(Imm(uint64(bits)), from, to)
	} else {
		VPSRLQ(Imm(uint64(-bits)), from, to)
	}
}
