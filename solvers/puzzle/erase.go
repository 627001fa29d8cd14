package puzzle

import (
	"context"
	"fmt"
	"io"
	"reflect"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Of returns the puzzle with its instance type replaced by [Instance], so that a list can hold
// different puzzles. It panics if a required field is missing.
func Of[I Instance](k *Kind[I]) *Puzzle {
	if err := k.check(); err != nil {
		panic(err)
	}
	p := retyped[Puzzle](*k)
	p.Strategies, p.functions = k.Strategies.erase(), k.Functions()
	for i := range k.Families { // each trial calls what these do
		p.Families[i].Generate = generating(k.Families[i].Generate)
	}
	p.Check, p.Size = Checking(k.Check), func(inst Instance) int { return k.Size(any(inst).(I)) }
	if k.Session != nil {
		p.Session = func(say func(string)) Strategy[Instance] { return k.Session(say).Erase() }
	}
	if p.Full == nil {
		p.Full = Instance.String
	}
	if len(p.Pictures) == 0 {
		p.Pictures = []Picture[Instance]{textOf(&p)}
	}
	return &p
}

// textOf returns the default picture, the text of the instance, for a puzzle without pictures.
func textOf(p *Puzzle) Picture[Instance] {
	return Picture[Instance]{
		Name: "text", Doc: "the instance and its solution as they are written", Formats: []string{"text"},
		Draw: func(w io.Writer, inst Instance, v View) error {
			if _, err := io.WriteString(w, inst.String()+"\n"); err != nil || !v.Solved {
				return err
			}
			if p.Describe != nil {
				return p.Describe(w, inst, v.Solution)
			}
			_, err := io.WriteString(w, v.Solution+"\n")
			return err
		},
	}
}

// Erased calls [Strategy.Erase] for each strategy and returns the results, so that a sweep can use
// strategies of any puzzle.
func Erased[I any](strategies ...Strategy[I]) []Strategy[Instance] {
	return wording.Each(strategies, Strategy[I].Erase)
}

// Checking converts a [Kind.Check] function for instances of type I to a function that accepts any
// [Instance]. The resulting function panics if the instance is not an I.
func Checking[I any](check func(inst I, solution string) (int, error)) func(inst Instance, solution string) (int, error) {
	return func(inst Instance, solution string) (int, error) { return check(any(inst).(I), solution) }
}

// generating erases the instance type of a [Family.Generate].
func generating[I Instance](generate func(Size, int, *search.Random) (I, error)) func(Size, int, *search.Random) (Instance, error) {
	if generate == nil {
		return nil
	}
	return func(size Size, index int, random *search.Random) (Instance, error) {
		inst, err := generate(size, index, random)
		if err != nil {
			return nil, err
		}
		return inst, nil
	}
}

// Erasing converts a function that looks up strategies by name. The resulting function looks up the
// same strategies, but converts each with [Strategy.Erase].
func Erasing[I any](strategy func(name string) (Strategy[I], error)) func(name string) (Strategy[Instance], error) {
	return func(name string) (Strategy[Instance], error) {
		s, err := strategy(name)
		return s.Erase(), err
	}
}

// check returns an error if a required field is missing.
func (k *Kind[I]) check() error {
	for what, missing := range map[string]bool{
		"Name": k.Name == "", "Doc": k.Doc == "", "Example": k.Example == "", "Formats": len(k.Formats) == 0,
		"Strategies": k.Strategies == nil, "Check": k.Check == nil, "Size": k.Size == nil,
		"ParseSize for its Families":    k.ParseSize == nil && len(k.Families) > 0,
		"SizeExamples for its Families": len(k.SizeExamples) == 0 && len(k.Families) > 0,
		"Default or DefaultFor":         (k.Default == "") == (k.DefaultFor == nil),
	} {
		if missing {
			return fmt.Errorf("puzzle: puzzle %q needs %s", k.Name, what)
		}
	}
	return nil
}

// retyped returns a copy of a value in which [Instance] replaces the instance type, or vice versa,
// at any depth of functions, slices and structs. Unexported fields are not copied.
func retyped[T any](value any) (copied T) {
	retype(reflect.ValueOf(&copied).Elem(), reflect.ValueOf(value))
	return copied
}

// retype converts value and stores it in to, which must be zero.
func retype(to, value reflect.Value) {
	switch {
	case to.Type() == value.Type() || to.Kind() == reflect.Interface:
		to.Set(value)
	case value.Kind() == reflect.Struct:
		for i := range value.NumField() {
			if value.Type().Field(i).IsExported() {
				retype(to.Field(i), value.Field(i))
			}
		}
	case value.IsNil():
	case value.Kind() == reflect.Interface:
		to.Set(value.Elem())
	case value.Kind() == reflect.Slice:
		to.Set(reflect.MakeSlice(to.Type(), value.Len(), value.Len()))
		for i := range value.Len() {
			retype(to.Index(i), value.Index(i))
		}
	case value.Kind() == reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		retype(to.Elem(), value.Elem())
	default:
		to.Set(reflect.MakeFunc(to.Type(), func(in []reflect.Value) []reflect.Value {
			return retypeEach(to.Type().Out, value.Call(retypeEach(value.Type().In, in)))
		}))
	}
}

// retypeEach converts the arguments or results of a function. An instance that is returned with an
// error becomes nil.
func retypeEach(typeOf func(i int) reflect.Type, values []reflect.Value) []reflect.Value {
	list := make([]reflect.Value, len(values))
	for i, value := range values {
		list[i] = reflect.New(typeOf(i)).Elem()
		if last := values[len(values)-1]; i == 0 && last.Type() == reflect.TypeFor[error]() && !last.IsNil() && list[i].Type() == reflect.TypeFor[Instance]() {
			continue
		}
		retype(list[i], value)
	}
	return list
}

func (g *Grammar[I]) erase() *Grammar[Instance] {
	e := &Grammar[Instance]{names: g.names}
	for i := range g.kinds {
		k := &g.kinds[i]
		erased := retyped[Pattern[Instance]](*k)
		erased.Strategy = k.Strategy.Erase()
		if k.Bind != nil {
			erased.Bind = func(s *Strategy[Instance], c Choice) {
				bound := k.Strategy
				bound.Name = s.Name
				k.Bind(&bound, c)
				*s = bound.Erase()
			}
		}
		e.kinds = append(e.kinds, erased)
	}
	return e
}

// Erase returns the strategy with its instance type replaced by [Instance], as [Of] does for a
// puzzle. The resulting strategy panics if it runs on an instance of any other type.
func (s Strategy[I]) Erase() Strategy[Instance] {
	e := retyped[Strategy[Instance]](s)
	e.declared = s.Declared()
	if s.Run != nil { // each trial calls it
		e.Run = func(ctx context.Context, inst Instance, seed uint64, limits search.Limits) (Finding, error) {
			return s.Run(ctx, any(inst).(I), seed, limits)
		}
	}
	return e
}
