package puzzle

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
	puzzle, estimate string
	kinds            []Pattern[I]
	patterns         []pattern
}

// NewGrammar returns the grammar for a puzzle's strategies. The strings puzzle and estimate are for
// error messages: the name of the puzzle, and the word for the part after the slash, "heuristic" or
// "evaluation".
//
// NewGrammar panics if a pattern is malformed, if its number or estimate does not match its name,
// or if two patterns have the same name. It also panics if an option has no values, an invalid
// default, or the same name as another.
func NewGrammar[I any](puzzle, estimate string, kinds []Pattern[I]) *Grammar[I] {
	g := &Grammar[I]{puzzle: puzzle, estimate: estimate, kinds: kinds}
	var names []string
	for i := range kinds {
		k := &kinds[i]
		p, err := parsePattern(k.Name)
		if err == nil {
			err = k.check(p)
		}
		if err == nil && slices.Contains(names, p.bare()) {
			err = fmt.Errorf("%s is the name of another one", p.bare())
		}
		if err != nil {
			panic(fmt.Sprintf("puzzle: %s: strategy %q: %v", puzzle, k.Name, err))
		}
		names = append(names, p.bare())
		g.patterns = append(g.patterns, p)
	}
	return g
}

// check returns an error if a pattern is invalid.
func (k *Pattern[I]) check(p pattern) error {
	switch {
	case (k.Number != nil) != (p.letter != ""):
		return fmt.Errorf("a number in the name: %t, beside it: %t", p.letter != "", k.Number != nil)
	case k.Number != nil && (k.Number.Parse == nil || k.Number.What == "" || k.Number.Example == ""):
		return fmt.Errorf("the number %s needs What, Example and Parse", p.letter)
	case (k.Estimate != nil) != p.chooses():
		return fmt.Errorf("an estimate to choose in the name: %t, beside it: %t", p.chooses(), k.Estimate != nil)
	case k.Estimate != nil && (k.Estimate.Parse == nil || k.Estimate.Example == ""):
		return fmt.Errorf("the estimate %s needs Example and Parse", p.estimate)
	case k.Bind == nil && k.Run == nil:
		return fmt.Errorf("it needs Run or Bind")
	case k.Bind == nil && (isPattern(k.Name) || len(k.Options) > 0):
		return fmt.Errorf("it needs Bind for what its name chooses")
	}
	return k.checkOptions()
}

// checkOptions returns an error if the options of a pattern are invalid.
func (k *Pattern[I]) checkOptions() error {
	var names []string
	for _, o := range k.Options {
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
	for _, pair := range k.Exclusive {
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
func (g *Grammar[I]) Names() []string {
	names := make([]string, len(g.kinds))
	for i := range g.kinds {
		names[i] = g.kinds[i].Name
	}
	return names
}

// Example returns a name that matches the i-th pattern, such as "beam-100/layers".
func (g *Grammar[I]) Example(i int) string {
	k, p := &g.kinds[i], g.patterns[i]
	number := ""
	if k.Number != nil {
		number = k.Number.Example
	}
	name := p.with(number)
	switch {
	case k.Estimate != nil:
		name += "/" + k.Estimate.Example
	case p.estimate != "":
		name += "/" + p.estimate
	}
	return name
}

// Parse returns the named strategy, ready to run and with its canonical name. An error says which
// part of the name is wrong and what would be right.
func (g *Grammar[I]) Parse(name string) (Strategy[I], error) {
	head, options, hasOptions := strings.Cut(name, ",")
	estimate, hasEstimate := "", false
	if i := strings.LastIndexByte(head, '/'); i >= 0 {
		head, estimate, hasEstimate = head[:i], head[i+1:], true
	}
	kind, number, err := g.find(head)
	if err != nil {
		return Strategy[I]{}, err
	}
	p := parser[I]{grammar: g, name: name, kind: &g.kinds[kind], pattern: g.patterns[kind]}
	text, err := p.head(head, number)
	if err != nil {
		return Strategy[I]{}, err
	}
	chosen, err := p.estimate(estimate, hasEstimate)
	if err != nil {
		return Strategy[I]{}, err
	}
	text += chosen
	c := Defaults(p.kind.Options)
	if hasOptions {
		if c, err = p.options(strings.Split(options, ",")); err != nil {
			return Strategy[I]{}, err
		}
		sorted := slices.SortedFunc(slices.Values(p.kind.Options), func(a, b Option) int { return strings.Compare(a.Name, b.Name) })
		text += c.suffix(sorted)
	}
	c.Number, c.Estimate = p.number, strings.TrimPrefix(chosen, "/")
	s := p.kind.Strategy
	s.Name = text
	if p.kind.Bind != nil {
		p.kind.Bind(&s, c)
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

// find returns the index of the pattern that matches a name without estimate and options, and the
// number in the name, or "" if it is missing.
func (g *Grammar[I]) find(head string) (kind int, number string, err error) {
	var words []string
	for i, p := range g.patterns {
		if p.bare() == head {
			return i, "", nil
		}
		words = append(words, p.word())
	}
	kind = -1
	for i, p := range g.patterns {
		if n, ok := p.number(head); ok && (kind < 0 || len(p.bare()) > len(g.patterns[kind].bare())) {
			kind, number = i, n
		}
	}
	if kind < 0 {
		return 0, "", fmt.Errorf("%s: no strategy is called %q (want %s)%s", g.puzzle, head, strings.Join(words, ", "), search.DidYouMean(head, words))
	}
	return kind, number, nil
}
