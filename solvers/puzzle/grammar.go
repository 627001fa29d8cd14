package puzzle

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Pattern describes all strategies whose names have the same form, such as "beam-N/E". The embedded
// Strategy describes them in lists; its Name is the form. If the form is a complete name and Bind
// is nil, the embedded Strategy is the strategy itself.
type Pattern[I any] struct {
	Strategy[I]
	Number    *Number   // description of the number in names; nil if names have no number
	Estimate  *Estimate // description of the estimate in names; nil if names have none or always the same one
	Exclusive []Exclusion
	// Bind sets the functions of the strategy, such as Run, according to the number, estimate and
	// options chosen in its name.
	Bind func(s *Strategy[I], c Choice)

	problem any // the problem of a strategy of [Searches]
}

// Grammar defines the names of a puzzle's strategies. A name has the form
//
//	name[-N][/estimate][,option[=value]]…
//
// In a [Pattern], a capital letter after a hyphen is a placeholder for a number, and a capital
// letter after the slash is a placeholder for an estimate (a heuristic or an evaluation). All other
// characters are literal:
//
//	pattern           example                          chooses
//	bfs               bfs,order=lrud                   an option
//	beam-N/E          beam-100/layers                  a width, an evaluation
//	wastar-W/layers   wastar-1.5/layers                a weight
//	gla-D             gla-5,finish-first               a depth, an option
//	gla-D+dijkstra    gla-5+dijkstra                   a depth
//
// Equal strategies have the same canonical name: values have their canonical form, options with
// their default value are left out, and the other options are sorted.
//
// Several patterns may match a name. Parse first compares the part before the last slash with the
// patterns, ignoring their numbers: "dfs-gla" matches "dfs-gla-D", with the depth missing. Then it
// parses the number. If several patterns match, the pattern with the most literal characters wins:
// "gla-5+dijkstra" matches "gla-D+dijkstra", not "gla-D" with the number "5+dijkstra". Parse splits
// the name at the last slash, because a number may be a fraction, as in "wastar-5/2/layers". Names
// without an estimate therefore cannot contain fractions.
//
// Errors begin with the puzzle's name, and say which part of the name is wrong and what would be
// right:
//
//	tiles: strategy "astar": astar needs a heuristic: astar/manhattan
//	tiles: no strategy is called "astr" (want bfs, astar, …); did you mean "astar"?
type Grammar[I any] struct {
	names
	kinds []Pattern[I]
}

// names is the part of a [Grammar] that does not depend on the type of instances.
type names struct {
	puzzle, estimate string
	forms            []form
}

// form is the part of a [Pattern] that its names depend on.
type form struct {
	pattern
	name      string
	number    *Number
	estimates *Estimate
	exclusive []Exclusion
	options   []Option
	runs      bool // whether the pattern has Run
	binds     bool // whether the pattern has Bind
}

// NewGrammar returns the grammar for a puzzle's strategies. The strings puzzle and estimate are for
// error messages: the name of the puzzle, and the word for the part after the slash, "heuristic" or
// "evaluation".
//
// NewGrammar panics if a pattern is malformed, if its number or estimate does not match its name,
// or if two patterns have the same name. It also panics if an option has no values, an invalid
// default, or the same name as another.
func NewGrammar[I any](puzzle, estimate string, kinds []Pattern[I]) *Grammar[I] {
	g := &Grammar[I]{names{puzzle: puzzle, estimate: estimate}, kinds}
	for i := range kinds {
		k := &kinds[i]
		g.add(form{name: k.Name, number: k.Number, estimates: k.Estimate, exclusive: k.Exclusive, options: k.Options, runs: k.Run != nil, binds: k.Bind != nil})
	}
	return g
}

// add adds a form. It panics if the form is invalid.
func (g *names) add(f form) {
	var err error
	if f.pattern, err = parsePattern(f.name); err == nil {
		err = f.check()
	}
	if err == nil && slices.ContainsFunc(g.forms, func(other form) bool { return other.bare() == f.bare() }) {
		err = fmt.Errorf("%s is the name of another one", f.bare())
	}
	if err != nil {
		panic(fmt.Sprintf("puzzle: %s: strategy %q: %v", g.puzzle, f.name, err))
	}
	g.forms = append(g.forms, f)
}

// check returns an error if the form is invalid.
func (f *form) check() error {
	switch {
	case (f.number != nil) != (f.letter != ""):
		return fmt.Errorf("a number in the name: %t, beside it: %t", f.letter != "", f.number != nil)
	case f.number != nil && (f.number.Parse == nil || f.number.What == "" || f.number.Example == ""):
		return fmt.Errorf("the number %s needs What, Example and Parse", f.letter)
	case (f.estimates != nil) != f.chooses():
		return fmt.Errorf("an estimate to choose in the name: %t, beside it: %t", f.chooses(), f.estimates != nil)
	case f.estimates != nil && (f.estimates.Parse == nil || f.estimates.Example == ""):
		return fmt.Errorf("the estimate %s needs Example and Parse", f.estimate)
	case !f.binds && !f.runs:
		return fmt.Errorf("it needs Run or Bind")
	case !f.binds && (isPattern(f.name) || len(f.options) > 0):
		return fmt.Errorf("it needs Bind for what its name chooses")
	}
	return f.checkOptions()
}

func (f *form) checkOptions() error {
	var names []string
	for _, o := range f.options {
		switch {
		case o.Name == "" || strings.Trim(o.Name, written) != "":
			return fmt.Errorf("%q is not the name of an option", o.Name)
		case slices.Contains(names, o.Name):
			return fmt.Errorf("option %s is there twice", o.Name)
		case (o.Parse == nil && o.Words == nil) != (o.Want == "") || (o.Default == "") != (o.Want == ""):
			return fmt.Errorf("option %s needs all or none of Default, Want, and Parse or Words", o.Name)
		}
		names = append(names, o.Name)
	}
	for _, pair := range f.exclusive {
		if !slices.Contains(names, pair.A) || !slices.Contains(names, pair.B) {
			return fmt.Errorf("%s and %s exclude each other, but are not both options", pair.A, pair.B)
		}
	}
	return nil
}

// With returns a new grammar with additional patterns, for example for another author's strategies
// for the same puzzle. It panics in the same cases as [NewGrammar].
func (g *Grammar[I]) With(more ...Pattern[I]) *Grammar[I] {
	return NewGrammar(g.puzzle, g.estimate, slices.Concat(g.kinds, more))
}

// List returns one entry per pattern. An entry can run only if its pattern is a complete name.
func (g *Grammar[I]) List() []Strategy[I] {
	list := make([]Strategy[I], len(g.kinds))
	for i := range g.kinds {
		list[i] = g.kinds[i].Strategy
	}
	return list
}

// Names returns the names of the entries in [Grammar.List].
func (g *names) Names() []string {
	return wording.Each(g.forms, func(f form) string { return f.name })
}

// Example returns a name that matches the i-th pattern, such as "beam-100/layers".
func (g *names) Example(i int) string {
	f, number := &g.forms[i], ""
	if f.number != nil {
		number = f.number.Example
	}
	name := f.with(number)
	switch {
	case f.estimates != nil:
		name += "/" + f.estimates.Example
	case f.estimate != "":
		name += "/" + f.estimate
	}
	return name
}

// Parse returns the named strategy, ready to run and with its canonical name. An error says which
// part of the name is wrong and what would be right.
func (g *Grammar[I]) Parse(name string) (Strategy[I], error) {
	i, canonical, c, err := g.parse(name)
	if err != nil {
		return Strategy[I]{}, err
	}
	s := g.kinds[i].Strategy
	s.Name = canonical
	if bind := g.kinds[i].Bind; bind != nil {
		bind(&s, c)
	}
	return fitting(s), nil
}

// fitting returns a strategy whose Run returns an error for instances that do not fit.
func fitting[I any](s Strategy[I]) Strategy[I] {
	if s.Fits == nil || s.Run == nil {
		return s
	}
	run := s.Run
	s.Run = func(ctx context.Context, inst I, seed uint64, limits search.Limits) (Finding, error) {
		if err := s.Fits(inst); err != nil {
			return Finding{}, err
		}
		return run(ctx, inst, seed, limits)
	}
	return s
}
