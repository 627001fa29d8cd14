package html

import (
	"fmt"
	"io"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

// Code is what the page of [WriteCode] is to that of the report: the Rel of the link by
// which [Write] leads to it, instead of showing there how each item is made.
const Code = "code"

// WriteCode writes how the figures, tables and claims of r are made as a page of its own.
// Source that made several is shown once. It fails if r is not valid.
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
		label, numbered := labels.Of(b)
		source := reports.SourceOf(b)
		if source == "" || !numbered || shown[source] {
			continue
		}
		shown[source] = true
		fmt.Fprintf(p, "<h2 id=\"%[1]s\"><a class=\"ref\" href=\"index.html#%[1]s\">%[2]s</a></h2>\n<pre tabindex=\"0\"><code>%[3]s</code></pre>\n",
			label.Anchor(), fragment.Escape(label.String()), highlight(fragment.Clean(source)))
	}
	p.WriteString("</main>\n</body>\n</html>\n")
	_, err = io.WriteString(w, p.String())
	return err
}
