package keep

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
)

type node struct {
	next *node
	name string
	up   any
}

type small struct{ x, y int }

type padded struct {
	a bool
	b int64
	c uint8
}

// maker makes random types, and values of them that share memory.
type maker struct {
	*rand.Rand
	pool  map[reflect.Type][]reflect.Value // pointers
	lists map[reflect.Type][]reflect.Value // slices
	texts []string
	types []any          // that interfaces hold, as pointers
	known []reflect.Type // that there are; if there are none, types are made
}

func newMaker(seed uint64) *maker {
	return &maker{Rand: rand.New(rand.NewPCG(seed, 1)), pool: map[reflect.Type][]reflect.Value{}, lists: map[reflect.Type][]reflect.Value{}}
}

var basic = []reflect.Type{
	reflect.TypeFor[int](), reflect.TypeFor[bool](), reflect.TypeFor[uint8](), reflect.TypeFor[float64](), reflect.TypeFor[string](),
	reflect.TypeFor[complex64](), reflect.TypeFor[small](), reflect.TypeFor[padded](), reflect.TypeFor[any](), reflect.TypeFor[error](),
	reflect.TypeFor[*node](), reflect.TypeFor[struct{}](), reflect.TypeFor[fmt.Stringer](),
}

func (m *maker) typ(depth int) reflect.Type {
	if len(m.known) > 0 {
		return m.known[m.IntN(len(m.known))]
	}
	if depth == 0 {
		return basic[m.IntN(len(basic))]
	}
	switch m.IntN(7) {
	case 0:
		return reflect.PointerTo(m.typ(depth - 1))
	case 1:
		return reflect.SliceOf(m.typ(depth - 1))
	case 2:
		return reflect.ArrayOf(m.IntN(4), m.typ(depth-1))
	case 3:
		keys := []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[small](), reflect.TypeFor[[2]string](), reflect.TypeFor[any]()}
		return reflect.MapOf(keys[m.IntN(len(keys))], m.typ(depth-1))
	case 4, 5:
		fields := make([]reflect.StructField, m.IntN(5))
		for i := range fields {
			fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: m.typ(depth - 1)}
		}
		return reflect.StructOf(fields)
	}
	return m.typ(0)
}

type label string

func (n label) String() string { return string(n) }
func (n label) Error() string  { return string(n) }

// fill makes a random value.
func (m *maker) fill(v reflect.Value, depth int) {
	t := v.Type()
	if v.CanAddr() && t.Size() > 0 {
		m.pool[reflect.PointerTo(t)] = append(m.pool[reflect.PointerTo(t)], v.Addr())
	}
	switch t.Kind() {
	case reflect.Int:
		v.SetInt(m.Int64() >> m.IntN(60))
	case reflect.Uint8:
		v.SetUint(uint64(m.IntN(256)))
	case reflect.Bool:
		v.SetBool(m.IntN(2) > 0)
	case reflect.Float64:
		v.SetFloat(m.NormFloat64())
	case reflect.Complex64:
		v.SetComplex(complex(m.NormFloat64(), 0))
	case reflect.String:
		v.SetString(m.text())
	case reflect.Struct:
		for i := range t.NumField() {
			f := v.Field(i)
			m.fill(reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem(), depth)
		}
	case reflect.Array:
		for i := range t.Len() {
			m.fill(v.Index(i), depth)
		}
	case reflect.Pointer:
		if old := m.pool[t]; len(old) > 0 && m.IntN(2) > 0 {
			v.Set(old[m.IntN(len(old))])
		} else if depth > 0 && m.IntN(5) > 0 {
			v.Set(reflect.New(t.Elem()))
			m.fill(v.Elem(), depth-1)
		}
	case reflect.Slice:
		m.slice(v, depth)
	case reflect.Map:
		if m.IntN(5) > 0 {
			v.Set(reflect.MakeMap(t))
			for range m.IntN(5) {
				key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem())
				m.key(key)
				m.fill(value.Elem(), depth-1)
				v.SetMapIndex(key, value.Elem())
			}
		}
	case reflect.Interface:
		m.inside(v, depth)
	}
}

func (m *maker) text() string {
	if len(m.texts) > 0 && m.IntN(2) > 0 {
		x := m.texts[m.IntN(len(m.texts))]
		from := m.IntN(len(x) + 1)
		return x[from : from+m.IntN(len(x)-from+1)]
	}
	x := fmt.Sprint("text ", m.IntN(1000))
	m.texts = append(m.texts, x)
	return x
}

func (m *maker) slice(v reflect.Value, depth int) {
	t := v.Type()
	if old := m.lists[t]; len(old) > 0 && m.IntN(2) > 0 {
		x := old[m.IntN(len(old))]
		from := m.IntN(x.Cap() + 1)
		to := from + m.IntN(x.Cap()-from+1)
		v.Set(x.Slice3(from, to, to+m.IntN(x.Cap()-to+1)))
		return
	}
	if depth == 0 || m.IntN(5) == 0 {
		return
	}
	n := m.IntN(5)
	v.Set(reflect.MakeSlice(t, n, n+m.IntN(3)))
	m.lists[t] = append(m.lists[t], v.Slice(0, n))
	for i := range n {
		m.fill(v.Index(i), depth-1)
	}
}

func (m *maker) key(v reflect.Value) {
	if v.Kind() == reflect.Interface {
		v.Set(reflect.ValueOf([]any{m.IntN(9), m.text(), small{m.IntN(3), 1}, label("n")}[m.IntN(4)]))
		return
	}
	m.fill(v, 0)
}

func (m *maker) inside(v reflect.Value, depth int) {
	switch t := v.Type(); {
	case depth == 0 || m.IntN(5) == 0:
	case t.NumMethod() > 0:
		v.Set(reflect.ValueOf(label(m.text())))
	default:
		x := reflect.New(m.typ(depth - 1))
		m.fill(x.Elem(), depth-1)
		m.types = append(m.types, x.Interface())
		if x.Type().Elem().Kind() != reflect.Interface {
			v.Set(x.Elem())
		}
	}
}

// twins compares two graphs: there must be one place in one for each in the other.
type twins struct {
	there, back map[spot]spot
}

func newTwins() *twins { return &twins{map[spot]spot{}, map[spot]spot{}} }

type spot struct {
	at uintptr
	t  reflect.Type
}

func (w *twins) same(a, b reflect.Value) error {
	if a.Type() != b.Type() {
		return fmt.Errorf("%s is %s", a.Type(), b.Type())
	}
	if a.CanAddr() && a.Type().Size() > 0 {
		pa, pb := spot{a.Addr().Pointer(), a.Type()}, spot{b.Addr().Pointer(), a.Type()}
		have, known := w.there[pa]
		if other, used := w.back[pb]; known && have != pb || used && other != pa {
			return fmt.Errorf("sharing of %s differs", a.Type())
		}
		if known {
			return nil
		}
		w.there[pa], w.back[pb] = pb, pa
	}
	differ := func() error { return fmt.Errorf("%s: %v is %v", a.Type(), a, b) }
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if err := w.same(a.Field(i), b.Field(i)); err != nil {
				return fmt.Errorf(".%s%w", a.Type().Field(i).Name, err)
			}
		}
	case reflect.Array:
		for i := range a.Len() {
			if err := w.same(a.Index(i), b.Index(i)); err != nil {
				return fmt.Errorf("[%d]%w", i, err)
			}
		}
	case reflect.Slice:
		if a.IsNil() != b.IsNil() || a.Len() != b.Len() || a.Cap() != b.Cap() {
			return differ()
		}
		a, b = a.Slice(0, a.Cap()), b.Slice(0, b.Cap())
		for i := range a.Len() {
			if err := w.same(a.Index(i), b.Index(i)); err != nil {
				return fmt.Errorf("[%d]%w", i, err)
			}
		}
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() != b.IsNil() {
			return differ()
		}
		if !a.IsNil() {
			return w.same(a.Elem(), b.Elem())
		}
	case reflect.Map:
		if a.IsNil() != b.IsNil() || a.Len() != b.Len() {
			return differ()
		}
		for it := a.MapRange(); it.Next(); {
			x := b.MapIndex(it.Key())
			if !x.IsValid() {
				return differ()
			}
			if err := w.same(it.Value(), x); err != nil {
				return fmt.Errorf("[%v]%w", it.Key(), err)
			}
		}
	case reflect.String:
		if a.String() != b.String() {
			return differ()
		}
	default:
		if fmt.Sprint(a) != fmt.Sprint(b) {
			return differ()
		}
	}
	return nil
}
