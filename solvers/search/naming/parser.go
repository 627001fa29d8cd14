package naming

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// parser reads the parts of one name into a choice, and returns each in
// canonical form.
type parser[C any] struct {
	grammar *Grammar[C]
	name    string
	kind    *Kind[C]
	pattern pattern
	choice  C
}

func (p *parser[C]) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: strategy %q: %w", p.grammar.puzzle, p.name, fmt.Errorf(format, args...))
}

// needs is the error for a part that is missing.
func (p *parser[C]) needs(what string) error {
	article := "a"
	if strings.ContainsAny(what[:1], "aeiou") {
		article = "an"
	}
	return p.errorf("%s needs %s %s: %s", p.pattern.word(), article, what, p.kind.Example())
}

// head returns the part before the slash, with the number in canonical form.
func (p *parser[C]) head(typed, number string) (string, error) {
	switch {
	case p.kind.Number == nil:
		return p.pattern.before, nil
	case number == "":
		return "", p.needs(p.kind.Number.What)
	}
	canonical, err := p.kind.Number.Set(&p.choice, number)
	if err != nil {
		return "", p.errorf("%s: %w%s", p.kind.Number.What, err, search.DidYouMean(typed, p.longer()))
	}
	return p.pattern.with(canonical), nil
}

// longer returns the names that go on where this one ends, because a slip in
// their ending is read as part of the number: "gla-5+dijkstr".
func (p *parser[C]) longer() []string {
	var words []string
	for _, other := range p.grammar.patterns {
		if other.before == p.pattern.before && other.after != p.pattern.after {
			words = append(words, other.word())
		}
	}
	return words
}

// estimate returns the part behind the slash, with the slash.
func (p *parser[C]) estimate(name string, given bool) (string, error) {
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
	canonical, err := p.kind.Estimate.Set(&p.choice, name)
	if err != nil {
		return "", err
	}
	if only := p.kind.Estimate.Only; only != nil && !slices.Contains(only, canonical) {
		return "", p.errorf("%s knows no %s %s (want %s)", word, what, canonical, anyOf(only))
	}
	return "/" + canonical, nil
}

// anyOf joins names as in "a, b or c".
func anyOf(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// options returns the options that do not have their default value, sorted and
// each with its comma.
func (p *parser[C]) options(words []string) (string, error) {
	var names, kept, given []string
	for _, o := range p.kind.Options {
		names = append(names, o.Name)
	}
	for _, word := range words {
		name, value, hasValue := strings.Cut(word, "=")
		i := slices.Index(names, name)
		switch {
		case i < 0 && len(names) == 0:
			return "", p.errorf("%s takes no option, got %q", p.pattern.word(), name)
		case i < 0:
			return "", p.errorf("%s has no option %q (want %s)%s", p.pattern.word(), name, strings.Join(names, ", "), search.DidYouMean(name, names))
		case slices.Contains(given, name):
			return "", p.errorf("option %s is given twice", name)
		}
		given = append(given, name)
		o := p.kind.Options[i]
		switch {
		case o.Want == "" && hasValue:
			return "", p.errorf("option %s takes no value, got %q", name, value)
		case o.Want != "" && value == "":
			return "", p.errorf("option %s needs a value: %s", name, o.Want)
		}
		canonical, err := o.Set(&p.choice, value)
		if err != nil {
			return "", p.errorf("option %s: %w", name, err)
		}
		switch {
		case o.Want == "":
			kept = append(kept, ","+name)
		case canonical != o.Default:
			kept = append(kept, ","+name+"="+canonical)
		}
	}
	for _, pair := range p.kind.Exclusive {
		if slices.Contains(given, pair.A) && slices.Contains(given, pair.B) {
			return "", p.errorf("options %s and %s exclude each other: %s", pair.A, pair.B, pair.Why)
		}
	}
	slices.Sort(kept)
	return strings.Join(kept, ""), nil
}
