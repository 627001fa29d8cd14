package fragment

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
)

// Badge returns a verdict as a small coloured label.
func Badge(v reports.Verdict) string {
	return fmt.Sprintf(`<span class="badge %s"><span aria-hidden="true">%s</span> %s</span>`, v, v.Mark(), v)
}

// Claim writes a claim as a box: verdict, statement, and the evidence with its estimate,
// which a page folds away.
func (w *Writer) Claim(c reports.Claim) error {
	open, mid, end := "div", "", "</div>\n"
	if w.Labels != nil {
		open, mid, end = "details", "</summary>\n", "</details>\n"
	}
	fmt.Fprintf(w, `<%s class="claim %s"%s>`+"\n", open, c.Holds, w.anchor(c))
	if w.Labels != nil {
		w.WriteString("<summary>")
	}
	fmt.Fprintf(w, "<p>%s ", Badge(c.Holds))
	w.begin(c, "")
	fmt.Fprintf(w, "<b>%s</b></p>\n%s", w.unlinked(c.Statement), mid)
	if c.Evidence != "" {
		fmt.Fprintf(w, `<p class="evidence">%s</p>`+"\n", w.Plain(c.Evidence))
	}
	if e := c.Estimate; e != nil && c.Evidence == "" {
		w.WriteString(`<p class="estimate">estimate ` + Escape(strings.ReplaceAll(e.String(), " = ", "\u00a0=\u00a0")) + "</p>\n")
	}
	w.made(c, c.Source)
	w.WriteString(end)
	return nil
}
