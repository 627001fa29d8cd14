package html

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// unlinked lists the elements in which names do not become links.
var unlinked = []string{"a", "h2", "h3", "h4", "thead"}

// glossary turns the first occurrence of each term's name on a page into a link to its meaning.
type glossary struct {
	terms  []reports.Term // sorted by length, longest first, so that "a-b" is not mistaken for "a"
	linked map[string]reports.Term
}

func newGlossary(terms []reports.Term) *glossary {
	byName := map[string]reports.Term{}
	for _, t := range terms {
		byName[t.Name] = t
	}
	g := &glossary{linked: map[string]reports.Term{}}
	g.terms = slices.SortedFunc(maps.Values(byName), func(a, b reports.Term) int {
		return cmp.Or(len(fragment.Escape(b.Name))-len(fragment.Escape(a.Name)), strings.Compare(a.Name, b.Name))
	})
	return g
}

// link turns the first occurrences of names in a text into links. The text is safe in HTML, and
// within is the element that contains it, or "" for prose.
func (g *glossary) link(within, text string) string {
	if slices.Contains(unlinked, within) {
		return text
	}
	var out strings.Builder
	for {
		var first reports.Term
		name, at := "", len(text)
		for _, t := range g.terms {
			if g.uses(t) || page.IsWord(t) && !namedIn(within, t) {
				continue
			}
			escaped := fragment.Escape(t.Name)
			if i := page.NameAt(text[:min(len(text), at+len(escaped))], escaped); i >= 0 && i < at {
				first, name, at = t, escaped, i
			}
		}
		out.WriteString(text[:at])
		if name == "" {
			return out.String()
		}
		g.linked[first.Name] = first
		fmt.Fprintf(&out, `<a class="term" href="#%s">%s</a>`, termID(first.Name), name)
		text = text[at+len(name):]
	}
}

// uses reports whether the page uses a term.
func (g *glossary) uses(t reports.Term) bool { return g.linked[t.Name] == t }

// namedIn reports whether a word in an element is the name of a term. For example, "series" is an
// ordinary word in prose, and so is "none" even in a table cell.
func namedIn(element string, t reports.Term) bool {
	switch element {
	case "th", "code":
		return true
	case "td":
		return t.Kind == "strategy" || t.Kind == "family"
	}
	return false
}

func termID(name string) string {
	return "term-" + strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '_'
		case page.InName(r) && !strings.ContainsRune("&;*", r):
			return r
		}
		return '-'
	}, name)
}
