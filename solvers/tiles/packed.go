package tiles

import (
	"encoding/binary"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// packedCells is the number of cells of the largest board whose tiles fit into 64 bits.
const packedCells = 16

// packed is a problem on a board of up to 16 cells.
type packed struct{ problem }

// packed returns the problem as a [search.Reversible], in the form that is
// fastest for its heuristic.
func (p *problem) packed() search.Reversible[State, Move] {
	if p.heuristic.parts == manhattan && p.heuristic.estimate == nil {
		return newManhattan(p)
	}
	return &packed{*p}
}

// Pack implements [search.Packer]. It uses four bits for each cell, with the first cell
// in the lowest bits.
func (p *packed) Pack(s *State) uint64 {
	return nibbles(binary.LittleEndian.Uint64(s.cells[:8])) | nibbles(binary.LittleEndian.Uint64(s.cells[8:16]))<<32
}

// nibbles packs the low four bits of eight bytes into 32 bits.
func nibbles(x uint64) uint64 {
	x = (x | x>>4) & 0x00ff00ff00ff00ff
	x = (x | x>>8) & 0x0000ffff0000ffff
	return (x | x>>16) & 0xffffffff
}

// Unpack implements [search.Packer].
func (p *packed) Unpack(key uint64) State {
	var cells [MaxCells]uint8
	binary.LittleEndian.PutUint64(cells[:8], spread(key&0xffffffff))
	binary.LittleEndian.PutUint64(cells[8:16], spread(key>>32))
	return p.evaluate(cells)
}

// spread is the inverse of nibbles.
func spread(x uint64) uint64 {
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	return (x | x<<4) & 0x0f0f0f0f0f0f0f0f
}

// Reverse implements [search.Reversible].
func (p *packed) Reverse() search.Reversible[State, Move] {
	n := p.form.Cells()
	form := p.form
	home := homeFirst
	for cell := range n {
		home[p.form.tiles[cell]] = uint8(cell)
	}
	for tile := range n {
		form.tiles[p.home[tile]] = uint8(tile)
	}
	h := p.heuristic
	if h.tables == nil {
		h.estimate = nil // a caller's estimate knows only the way forward
	}
	r, err := newProblem(form, home, h, p.order, p.view)
	if err != nil {
		panic(err) // the heuristic fits the size, and other lines of the blank have as many states
	}
	return r.packed()
}
