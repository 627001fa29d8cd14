package html

import (
	"fmt"
	"io"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// Code is what the page of [WriteCode] is to that of the report: the Rel of the link by
// which [Write] leads to it, instead of showing code there.
const Code = "code"

// WriteCode writes the code of r, and how its figures, tables and claims are made, as a page
// of its own. Source that made several is shown once. It fails if r is not valid.
func WriteCode(to io.Writer, r reports.Report, neighbours ...Link) error {
	p, err := page.Of(r)
	if err != nil {
		return err
	}
	w := newWriter(p)
	w.head("Code: "+r.Title, "")
	w.neighbours(neighbours)
	fmt.Fprintf(w, "<header>\n<h1>How it is made</h1>\n<p class=\"lead\">%s</p>\n</header>\n<main id=\"content\">\n", fragment.Escape(r.Title))
	shown := map[string]bool{}
	for _, b := range r.Blocks {
		if c, isCode := b.(reports.Code); isCode && strings.TrimSpace(c.Source) != "" {
			w.source(strings.Trim(c.Source, "\n"))
		}
		label, numbered := p.Labels.Of(b)
		source := b.About().Source
		if source == "" || !numbered || shown[source] {
			continue
		}
		shown[source] = true
		fmt.Fprintf(w, "<h2 id=\"%[1]s\"><a class=\"ref\" href=\"index.html#%[1]s\">%[2]s</a></h2>\n", label.Anchor(), fragment.Escape(label.String()))
		w.source(defuse.Text(source))
	}
	w.WriteString("</main>\n</body>\n</html>\n")
	_, err = io.WriteString(to, w.String())
	return err
}

func (w *writer) source(text string) {
	fmt.Fprintf(w, "<pre tabindex=\"0\"><code>%s</code></pre>\n", highlight(text))
}
