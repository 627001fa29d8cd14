package keep

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"time"
	"unsafe"
)

// A file begins with a magic number, the position of the list of pieces, and the checksum of what
// follows. Then come the pieces, each at a multiple of 64. An address in the file is a position in
// it, or 1 for a reference that is not nil but leads to a value of size 0. The list has a line for
// each piece, with fields separated by tabs: its name, the type of its elements, once without and
// once with the memory layout, and its size.
const (
	magic   = "values 2"
	ofMaps  = "map"
	nothing = 1
	aligned = 64
)

// piece is a part of a file. For elements of a type side by side the name is "". For lists of keys
// and values it is ofMaps. Otherwise it is the name of a variable of the notebook or of another
// package; for the latter the file contains zeros.
type piece struct {
	name               string
	t                  *typ
	number, base, size uintptr
	image              *image
	bytes              []byte // its part of the file that is written
}

// room returns the distance to the next piece.
func (p *piece) room() uintptr { return p.size/aligned*aligned + aligned }

// image is the file of a unit. Elements of a type are in the order in which they were found, so
// that equal values give equal files, regardless of where they are in memory.
type image struct {
	w      *walk
	pieces []*piece
	file   [][]byte
}

// image makes the file with everything that a list of references refers to.
func (w *walk) image(list []found) *image {
	m := &image{w: w}
	for _, f := range list {
		m.place(w.refs[f.first:f.end])
	}
	end, table := uintptr(aligned), []byte(nil)
	for _, p := range m.pieces {
		p.base, p.bytes = end, make([]byte, p.size)
		end += p.room()
		table = fmt.Appendf(table, "%s\t%s\t%s\t%d\n", p.name, p.t, identity(p.t.Type, true), p.size)
	}
	for _, f := range list {
		for i := f.first; i < f.end; i++ {
			if w.refs[i].off != unplaced {
				m.copy(&w.refs[i])
			}
		}
	}
	for _, f := range list {
		if f.in != none {
			m.refer(&w.refs[w.refs[f.in].region], w.refs[f.first:f.end])
		}
	}
	m.file = [][]byte{append([]byte(magic), make([]byte, aligned-len(magic))...)}
	for _, p := range m.pieces {
		m.file = append(m.file, p.bytes, make([]byte, p.room()-p.size))
	}
	m.file = append(m.file, table)
	front := m.file[0][len(magic):]
	binary.NativeEndian.PutUint64(front, uint64(end))
	binary.NativeEndian.PutUint32(front[8:], checksum(m.file[1:]...))
	return m
}

// checksum returns the checksum of the parts of a file that follow the checksum itself.
func checksum(parts ...[]byte) (sum uint32) {
	for _, part := range parts {
		sum = crc32.Update(sum, crc32.MakeTable(crc32.Castagnoli), part)
	}
	return sum
}

// piece returns the piece of the file for a type, and creates it if there is none.
func (m *image) piece(t *typ) *piece {
	if t.piece == nil || t.piece.image != m {
		t.piece = &piece{name: t.name, t: t, number: uintptr(len(m.pieces)) + 1, image: m}
		m.pieces = append(m.pieces, t.piece)
	}
	return t.piece
}

// place assigns positions in the file to the memory that references refer to.
func (m *image) place(refs []ref) {
	for i := range refs {
		switch r := &refs[i]; {
		case r.at == nil:
			m.piece(r.t)
		case r.region != none:
			c := &m.w.refs[r.region]
			if p := m.piece(c.t); c.off == unplaced || p.size == 0 { // variables of other packages can be in several files
				c.off = p.size
				p.size += c.hi() - c.lo()
			}
		}
	}
}

// copy copies a region to its position. A region that is a whole piece is used where it is if the
// file needs nothing else.
func (m *image) copy(c *ref) {
	p, from := c.t.piece, unsafe.Slice((*byte)(c.at), c.hi()-c.lo())
	if len(c.t.slots)+len(c.t.gaps)+len(c.t.times) == 0 && uintptr(len(from)) == p.size {
		p.bytes = from
		return
	}
	to := p.bytes[c.off:]
	copy(to, from)
	for k := uintptr(0); k < c.n && len(c.t.gaps)+len(c.t.times) > 0; k++ {
		for _, g := range c.t.gaps {
			clear(to[k*c.t.size:][g[0]:g[1]])
		}
		for _, off := range c.t.times { // remove the monotonic clock reading
			x := (*time.Time)(unsafe.Pointer(&to[k*c.t.size+off]))
			*x = x.Round(0)
		}
	}
}

// refer writes the addresses that references in a region refer to.
func (m *image) refer(in *ref, refs []ref) {
	for i := range refs {
		r, value := &refs[i], uintptr(nothing)
		if r.at == nil {
			value = r.t.piece.number
		} else if r.region != none {
			value = m.w.refs[r.region].address(r.lo())
		}
		binary.NativeEndian.PutUint64(in.t.piece.bytes[in.address(uintptr(r.place))-in.t.piece.base:], uint64(value))
	}
}

// address returns the address in the file of a place in a region.
func (r *ref) address(at uintptr) uintptr { return r.t.piece.base + r.off + at - r.lo() }
