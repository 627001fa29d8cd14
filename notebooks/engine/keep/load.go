package keep

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"unsafe"
)

//go:linkname typelinks reflect.typelinks
func typelinks() (sections []unsafe.Pointer, offset [][]int32)

//go:linkname rtypeOff reflect.rtypeOff
func rtypeOff(section unsafe.Pointer, off int32) unsafe.Pointer

// known finds types of this program by their identities.
type known struct {
	byName    map[string]reflect.Type
	ambiguous map[string]bool
	all       bool
}

// add makes a type known, with the types that it consists of or refers to.
func (k *known) add(t reflect.Type) {
	name := identity(t)
	if have := k.byName[name]; have == t {
		return
	} else if have != nil {
		k.ambiguous[name] = true
		return
	}
	k.byName[name] = t
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
		k.add(t.Elem())
	case reflect.Map:
		k.add(t.Key())
		k.add(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			k.add(t.Field(i).Type)
		}
	}
}

// find returns the type of an identity, which had a shape.
func (k *known) find(name string, wasShape uint64) (reflect.Type, error) {
	if k.byName[name] == nil && !k.all {
		k.all = true
		like := any(0)
		sections, offsets := typelinks()
		for i, base := range sections {
			for _, off := range offsets[i] {
				(*[2]unsafe.Pointer)(unsafe.Pointer(&like))[0] = rtypeOff(base, off)
				k.add(reflect.TypeOf(like))
			}
		}
	}
	switch t := k.byName[name]; {
	case t == nil:
		return nil, fmt.Errorf("its type %s is not in this program", name)
	case k.ambiguous[name]:
		return nil, fmt.Errorf("there are several types %s", name)
	case shape(t) != wasShape:
		return nil, fmt.Errorf("the type %s has been declared anew", name)
	default:
		return t, nil
	}
}

// loaded is a piece of the image in this program.
type loaded struct {
	base, size uintptr
	at         unsafe.Pointer
	t          *typ
	n          uintptr
	variable   reflect.Value // to which it belongs
	to         reflect.Value // a copy of it, until all is well
}

// loader reads one file.
type loader struct {
	types
	bytes  []byte // of the head, that are still to be read
	image  []byte
	end    uintptr // addresses up to here are used
	pieces []loaded
	last   int // that was asked for
	kinds  []*typ
	dicts  []reflect.Value
	words  map[[2]reflect.Type]unsafe.Pointer // first words of interfaces
	err    error
}

var errDamaged = errors.New("the file is damaged")

func (l *loader) fail(err error) {
	if l.err == nil {
		l.err = err
	}
}

func (l *loader) number() uintptr {
	x, n := binary.Uvarint(l.bytes)
	if n <= 0 {
		l.fail(errDamaged)
		return 0
	}
	l.bytes = l.bytes[n:]
	return uintptr(x)
}

func (l *loader) name() string {
	n := l.number()
	if n > uintptr(len(l.bytes)) {
		l.fail(errDamaged)
		return ""
	}
	x := string(l.bytes[:n])
	l.bytes = l.bytes[n:]
	return x
}

// kind reads the number of a type.
func (l *loader) kind() *typ {
	if n := l.number(); n < uintptr(len(l.kinds)) {
		return l.kinds[n]
	}
	l.fail(errDamaged)
	return l.of(reflect.TypeFor[int]())
}

// mapped is from what size on files are mapped into memory, not read.
const mapped = 1 << 20

// open returns the content of a file. What a program changes of it stays in the program.
func open(path string) (head, image []byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	var b []byte
	if info.Size() < mapped {
		b, err = io.ReadAll(f)
	} else {
		b, err = mapFile(f, int(info.Size()))
	}
	if err != nil {
		return nil, nil, err
	}
	if len(b) < 2*len(magic) {
		return nil, nil, errDamaged
	}
	start := binary.NativeEndian.Uint64(b[len(magic):])
	if string(b[:len(magic)]) != magic || start > uint64(len(b)) {
		return nil, nil, errDamaged
	}
	return b[2*len(magic) : start], b[start:], nil
}

// load reads a file into variables of the program, of which the names in the file are given. If it fails it has changed none.
func (p *Program) load(path string, here map[string]string) error {
	head, image, err := open(path)
	if err != nil {
		return err
	}
	l := &loader{types: types{}, bytes: head, image: image, end: aligned, words: map[[2]reflect.Type]unsafe.Pointer{}}
	for range l.number() {
		name := l.name()
		if len(l.bytes) < 8 {
			return errDamaged
		}
		t, err := p.known.find(name, binary.NativeEndian.Uint64(l.bytes))
		if err != nil {
			return err
		}
		l.bytes = l.bytes[8:]
		l.kinds = append(l.kinds, l.of(t))
	}
	l.arenas(p, here)
	fill := l.mappings()
	l.aliens(p)
	if l.err != nil {
		return l.err
	}
	for i := range l.pieces {
		l.relocate(&l.pieces[i])
	}
	if fill(); l.err != nil {
		return l.err
	}
	for _, piece := range l.pieces {
		if piece.variable.IsValid() {
			piece.variable.Set(piece.to.Elem())
		}
	}
	return nil
}

// take gives the next addresses to a piece of memory.
func (l *loader) take(piece loaded) *loaded {
	piece.base = l.end
	l.end = align(l.end + piece.size + 1)
	l.pieces = append(l.pieces, piece)
	return &l.pieces[len(l.pieces)-1]
}

// inImage returns the part of the image that a piece has, as long as there is one.
func (l *loader) inImage(piece *loaded) unsafe.Pointer {
	if piece.size == 0 {
		return unsafe.Pointer(&none) // not past the end of the image
	}
	if piece.size > uintptr(len(l.image)) || piece.base > uintptr(len(l.image))-piece.size {
		l.fail(errDamaged)
		return nil
	}
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(l.image)), piece.base)
}

// arenas gives arenas and strings memory: that of variables, new one for what has pointers, else
// that of the file.
func (l *loader) arenas(p *Program, here map[string]string) {
	for range l.number() {
		name, t, n := l.name(), l.kind(), l.number()
		if t.size > 0 && n > uintptr(len(l.image))/t.size {
			l.fail(errDamaged)
			return
		}
		piece := l.take(loaded{t: t, n: n, size: n * t.size})
		piece.at = l.inImage(piece)
		switch {
		case here[name] != "":
			v := p.variable(here[name])
			if !v.IsValid() {
				l.fail(errors.New("there is no variable " + name))
				return
			}
			if of, per := unit(v.Type()); of != t.Type || per != n {
				l.fail(fmt.Errorf("%s is of another type, %s", name, v.Type()))
				return
			}
			piece.variable, piece.to, piece.at = v, reflect.New(v.Type()), v.Addr().UnsafePointer()
		case !t.flat():
			piece.to = reflect.MakeSlice(reflect.SliceOf(t.Type), int(n), int(n))
			piece.at = piece.to.UnsafePointer()
		}
	}
	piece := l.take(loaded{t: l.of(reflect.TypeFor[byte]()), size: l.number()})
	piece.at = l.inImage(piece)
}

// mappings makes maps, which fill fills.
func (l *loader) mappings() (fill func()) {
	var contents [][3]uintptr // number of entries, keys, values
	for range l.number() {
		t, n, keys, values := l.kind(), l.number(), l.number(), l.number()
		if t.Kind() != reflect.Map || n > uintptr(len(l.image)) && n*t.Key().Size() > 0 {
			l.fail(errDamaged)
			break
		}
		l.dicts = append(l.dicts, reflect.MakeMapWithSize(t.Type, int(n)))
		contents = append(contents, [3]uintptr{n, keys, values})
	}
	return func() {
		for i, c := range contents {
			t := l.dicts[i].Type()
			keys, values := l.list(t.Key(), c[1], c[0]), l.list(t.Elem(), c[2], c[0])
			for k := range int(c[0]) {
				if l.err == nil {
					l.dicts[i].SetMapIndex(keys.Index(k), values.Index(k))
				}
			}
		}
	}
}

// list returns keys or values of a map.
func (l *loader) list(t reflect.Type, address, n uintptr) reflect.Value {
	if address == 0 { // they have no size
		return reflect.MakeSlice(reflect.SliceOf(t), int(n), int(n))
	}
	at := l.address(uint64(address), n*t.Size())
	header := sliceHeader{at, n, n}
	return reflect.NewAt(reflect.SliceOf(t), unsafe.Pointer(&header)).Elem()
}

// aliens finds what other packages have.
func (l *loader) aliens(p *Program) {
	for range l.number() {
		name, size := l.name(), l.number()
		i := slices.IndexFunc(p.others.names, func(n named) bool { return n.name == name })
		if i < 0 || p.others.names[i].size != size {
			l.fail(errors.New("package variable " + name + " is not in this program, or is another one"))
			return
		}
		l.take(loaded{size: size, at: pointerTo(p.others.names[i].at)})
	}
}

// relocate makes a piece of memory of what the image says.
func (l *loader) relocate(piece *loaded) {
	if !piece.to.IsValid() {
		return
	}
	at, from := piece.to.UnsafePointer(), l.inImage(piece)
	copy(unsafe.Slice((*byte)(at), piece.size), unsafe.Slice((*byte)(from), piece.size))
	for i := range piece.n {
		l.element(unsafe.Add(at, i*piece.t.size), piece.t)
	}
}

// element puts pointers in place of the addresses of a value.
func (l *loader) element(p unsafe.Pointer, t *typ) {
	for i := range t.slots {
		s := &t.slots[i]
		at := unsafe.Add(p, s.off)
		address := *(*uint64)(at)
		switch s.kind {
		case pointer:
			of, n := l.target(s)
			*(*unsafe.Pointer)(at) = l.address(address, n*of.size)
		case slice:
			h := (*sliceHeader)(at)
			of, n := l.target(s)
			h.data = l.address(address, n*of.size*h.cap)
		case text:
			h := (*sliceHeader)(at) // which has a capacity that a string has not
			h.data = l.address(address, h.len)
		case dict:
			switch {
			case address == 0:
			case address > uint64(len(l.dicts)) || l.dicts[address-1].Type() != s.of:
				l.fail(errDamaged)
			default:
				*(*unsafe.Pointer)(at) = l.dicts[address-1].UnsafePointer()
			}
		case iface:
			l.iface(at, address, s.of)
		}
	}
}

// address returns the place of an address, behind which there are that many bytes.
func (l *loader) address(address uint64, size uintptr) unsafe.Pointer {
	switch a := uintptr(address); {
	case a == 0:
		return nil
	case a == nothing && size == 0:
		return unsafe.Pointer(&none)
	default:
		if piece := &l.pieces[l.last]; a < piece.base || a-piece.base >= piece.size {
			i, found := slices.BinarySearchFunc(l.pieces, a, func(p loaded, a uintptr) int { return cmp.Compare(p.base, a) })
			if !found {
				i--
			}
			l.last = max(i, 0)
		}
		piece := &l.pieces[l.last]
		if a < piece.base || size > piece.size || a-piece.base > piece.size-size {
			l.fail(errDamaged)
			return nil
		}
		return unsafe.Add(piece.at, a-piece.base)
	}
}

var none [0]byte

// iface makes an interface that holds a value of the type of a number.
func (l *loader) iface(at unsafe.Pointer, number uint64, of reflect.Type) {
	if number == 0 {
		return
	}
	data := unsafe.Add(at, unsafe.Sizeof(at))
	address := *(*uint64)(data)
	*(*[2]uint64)(at) = [2]uint64{}
	if number > uint64(len(l.kinds)) {
		l.fail(errDamaged)
		return
	}
	t := l.kinds[number-1]
	word := l.words[[2]reflect.Type{of, t.Type}]
	if word == nil {
		if !t.AssignableTo(of) {
			l.fail(fmt.Errorf("%s is not %s any more", t, of))
			return
		}
		example := reflect.New(of)
		example.Elem().Set(reflect.Zero(t.Type))
		word = *(*unsafe.Pointer)(example.UnsafePointer())
		l.words[[2]reflect.Type{of, t.Type}] = word
	}
	if t.isDirect() {
		*(*uint64)(data) = address
		l.element(data, t)
	} else {
		*(*unsafe.Pointer)(data) = l.address(address, t.size)
	}
	*(*unsafe.Pointer)(at) = word
}
