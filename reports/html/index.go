package html

import (
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// Entry is one study in the page that leads to all of them.
type Entry struct {
	Report reports.Report
	Href   string // of the report's page, relative to the index: "pruning/index.html"
	Files  []File // of the report, beside its page
}

// File is something to download.
type File struct {
	Name string // as a reader sees it: "trials (CSV)"
	Href string // relative to the index
}

// readingIndex says what the page is, how to read it, and what to do next.
const readingIndex = `<p class="about">Each study asks one question and answers it from trials that were run by the same program. Below are the answers, each with the figure that shows it. ` +
	`The title leads to the whole page: figures, tables, and claims that the trials confirm, refute or leave open.</p>
<p class="about">To change a study, open its notebook. The command <code>new</code> starts a study of your own.</p>
`

// WriteIndex writes the page that introduces the studies in the order given:
// question, answer and key figure of each, linked to its own page, when it was run, and
// its files. Figures are images here, so that those of different studies cannot collide. It
// fails without writing anything if a report is not valid, or has a link that leaves the folder.
func WriteIndex(to io.Writer, entries []Entry) error {
	w := newWriter(&page.Page{})
	const title = "Studies of search on puzzles"
	w.head(title, "")
	w.WriteString("<header>\n<h1>" + title + "</h1>\n" + readingIndex + "</header>\n<main id=\"content\">\n<ol class=\"studies\">\n")
	for _, e := range entries {
		if err := w.entry(e); err != nil {
			return fmt.Errorf("html: index, report %q: %w", e.Report.ID, err)
		}
	}
	w.WriteString("</ol>\n")
	judged := 0
	for _, e := range entries {
		if len(e.Report.Claims()) > 0 {
			judged++
		}
	}
	if judged > 1 {
		w.WriteString("<p class=\"text\">")
		w.Plain(fmt.Sprintf("Each study keeps the chance that one of its verdicts is false below 5 %% by itself. Among the %d of this site, that of a false verdict anywhere is therefore at most %d %%.", judged, min(100, 5*judged)))
		w.WriteString("</p>\n")
	}
	w.WriteString("</main>\n</body>\n</html>\n")
	_, err := io.WriteString(to, w.String())
	return err
}

func (w *writer) entry(e Entry) error {
	labels, err := e.Report.Labels()
	if err != nil {
		return err
	}
	if clean := path.Clean(e.Href); clean != e.Href || path.IsAbs(clean) || strings.HasPrefix(clean, "..") || strings.Contains(clean, ":") {
		return fmt.Errorf("link %q is not a path below the index (want something like %q)", e.Href, e.Report.ID+"/index.html")
	}
	// References lead into the report's page, where the blocks are.
	w.Labels, w.Page = labels, fragment.Escape(e.Href)
	fmt.Fprintf(w, "<li>\n<h2 id=\"%s\"><a href=\"%s\">", e.Report.ID, w.Page)
	w.Plain(e.Report.Title)
	w.WriteString("</a></h2>\n")
	if e.Report.Lead != "" {
		w.WriteString("<p class=\"text\">")
		w.Plain(e.Report.Lead)
		w.WriteString("</p>\n")
	}
	key, _ := e.Report.Block(e.Report.Key)
	if f, ok := key.(reports.Figure); ok {
		f.SVG = f.OnPhones()
		picture, err := fragment.Image(f)
		if err != nil {
			return err
		}
		w.key(f, picture)
	}
	w.WriteString("<p class=\"files\">")
	for _, f := range e.Files {
		fmt.Fprintf(w, "<a href=\"%s\">%s</a> ", fragment.Escape(f.Href), fragment.Escape(f.Name))
	}
	w.WriteString("</p>\n")
	if ran := e.Report.Provenance.Ran(); ran != "" {
		fmt.Fprintf(w, "<section class=\"ran\" data-provenance=\"\"><p>%s.</p></section>\n", fragment.Escape(ran))
	}
	w.WriteString("</li>\n")
	return w.Err
}
