package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// parse returns the index of the form that a name has, the canonical name, and what it chooses.
func (g *names) parse(name string) (i int, canonical string, c Choice, err error) {
	head, options, hasOptions := strings.Cut(name, ",")
	estimate, hasEstimate := "", false
	if at := strings.LastIndexByte(head, '/'); at >= 0 {
		head, estimate, hasEstimate = head[:at], head[at+1:], true
	}
	i, number, err := g.find(head)
	if err != nil {
		return 0, "", c, err
	}
	p := parser{grammar: g, name: name, form: &g.forms[i]}
	if canonical, err = p.head(head, number); err != nil {
		return 0, "", c, err
	}
	chosen, err := p.chosen(estimate, hasEstimate)
	if err != nil {
		return 0, "", c, err
	}
	canonical += chosen
	c = Defaults(p.form.options)
	if hasOptions {
		if c, err = p.choose(strings.Split(options, ",")); err != nil {
			return 0, "", c, err
		}
		sorted := slices.SortedFunc(slices.Values(p.form.options), func(a, b Option) int { return strings.Compare(a.Name, b.Name) })
		canonical += c.suffix(sorted)
	}
	c.Number, c.Estimate = p.number, strings.TrimPrefix(chosen, "/")
	return i, canonical, c, nil
}

// find returns the index of the form that matches a name without estimate and options, and the
// number in the name, or "" if it is missing.
func (g *names) find(head string) (i int, number string, err error) {
	var words []string
	for i, f := range g.forms {
		if f.bare() == head {
			return i, "", nil
		}
		words = append(words, f.word())
	}
	i = -1
	for at, f := range g.forms {
		if n, ok := f.pattern.number(head); ok && (i < 0 || len(f.bare()) > len(g.forms[i].bare())) {
			i, number = at, n
		}
	}
	if i < 0 {
		return 0, "", fmt.Errorf("%s: no strategy is called %q (want %s)%s", g.puzzle, head, strings.Join(words, ", "), search.DidYouMean(head, words))
	}
	return i, number, nil
}

// parser parses a name part by part, and returns the canonical form of each part.
type parser struct {
	grammar *names
	name    string
	form    *form
	number  string // canonical, or "" if there is none
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: strategy %q: %w", p.grammar.puzzle, p.name, fmt.Errorf(format, args...))
}

// needs returns the error for a missing part.
func (p *parser) needs(what string) error {
	article := "a"
	if strings.ContainsAny(what[:1], "aeiou") {
		article = "an"
	}
	example := p.grammar.Example(slices.IndexFunc(p.grammar.forms, func(f form) bool { return f.name == p.form.name }))
	return p.errorf("%s needs %s %s: %s", p.form.word(), article, what, example)
}

// head returns the part before the slash, with its number in canonical form.
func (p *parser) head(typed, number string) (string, error) {
	switch {
	case p.form.number == nil:
		return p.form.before, nil
	case number == "":
		return "", p.needs(p.form.number.What)
	}
	canonical, err := p.form.number.Parse(number)
	if err != nil {
		return "", p.errorf("%s: %w%s", p.form.number.What, err, search.DidYouMean(typed, p.longer()))
	}
	p.number = canonical
	return p.form.with(canonical), nil
}

// longer returns names that continue after this one. If their ending is misspelt, it looks like
// part of the number: "gla-5+dijkstr".
func (p *parser) longer() []string {
	var words []string
	for _, other := range p.grammar.forms {
		if other.before == p.form.before && other.after != p.form.after {
			words = append(words, other.word())
		}
	}
	return words
}

// chosen returns the part after the slash, with the slash.
func (p *parser) chosen(name string, given bool) (string, error) {
	what, word := p.grammar.estimate, p.form.word()
	switch fixed := p.form.estimate; {
	case fixed == "" && given:
		return "", p.errorf("%s takes no %s, got %q", word, what, name)
	case fixed == "":
		return "", nil
	case name == "":
		return "", p.needs(what)
	case p.form.estimates == nil && name != fixed:
		return "", p.errorf("%s knows no %s %q (want %s)%s", word, what, name, fixed, search.DidYouMean(name, []string{fixed}))
	case p.form.estimates == nil:
		return "/" + fixed, nil
	}
	canonical, err := p.form.estimates.Parse(name)
	if err != nil {
		return "", err
	}
	if only := p.form.estimates.Only; only != nil && !slices.Contains(only, canonical) {
		return "", p.errorf("%s knows no %s %s (want %s)", word, what, canonical, wording.AnyOf(only))
	}
	return "/" + canonical, nil
}

// choose parses the words after the name.
func (p *parser) choose(words []string) (Choice, error) {
	c, err := choose(p.form.word(), p.form.options, words)
	if err != nil {
		return c, p.errorf("%w", err)
	}
	for _, pair := range p.form.exclusive {
		if c.Given(pair.A) && c.Given(pair.B) {
			return c, p.errorf("options %s and %s exclude each other: %s", pair.A, pair.B, pair.Why)
		}
	}
	return c, nil
}
