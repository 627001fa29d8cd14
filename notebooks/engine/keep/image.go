package keep

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"time"
	"unsafe"
)

// A file begins with its magic number, the place of its list of pieces, and the checksum of what
// follows. Pieces follow, each at a multiple of 64. An address in the file is a place in it, or 1 for that
// of what has no size but is not nil. The list has a line for each piece, in which tabs separate its
// name, the type of its elements, with and without the layout, and its size.
const (
	magic   = "values 2"
	ofMaps  = "map"
	nothing = 1
	aligned = 64
)

// piece is a part of a file. Its name is that of a variable, or of what another package has, of
// which the file has zeros; ofMaps for lists of keys and values; "" for elements of a type side by side.
type piece struct {
	name               string
	t                  *typ
	number, base, size uintptr
	image              *image
}

// room is the distance to the next piece.
func (p *piece) room() uintptr { return p.size/aligned*aligned + aligned }

// image is the file of a unit. Elements of a type stand in the order in which they were found, so
// that equal values make equal files wherever they lay in memory.
type image struct {
	w      *walk
	pieces []*piece
	file   []byte
}

// image makes the file of what a list of references refers to.
func (w *walk) image(refs []int32) *image {
	m := &image{w: w}
	w.join(refs, true)
	for _, i := range refs {
		m.place(&w.refs[i])
	}
	end, list := uintptr(aligned), []byte(nil)
	for _, p := range m.pieces {
		p.base = end
		end += p.room()
		list = fmt.Appendf(list, "%s\t%s\t%s\t%d\n", p.name, p.t, identity(p.t.Type, true), p.size)
	}
	m.file = make([]byte, end, end+uintptr(len(list)))
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
		at := w.refs[w.refs[r.in].region].address(uintptr(r.place))
		binary.NativeEndian.PutUint64(m.file[at:], uint64(value))
	}
	m.file = append(m.file, list...)
	front := m.file[copy(m.file, magic):]
	binary.NativeEndian.PutUint64(front, uint64(end))
	binary.NativeEndian.PutUint32(front[8:], checksum(m.file))
	return m
}

// checksum is that of a file, behind its own place.
func checksum(file []byte) uint32 {
	return crc32.Checksum(file[aligned:], crc32.MakeTable(crc32.Castagnoli))
}

// piece returns a piece that is known at a place, perhaps as one of another file.
func (m *image) piece(known **piece, name string, t *typ) *piece {
	if *known == nil || (*known).image != m {
		*known = &piece{name: name, t: t, number: uintptr(len(m.pieces)) + 1, image: m}
		m.pieces = append(m.pieces, *known)
	}
	return *known
}

// place gives what a reference refers to a place.
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

// copy copies a region to its place.
func (m *image) copy(c *ref) {
	to := m.file[c.address(c.lo()):]
	copy(to, unsafe.Slice((*byte)(c.at), c.hi()-c.lo()))
	for k := uintptr(0); k < c.n && len(c.t.gaps)+len(c.t.times) > 0; k++ {
		for _, g := range c.t.gaps {
			clear(to[k*c.t.size:][g[0]:g[1]])
		}
		for _, off := range c.t.times { // its monotonic reading goes
			x := (*time.Time)(unsafe.Pointer(&to[k*c.t.size+off]))
			*x = x.Round(0)
		}
	}
}

// address is that of a place in a region, in the file.
func (r *ref) address(at uintptr) uintptr { return r.piece.base + r.off + at - r.lo() }
