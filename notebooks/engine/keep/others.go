package keep

import (
	"cmp"
	"os"
	"reflect"
	"slices"
	"sort"
	"time"
	"unsafe"
)

// named is memory that has a name in every program: a variable of the notebook, an exported
// variable of another package, or what such an exported variable points to. In the last case the
// name begins with a star.
type named struct {
	name     string
	at, size uintptr
	of       reflect.Type // type of the elements, for variables of the notebook
}

// always lists variables referenced by values of common types.
var always = []Var{{"time.Local", &time.Local}, {"os.Stdin", &os.Stdin}, {"os.Stdout", &os.Stdout}, {"os.Stderr", &os.Stderr}}

// Begin records the state of a program before a cell runs. The slice vars lists the variables of
// the notebook, and exported lists the exported variables of the packages that the notebook
// imports. The slice typesOf contains a pointer of type *T for each type T that a value in an
// interface may have.
func Begin(vars, exported []Var, typesOf []any) *Program {
	p := &Program{vars: vars, typesOf: typesOf, loaded: map[string]string{}}
	for i, v := range slices.Concat(vars, always, exported) {
		x := reflect.ValueOf(v.Ptr).Elem()
		n := named{v.Name, x.Addr().Pointer(), x.Type().Size(), reflect.TypeFor[byte]()}
		if i < len(vars) {
			n.of, _ = unit(x.Type())
		}
		p.named = append(p.named, n)
		for x.Kind() == reflect.Interface && !x.IsNil() {
			x = x.Elem()
		}
		if pointer := x.Kind() == reflect.Pointer; i >= len(vars) && (pointer || x.Kind() == reflect.Map) {
			n.name, n.at, n.size = "*"+v.Name, x.Pointer(), 1
			if pointer { // nothing can point into a map
				n.size = x.Type().Elem().Size()
			}
			p.alive, p.named = append(p.alive, x), append(p.named, n)
		}
	}
	for i, x := range p.named {
		if x.size > 0 {
			p.places = append(p.places, int32(i))
		}
	}
	slices.SortStableFunc(p.places, func(a, b int32) int {
		return cmp.Or(cmp.Compare(p.named[a].at, p.named[b].at), cmp.Compare(p.named[a].size, p.named[b].size))
	})
	return p
}

// last returns the index of the last of n sorted addresses that is not above at.
func last(n int, at uintptr, address func(i int) uintptr) int {
	return sort.Search(n, func(i int) bool { return address(i) > at }) - 1
}

// find returns the number of the named memory that contains a place, or none, and whether the place
// belongs to the notebook.
func (p *Program) find(at uintptr) (number int32, own bool) {
	i := last(len(p.places), at, func(i int) uintptr { return p.named[p.places[i]].at })
	if i >= 0 && at < p.named[p.places[i]].at+p.named[p.places[i]].size {
		return p.places[i], int(p.places[i]) < len(p.vars)
	}
	return none, at < address(&text) || at >= address(&end)
}

// The linker's names for the ends of the program and of its variables that may contain pointers.
//
//go:linkname text runtime.text
//go:linkname data runtime.data
//go:linkname dataEnd runtime.edata
//go:linkname zeros runtime.bss
//go:linkname zerosEnd runtime.ebss
//go:linkname end runtime.end
var text, data, dataEnd, zeros, zerosEnd, end byte

func address(at *byte) uintptr { return uintptr(unsafe.Pointer(at)) }

// gcbits returns which words of the value that x points to are pointers for the garbage collector.
// This matters because the runtime also stores addresses as numbers.
//
//go:linkname gcbits reflect.gcbits
func gcbits(x any) []byte

func pointerTo(at uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&at)) }
