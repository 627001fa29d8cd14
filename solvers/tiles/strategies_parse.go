package tiles

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// ParseStrategy returns the strategy of that name,
//
//	name[-N][/heuristic][,option[=value]]…
//
// as listed by [Strategies]: "bfs", "idastar/lc-wd,order=lrud",
// "wastar-1.5/manhattan". The error names the part that is wrong and what would
// be right.
func ParseStrategy(name string) (Strategy, error) {
	head, options, hasOptions := strings.Cut(name, ",")
	heuristic, hasHeuristic := "", false
	if i := strings.LastIndexByte(head, '/'); i >= 0 { // the last, because a weight can be a fraction
		head, heuristic, hasHeuristic = head[:i], head[i+1:], true
	}
	k, number, err := findKind(head)
	if err != nil {
		return Strategy{}, err
	}
	p := parser{name: name, kind: k, choice: defaultChoice()}
	canonical := k.base
	if k.number != nil {
		if number, err = p.number(number); err != nil {
			return Strategy{}, err
		}
		canonical += "-" + number
	}
	if err := p.heuristic(heuristic, hasHeuristic); err != nil {
		return Strategy{}, err
	}
	if hasHeuristic {
		canonical += "/" + p.choice.heuristic.Name
	}
	if hasOptions {
		words, err := p.options(strings.Split(options, ","))
		if err != nil {
			return Strategy{}, err
		}
		canonical += words
	}
	s := k.Strategy
	s.Name, s.kind, s.choice = canonical, k, p.choice
	return s, nil
}

// findKind returns the kind that a name without heuristic and options is of,
// and the number in it. The number is "" if it is missing.
func findKind(head string) (k *kind, number string, err error) {
	var names []string
	for i := range kinds {
		k := &kinds[i]
		if k.base == head {
			return k, "", nil
		}
		names = append(names, k.base)
	}
	for i := range kinds {
		k := &kinds[i]
		if number, ok := strings.CutPrefix(head, k.base+"-"); ok && k.number != nil {
			return k, number, nil
		}
	}
	return nil, "", fmt.Errorf("tiles: no strategy is called %q (want %s)%s", head, strings.Join(names, ", "), search.DidYouMean(head, names))
}

// parser reads the parts of a strategy's name into a choice.
type parser struct {
	name   string
	kind   *kind
	choice choice
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("tiles: strategy %q: %w", p.name, fmt.Errorf(format, args...))
}

// number returns the canonical form of the number in the name.
func (p *parser) number(text string) (string, error) {
	if text == "" {
		return "", p.errorf("%s needs a %s: %s", p.kind.base, p.kind.number.what, p.kind.example())
	}
	canonical, err := p.kind.number.set(&p.choice, text)
	if err != nil {
		return "", p.errorf("%s: %w", p.kind.number.what, err)
	}
	return canonical, nil
}

func (p *parser) heuristic(name string, given bool) error {
	k := p.kind
	switch {
	case k.heuristics == noHeuristic && given:
		return p.errorf("%s takes no heuristic, got %q", k.base, name)
	case k.heuristics == noHeuristic:
		return nil
	case !given || name == "":
		return p.errorf("%s needs a heuristic: %s", k.base, k.example())
	}
	h, err := ParseHeuristic(name)
	if err != nil {
		return err
	}
	if k.heuristics == courseHeuristic && h.Name != Hamming.Name && h.Name != Manhattan.Name {
		return p.errorf("%s knows no heuristic %s (want %s or %s)", k.base, h.Name, Hamming.Name, Manhattan.Name)
	}
	p.choice.heuristic = h
	return nil
}

// options returns the canonical form of the options, each with its comma.
func (p *parser) options(words []string) (string, error) {
	var names, kept, given []string
	for _, o := range p.kind.Options {
		names = append(names, o.Name)
	}
	for _, word := range words {
		name, value, hasValue := strings.Cut(word, "=")
		i := slices.Index(names, name)
		switch {
		case i < 0 && len(names) == 0:
			return "", p.errorf("%s takes no option, got %q", p.kind.base, name)
		case i < 0:
			return "", p.errorf("%s has no option %q (want %s)%s", p.kind.base, name, strings.Join(names, ", "), search.DidYouMean(name, names))
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
		canonical, err := o.set(&p.choice, value)
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
	for _, pair := range p.kind.exclusive {
		if slices.Contains(given, pair.a) && slices.Contains(given, pair.b) {
			return "", p.errorf("options %s and %s exclude each other: %s", pair.a, pair.b, pair.why)
		}
	}
	slices.Sort(kept)
	return strings.Join(kept, ""), nil
}

// parseCount reads a number of 1 or more, digits only.
func parseCount(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%q is not a number (want 1 to %d)", text, 1<<31-1)
	case n == 0:
		return 0, fmt.Errorf("0 is too small (want 1 or more)")
	}
	return int(n), nil
}
