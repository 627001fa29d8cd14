package html

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

// front writes who wrote a report and when, its abstract and its keywords.
func (w *writer) front(f reports.Front) {
	var authors []string
	for _, a := range f.Authors {
		name := fragment.Escape(a.Name)
		if a.ORCID != "" {
			name = `<a href="https://orcid.org/` + fragment.Escape(a.ORCID) + `">` + name + "</a>"
		}
		if a.Affiliation != "" {
			name += " (" + fragment.Escape(a.Affiliation) + ")"
		}
		authors = append(authors, name)
	}
	if f.Date != "" {
		authors = append(authors, "<time>"+fragment.Escape(f.Date)+"</time>")
	}
	if authors != nil {
		w.WriteString(`<p class="authors">` + strings.Join(authors, " · ") + "</p>\n")
	}
	if f.Abstract != "" {
		w.WriteString(`<p class="abstract"><b>Abstract.</b> `)
		w.Text(f.Abstract)
		w.WriteString("</p>\n")
	}
	if f.Keywords != nil {
		w.WriteString(`<p class="keywords"><b>Keywords:</b> ` + fragment.Escape(strings.Join(f.Keywords, ", ")) + "</p>\n")
	}
}
