package keep

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// ref is a reference: the place of a slot, and the n elements of a type that it refers to.
// References that overlap refer to one region. The first of them represents the region with all
// elements.
type ref struct {
	place, at unsafe.Pointer // at is nil for the first word of an interface, which refers to a type
	n         uintptr
	t         *typ
	off       uintptr // for regions: distance from the beginning of the piece, or unplaced
	root      int32   // variable of the notebook in which the reference was found
	region    int32   // none until it is known; the regions of strings are known only for one unit
}

const none, unplaced = -1, ^uintptr(0)

func (r *ref) lo() uintptr { return uintptr(r.at) }
func (r *ref) hi() uintptr { return r.lo() + r.n*r.t.size }

// found lists the references found in the memory to which reference in refers.
type found struct{ in, first, end int32 }

// root is a variable of the notebook. Those of other packages are never examined.
type root struct {
	found     []found // the reference to the variable, and references found in it; nil until it is examined
	boss      int32   // another variable of its unit, or itself
	why       string
	unordered bool
}

// walk follows all references from variables. The order in which it finds things depends only on
// values, not on addresses.
type walk struct {
	types
	program  *Program
	roots    []root
	refs     []ref   // the first ones refer to named memory
	tasks    []int32 // references still to examine
	maps     map[uintptr]int32
	dynamics map[uintptr]*typ // types by the first word of an interface value
	root     int32            // of the memory being examined
}

func newWalk(p *Program) *walk {
	w := &walk{types: types{}, program: p, maps: map[uintptr]int32{}, dynamics: map[uintptr]*typ{}}
	for i, x := range p.named {
		t, number := *w.of(x.of), int32(i) // a type of its own, since it has a piece of its own
		t.name = x.name
		w.refs = append(w.refs, ref{at: pointerTo(x.at), n: x.size / max(t.size, 1), t: &t, root: number, region: number})
		w.roots = append(w.roots, root{boss: number})
	}
	return w
}

// activate makes the walk examine a variable.
func (w *walk) activate(n int32) {
	if len(w.roots[n].found) == 0 {
		w.roots[n].found = []found{{none, n, n + 1}}
		w.tasks = append(w.tasks, n)
	}
}

// run examines references until it finds no new ones.
func (w *walk) run() {
	for i := 0; i < len(w.tasks); i++ {
		in, first := w.tasks[i], int32(len(w.refs))
		r := w.refs[in] // the list may grow in the loop
		w.root = r.root
		w.refs = slices.Grow(w.refs, int(r.n)*len(r.t.slots))
		for k := uintptr(0); k < r.n && len(r.t.slots) > 0; k++ {
			at := unsafe.Add(r.at, k*r.t.size)
			block, bit := uintptr(at)>>9, uint64(1)<<(uintptr(at)>>3&63)
			if bits := r.t.seen[block]; bits&bit == 0 {
				r.t.seen[block] = bits | bit
				w.each(at, r.t, 1, w)
			}
		}
		w.roots[w.root].found = append(w.roots[w.root].found, found{in, first, int32(len(w.refs))})
	}
}

// boss returns the variable that represents the unit of variable n.
func (w *walk) boss(n int32) int32 {
	boss := &w.roots[n].boss
	if *boss != n {
		*boss = w.boss(*boss)
	}
	return *boss
}

func (w *walk) unite(a, b int32) { w.roots[w.boss(a)].boss = w.boss(b) }

// note records a reference and returns its number.
func (w *walk) note(place, at unsafe.Pointer, t *typ, n uintptr) (number int32) {
	w.refs = append(w.refs, ref{place: place, at: at, n: n, t: t, root: w.root, region: none, off: unplaced})
	return int32(len(w.refs)) - 1
}

// dynamic returns the type of the value that an interface holds, or nil if it is empty.
func (w *walk) dynamic(at unsafe.Pointer, of reflect.Type) *typ {
	first := *(*uintptr)(at)
	t := w.dynamics[first]
	if t == nil && first != 0 {
		t = w.of(reflect.NewAt(of, at).Elem().Elem().Type())
		w.dynamics[first] = t
	}
	if t != nil {
		w.note(at, nil, t, 0)
	}
	return t
}

// visit records the reference in a slot.
func (w *walk) visit(place unsafe.Pointer, s *slot, t *typ, n uintptr) {
	if s.kind == never {
		if slices.ContainsFunc(unsafe.Slice((*byte)(place), s.of.Size()), func(b byte) bool { return b != 0 }) {
			w.roots[w.root].why = s.why
		}
		return
	}
	at := *(*unsafe.Pointer)(place)
	if at == nil {
		return
	}
	i := w.note(place, at, t, n)
	r := &w.refs[i]
	switch {
	case n*t.size == 0 || s.kind == reflect.String:
		return
	case s.kind == reflect.Interface: // an interface holds a copy that never changes
		if len(t.slots) == 0 {
			r.region = i
		}
	default:
		named, own := w.program.find(r.lo())
		switch r.region = named; {
		case named == none && !own:
			w.roots[w.root].why, r.n = "a part of the program, or of another package: "+t.String(), 0
			return
		case !own:
			return
		case named != none:
			w.unite(w.root, named)
			w.activate(named)
		case s.kind == reflect.Map:
			w.dict(reflect.NewAt(s.of, place).Elem(), r, i)
		}
	}
	w.tasks = append(w.tasks, i)
}

// dict replaces a reference to a map by a reference to copies of its keys and values. It sorts them
// by what the keys contain, without calling methods of the keys. Keys with equal contents, or with
// addresses, have no fixed order.
func (w *walk) dict(m reflect.Value, r *ref, i int32) {
	if first, known := w.maps[r.lo()]; known {
		r.at, r.region = w.refs[first].at, first
		w.unite(r.root, w.refs[first].root)
		return
	}
	w.maps[r.lo()] = i
	type entry struct {
		text string
		key  [2]reflect.Value // key and value
	}
	entries := make([]entry, 0, m.Len())
	for key, value := range m.Seq2() {
		entries = append(entries, entry{fmt.Sprintf("%#v", struct{ any }{key.Interface()}), [2]reflect.Value{key, value}})
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.text, b.text) })
	lists, root, n := new([2]header), &w.roots[r.root], len(entries)
	for k, of := range []reflect.Type{m.Type().Key(), m.Type().Elem()} {
		list := reflect.MakeSlice(reflect.SliceOf(of), n, n)
		for i, e := range entries {
			list.Index(i).Set(e.key[k])
			root.unordered = root.unordered || strings.Contains(e.text, "(0x") || i > 0 && e.text == entries[i-1].text
		}
		lists[k] = header{list.UnsafePointer(), uintptr(n), uintptr(n)}
	}
	r.at, r.region = unsafe.Pointer(lists), i
}

// join determines the regions of references: either of strings, or of everything else. Strings of
// different units share no regions, even if they overlap. It returns addresses and references,
// sorted by address.
func (w *walk) join(strings bool) (order [][2]uintptr) {
	letters := w.of(reflect.TypeFor[letter]())
	order, to := make([][2]uintptr, 0, len(w.refs)), make([][2]uintptr, len(w.refs))
	for i := range w.refs {
		if r := &w.refs[i]; r.region == none && r.n*r.t.size > 0 && (r.t == letters) == strings {
			order = append(order, [2]uintptr{r.lo(), uintptr(i)})
		}
	}
	// Often the addresses are sorted. If not, they are sorted digit by digit; none has over 48 bits.
	for shift := 0; !slices.IsSortedFunc(order, func(a, b [2]uintptr) int { return cmp.Compare(a[0], b[0]) }); shift += 14 {
		var starts [1<<14 + 1]int
		for _, at := range order {
			starts[at[0]>>shift&(1<<14-1)+1]++
		}
		for i := range starts[1:] {
			starts[i+1] += starts[i]
		}
		for _, at := range order {
			next := &starts[at[0]>>shift&(1<<14-1)]
			to[*next] = at
			*next++
		}
		order, to = to[:len(order)], order
	}
	regions := make([]*ref, len(w.roots)) // the last region, for strings of each unit
	for _, at := range order {
		r, unit := &w.refs[at[1]], int32(0)
		if strings {
			unit = w.boss(r.root)
		}
		c := regions[unit]
		switch {
		case c == nil || r.lo() >= c.hi():
			c, regions[unit], r.region = r, r, int32(at[1])
		case r.hi() <= c.hi():
		case r.at == c.at:
			c.t, c.n = r.t, r.n
		case r.t == c.t && (r.lo()-c.lo())%c.t.size == 0:
			c.n = (r.hi() - c.lo()) / c.t.size
		default:
			w.roots[r.root].why = "memory of two types, " + c.t.String() + " and " + r.t.String()
		}
		if r.region = c.region; r.root != c.root {
			w.unite(r.root, c.root)
		}
	}
	return order
}

// held refuses references to memory that a variable of another package points to. order is what
// join returned for everything but strings.
func (w *walk) held(order [][2]uintptr) {
	for _, part := range [][2]*byte{{&data, &dataEnd}, {&zeros, &zerosEnd}} {
		for at := address(part[0]); at+word <= address(part[1]); at += word {
			x := (*uintptr)(pointerTo(at))
			if len(order) == 0 || *x < order[0][0] {
				continue
			}
			c := &w.refs[w.refs[order[last(len(order), *x, func(i int) uintptr { return order[i][0] })][1]].region]
			if *x >= c.hi() || c.t.PkgPath() == "time" && c.t.Name() != "Time" || gcbits(x)[0] == 0 {
				continue // locations of equal times cannot be distinguished
			}
			if _, own := w.program.find(at); !own {
				w.roots[c.root].why = "a variable of another package points to it: " + c.t.String()
			}
		}
	}
}
