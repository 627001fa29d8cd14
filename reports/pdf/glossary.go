package pdf

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/reports"
)

// uses reports whether a name was written. One that may be a mere word counts only
// where it stands alone, as in a cell.
func (w *writer) uses(t reports.Term) bool {
	word := t.Kind != "" && t.Kind != "metric" && !strings.ContainsFunc(t.Name, func(r rune) bool { return !unicode.IsLetter(r) })
	if word {
		return slices.ContainsFunc(w.said, func(s string) bool { return strings.TrimSpace(s) == t.Name })
	}
	for rest := " " + strings.Join(w.said, " ") + " "; ; {
		before, after, found := strings.Cut(rest, t.Name)
		if !found {
			return false
		}
		last, _ := utf8.DecodeLastRuneInString(before)
		first, size := utf8.DecodeRuneInString(after)
		next, _ := utf8.DecodeRuneInString(after[size:])
		// A point or comma ends a name unless the name goes on behind it.
		if !inName(last) && (!inName(first) || strings.ContainsRune(".,", first) && !inName(next)) {
			return true
		}
		rest = after
	}
}

// inName reports whether a character may stand in the name of a strategy.
func inName(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-+/,.=_", r)
}
