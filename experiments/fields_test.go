package experiments

import (
	"reflect"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// leaves calls visit for every value in v that has no parts. Lists have one item each.
func leaves(v reflect.Value, name string, visit func(name string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			leaves(v.Field(i), name+"."+v.Type().Field(i).Name, visit)
		}
	case reflect.Slice:
		if v.Len() == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		}
		leaves(v.Index(0), name, visit)
	default:
		visit(name, v)
	}
}

// change gives v a different value.
func change(v reflect.Value) {
	switch {
	case v.CanInt():
		v.SetInt(v.Int() + 3)
	case v.CanUint():
		v.SetUint(v.Uint() + 3)
	case v.CanFloat():
		v.SetFloat(v.Float() + 3)
	case v.Kind() == reflect.String:
		v.SetString(v.String() + "changed")
	case v.Kind() == reflect.Bool:
		v.SetBool(!v.Bool())
	case v.Kind() == reflect.Interface:
		v.Set(reflect.ValueOf(puzzle.Text("changed")))
	default:
		panic("a trial holds a " + v.Type().String())
	}
}

func TestTwoRunsAreTheSameOnlyIfAllTheyFoundIs(t *testing.T) {
	var a puzzle.Finding
	leaves(reflect.ValueOf(&a).Elem(), "", func(string, reflect.Value) {}) // makes the lists
	b := a
	b.Observed, b.Meter.Iterations = append([]puzzle.Observation(nil), a.Observed...), append([]search.Iteration(nil), a.Meter.Iterations...)
	leaves(reflect.ValueOf(&b).Elem(), "Finding", func(name string, v reflect.Value) {
		before := reflect.New(v.Type()).Elem()
		before.Set(v)
		if !same(&a, &b) {
			t.Fatalf("%+v and %+v differ", a, b)
		}
		measured := name == "Finding.CPU"
		if change(v); same(&a, &b) != measured {
			t.Errorf("%s: %v and %v are the same: %v (want %v)", name, before, v, !measured, measured)
		}
		v.Set(before)
	})
}
