package html

import (
	"fmt"
	"io"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

// Code is what the page of [WriteCode] is to that of the report: the Rel of the link by
// which [Write] leads to it, instead of showing code there.
const Code = "code"

// WriteCode writes the code of r, and how its figures, tables and claims are made, as a page
// of its own. Source that made several is shown once. It fails if r is not valid.
func WriteCode(w io.Writer, r reports.Report, neighbours ...Link) error {
	labels, err := r.Labels()
	if err != nil {
		return err
	}
	p := newPage(labels)
	p.head("Code: "+r.Title, "")
	p.neighbours(neighbours)
	fmt.Fprintf(p, "<header>\n<h1>How it is made</h1>\n<p class=\"lead\">%s</p>\n</header>\n<main id=\"content\">\n", fragment.Escape(r.Title))
	shown := map[string]bool{}
	for _, b := range r.Blocks {
		if c, isCode := b.(reports.Code); isCode && strings.TrimSpace(c.Source) != "" {
			p.source(strings.Trim(c.Source, "\n"))
		}
		label, numbered := labels.Of(b)
		source := reports.SourceOf(b)
		if source == "" || !numbered || shown[source] {
			continue
		}
		shown[source] = true
		fmt.Fprintf(p, "<h2 id=\"%[1]s\"><a class=\"ref\" href=\"index.html#%[1]s\">%[2]s</a></h2>\n", label.Anchor(), fragment.Escape(label.String()))
		p.source(defuse.Text(source))
	}
	p.WriteString("</main>\n</body>\n</html>\n")
	_, err = io.WriteString(w, p.String())
	return err
}

func (p *page) source(text string) {
	fmt.Fprintf(p, "<pre tabindex=\"0\"><code>%s</code></pre>\n", highlight(text))
}
