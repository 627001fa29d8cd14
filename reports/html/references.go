package html

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

// references lists what the report cites and what it used.
func (p *page) references(list []reports.Reference) {
	if len(list) == 0 {
		return
	}
	p.section("references", "References")
	p.WriteString("<ol class=\"references\">\n")
	for _, r := range list {
		fmt.Fprintf(p, "<li id=\"%s\">", r.Label.Anchor())
		for _, part := range r.Entry.Parts() {
			text := fragment.Escape(part.Text)
			switch {
			case part.URL != "":
				text = `<a href="` + fragment.Escape(part.URL) + `">` + text + "</a>"
			case part.Italic:
				text = "<i>" + text + "</i>"
			}
			p.WriteString(text)
		}
		p.WriteString("</li>\n")
	}
	p.WriteString("</ol>\n")
}
