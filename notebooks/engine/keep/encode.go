package keep

import (
	"encoding/binary"
	"time"
	"unsafe"
)

// cluster is a piece of memory of the notebook: what references that overlap refer to.
type cluster struct {
	at    unsafe.Pointer
	hi    uintptr
	t     *typ // of its elements
	root  int32
	arena *arena // in the file that is written
	off   uintptr
}

func (c *cluster) lo() uintptr { return uintptr(c.at) }

// clusters puts the references of a walk together, and unites the variables that they belong to.
func (w *walk) clusters() (all, of []*cluster) {
	places := make([]uintptr, len(w.refs))
	for i := range w.refs {
		places[i] = w.refs[i].lo()
	}
	of = make([]*cluster, len(w.refs))
	var c *cluster
	for _, i := range byAddress(places) {
		r := &w.refs[i]
		if r.named > 0 {
			continue
		}
		if c == nil || r.lo() >= c.hi {
			c = &cluster{at: r.at, hi: r.hi(), t: r.t, root: r.root}
			all = append(all, c)
		}
		switch {
		case r.hi() <= c.hi:
		case r.at == c.at:
			c.hi, c.t = r.hi(), r.t
		case r.t == c.t && (r.lo()-c.lo())%c.t.size == 0:
			c.hi = r.hi()
		default:
			w.refuse(r.root, "memory of two types, "+c.t.String()+" and "+r.t.String())
		}
		w.unite(r.root, c.root)
		of[i] = c
	}
	return all, of
}

// arena is a part of a file: elements of one type, side by side, or one variable.
type arena struct {
	t        *typ
	n        uintptr
	variable int32 // 1 + its number
	base     uintptr
	image    []byte
	first    *cluster
}

// nothing is the address of what has no size but is not nil; that of nil is 0.
const nothing = 1

// aligned is where arenas begin, a multiple of it.
const aligned = 64

func align(at uintptr) uintptr { return (at + aligned - 1) &^ (aligned - 1) }

// image is what is written of a unit.
type image struct {
	w       *walk
	of      []*cluster // of the references of the walk
	boss    int32
	types   []*typ
	arenas  []*arena
	byType  map[*typ]*arena  // but for variables
	dicts   map[int32]uint64 // addresses of maps, by their numbers in the walk
	listed  []*mapping
	named   map[int32]int // places in aliens, by numbers of names
	aliens  []alien
	strings texts
	boxed   []uintptr // offsets of boxes in their arenas
	entries []*entry
	pieces  [][]byte
	ref     int // the next of what is found in the entry that is copied
	box     int
	text    int
}

// image makes the file of a unit, in pieces.
func (w *walk) image(boss int32, of []*cluster) *image {
	m := &image{w: w, of: of, boss: boss, byType: map[*typ]*arena{}, dicts: map[int32]uint64{}, named: map[int32]int{}}
	m.place()
	m.layOut()
	for _, e := range m.entries {
		m.copy(e)
	}
	m.pieces = [][]byte{m.head()}
	at := uintptr(0)
	add := func(base uintptr, b []byte) {
		m.pieces = append(m.pieces, make([]byte, base-at), b)
		at = base + uintptr(len(b))
	}
	for _, a := range m.arenas {
		add(a.base, a.image)
	}
	add(m.strings.base, m.strings.image)
	return m
}

// place gives what the unit has a place in an arena, in the order in which it was found.
func (m *image) place() {
	w := m.w
	for i := range w.refs {
		if w.boss(w.refs[i].root) == m.boss {
			m.placeRef(i)
		}
	}
	for i := range w.queue {
		e := &w.queue[i]
		if w.boss(e.root) != m.boss {
			continue
		}
		texts, boxes := len(w.texts), len(w.boxes)
		if i+1 < len(w.queue) {
			texts, boxes = w.queue[i+1].texts, w.queue[i+1].boxes
		}
		m.entries = append(m.entries, e)
		m.strings.all = append(m.strings.all, w.texts[e.texts:texts]...)
		for k := e.boxes; k < boxes; k++ {
			a := m.arena(w.boxes[k].t)
			m.boxed = append(m.boxed, a.n*a.t.size)
			a.n++
		}
		if e.dict > 0 {
			m.listed = append(m.listed, w.dicts[e.dict-1])
			m.dicts[e.dict-1] = uint64(len(m.listed))
			m.number(w.dicts[e.dict-1].t)
		}
	}
	m.strings.place()
}

func (m *image) placeRef(i int) {
	r := &m.w.refs[i]
	if r.named > 0 {
		if _, known := m.named[r.named]; !known {
			m.named[r.named] = len(m.aliens)
			m.aliens = append(m.aliens, alien{named: m.w.others.names[r.named-1]})
		}
		return
	}
	c := m.of[i]
	if c.arena != nil {
		return
	}
	if v := m.w.variable(c.lo()); v >= 0 {
		c.arena = &arena{t: m.number(c.t), variable: v + 1}
		m.arenas = append(m.arenas, c.arena)
	} else {
		c.arena = m.arena(c.t)
	}
	c.off = c.arena.n * c.t.size
	n := (c.hi - c.lo()) / c.t.size
	c.arena.n += n
	if c.arena.first == nil {
		c.arena.first = c
	}
	if c.t.flat() {
		m.entries = append(m.entries, &entry{at: c.at, t: c.t, n: n, from: i})
	}
}

// number numbers a type of the file.
func (m *image) number(t *typ) *typ {
	if t.index >= len(m.types) || m.types[t.index] != t {
		t.index = len(m.types)
		m.types = append(m.types, t)
	}
	return t
}

// arena returns that of what has a type.
func (m *image) arena(t *typ) *arena {
	if m.byType[t] == nil {
		m.byType[t] = &arena{t: m.number(t)}
		m.arenas = append(m.arenas, m.byType[t])
	}
	return m.byType[t]
}

// alien is memory of another package, in a file.
type alien struct {
	named
	base uintptr
}

// layOut gives arenas, strings and names addresses.
func (m *image) layOut() {
	at := uintptr(aligned)
	for _, a := range m.arenas {
		a.base = at
		size := a.n * a.t.size
		at = align(at + size + 1)
		if c := a.first; c != nil && a.t.flat() && len(a.t.gaps) == 0 && c.hi-c.lo() == size {
			a.image = unsafe.Slice((*byte)(c.at), size) // the memory itself
		} else {
			a.image, a.first = make([]byte, size), nil
		}
	}
	m.strings.base = at
	at = align(at + uintptr(len(m.strings.image)) + 1)
	for i := range m.aliens {
		m.aliens[i].base = at
		at = align(at + m.aliens[i].size + 1)
	}
}

// copy copies memory into its place and puts addresses in place of pointers.
func (m *image) copy(e *entry) {
	m.ref = e.refs
	if e.dict > 0 {
		return
	}
	c := m.of[e.from]
	if c.arena.first != nil {
		return
	}
	to := c.arena.image[c.off+uintptr(e.at)-c.lo():][:e.n*e.t.size]
	copy(to, unsafe.Slice((*byte)(e.at), len(to)))
	if len(e.t.slots)+len(e.t.gaps) == 0 {
		return
	}
	for i := range e.n {
		m.element(to[i*e.t.size:][:e.t.size], unsafe.Add(e.at, i*e.t.size), e.t)
	}
}

func put(to []byte, x uint64) { binary.NativeEndian.PutUint64(to, x) }

// element puts addresses in place of the pointers of a value that has been copied.
func (m *image) element(to []byte, p unsafe.Pointer, t *typ) {
	for _, g := range t.gaps {
		clear(to[g[0]:g[1]])
	}
	for i := range t.slots {
		s := &t.slots[i]
		at, to := unsafe.Add(p, s.off), to[s.off:]
		switch s.kind {
		case pointer:
			of, n := m.w.target(s)
			put(to, m.address(*(*unsafe.Pointer)(at), n*of.size))
		case slice:
			h := (*sliceHeader)(at)
			of, n := m.w.target(s)
			put(to, m.address(h.data, n*h.cap*of.size))
		case text:
			put(to, 0)
			if x := *(*string)(at); x != "" {
				put(to, uint64(m.strings.base+m.strings.places[m.text]))
				m.text++
			}
		case dict:
			if d := *(*uintptr)(at); d != 0 {
				put(to, m.dicts[m.w.dictOf[d]])
			}
		case iface:
			m.iface(to, at, s)
		case memo:
			clear(to[:s.size])
		case clock:
			x := (*(*time.Time)(at)).Round(0)
			copy(to, unsafe.Slice((*byte)(unsafe.Pointer(&x)), 16)) // what is in front of the location
		}
	}
}

// address returns the address of the next pointer of the entry.
func (m *image) address(p unsafe.Pointer, size uintptr) uint64 {
	switch {
	case p == nil:
		return 0
	case size == 0:
		return nothing
	}
	r := &m.w.refs[m.ref]
	c := m.of[m.ref]
	m.ref++
	if r.named > 0 {
		a := &m.aliens[m.named[r.named]]
		return uint64(a.base + r.lo() - a.at)
	}
	return uint64(c.arena.base + c.off + r.lo() - c.lo())
}

func (m *image) iface(to []byte, at unsafe.Pointer, s *slot) {
	t := m.w.dynamicType(at, s.of)
	if t == nil {
		put(to, 0)
		return
	}
	put(to, uint64(m.number(t).index+1))
	data := unsafe.Add(at, unsafe.Sizeof(at))
	to = to[unsafe.Sizeof(at):]
	switch {
	case t.isDirect():
		m.element(to[:t.size], data, t)
	case t.size == 0:
		put(to, nothing)
	case t.flat():
		a := m.byType[t]
		box := a.image[m.boxed[m.box]:][:t.size]
		copy(box, unsafe.Slice(*(**byte)(data), t.size))
		for _, g := range t.gaps {
			clear(box[g[0]:g[1]])
		}
		put(to, uint64(a.base+m.boxed[m.box]))
		m.box++
	default:
		put(to, m.address(*(*unsafe.Pointer)(data), t.size))
	}
}

// texts are strings, which may share bytes.
type texts struct {
	all    []string
	places []uintptr // in the image
	base   uintptr
	image  []byte
}

// place copies the bytes of all strings, once where strings share them, in the order in which
// these were found.
func (t *texts) place() {
	type piece struct {
		at     *byte
		hi     uintptr
		placed uintptr // 1 + its place
	}
	places := make([]uintptr, len(t.all))
	for i, x := range t.all {
		places[i] = uintptr(unsafe.Pointer(unsafe.StringData(x)))
	}
	pieces, of := make([]piece, 0, len(t.all)), make([]int32, len(t.all))
	size := uintptr(0)
	for _, i := range byAddress(places) {
		lo, hi := places[i], places[i]+uintptr(len(t.all[i]))
		last := len(pieces) - 1
		if last < 0 || lo >= pieces[last].hi {
			pieces = append(pieces, piece{at: unsafe.StringData(t.all[i]), hi: lo})
			last++
		}
		if p := &pieces[last]; hi > p.hi {
			size += hi - p.hi
			p.hi = hi
		}
		of[i] = int32(last)
	}
	t.places, t.image = make([]uintptr, len(t.all)), make([]byte, 0, size)
	for i := range t.all {
		p := &pieces[of[i]]
		if p.placed == 0 {
			p.placed = uintptr(len(t.image)) + 1
			t.image = append(t.image, unsafe.Slice(p.at, p.hi-uintptr(unsafe.Pointer(p.at)))...)
		}
		t.places[i] = p.placed - 1 + places[i] - uintptr(unsafe.Pointer(p.at))
	}
}

// head is the beginning of a file: what its parts are.
func (m *image) head() []byte {
	var b []byte
	number := func(n uintptr) { b = appendNumber(b, uint64(n)) }
	list := func(n int) { number(uintptr(n)) }
	name := func(x string) { list(len(x)); b = append(b, x...) }
	list(len(m.types))
	for _, t := range m.types {
		name(identity(t.Type))
		b = binary.NativeEndian.AppendUint64(b, shape(t.Type))
	}
	list(len(m.arenas))
	for _, a := range m.arenas {
		variable := ""
		if a.variable > 0 {
			variable = m.w.roots[a.variable-1].Name
		}
		name(variable)
		list(a.t.index)
		number(a.n)
	}
	list(len(m.strings.image))
	list(len(m.listed))
	for _, d := range m.listed {
		list(d.t.index)
		list(d.at.Len())
		for _, ref := range []int{d.keys, d.values} {
			if m.ref = ref; ref < 0 {
				number(0)
				continue
			}
			number(uintptr(m.address(m.w.refs[ref].at, 1)))
		}
	}
	list(len(m.aliens))
	for _, a := range m.aliens {
		name(a.name)
		number(a.size)
	}
	head := append([]byte(magic), make([]byte, 8)...)
	put(head[len(magic):], uint64(align(uintptr(len(head)+len(b)))))
	head = append(head, b...)
	return append(head, make([]byte, align(uintptr(len(head)))-uintptr(len(head)))...)
}

// magic is how a file begins; where its image begins follows.
const magic = "values 1"

func appendNumber(b []byte, n uint64) []byte { return binary.AppendUvarint(b, n) }
