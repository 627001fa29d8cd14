package html

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

// unlinked are the elements in which no name becomes a link.
var unlinked = []string{"a", "svg", "pre", "summary", "script", "style", "h2", "h3", "h4", "thead"}

// linkTerms makes the first place in a page's body where the name of a term stands a
// link to what it means, and returns the terms that the body uses, in their order.
func linkTerms(body string, terms []reports.Term) (string, []reports.Term) {
	byName := map[string]int{} // in the page's writing
	for i, t := range terms {
		byName[fragment.Escape(t.Name)] = i
	}
	names := slices.SortedFunc(maps.Keys(byName), func(a, b string) int { // the longest first, so that "a-b" is not taken for "a"
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	linked := make([]bool, len(terms))
	var out strings.Builder
	inside, depth := "", 0 // an element in which nothing becomes a link
	within := ""           // the cell or the code that the text is in
	for body != "" {
		if body[0] == '<' {
			end := strings.IndexByte(body, '>') + 1
			tag := body[:end]
			name, _, _ := strings.Cut(strings.Trim(tag, "</>"), " ")
			switch name {
			case "th", "td", "code":
				within = ""
				if tag[1] != '/' {
					within = name
				}
			}
			switch {
			case inside == "" && tag[1] != '/' && !strings.HasSuffix(tag, "/>") && slices.Contains(unlinked, name):
				inside, depth = name, 1
			case name == inside && tag[1] == '/':
				if depth--; depth == 0 {
					inside = ""
				}
			case name == inside && !strings.HasSuffix(tag, "/>"):
				depth++
			}
			out.WriteString(tag)
			body = body[end:]
			continue
		}
		end := strings.IndexByte(body, '<')
		if end < 0 {
			end = len(body)
		}
		text := body[:end]
		body = body[end:]
		for inside == "" {
			first, at := "", len(text)
			for _, name := range names {
				term := terms[byName[name]]
				if linked[byName[name]] || isWord(term) && !namedIn(within, term) {
					continue
				}
				if i := wordAt(text[:min(len(text), at+len(name))], name); i >= 0 && i < at {
					first, at = name, i
				}
			}
			if first == "" {
				break
			}
			i := byName[first]
			linked[i] = true
			fmt.Fprintf(&out, `%s<a class="term" href="#%s">%s</a>`, text[:at], termID(terms[i].Name), first)
			text = text[at+len(first):]
		}
		out.WriteString(text)
	}
	var used []reports.Term
	for i, t := range terms {
		if linked[i] {
			used = append(used, t)
		}
	}
	return out.String(), used
}

// isWord reports whether a name in prose may be a word and no name.
func isWord(t reports.Term) bool {
	return t.Kind != "" && t.Kind != "metric" && !strings.ContainsFunc(t.Name, func(r rune) bool { return !unicode.IsLetter(r) })
}

// namedIn reports whether a word is a name in an element: "series" is a word in prose,
// and "none" also in the cell of a table.
func namedIn(element string, t reports.Term) bool {
	switch element {
	case "th", "code":
		return true
	case "td":
		return t.Kind == "strategy" || t.Kind == "family"
	}
	return false
}

// wordAt returns where name stands in text as a whole word, -1 if it does not.
func wordAt(text, name string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, size := utf8.DecodeRuneInString(text[i+len(name):])
		next, _ := utf8.DecodeRuneInString(text[i+len(name)+size:])
		// A point or comma ends a name unless the name goes on behind it.
		ends := !inName(after) || (after == '.' || after == ',') && !inName(next)
		if !inName(before) && ends {
			return i
		}
		from = i + len(name)
	}
}

// inName reports whether a character may stand in the name of a strategy.
func inName(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-+*/,.=_&;", r))
}

func termID(name string) string {
	return "term-" + strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '_'
		case inName(r) && !strings.ContainsRune("&;*", r):
			return r
		}
		return '-'
	}, name)
}
