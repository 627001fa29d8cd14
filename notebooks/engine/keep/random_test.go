package keep

import (
	"flag"
	"fmt"
	"reflect"
	"testing"
)

var rounds = flag.Int("rounds", 300, "random types and values that are kept")

// parts returns types, as pointers to them, with all that they consist of or refer to: those that
// package reflect has made are not in the type table of the program.
func parts(types []any) (all []any) {
	seen := map[reflect.Type]bool{}
	var add func(t reflect.Type)
	add = func(t reflect.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		all = append(all, reflect.New(t).Interface())
		switch t.Kind() {
		case reflect.Map:
			add(t.Key())
			add(t.Elem())
		case reflect.Pointer, reflect.Slice, reflect.Array:
			add(t.Elem())
		case reflect.Struct:
			for f := range t.Fields() {
				add(f.Type)
			}
		}
	}
	for _, x := range types {
		add(reflect.TypeOf(x).Elem())
	}
	return all
}

func TestRandomValuesSurvive(t *testing.T) {
	for seed := range uint64(*rounds) {
		m := newMaker(seed)
		var from, to []Var
		var names []string
		for i := range 1 + m.IntN(4) {
			name, of := fmt.Sprint("v", i), m.typ(4)
			from, to, names = append(from, Var{name, reflect.New(of).Interface()}), append(to, Var{name, reflect.New(of).Interface()}), append(names, name)
		}
		for _, v := range from {
			m.fill(reflect.ValueOf(v.Ptr).Elem(), 5)
		}
		p := Begin(from, nil, nil)
		dir := t.TempDir()
		units, err := p.Save(dir, names)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range to {
			m.types = append(m.types, v.Ptr)
		}
		q := Begin(to, nil, parts(m.types))
		w := newTwins()
		for _, u := range units {
			if u.Why != "" {
				t.Fatalf("seed %d: %s", seed, u.Why)
			}
			if err := q.Load(u.Path, u.Names...); err != nil {
				t.Fatalf("seed %d: load %v: %v", seed, u.Names, err)
			}
		}
		for i := range from {
			if err := w.same(reflect.ValueOf(from[i].Ptr).Elem(), reflect.ValueOf(to[i].Ptr).Elem()); err != nil {
				t.Fatalf("seed %d, %s: %v", seed, names[i], err)
			}
		}
		again, err := q.Save(dir, names)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range again {
			if u.Changed && !u.Unordered {
				t.Fatalf("seed %d: %v differ from what was loaded %s", seed, u.Names, u.Why)
			}
		}
	}
}
