package keep

import (
	"cmp"
	"encoding/binary"
	"os"
	"reflect"
	"slices"
	"time"
	"unsafe"
)

// others is what a program knows of the memory of other packages.
type others struct {
	writable, fixed, scanned [][2]uintptr     // of the program: of variables, of the rest, of what holds pointers
	names                    []named          // in the order of their places, which do not overlap
	maps                     map[uintptr]bool // that variables hold
	alive                    []reflect.Value  // what variables held when the program began
}

// named is memory that has a name in every program: an exported variable, or what one
// points to, whose name then begins with a star.
type named struct {
	name string
	at   uintptr
	size uintptr
}

// always are variables that values of common types refer to.
var always = []Var{{"time.Local", &time.Local}, {"os.Stdin", &os.Stdin}, {"os.Stdout", &os.Stdout}, {"os.Stderr", &os.Stderr}}

// newOthers looks at exported variables of other packages.
func newOthers(vars []Var) (*others, error) {
	o := &others{maps: map[uintptr]bool{}}
	if err := o.segments(); err != nil {
		return nil, err
	}
	for _, v := range slices.Concat(always, vars) {
		value := reflect.ValueOf(v.Ptr).Elem()
		o.names = append(o.names, named{v.Name, value.Addr().Pointer(), value.Type().Size()})
		for value.Kind() == reflect.Interface && !value.IsNil() {
			value = value.Elem()
		}
		n := named{name: "*" + v.Name}
		switch value.Kind() {
		case reflect.Pointer:
			n.at, n.size = value.Pointer(), value.Type().Elem().Size()
		case reflect.Slice:
			n.at, n.size = value.Pointer(), uintptr(value.Cap())*value.Type().Elem().Size()
		case reflect.Map:
			o.maps[value.Pointer()] = true
		default:
			continue
		}
		o.alive = append(o.alive, value)
		o.names = append(o.names, n)
	}
	slices.SortStableFunc(o.names, func(a, b named) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(b.size, a.size)) })
	names, end := o.names[:0], uintptr(0)
	for _, n := range o.names {
		if n.at+n.size > end && n.at >= end {
			names, end = append(names, n), n.at+n.size
		}
	}
	o.names = names
	return o, nil
}

// name returns 1 + the number of the name by which a place is kept, 0 if the place belongs to
// the notebook, and says why it cannot be kept if it can't.
func (o *others) name(at uintptr) (number int, why string) {
	i, found := slices.BinarySearchFunc(o.names, at, func(n named, at uintptr) int { return cmp.Compare(n.at, at) })
	if !found {
		i--
	}
	switch {
	case i >= 0 && at < o.names[i].at+o.names[i].size:
		return i + 1, ""
	case within(o.fixed, at):
		return 0, "a part of the program"
	case within(o.writable, at):
		return 0, "a variable of another package, or what belongs to one"
	}
	return 0, ""
}

func within(ranges [][2]uintptr, at uintptr) bool {
	return slices.ContainsFunc(ranges, func(r [2]uintptr) bool { return r[0] <= at && at < r[1] })
}

// holds calls yield for each place outside of the notebook's variables that holds a pointer into a
// range, which is what it holds.
func (o *others) holds(own func(at uintptr) bool, low, high uintptr, yield func(pointer uintptr)) {
	size := unsafe.Sizeof(low)
	for _, r := range o.scanned {
		for at := (r[0] + size - 1) &^ (size - 1); at+size <= r[1]; at += size {
			place := (*uintptr)(pointerTo(at))
			if p := *place; p >= low && p < high && !own(at) && gcbits(place)[0] != 0 {
				yield(p)
			}
		}
	}
}

// gcbits says which words of what x points to are pointers for the garbage collector: the
// runtime has addresses also as numbers.
//
//go:linkname gcbits reflect.gcbits
func gcbits(x any) []byte

func pointerTo(at uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&at)) }

// segments reads from the headers of the program where what of it lies.
func (o *others) segments() error {
	f, err := os.Open("/proc/self/exe")
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 64)
	if _, err := f.ReadAt(head, 0); err != nil {
		return err
	}
	number := func(b []byte, at int) int64 { return int64(binary.NativeEndian.Uint64(b[at:])) }
	short := func(b []byte, at int) int { return int(binary.NativeEndian.Uint16(b[at:])) }
	read := func(at int64, size, n int) ([]byte, error) {
		b := make([]byte, size*n)
		_, err := f.ReadAt(b, at)
		return b, err
	}
	const loaded, writes, sections = 1, 2, 64
	segments, err := read(number(head, 32), short(head, 54), short(head, 56))
	if err != nil {
		return err
	}
	for b := segments; len(b) >= 56; b = b[short(head, 54):] {
		if binary.NativeEndian.Uint32(b) != loaded {
			continue
		}
		r := [2]uintptr{uintptr(number(b, 16)), uintptr(number(b, 16) + number(b, 40))}
		if binary.NativeEndian.Uint32(b[4:])&writes != 0 {
			o.writable = append(o.writable, r)
		} else {
			o.fixed = append(o.fixed, r)
		}
	}
	list, err := read(number(head, 40), short(head, 58), short(head, 60))
	if err != nil {
		return err
	}
	names := list[short(head, 62)*sections:]
	text, err := read(number(names, 24), int(number(names, 32)), 1)
	if err != nil {
		return err
	}
	for b := list; len(b) >= sections; b = b[sections:] {
		name := text[binary.NativeEndian.Uint32(b):]
		for _, want := range []string{".data\x00", ".bss\x00"} {
			if len(name) >= len(want) && string(name[:len(want)]) == want {
				o.scanned = append(o.scanned, [2]uintptr{uintptr(number(b, 16)), uintptr(number(b, 16) + number(b, 32))})
			}
		}
	}
	return nil
}
