package keep

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"
	"unsafe"
)

// sort puts keys and values of a map into the order of what the keys are made of. Keys with
// pointers have none.
func (w *walk) sort(m *mapping) {
	keys := m.alive[0]
	t := w.of(m.t.Key())
	var all []byte
	ends := make([]int, keys.Len()+1)
	for i := range keys.Len() {
		var ok bool
		if all, ok = w.appendKey(all, unsafe.Add(keys.UnsafePointer(), uintptr(i)*t.size), t); !ok {
			m.unordered = true
			return
		}
		ends[i+1] = len(all)
	}
	order := make([]int, keys.Len())
	for i := range order {
		order[i] = i
	}
	key := func(i int) []byte { return all[ends[i]:ends[i+1]] }
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(bytes.Compare(key(a), key(b)), cmp.Compare(a, b)) })
	for i := 1; i < len(order); i++ { // only NaN is there more than once
		m.unordered = m.unordered || bytes.Equal(key(order[i-1]), key(order[i]))
	}
	for k, list := range m.alive {
		sorted := reflect.MakeSlice(list.Type(), list.Len(), list.Len())
		for i, from := range order {
			sorted.Index(i).Set(list.Index(from))
		}
		m.alive[k] = sorted
	}
}

// appendKey appends bytes that tell a key from others. ok is false if it has pointers.
func (w *walk) appendKey(b []byte, p unsafe.Pointer, t *typ) (_ []byte, ok bool) {
	at := uintptr(0)
	plain := func(to uintptr) { b = append(b, unsafe.Slice((*byte)(unsafe.Add(p, at)), to-at)...) }
	for i := range t.slots {
		s := &t.slots[i]
		if s.off > at {
			plain(s.off)
		}
		switch s.kind {
		case text:
			x := *(*string)(unsafe.Add(p, s.off))
			b, at = append(appendNumber(b, uint64(len(x))), x...), s.off+unsafe.Sizeof(x)
		case iface:
			of := w.dynamicType(unsafe.Add(p, s.off), s.of)
			at = s.off + 2*unsafe.Sizeof(at)
			if of == nil {
				b = append(b, 0)
				continue
			}
			b = append(b, identity(of.Type)...)
			if of.isDirect() {
				return b, false
			}
			if b, ok = w.appendKey(append(b, 0), *(*unsafe.Pointer)(unsafe.Add(p, s.off+unsafe.Sizeof(at))), of); !ok {
				return b, false
			}
		case clock:
			at = s.off
		default:
			return b, false
		}
	}
	plain(t.size)
	return b, true
}
