package keep

import (
	"hash/fnv"
	"reflect"
	"strconv"
	"strings"
)

// kind says what stands at a place in memory.
type kind uint8

const (
	pointer kind = iota
	slice
	text
	dict  // a map
	iface // an interface
	never // what cannot be kept, unless it is zero
	clock // a time.Time, whose pointer follows
	memo  // what can be computed again
)

// slot is a place of a type that is not plain bytes.
type slot struct {
	kind kind
	off  uintptr
	size uintptr      // of what is not kept
	of   reflect.Type // of the elements of pointers and slices, else of what stands there
	elem *typ         // of these, once it is needed
	why  string       // it cannot be kept
	name string       // of the field
}

// typ is a type with the plan of its memory.
type typ struct {
	reflect.Type
	size  uintptr
	slots []slot       // in the order of their places
	gaps  [][2]uintptr // between fields, from and to
	seen  pages
	index int // in the file that is written
	// A box is a copy of a value in an interface. direct says that there is none: the
	// interface holds the pointer that the value is.
	direct, tested bool
}

// flat reports whether a value is plain bytes.
func (t *typ) flat() bool { return len(t.slots) == 0 }

// types caches the plans of the types seen so far.
type types map[reflect.Type]*typ

func (ts types) of(t reflect.Type) *typ {
	p := ts[t]
	if p == nil {
		p = &typ{Type: t, size: t.Size()}
		ts[t] = p
		p.plan(t, 0, "")
	}
	return p
}

// unit returns what arrays of arrays are made of, and how many of it there are in one.
func unit(t reflect.Type) (reflect.Type, uintptr) {
	n := uintptr(1)
	for t.Kind() == reflect.Array && t.Len() > 0 {
		n, t = n*uintptr(t.Len()), t.Elem()
	}
	return t, n
}

// target returns the type of the elements of a slot, and of how many each consists.
func (ts types) target(s *slot) (*typ, uintptr) {
	of, n := unit(s.of)
	if s.elem == nil {
		s.elem = ts.of(of)
	}
	return s.elem, n
}

// refused are types that cannot be kept, whatever is in them but zeros.
var refused = map[string]string{
	"internal/poll.FD":    "an open file",
	"os.File":             "an open file",
	"os.Process":          "a process",
	"reflect.rtype":       "a type of package reflect",
	"hash/maphash.Seed":   "a seed of this process",
	"hash/maphash.Hash":   "a seed of this process",
	"sync.Mutex":          "a lock that is held",
	"sync.RWMutex":        "a lock that is held",
	"internal/sync.Mutex": "a lock that is held",
	"sync.WaitGroup":      "a wait group that waits",
	"sync.Cond":           "a condition",
	"sync.Pool":           "a pool",
	"runtime.Func":        "a function",
}

// memos are fields that hold what can be computed again, by their types: they are kept as zeros.
var memos = map[string]string{"github.com/puzzlelab/puzzlelab/experiments/frame.table": "columns"}

// refusal says why values of a type are not kept, "" if they are.
func refusal(t reflect.Type) string {
	path, name := t.PkgPath(), t.Name()
	if why := refused[path+"."+name]; why != "" {
		return why
	}
	switch {
	case path == "unique" && strings.HasPrefix(name, "Handle["):
		return "a unique handle"
	case path == "weak" && strings.HasPrefix(name, "Pointer["):
		return "a weak pointer"
	case t.Kind() == reflect.Func:
		return "a function"
	case t.Kind() == reflect.Chan:
		return "a channel"
	case t.Kind() == reflect.UnsafePointer:
		return "an unsafe pointer"
	}
	return ""
}

// plan adds the slots of a part of the type that lies at an offset, and gaps between fields.
func (p *typ) plan(t reflect.Type, off uintptr, name string) {
	s := slot{off: off, of: t, name: name}
	if s.why = refusal(t); s.why != "" {
		s.kind, s.size = never, t.Size()
		p.slots = append(p.slots, s)
		return
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		s.kind, s.of = pointer, t.Elem()
		if t.Kind() == reflect.Slice {
			s.kind = slice
		}
	case reflect.String:
		s.kind = text
	case reflect.Map:
		s.kind = dict
	case reflect.Interface:
		s.kind = iface
	case reflect.Array:
		if t.Len() == 0 {
			return
		}
		from, gaps := len(p.slots), len(p.gaps)
		p.plan(t.Elem(), off, name)
		if len(p.slots) == from && len(p.gaps) == gaps {
			return // plain bytes
		}
		for i := 1; i < t.Len(); i++ {
			p.plan(t.Elem(), off+uintptr(i)*t.Elem().Size(), name)
		}
		return
	case reflect.Struct:
		p.fields(t, off)
		return
	default:
		return
	}
	p.slots = append(p.slots, s)
}

func (p *typ) fields(t reflect.Type, off uintptr) {
	if t.PkgPath() == "time" && t.Name() == "Time" {
		p.slots = append(p.slots, slot{kind: clock, off: off})
	}
	if f, ok := atomicPointer(t); ok { // its field is an unsafe pointer
		p.slots = append(p.slots, slot{kind: pointer, off: off + f.Offset, of: t.Field(0).Type.Elem().Elem(), name: f.Name})
		return
	}
	at := uintptr(0)
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Offset > at {
			p.gaps = append(p.gaps, [2]uintptr{off + at, off + f.Offset})
		}
		if memos[t.PkgPath()+"."+t.Name()] == f.Name {
			p.slots = append(p.slots, slot{kind: memo, off: off + f.Offset, size: f.Type.Size()})
		} else {
			p.plan(f.Type, off+f.Offset, f.Name)
		}
		at = f.Offset + f.Type.Size()
	}
	if t.Size() > at {
		p.gaps = append(p.gaps, [2]uintptr{off + at, off + t.Size()})
	}
}

// atomicPointer returns the field of an atomic.Pointer in which it is.
func atomicPointer(t reflect.Type) (f reflect.StructField, ok bool) {
	if t.PkgPath() != "sync/atomic" || !strings.HasPrefix(t.Name(), "Pointer[") || t.NumField() != 3 {
		return f, false
	}
	f = t.Field(2)
	return f, f.Type.Kind() == reflect.UnsafePointer && t.Field(0).Type.Kind() == reflect.Array
}

// identity names a type so that no other type of a program has the name, but for types that
// functions declare. It is what the type is called where all packages are named by their paths.
func identity(t reflect.Type) string {
	if t.Name() != "" {
		if t.PkgPath() == "" {
			return t.Name()
		}
		return t.PkgPath() + "." + t.Name()
	}
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + identity(t.Elem())
	case reflect.Slice:
		return "[]" + identity(t.Elem())
	case reflect.Array:
		return "[" + strconv.Itoa(t.Len()) + "]" + identity(t.Elem())
	case reflect.Map:
		return "map[" + identity(t.Key()) + "]" + identity(t.Elem())
	case reflect.Struct:
		return structure(t)
	}
	return t.String()
}

// structure writes the fields of a struct.
func structure(t reflect.Type) string {
	var b strings.Builder
	b.WriteString("struct {")
	for i := range t.NumField() {
		f := t.Field(i)
		b.WriteString(" " + f.PkgPath + " " + f.Name + " " + identity(f.Type) + " " + strconv.Quote(string(f.Tag)) + ";")
	}
	return b.String() + " }"
}

// shape is what decides the layout of values of a type: its own, not that of types that it
// only points to, which are named.
func shape(t reflect.Type) uint64 {
	h := fnv.New64a()
	seen := map[reflect.Type]bool{}
	var add func(t reflect.Type)
	add = func(t reflect.Type) {
		_, _ = h.Write([]byte(identity(t) + " " + t.Kind().String() + " " + strconv.Itoa(int(t.Size())) + "\n"))
		if seen[t] {
			return
		}
		seen[t] = true
		switch t.Kind() {
		case reflect.Struct:
			_, _ = h.Write([]byte(structure(t)))
			for i := range t.NumField() {
				add(t.Field(i).Type)
			}
		case reflect.Array:
			add(t.Elem())
		case reflect.Map:
			_, _ = h.Write([]byte(identity(t.Key()) + identity(t.Elem())))
		case reflect.Pointer, reflect.Slice:
			_, _ = h.Write([]byte(identity(t.Elem())))
		}
	}
	add(t)
	return h.Sum64()
}

// pages are places in memory that have been looked at as values of one type: a bit for each
// word, in pages of 4 kB.
type pages struct {
	all  map[uintptr]*[8]uint64
	page uintptr
	last *[8]uint64
}

// visit reports whether a place had not been looked at.
func (p *pages) visit(at uintptr) bool {
	if page := at >> 12; p.last == nil || p.page != page {
		if p.all == nil {
			p.all = map[uintptr]*[8]uint64{}
		}
		if p.all[page] == nil {
			p.all[page] = new([8]uint64)
		}
		p.page, p.last = page, p.all[page]
	}
	word, bit := &p.last[at>>9&7], uint64(1)<<(at>>3&63)
	fresh := *word&bit == 0
	*word |= bit
	return fresh
}

// byAddress sorts places by their address: an order of their numbers. The radix sort looks only
// at the digits in which the addresses differ.
func byAddress(at []uintptr) []int32 {
	type entry struct {
		key uintptr
		n   int32
	}
	from, to := make([]entry, len(at)), make([]entry, len(at))
	sorted := true
	var all uintptr
	for i, a := range at {
		from[i] = entry{a, int32(i)}
		all |= a ^ at[0]
		sorted = sorted && (i == 0 || at[i-1] <= a)
	}
	const digit = 11
	for shift := 0; !sorted && all>>shift != 0; shift += digit {
		var starts [1<<digit + 1]int
		for _, e := range from {
			starts[e.key>>shift&(1<<digit-1)+1]++
		}
		for i := 1; i < len(starts); i++ {
			starts[i] += starts[i-1]
		}
		for _, e := range from {
			d := e.key >> shift & (1<<digit - 1)
			to[starts[d]] = e
			starts[d]++
		}
		from, to = to, from
	}
	order := make([]int32, len(at))
	for i, e := range from {
		order[i] = e.n
	}
	return order
}
