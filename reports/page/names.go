package page

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/reports"
)

// IsWord reports whether the name of a term may be a mere word in prose.
func IsWord(t reports.Term) bool {
	return t.Kind != "" && t.Kind != "metric" && !strings.ContainsFunc(t.Name, func(r rune) bool { return !unicode.IsLetter(r) })
}

// NameAt returns where a name stands in text and no longer one does, -1 if it does not. A
// point or comma ends a name unless the name goes on behind it.
func NameAt(text, name string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, size := utf8.DecodeRuneInString(text[i+len(name):])
		next, _ := utf8.DecodeRuneInString(text[i+len(name)+size:])
		if !InName(before) && (!InName(after) || (after == '.' || after == ',') && !InName(next)) {
			return i
		}
		from = i + len(name)
	}
}

// InName reports whether a character may stand in the name of a strategy, in HTML too.
func InName(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-+*/,.=_&;", r))
}
