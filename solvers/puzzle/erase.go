package puzzle

import (
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Of erases the instance type of a puzzle, so that different puzzles fit into one list. It panics
// if a required field is missing.
func Of[I Instance](k *Kind[I]) *Puzzle {
	if err := k.check(); err != nil {
		panic(err)
	}
	p := &Puzzle{
		Name: k.Name, Doc: k.Doc, Source: k.Source, Example: k.Example, Code: k.Code,
		Reading: k.Reading, Question: k.Question, Making: k.Making, Style: k.Style,
		Default: k.Default, DefaultAdvice: k.DefaultAdvice, Heuristics: k.Heuristics, TimeAdvice: k.TimeAdvice, Endless: k.Endless,
		Path: k.Path, Tables: k.Tables, ParseSize: k.ParseSize, SizeWant: k.SizeWant, SizeDoc: k.SizeDoc, SizeExamples: k.SizeExamples,
		Strategies: k.Strategies.erase(), functions: k.Functions(),
		Size:       erased(k.Size),
		DefaultFor: erased(k.DefaultFor), DefaultTime: erased(k.DefaultTime), Analyze: erased(k.Analyze),
		Formats: wording.Each(k.Formats, Format[I].erase), Families: wording.Each(k.Families, Family[I].erase),
		Sets: wording.Each(k.Sets, Set[I].erase), Pictures: wording.Each(k.Pictures, Picture[I].erase),
		Check: Checking(k.Check),
	}
	if k.Part != nil {
		p.Part = func(inst Instance, line string) bool { return k.Part(inst.(I), line) }
	}
	p.Full = Instance.String
	if k.Full != nil {
		p.Full = erased(k.Full)
	}
	if k.Ask != nil {
		p.Ask = func(inst Instance, c Choice) (Instance, error) { return k.Ask(inst.(I), c) }
	}
	if k.Session != nil {
		p.Session = func(say func(string)) Strategy[Instance] { return k.Session(say).Erase() }
	}
	if k.Describe != nil {
		p.Describe = func(w io.Writer, inst Instance, solution string) error { return k.Describe(w, inst.(I), solution) }
	}
	if k.Made != nil {
		p.Made = func(inst Instance, c Choice) Instance { return k.Made(inst.(I), c) }
	}
	if len(p.Pictures) == 0 {
		p.Pictures = []Picture[Instance]{textOf(p)}
	}
	return p
}

// textOf is the picture of a puzzle without pictures.
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

// Erased erases the instance type of strategies, for use in a sweep.
func Erased[I any](strategies ...Strategy[I]) []Strategy[Instance] {
	return wording.Each(strategies, Strategy[I].Erase)
}

// Checking erases the instance type of a [Kind.Check].
func Checking[I any](check func(inst I, solution string) (int, error)) func(inst Instance, solution string) (int, error) {
	return func(inst Instance, solution string) (int, error) { return check(any(inst).(I), solution) }
}

// Erasing erases the instance type of a function that returns strategies by name.
func Erasing[I any](strategy func(name string) (Strategy[I], error)) func(name string) (Strategy[Instance], error) {
	return func(name string) (Strategy[Instance], error) {
		s, err := strategy(name)
		return s.Erase(), err
	}
}

// erased erases the type of a function's argument; nil stays nil.
func erased[I, T any](f func(inst I) T) func(inst Instance) T {
	if f == nil {
		return nil
	}
	return func(inst Instance) T { return f(any(inst).(I)) }
}

// check reports a missing field.
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

func (f Format[I]) erase() Format[Instance] {
	e := Format[Instance]{Name: f.Name, Doc: f.Doc, Example: f.Example, Read: func(r io.Reader, file string, c Choice) iter.Seq2[Instance, error] {
		return func(yield func(Instance, error) bool) {
			for inst, err := range f.Read(r, file, c) {
				erased := Instance(any(inst).(Instance))
				if err != nil {
					erased = nil
				}
				if !yield(erased, err) {
					return
				}
			}
		}
	}}
	if f.Unlikely != nil {
		e.Unlikely = func(insts []Instance) bool {
			return f.Unlikely(wording.Each(insts, func(inst Instance) I { return any(inst).(I) }))
		}
	}
	return e
}

func (f Family[I]) erase() Family[Instance] {
	type generate = func(Size, int, *search.Random) (I, error)
	erase := func(g generate) func(Size, int, *search.Random) (Instance, error) {
		if g == nil {
			return nil
		}
		return func(size Size, index int, random *search.Random) (Instance, error) {
			inst, err := g(size, index, random)
			return any(inst).(Instance), err
		}
	}
	e := Family[Instance]{Name: f.Name, Version: f.Version, Doc: f.Doc, Source: f.Source, Options: f.Options, Generate: erase(f.Generate)}
	if f.Bind != nil {
		e.Bind = func(c Choice) (func(Size, int, *search.Random) (Instance, error), error) {
			g, err := f.Bind(c)
			return erase(g), err
		}
	}
	return e
}

func (s Set[I]) erase() Set[Instance] {
	e := Set[Instance]{Name: s.Name, Doc: s.Doc, Source: s.Source, Members: func() []Member[Instance] {
		return wording.Each(s.Members(), func(m Member[I]) Member[Instance] { return Member[Instance]{any(m.Instance).(Instance), m.Facts} })
	}}
	if s.More != nil {
		e.More = func(index int) (Instance, error) {
			inst, err := s.More(index)
			return any(inst).(Instance), err
		}
	}
	return e
}

func (p Picture[I]) erase() Picture[Instance] {
	e := Picture[Instance]{
		Name: p.Name, Doc: p.Doc, Formats: p.Formats, Solution: p.Solution, Stepped: p.Stepped, Thinned: p.Thinned,
		Structure: p.Structure, First: p.First, Style: p.Style,
		Draw: func(w io.Writer, inst Instance, v View) error { return p.Draw(w, any(inst).(I), v) },
	}
	if p.Play != nil {
		e.Play = func(inst Instance, v View) (stage, style string, said []string, err error) {
			return p.Play(any(inst).(I), v)
		}
	}
	return e
}

func (g *Grammar[I]) erase() *Grammar[Instance] {
	e := &Grammar[Instance]{puzzle: g.puzzle, estimate: g.estimate, patterns: g.patterns}
	for i := range g.kinds {
		k := &g.kinds[i]
		erased := Pattern[Instance]{Strategy: k.Strategy.Erase(), Number: k.Number, Estimate: k.Estimate, Exclusive: k.Exclusive}
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

// Erase erases the instance type of the strategy, as [Of] does for a puzzle. The result panics when
// it runs on an instance of another type.
func (s Strategy[I]) Erase() Strategy[Instance] {
	e := Strategy[Instance]{
		Name: s.Name, Version: s.Version, Doc: s.Doc, Source: s.Source, Options: s.Options,
		Optimal: s.Optimal, Complete: s.Complete, Randomised: s.Randomised, For: s.For, Fits: erased(s.Fits), Prepare: s.Prepare, declared: s.Declared(),
	}
	if s.Run != nil {
		e.Run = func(ctx context.Context, inst Instance, seed uint64, limits search.Limits) (Finding, error) {
			return s.Run(ctx, any(inst).(I), seed, limits)
		}
	}
	if s.Improve != nil {
		e.Improve = func(ctx context.Context, inst Instance, seed uint64, limits search.Limits, better func(search.Improvement)) (Finding, error) {
			return s.Improve(ctx, any(inst).(I), seed, limits, better)
		}
	}
	if s.Count != nil {
		e.Count = func(ctx context.Context, inst Instance, limits search.Limits) (Enumeration, error) {
			return s.Count(ctx, any(inst).(I), limits)
		}
	}
	if s.Each != nil {
		e.Each = func(ctx context.Context, inst Instance, limits search.Limits, yield func(fmt.Stringer) error) (Enumeration, error) {
			return s.Each(ctx, any(inst).(I), limits, yield)
		}
	}
	if p := s.Program; p != nil {
		e.Program = &Program[Instance]{Code: p.Code, Close: p.Close, Run: func(ctx context.Context, inst Instance, seed uint64, limits search.Limits, kept Kept) (Finding, Took, error) {
			return p.Run(ctx, any(inst).(I), seed, limits, kept)
		}}
	}
	return e
}
