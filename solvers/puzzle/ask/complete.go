// Package ask interprets names and flags that a user gives to a command about a puzzle. It
// completes names, generates the instances of a named family or published set, and chooses the
// picture that fits the flags.
package ask

import (
	"regexp"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// Entry describes a strategy, heuristic, family or published set in a list.
type Entry struct {
	Name    string          `json:"name"`
	Version int             `json:"version,omitempty"`
	Doc     string          `json:"doc"`
	Source  string          `json:"source"`
	Promise string          `json:"promise,omitempty"` // guarantees of a strategy, such as "optimal, complete"
	Fits    string          `json:"fits,omitempty"`    // supported instances, in words; "" means all instances
	Options []puzzle.Option `json:"options"`
}

// promise joins the names whose conditions are true.
func promise(first bool, firstName string, second bool, secondName string) string {
	var names []string
	if first {
		names = append(names, firstName)
	}
	if second {
		names = append(names, secondName)
	}
	return strings.Join(names, ", ")
}

// Strategies returns an entry for each strategy of a puzzle.
func Strategies(p *puzzle.Puzzle) (list []Entry) {
	for _, s := range p.Strategies.List() {
		list = append(list, Entry{
			Name: s.Name, Version: s.Version, Doc: s.Doc, Source: s.Source,
			Promise: promise(s.Optimal, "optimal", s.Complete, "complete"), Fits: s.For, Options: s.Options,
		})
	}
	return list
}

// Heuristics returns an entry for each heuristic of a puzzle.
func Heuristics(p *puzzle.Puzzle) (list []Entry) {
	for _, h := range p.Heuristics {
		list = append(list, Entry{
			Name: h.Name, Doc: h.Doc, Source: h.Source, Promise: promise(h.Admissible, "admissible", h.Consistent, "consistent"), Fits: h.For,
		})
	}
	return list
}

// Families returns an entry for each family and each published set of a puzzle. [NewGenerator]
// accepts the names of both.
func Families(p *puzzle.Puzzle) (list []Entry) {
	for _, f := range p.Families {
		list = append(list, Entry{Name: f.Name, Version: f.Version, Doc: f.Doc, Source: f.Source, Options: f.Options})
	}
	for _, s := range p.Sets {
		list = append(list, Entry{Name: s.Name, Doc: "published: " + s.Doc, Source: s.Source})
	}
	return list
}

// Complete returns the ways to continue an incomplete name. It completes one part of the name at a
// time. A part is the text up to the next placeholder, the text after a placeholder that already
// has a value, a heuristic of p for the placeholders H and E, or an option after a comma. The
// result goesOn reports whether some of the words are still incomplete names.
func Complete(typed string, entries []Entry, p *puzzle.Puzzle) (words []puzzle.Word, goesOn bool) {
	c := completer{typed: typed}
	head, _, hasOptions := strings.Cut(typed, ",")
	name, _, hasHeuristic := strings.Cut(head, "/")
	for _, e := range entries {
		switch plain, takesHeuristic := cutHeuristic(e.Name); {
		case hasOptions && isNamed(e.Name, head):
			c.offerOptions(e)
		case hasOptions:
		case takesHeuristic && p != nil && isNamed(plain, name) && (hasHeuristic || plain != name):
			for _, h := range p.Heuristics {
				full := name + "/" + h.Name
				if _, err := p.Strategy(full); err == nil {
					c.add(full, h.Doc, false)
				}
			}
		case takesHeuristic && hasHeuristic:
		default:
			c.offerName(e)
		}
	}
	return c.words, c.goesOn
}

// cutHeuristic removes the placeholder for a heuristic from the name of an entry.
func cutHeuristic(pattern string) (plain string, found bool) {
	if plain, found = strings.CutSuffix(pattern, "/H"); found {
		return plain, true
	}
	return strings.CutSuffix(pattern, "/E")
}

// completer collects the completions of the typed text.
type completer struct {
	typed  string
	words  []puzzle.Word
	goesOn bool // some words are incomplete names, so the shell must not add a space
}

// add adds a completion if it begins with the typed text and is not in the list yet. Patterns that
// begin alike give the same completion.
func (c *completer) add(value, doc string, goesOn bool) {
	if strings.HasPrefix(value, c.typed) && !slices.ContainsFunc(c.words, func(w puzzle.Word) bool { return w.Name == value }) {
		c.words = append(c.words, puzzle.Word{Name: value, Doc: doc})
		c.goesOn = c.goesOn || goesOn
	}
}

// offerName adds the name of an entry up to its first placeholder, or up to the second if the
// first already has a value.
func (c *completer) offerName(e Entry) {
	begin, rest, isPattern := cutPlaceholder(e.Name)
	if value, ok := strings.CutPrefix(c.typed, begin); isPattern && ok && value != "" {
		if end := strings.IndexAny(value, "+/"); end >= 0 {
			value = value[:end]
		}
		begin += value
		rest, _, isPattern = cutPlaceholder(rest)
		begin += rest
	}
	c.add(begin, e.Doc, isPattern)
}

// cutPlaceholder splits a pattern at its first placeholder.
func cutPlaceholder(pattern string) (before, after string, found bool) {
	if at := placeholder().FindStringIndex(pattern); at != nil {
		return pattern[:at[0]], pattern[at[1]:], true
	}
	return pattern, "", false
}

// offerOptions adds completions for the option after the last comma.
func (c *completer) offerOptions(e Entry) {
	before := c.typed[:strings.LastIndexByte(c.typed, ',')+1]
	for _, o := range e.Options {
		value := before + o.Name
		if o.Want != "" {
			value += "="
		}
		c.add(value, o.String(), o.Want != "")
	}
}

// placeholder matches a capital letter, which stands for a value in the name of an [Entry].
var placeholder = lazy.Regexp(`[A-Z]`)

// isNamed reports whether a name matches a pattern. The name of a heuristic may contain a plus
// sign; other values cannot.
func isNamed(pattern, name string) bool {
	if !placeholder().MatchString(pattern) {
		return pattern == name
	}
	plain, takesHeuristic := cutHeuristic(pattern)
	quoted := placeholder().ReplaceAllLiteralString(regexp.QuoteMeta(plain), `[^/,+]+`)
	if takesHeuristic {
		quoted += `/[^/,]+`
	}
	return regexp.MustCompile("^" + quoted + "$").MatchString(name)
}
