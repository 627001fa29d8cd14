package keep

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

//go:linkname typesByString reflect.typesByString
func typesByString(name string) []unsafe.Pointer

// typeOf returns the type with a name and a layout.
func (p *Program) typeOf(name, layout string) (reflect.Type, error) {
	list, found := slices.Clone(p.typesOf), []reflect.Type(nil)
	for _, t := range append(typesByString(name), typesByString("*"+name)...) {
		list = append(list, *(*any)(unsafe.Pointer(&[2]unsafe.Pointer{t})))
	}
	for _, x := range list {
		t := reflect.TypeOf(x)
		if t.String() != name && t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.String() == name && !slices.Contains(found, t) && identity(t, true) == layout {
			found = append(found, t)
		}
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("there are %d types %s with the layout that its type had (want one: was it declared anew?)", len(found), name)
	}
	return found[0], nil
}

// loaded is a piece of a file, loaded into this program.
type loaded struct {
	piece
	at       unsafe.Pointer
	to       unsafe.Pointer  // memory in which pointers are set
	variable reflect.Value   // variable that receives the value when loading has succeeded
	maps     []reflect.Value // maps to fill with the keys and values
}

// loader reads a file.
type loader struct {
	types
	program *Program
	names   []string // names of variables, as passed to Load
	file    []byte
	end     uintptr // end of the pieces read so far
	pieces  []loaded
	last    int                                // index of the last requested piece
	words   map[[2]reflect.Type]unsafe.Pointer // first words of interface values
	err     error
}

// Load reads the values of a unit from a file into the named variables. If a variable's name in the
// file differs from its name in the program, the name must be given as "NAME-IN-FILE=NAME".
// Variables in the file that are not in names stay in memory, because pointers may refer to them.
// If Load fails, it changes no variables.
func (p *Program) Load(path string, names ...string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if len(b) < aligned || !bytes.HasPrefix(b, []byte(magic)) || binary.NativeEndian.Uint32(b[len(magic)+8:]) != checksum(b[aligned:]) {
		return errors.New("the file is damaged")
	}
	l := &loader{types: types{}, program: p, names: names, file: b, end: aligned, words: map[[2]reflect.Type]unsafe.Pointer{}, pieces: []loaded{
		{piece: piece{base: nothing, size: 1}, at: unsafe.Pointer(new([0]byte))},
	}}
	for line := range strings.Lines(string(b[binary.NativeEndian.Uint64(b[len(magic):]):])) {
		if err := l.add(strings.Split(strings.TrimSuffix(line, "\n"), "\t")); err != nil {
			return err
		}
	}
	for _, x := range l.pieces {
		if x.to != nil {
			copy(unsafe.Slice((*byte)(x.to), x.size), l.file[x.base:])
			l.each(x.to, x.t, x.size/max(x.t.size, 1), l)
		}
	}
	if l.err != nil {
		return l.err
	}
	for _, x := range l.pieces {
		for i, m := range x.maps {
			lists := (*[2]header)(unsafe.Add(x.to, uintptr(i)*x.t.size))
			keys := reflect.NewAt(reflect.SliceOf(m.Type().Key()), unsafe.Pointer(&lists[0])).Elem()
			values := reflect.NewAt(reflect.SliceOf(m.Type().Elem()), unsafe.Pointer(&lists[1])).Elem()
			for k := range keys.Len() {
				m.SetMapIndex(keys.Index(k), values.Index(k))
			}
		}
		if x.variable.IsValid() {
			x.variable.Set(reflect.NewAt(x.variable.Type(), x.to).Elem())
			p.loaded[x.name] = path
		}
	}
	return nil
}

// add processes a line of the list of pieces and gives the piece memory: the existing memory if it
// has a name, new memory if it has pointers, and otherwise the memory of the file.
func (l *loader) add(words []string) error {
	of, err := l.program.typeOf(words[1], words[2])
	if err != nil {
		return err
	}
	size, err := strconv.Atoi(words[3])
	x := loaded{piece: piece{name: words[0], t: l.of(of), base: l.end, size: uintptr(size)}, at: unsafe.Pointer(&l.file[l.end])}
	known := false
	for _, name := range l.names {
		if was, is, _ := strings.Cut(name, "="); was == words[0] {
			x.name, known = cmp.Or(is, was), true
		}
	}
	switch {
	case x.name == ofMaps:
		x.t = x.t.lists
		lists := make([][2]header, x.size/x.t.size)
		x.to = unsafe.Pointer(unsafe.SliceData(lists))
		for i := range lists {
			n := (*[2]header)(unsafe.Add(x.at, uintptr(i)*x.t.size))[0].len
			x.maps = append(x.maps, reflect.MakeMapWithSize(of, int(n)))
		}
	case known || strings.Contains(x.name, "."):
		i := slices.IndexFunc(l.program.named, func(n named) bool { return n.name == x.name && n.size == x.size && n.of == of })
		if i < 0 {
			return fmt.Errorf("the variable %s is not in this program, or is a different variable", x.name)
		}
		if x.at = pointerTo(l.program.named[i].at); i < len(l.program.vars) {
			x.variable = reflect.ValueOf(l.program.vars[i].Ptr).Elem()
			x.to = reflect.New(x.variable.Type()).UnsafePointer()
		}
	case len(x.t.slots) > 0:
		x.to = reflect.MakeSlice(reflect.SliceOf(of), size/int(x.t.size), size/int(x.t.size)).UnsafePointer()
		x.at = x.to
	}
	l.end += x.room()
	l.pieces = append(l.pieces, x)
	return err
}

// visit replaces an address by a pointer.
func (l *loader) visit(at unsafe.Pointer, s *slot, t *typ, n uintptr) {
	a, to := *(*uintptr)(at), (*unsafe.Pointer)(at)
	switch {
	case s.kind == never || a == 0:
		return
	case a-l.pieces[l.last].base >= l.pieces[l.last].size:
		l.last = last(len(l.pieces), a, func(i int) uintptr { return l.pieces[i].base })
	}
	if x := &l.pieces[l.last]; x.maps != nil {
		*to = x.maps[(a-x.base)/x.t.size].UnsafePointer()
	} else {
		*to = unsafe.Add(x.at, a-x.base)
	}
}

// dynamic replaces the number of a type by the first word of an interface value with that type.
func (l *loader) dynamic(at unsafe.Pointer, of reflect.Type) *typ {
	number, first := *(*uintptr)(at), (*unsafe.Pointer)(at)
	if *first = nil; number == 0 {
		return nil
	}
	t := l.pieces[number].t
	key := [2]reflect.Type{of, t.Type}
	if l.words[key] == nil {
		if !t.AssignableTo(of) {
			l.err = fmt.Errorf("%s is not %s any more", t, of)
			return nil
		}
		example := reflect.New(of)
		example.Elem().Set(reflect.Zero(t.Type))
		l.words[key] = *(*unsafe.Pointer)(example.UnsafePointer())
	}
	*first = l.words[key]
	return t
}
