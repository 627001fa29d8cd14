package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// parser parses a name part by part, and returns the canonical form of each part.
type parser[I any] struct {
	grammar *Grammar[I]
	name    string
	kind    *Pattern[I]
	pattern pattern
	number  string // canonical, or "" if there is none
}

func (p *parser[I]) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: strategy %q: %w", p.grammar.puzzle, p.name, fmt.Errorf(format, args...))
}

// needs returns the error for a missing part.
func (p *parser[I]) needs(what string) error {
	article := "a"
	if strings.ContainsAny(what[:1], "aeiou") {
		article = "an"
	}
	example := p.grammar.Example(slices.IndexFunc(p.grammar.kinds, func(k Pattern[I]) bool { return k.Name == p.kind.Name }))
	return p.errorf("%s needs %s %s: %s", p.pattern.word(), article, what, example)
}

// head returns the part before the slash, with its number in canonical form.
func (p *parser[I]) head(typed, number string) (string, error) {
	switch {
	case p.kind.Number == nil:
		return p.pattern.before, nil
	case number == "":
		return "", p.needs(p.kind.Number.What)
	}
	canonical, err := p.kind.Number.Parse(number)
	if err != nil {
		return "", p.errorf("%s: %w%s", p.kind.Number.What, err, search.DidYouMean(typed, p.longer()))
	}
	p.number = canonical
	return p.pattern.with(canonical), nil
}

// longer returns names that continue after this one. If their ending is misspelt, it looks like
// part of the number: "gla-5+dijkstr".
func (p *parser[I]) longer() []string {
	var words []string
	for _, other := range p.grammar.patterns {
		if other.before == p.pattern.before && other.after != p.pattern.after {
			words = append(words, other.word())
		}
	}
	return words
}

// estimate returns the part after the slash, with the slash.
func (p *parser[I]) estimate(name string, given bool) (string, error) {
	what, word := p.grammar.estimate, p.pattern.word()
	switch fixed := p.pattern.estimate; {
	case fixed == "" && given:
		return "", p.errorf("%s takes no %s, got %q", word, what, name)
	case fixed == "":
		return "", nil
	case name == "":
		return "", p.needs(what)
	case p.kind.Estimate == nil && name != fixed:
		return "", p.errorf("%s knows no %s %q (want %s)%s", word, what, name, fixed, search.DidYouMean(name, []string{fixed}))
	case p.kind.Estimate == nil:
		return "/" + fixed, nil
	}
	canonical, err := p.kind.Estimate.Parse(name)
	if err != nil {
		return "", err
	}
	if only := p.kind.Estimate.Only; only != nil && !slices.Contains(only, canonical) {
		return "", p.errorf("%s knows no %s %s (want %s)", word, what, canonical, wording.AnyOf(only))
	}
	return "/" + canonical, nil
}

// options parses the words after the name.
func (p *parser[I]) options(words []string) (Choice, error) {
	c, err := choose(p.pattern.word(), p.kind.Options, words)
	if err != nil {
		return c, p.errorf("%w", err)
	}
	for _, pair := range p.kind.Exclusive {
		if c.Given(pair.A) && c.Given(pair.B) {
			return c, p.errorf("options %s and %s exclude each other: %s", pair.A, pair.B, pair.Why)
		}
	}
	return c, nil
}
