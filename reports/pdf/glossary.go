package pdf

import (
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// uses reports whether a name was written. One that may be a mere word counts only
// where it stands alone, as in a cell.
func (w *writer) uses(t reports.Term) bool {
	if page.IsWord(t) {
		return slices.ContainsFunc(w.said, func(s string) bool { return strings.TrimSpace(s) == t.Name })
	}
	words := strings.ReplaceAll(strings.Join(w.said, " "), ";", " ") // in HTML it ends the reference to a character
	return page.NameAt(words, t.Name) >= 0
}
