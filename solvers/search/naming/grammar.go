package naming

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Grammar is the names of one puzzle's strategies. It is safe for concurrent
// use.
type Grammar[C any] struct {
	puzzle, estimate string
	kinds            []Kind[C]
	patterns         []pattern
}

// New returns the grammar of these kinds. puzzle begins every error: "tiles".
// estimate is what the puzzle calls the part behind the slash: "heuristic",
// "evaluation".
//
// New panics if a pattern is not one, if the number or the estimate of a kind
// is missing or has no place in its pattern, if two kinds share a name, or if an
// option has no Set, a name that occurs twice, or a default but no value.
func New[C any](puzzle, estimate string, kinds []Kind[C]) *Grammar[C] {
	g := &Grammar[C]{puzzle: puzzle, estimate: estimate, kinds: kinds}
	var names []string
	for i := range kinds {
		k := &kinds[i]
		p, err := parsePattern(k.Pattern)
		if err == nil {
			err = k.check(p)
		}
		if err == nil && slices.Contains(names, p.bare()) {
			err = fmt.Errorf("%s is the name of another kind", p.bare())
		}
		if err != nil {
			panic(fmt.Sprintf("naming: %s: kind %q: %v", puzzle, k.Pattern, err))
		}
		names = append(names, p.bare())
		g.patterns = append(g.patterns, p)
	}
	return g
}

// check returns what is wrong with a kind of that pattern.
func (k *Kind[C]) check(p pattern) error {
	switch {
	case (k.Number != nil) != (p.letter != ""):
		return fmt.Errorf("a number in the pattern: %t, in the kind: %t", p.letter != "", k.Number != nil)
	case k.Number != nil && (k.Number.Set == nil || k.Number.What == "" || k.Number.Example == ""):
		return fmt.Errorf("the number %s needs What, Example and Set", p.letter)
	case (k.Estimate != nil) != p.chooses():
		return fmt.Errorf("an estimate to choose in the pattern: %t, in the kind: %t", p.chooses(), k.Estimate != nil)
	case k.Estimate != nil && (k.Estimate.Set == nil || k.Estimate.Example == ""):
		return fmt.Errorf("the estimate %s needs Example and Set", p.estimate)
	}
	var names []string
	for _, o := range k.Options {
		switch {
		case o.Name == "" || strings.Trim(o.Name, written) != "":
			return fmt.Errorf("%q is not the name of an option", o.Name)
		case slices.Contains(names, o.Name):
			return fmt.Errorf("option %s is there twice", o.Name)
		case o.Set == nil || (o.Default == "") != (o.Want == ""):
			return fmt.Errorf("option %s needs Set, and both or none of Default and Want", o.Name)
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

// Name is a name that was parsed.
type Name[C any] struct {
	Text   string // canonical
	Kind   int    // an index of the kinds that [New] was called with
	Choice C
}

// Parse reads a name. choice holds what is chosen where the name says nothing;
// what the name says is put into a copy. The error names the part that is wrong
// and what would be right.
func (g *Grammar[C]) Parse(name string, choice C) (Name[C], error) {
	head, options, hasOptions := strings.Cut(name, ",")
	estimate, hasEstimate := "", false
	if i := strings.LastIndexByte(head, '/'); i >= 0 {
		head, estimate, hasEstimate = head[:i], head[i+1:], true
	}
	kind, number, err := g.find(head)
	if err != nil {
		return Name[C]{}, err
	}
	p := parser[C]{grammar: g, name: name, kind: &g.kinds[kind], pattern: g.patterns[kind], choice: choice}
	text, err := p.head(head, number)
	if err != nil {
		return Name[C]{}, err
	}
	behind, err := p.estimate(estimate, hasEstimate)
	if err != nil {
		return Name[C]{}, err
	}
	text += behind
	if hasOptions {
		behind, err = p.options(strings.Split(options, ","))
		if err != nil {
			return Name[C]{}, err
		}
		text += behind
	}
	return Name[C]{Text: text, Kind: kind, Choice: p.choice}, nil
}

// find returns the kind that a name without estimate and options is of, and the
// number in it, which is "" if it is missing.
func (g *Grammar[C]) find(head string) (kind int, number string, err error) {
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
