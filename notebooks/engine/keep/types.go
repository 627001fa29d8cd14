package keep

import (
	"cmp"
	"reflect"
	"strconv"
	"strings"
	"unsafe"
)

// word is the size of a pointer.
const word = unsafe.Sizeof(uintptr(0))

// slot is a place in a value that is not plain bytes. Its first word is the address of elements:
// one element, or a number of elements that another word gives. In an interface, the word before it
// gives the type.
type slot struct {
	kind  reflect.Kind // kind of the slot: pointer, slice, string, map, interface, or never
	off   uintptr
	count uintptr      // distance from the slot to the word with the number of elements; 0 means one element
	of    reflect.Type // type of the elements; for maps and interfaces their own type
	elem  *typ         // plan for the parts of the elements, set when needed
	per   uintptr      // number of such parts in an element
	why   string       // why the slot cannot be kept unless it is zero
}

// never is the kind of slots that cannot be kept.
const never = reflect.Invalid

// header is a slice header or, without the capacity, a string header.
type header struct {
	data     unsafe.Pointer
	len, cap uintptr
}

// letter is the element type of strings, as opposed to bytes, which can change.
type letter byte

// typ is a type with its memory layout.
type typ struct {
	reflect.Type
	size   uintptr
	slots  []slot             // sorted by offset
	gaps   [][2]uintptr       // ranges to store as zeros: padding between fields, and memos
	end    uintptr            // end of the part that has been planned
	times  []uintptr          // offsets of values of type time.Time
	direct bool               // interfaces hold the pointer that is the value, not a pointer to a copy of the value
	lists  *typ               // for a map type: the type of the lists of its keys and values
	name   string             // name of a piece with elements of this type, that of a variable, ofMaps, or ""
	seen   map[uintptr]uint64 // places that have been examined, with one bit for each of 64 words
	piece  *piece             // piece in the current file
}

// types caches the layouts of the types seen so far.
type types map[reflect.Type]*typ

func (ts types) of(t reflect.Type) *typ {
	p := ts[t]
	if p != nil {
		return p
	}
	p = &typ{Type: t, size: t.Size(), seen: map[uintptr]uint64{}}
	ts[t] = p
	p.plan(t, 0, "")
	if p.size == word && len(p.slots) > 0 { // can only be determined by trying
		inside, box := unsafe.Pointer(new(uintptr)), any(nil)
		reflect.ValueOf(&box).Elem().Set(reflect.NewAt(t, unsafe.Pointer(&inside)).Elem())
		p.direct = (*[2]unsafe.Pointer)(unsafe.Pointer(&box))[1] == inside
	}
	if t.Kind() == reflect.Map {
		keys := slot{kind: reflect.Slice, count: 2 * word, of: t.Key()}
		values := slot{kind: reflect.Slice, off: 3 * word, count: 2 * word, of: t.Elem()}
		p.lists = &typ{Type: t, size: 6 * word, slots: []slot{keys, values}, name: ofMaps, seen: map[uintptr]uint64{}}
	}
	return p
}

// unit returns the element type of nested arrays, and how many such elements there are.
func unit(t reflect.Type) (of reflect.Type, n uintptr) {
	for n = 1; t.Kind() == reflect.Array && t.Len() > 0; t = t.Elem() {
		n *= uintptr(t.Len())
	}
	return t, n
}

// refused maps types and kinds that cannot be kept, unless they are zero, to the reason.
var refused = map[string]string{
	"func": "a function", "runtime.Func": "a function", "chan": "a channel", "unsafe.Pointer": "an unsafe pointer",
	"os.File": "an open file", "internal/poll.FD": "an open file", "os.Process": "a process",
	"sync.Mutex": "a lock that is held", "sync.RWMutex": "a lock that is held", "internal/sync.Mutex": "a lock that is held",
	"sync.WaitGroup": "a wait group that waits", "sync.Cond": "a condition", "sync.Pool": "a pool",
	"hash/maphash.Seed": "a seed of this process", "hash/maphash.Hash": "a seed of this process",
	"reflect.rtype": "a type of package reflect", "unique.Handle": "a unique handle", "weak.Pointer": "a weak pointer",
}

// memos maps types to their fields that can be computed again.
var memos = map[string]string{"github.com/puzzlelab/puzzlelab/experiments/frame.table": "columns"}

// plan adds the layout of a part of the type that begins at an offset.
func (p *typ) plan(t reflect.Type, off uintptr, where string) {
	name, _, _ := strings.Cut(identity(t, false), "[")
	s := slot{kind: t.Kind(), off: off, of: t}
	s.why = cmp.Or(refused[name], refused[t.Kind().String()])
	p.gap(off)
	switch {
	case s.why != "":
		s.kind, s.why = never, s.why+where
	case s.kind == reflect.Pointer:
		s.of = t.Elem()
	case s.kind == reflect.Slice:
		s.of, s.count = t.Elem(), 2*word
	case s.kind == reflect.String:
		s.of, s.count = reflect.TypeFor[letter](), word
	case s.kind == reflect.Map, s.kind == reflect.Interface:
	case name == "sync/atomic.Pointer" && t.NumField() == 3 && t.Field(0).Type.Kind() == reflect.Array && t.Field(2).Type.Size() == t.Size():
		s.kind, s.of = reflect.Pointer, t.Field(0).Type.Elem().Elem() // an unsafe pointer, after a field whose type says what it points to
	case s.kind == reflect.Array:
		before := len(p.slots) + len(p.gaps)
		for i := 0; i < t.Len() && (i == 0 || len(p.slots)+len(p.gaps) > before); i++ {
			p.plan(t.Elem(), off+uintptr(i)*t.Elem().Size(), where)
		}
		p.end = off + t.Size()
		return
	case s.kind == reflect.Struct:
		if name == "time.Time" {
			p.times = append(p.times, off)
		}
		for f := range t.Fields() {
			if memos[name] == f.Name {
				p.gap(off + f.Offset + f.Type.Size())
			} else {
				p.plan(f.Type, off+f.Offset, " (field "+f.Name+" of "+t.String()+")")
			}
		}
		p.gap(off + t.Size())
		return
	default: // plain bytes
		p.end += t.Size()
		return
	}
	p.end += t.Size()
	p.slots = append(p.slots, s)
}

// gap records that everything up to an offset that is not planned yet is stored as zeros.
func (p *typ) gap(to uintptr) {
	if to > p.end {
		p.gaps = append(p.gaps, [2]uintptr{p.end, to})
		p.end = to
	}
}

// identity returns a name for a type that no other type in a program has, except types that
// functions declare. It identifies packages by their paths. If deep is set, the name also describes
// the memory layout, including all types that are parts of the type; types behind pointers are only
// named.
func identity(t reflect.Type, deep bool) string {
	name := t.Name()
	if t.PkgPath() != "" {
		name = t.PkgPath() + "." + name
	}
	if name != "" && !deep {
		return name
	}
	switch t.Kind() {
	case reflect.Pointer:
		return name + "*" + identity(t.Elem(), false)
	case reflect.Slice:
		return name + "[]" + identity(t.Elem(), false)
	case reflect.Array:
		return name + "[" + strconv.Itoa(t.Len()) + "]" + identity(t.Elem(), deep)
	case reflect.Map:
		return name + "map[" + identity(t.Key(), false) + "]" + identity(t.Elem(), false)
	case reflect.Struct:
		name += "struct {"
		for f := range t.Fields() {
			name += " " + f.PkgPath + " " + f.Name + " " + identity(f.Type, deep) + " " + strconv.Quote(string(f.Tag)) + ";"
		}
		return name + " }"
	}
	if name == "" {
		return t.String()
	}
	return name + " " + t.Kind().String()
}

// visitor is called for each slot in values.
type visitor interface {
	// dynamic returns the type of the value in an interface, or nil if the interface is empty. of
	// is the interface type.
	dynamic(at unsafe.Pointer, of reflect.Type) *typ
	// visit is called for a slot. at is the word that refers to n elements of a type.
	visit(at unsafe.Pointer, s *slot, t *typ, n uintptr)
}

// each calls a visitor for all slots in n values.
func (ts types) each(p unsafe.Pointer, t *typ, n uintptr, v visitor) {
	for k := uintptr(0); k < n && len(t.slots) > 0; k++ {
		for i := range t.slots {
			s := &t.slots[i]
			at := unsafe.Add(p, k*t.size+s.off)
			if s.kind == reflect.Interface {
				d := v.dynamic(at, s.of)
				if at = unsafe.Add(at, word); d != nil && d.direct {
					ts.each(at, d, 1, v)
				} else if d != nil {
					v.visit(at, s, d, 1)
				}
				continue
			}
			if s.elem == nil {
				of, per := unit(s.of)
				if s.elem, s.per = ts.of(of), per; s.kind == reflect.Map {
					s.elem = s.elem.lists
				}
			}
			n := s.per
			if s.count > 0 {
				n *= *(*uintptr)(unsafe.Add(at, s.count))
			}
			v.visit(at, s, s.elem, n)
		}
	}
}
