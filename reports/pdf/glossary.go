package pdf

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/reports"
)

// glossary says what the names mean that the report uses.
func (w *writer) glossary(reading string, terms []reports.Term) {
	all := " " + strings.Join(w.said, " ") + " "
	used := slices.DeleteFunc(slices.Clone(terms), func(t reports.Term) bool { return !w.uses(t, all) })
	if len(used) == 0 {
		return
	}
	w.heading(2, []span{{text: "Glossary", size: bodySize, color: ink}})
	w.paragraph([]span{{text: reading, size: noteSize, color: ink}}, w.left, w.width, noteLeading)
	w.y++
	for _, e := range reports.Entries(used) {
		look := span{size: noteSize, color: ink}
		names, kind, text := look, look, look
		names.text, names.face = strings.Join(e.Names, "; "), bold
		if e.Kind != "" {
			kind.text, kind.color = " ("+e.Kind+")", muted
		}
		text.text = ": " + reports.FullStop(e.Text)
		w.paragraph([]span{names, kind, text}, w.left, w.width, noteLeading)
		w.y++
	}
	w.y += gap
}

// uses reports whether a name was written. One that may be a mere word counts only
// where it stands alone, as in a cell.
func (w *writer) uses(t reports.Term, all string) bool {
	word := t.Kind != "" && t.Kind != "metric" && !strings.ContainsFunc(t.Name, func(r rune) bool { return !unicode.IsLetter(r) })
	if word {
		return slices.ContainsFunc(w.said, func(s string) bool { return strings.TrimSpace(s) == t.Name })
	}
	for rest := all; ; {
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
