package keep

import (
	"reflect"
	"slices"
	"unsafe"
)

// Var is a package variable.
type Var struct {
	Name string
	Ptr  any // to it
}

// root is a variable of the notebook.
type root struct {
	Var
	at     uintptr
	t      *typ
	active bool  // it is looked at
	boss   int32 // another of its unit, or itself
	why    string
}

// ref is a pointer, or what else refers to memory of a type.
type ref struct {
	at    unsafe.Pointer // of n elements
	n     uintptr
	t     *typ
	root  int32
	named int32 // 1 + the number of the name by which it is kept
}

func (r *ref) lo() uintptr { return uintptr(r.at) }
func (r *ref) hi() uintptr { return r.lo() + r.n*r.t.size }

// entry is a piece of memory with pointers, or a map, and what was found in it.
type entry struct {
	at   unsafe.Pointer
	t    *typ
	n    uintptr
	root int32
	from int   // number of the reference to it
	dict int32 // 1 + number of the map
	// Where what was found in it begins in the lists of the walk.
	refs, texts, boxes int
}

// mapping is a map. Its keys and values are copied into slices, in an order of the keys if
// they have one.
type mapping struct {
	at           reflect.Value
	t            *typ
	root         int32
	keys, values int // numbers of the references to them
	alive        [2]reflect.Value
	unordered    bool
}

// walk follows what variables refer to. The order in which it finds things depends on values
// alone, not on addresses.
type walk struct {
	types
	roots   []root
	byPlace []int32 // roots, by their addresses
	refs    []ref
	texts   []string
	boxes   []ref // what interfaces hold that is plain bytes
	dicts   []*mapping
	dictOf  map[uintptr]int32
	queue   []entry
	dynamic map[uintptr]*typ // by the first word of an interface
	others  *others
}

func newWalk(vars []Var, o *others) *walk {
	w := &walk{types: types{}, dictOf: map[uintptr]int32{}, dynamic: map[uintptr]*typ{}, others: o}
	places := make([]uintptr, len(vars))
	for i, v := range vars {
		p := reflect.ValueOf(v.Ptr)
		places[i] = p.Pointer()
		w.roots = append(w.roots, root{Var: v, at: places[i], t: w.of(p.Type().Elem()), boss: int32(i)})
	}
	w.byPlace = byAddress(places)
	return w
}

// activate makes the walk look at a variable.
func (w *walk) activate(n int32) {
	r := &w.roots[n]
	if r.active {
		return
	}
	r.active = true
	of, per := unit(r.t.Type)
	w.memory(reflect.ValueOf(r.Ptr).UnsafePointer(), w.of(of), per, n)
}

// run looks at what is found until nothing new is.
func (w *walk) run() {
	for i := 0; i < len(w.queue); i++ {
		e := &w.queue[i]
		e.refs, e.texts, e.boxes = len(w.refs), len(w.texts), len(w.boxes)
		if e.dict > 0 {
			w.mapping(w.dicts[e.dict-1])
			continue
		}
		at, t, n, root := e.at, e.t, e.n, e.root // the queue grows
		for k := range n {
			w.element(unsafe.Add(at, k*t.size), t, root)
		}
	}
}

// element looks at a value.
func (w *walk) element(p unsafe.Pointer, t *typ, root int32) {
	for i := range t.slots {
		s := &t.slots[i]
		at := unsafe.Add(p, s.off)
		switch s.kind {
		case pointer:
			if q := *(*unsafe.Pointer)(at); q != nil {
				of, n := w.target(s)
				w.memory(q, of, n, root)
			}
		case slice:
			h := (*sliceHeader)(at)
			of, n := w.target(s)
			w.memory(h.data, of, n*h.cap, root)
		case text:
			if x := *(*string)(at); x != "" {
				w.texts = append(w.texts, x)
			}
		case dict:
			w.dict(at, s.of, root)
		case iface:
			w.iface(at, s.of, root)
		case never:
			if slices.ContainsFunc(unsafe.Slice((*byte)(at), s.size), func(b byte) bool { return b != 0 }) {
				w.refuse(root, s.why+place(t, s))
			}
		}
	}
}

type sliceHeader struct {
	data     unsafe.Pointer
	len, cap uintptr
}

// place says where in a type a slot is.
func place(t *typ, s *slot) string {
	if s.name == "" {
		return ""
	}
	return " (field " + s.name + " of " + t.String() + ")"
}

func (w *walk) refuse(root int32, why string) {
	if r := &w.roots[root]; r.why == "" {
		r.why = why
	}
}

// memory notes a reference to elements and queues the elements that are new.
func (w *walk) memory(p unsafe.Pointer, t *typ, n uintptr, root int32) {
	if p == nil || n*t.size == 0 {
		return
	}
	r := ref{at: p, n: n, t: t, root: root}
	if own := w.variable(r.lo()); own >= 0 {
		w.unite(root, own)
		w.activate(own)
	} else if named, why := w.others.name(r.lo()); why != "" {
		w.refuse(root, why+": "+t.String())
		return
	} else {
		r.named = int32(named)
	}
	w.refs = append(w.refs, r)
	if r.named == 0 {
		w.look(p, t, n, root)
	}
}

// look puts what has not been seen of n elements into the queue.
func (w *walk) look(p unsafe.Pointer, t *typ, n uintptr, root int32) {
	if t.flat() {
		return
	}
	from := uintptr(0)
	for i := uintptr(0); i <= n; i++ {
		if i < n && t.seen.visit(uintptr(p)+i*t.size) {
			continue
		}
		if i > from {
			w.queue = append(w.queue, entry{at: unsafe.Add(p, from*t.size), t: t, n: i - from, root: root, from: len(w.refs) - 1})
		}
		from = i + 1
	}
}

// variable returns the variable in which a place is, -1 if there is none.
func (w *walk) variable(at uintptr) int32 {
	i, found := slices.BinarySearchFunc(w.byPlace, at, func(n int32, at uintptr) int {
		switch place := w.roots[n].at; {
		case place < at:
			return -1
		case place > at:
			return 1
		}
		return 0
	})
	if !found {
		i--
	}
	if i < 0 {
		return -1
	}
	if r := &w.roots[w.byPlace[i]]; at-r.at < max(r.t.size, 1) {
		return w.byPlace[i]
	}
	return -1
}

// boss returns the variable that represents the unit of n.
func (w *walk) boss(n int32) int32 {
	for w.roots[n].boss != n {
		w.roots[n].boss = w.roots[w.roots[n].boss].boss
		n = w.roots[n].boss
	}
	return n
}

func (w *walk) unite(a, b int32) { w.roots[w.boss(a)].boss = w.boss(b) }

func (w *walk) dict(at unsafe.Pointer, of reflect.Type, root int32) {
	m := *(*uintptr)(at)
	if m == 0 {
		return
	}
	if n, known := w.dictOf[m]; known {
		w.unite(root, w.dicts[n].root)
		return
	}
	if w.others.maps[m] || within(w.others.writable, m) {
		w.refuse(root, "a map of another package: "+of.String())
		return
	}
	w.dictOf[m] = int32(len(w.dicts))
	w.dicts = append(w.dicts, &mapping{at: reflect.NewAt(of, at).Elem(), t: w.of(of), root: root})
	w.queue = append(w.queue, entry{root: root, dict: int32(len(w.dicts))})
}

// mapping copies keys and values of a map, and looks at them.
func (w *walk) mapping(m *mapping) {
	t, n := m.t.Type, m.at.Len()
	keys, values := reflect.MakeSlice(reflect.SliceOf(t.Key()), n, n), reflect.MakeSlice(reflect.SliceOf(t.Elem()), n, n)
	i := 0
	for it := m.at.MapRange(); it.Next(); i++ {
		keys.Index(i).SetIterKey(it)
		values.Index(i).SetIterValue(it)
	}
	m.alive = [2]reflect.Value{keys, values}
	w.sort(m)
	for i, list := range m.alive {
		number := len(w.refs)
		of, per := unit(list.Type().Elem())
		w.memory(list.UnsafePointer(), w.of(of), per*uintptr(n), m.root)
		if len(w.refs) == number {
			number = -1 // there is nothing
		}
		*[]*int{&m.keys, &m.values}[i] = number
	}
}

// iface looks at what an interface holds.
func (w *walk) iface(at unsafe.Pointer, of reflect.Type, root int32) {
	t := w.dynamicType(at, of)
	if t == nil {
		return
	}
	data := unsafe.Add(at, unsafe.Sizeof(at))
	if t.isDirect() {
		w.element(data, t, root)
		return
	}
	r := ref{at: *(*unsafe.Pointer)(data), n: 1, t: t, root: root}
	switch {
	case t.size == 0:
	case t.flat():
		w.boxes = append(w.boxes, r)
	default:
		w.refs = append(w.refs, r)
		w.look(*(*unsafe.Pointer)(data), t, 1, root)
	}
}

// dynamicType returns the type of what an interface holds, nil for nothing.
func (w *walk) dynamicType(at unsafe.Pointer, of reflect.Type) *typ {
	word := *(*uintptr)(at)
	if word == 0 {
		return nil
	}
	t := w.dynamic[word]
	if t == nil {
		t = w.of(reflect.NewAt(of, at).Elem().Elem().Type())
		w.dynamic[word] = t
	}
	return t
}

// isDirect reports whether interfaces hold values of the type themselves, not a pointer to
// them, which only they know that put them there.
func (t *typ) isDirect() bool {
	if !t.tested {
		t.tested = true
		if t.size == unsafe.Sizeof(uintptr(0)) && !t.flat() {
			inside := unsafe.Pointer(new([1]uintptr))
			box := any(nil)
			value := reflect.NewAt(t.Type, unsafe.Pointer(&inside)).Elem()
			reflect.ValueOf(&box).Elem().Set(value)
			t.direct = (*[2]unsafe.Pointer)(unsafe.Pointer(&box))[1] == inside
		}
	}
	return t.direct
}
