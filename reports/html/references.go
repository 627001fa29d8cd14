package html

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

// references lists what the report cites and what it used.
func (w *writer) references(list []reports.Reference) {
	if len(list) == 0 {
		return
	}
	w.section("references", "References")
	w.WriteString("<ol class=\"references\">\n")
	for _, r := range list {
		fmt.Fprintf(w, "<li id=\"%s\">", r.Label.Anchor())
		for _, part := range r.Entry.Parts() {
			text := fragment.Escape(part.Text)
			switch {
			case part.URL != "":
				text = `<a href="` + fragment.Escape(part.URL) + `">` + text + "</a>"
			case part.Italic:
				text = "<i>" + text + "</i>"
			}
			w.WriteString(text)
		}
		w.WriteString("</li>\n")
	}
	w.WriteString("</ol>\n")
}
