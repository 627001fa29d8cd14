package html

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

// citation tells how to cite the report, unless it says nothing of where it comes from, as
// the card of a trial does. It stands with the provenance, since the year may be that in
// which a machine computed the results.
func (w *writer) citation(r reports.Report) {
	if len(r.Provenance.Sections) == 0 && len(r.Front.Authors) == 0 {
		return
	}
	w.WriteString("<section class=\"cite\" data-provenance=\"\">\n")
	w.section("cite", "Cite this")
	for _, form := range []struct{ name, text string }{{"BibTeX", r.BibTeX()}, {"CITATION.cff", r.CFF()}} {
		fmt.Fprintf(w, "<details><summary>%s</summary>\n<pre tabindex=\"0\">%s</pre></details>\n", form.name, fragment.Escape(form.text))
	}
	w.WriteString("</section>\n")
}
