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
// it, or 1 for something that has no size but is not nil. The list has a line for each piece, with
// fields separated by tabs: its name, the type of its elements, once without and once with the
// memory layout, and its size.
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
// that equal values give equal files wherever they are in memory.
type image struct {
	w      *walk
	pieces []*piece
	file   [][]byte
}

// image makes the file with everything that a list of references refers to.
func (w *walk) image(refs []int32) *image {
	m := &image{w: w}
	w.join(refs, true)
	for _, i := range refs {
		m.place(&w.refs[i])
	}
	end, list := uintptr(aligned), []byte(nil)
	for _, p := range m.pieces {
		p.base, p.bytes = end, make([]byte, p.size)
		end += p.room()
		list = fmt.Appendf(list, "%s\t%s\t%s\t%d\n", p.name, p.t, identity(p.t.Type, true), p.size)
	}
	for _, i := range refs {
		if r := &w.refs[i]; r.region == i {
			m.copy(r)
		}
	}
	for _, i := range refs {
		r, value := &w.refs[i], uintptr(nothing)
		switch {
		case r.place == nil:
			continue
		case r.at == nil:
			value = r.t.piece.number
		case r.region != none:
			value = w.refs[r.region].address(r.lo())
		}
		in := &w.refs[w.refs[r.in].region]
		binary.NativeEndian.PutUint64(in.piece.bytes[in.address(uintptr(r.place))-in.piece.base:], uint64(value))
	}
	m.file = [][]byte{append([]byte(magic), make([]byte, aligned-len(magic))...)}
	for _, p := range m.pieces {
		m.file = append(m.file, p.bytes, make([]byte, p.room()-p.size))
	}
	m.file = append(m.file, list)
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

// piece returns the piece stored at known, and creates it if that is nil or belongs to another
// file.
func (m *image) piece(known **piece, name string, t *typ) *piece {
	if *known == nil || (*known).image != m {
		*known = &piece{name: name, t: t, number: uintptr(len(m.pieces)) + 1, image: m}
		m.pieces = append(m.pieces, *known)
	}
	return *known
}

// place assigns a position in the file to the memory that a reference points to.
func (m *image) place(r *ref) {
	if r.at == nil {
		m.piece(&r.t.piece, r.t.name, r.t)
	}
	if r.region == none || m.w.refs[r.region].piece != nil && m.w.refs[r.region].piece.image == m {
		return
	}
	c, named := &m.w.refs[r.region], m.w.program.named
	if int(r.region) < len(named) {
		m.piece(&c.piece, named[r.region].name, c.t)
	} else {
		c.piece = m.piece(&c.t.piece, c.t.name, c.t)
	}
	c.off = c.piece.size
	c.piece.size += c.hi() - c.lo()
}

// copy copies a region to its position. A region that is a whole piece is used where it is if the
// file needs nothing else.
func (m *image) copy(c *ref) {
	from := unsafe.Slice((*byte)(c.at), c.hi()-c.lo())
	if len(c.t.slots)+len(c.t.gaps)+len(c.t.times) == 0 && uintptr(len(from)) == c.piece.size {
		c.piece.bytes = from
		return
	}
	to := c.piece.bytes[c.off:]
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

// address returns the address in the file of a place in a region.
func (r *ref) address(at uintptr) uintptr { return r.piece.base + r.off + at - r.lo() }
