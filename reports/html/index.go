package html

import (
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

// Entry is one study in the page that leads to all of them.
type Entry struct {
	Report  reports.Report
	Href    string   // of the report's page, relative to the index: "pruning/index.html"
	Figures []string // IDs of the report's figures to show; none is fine
}

// WriteIndex writes the page that introduces the studies in the order given:
// title, lead, verdicts and key figures of each, linked to its own page. Figures
// are images here, so that figures of different studies cannot collide. It
// fails without writing anything if a report is not valid, names an unknown
// figure, or has a link that leaves the folder.
func WriteIndex(w io.Writer, entries []Entry) error {
	p := newPage(new(reports.Labels))
	const title = "Studies"
	p.head(title)
	p.WriteString("<header>\n<h1>" + title + "</h1>\n</header>\n<main id=\"content\">\n<ol class=\"studies\">\n")
	for _, e := range entries {
		if err := p.entry(e); err != nil {
			return fmt.Errorf("html: index, report %q: %w", e.Report.ID, err)
		}
	}
	p.WriteString("</ol>\n</main>\n</body>\n</html>\n")
	_, err := io.WriteString(w, p.String())
	return err
}

func (p *page) entry(e Entry) error {
	labels, err := e.Report.Labels()
	if err != nil {
		return err
	}
	if clean := path.Clean(e.Href); clean != e.Href || path.IsAbs(clean) || strings.HasPrefix(clean, "..") || strings.Contains(clean, ":") {
		return fmt.Errorf("link %q is not a path below the index (want something like %q)", e.Href, e.Report.ID+"/index.html")
	}
	// References lead into the report's page, where the blocks are.
	p.Labels, p.Page = labels, fragment.Escape(e.Href)
	fmt.Fprintf(p, "<li>\n<h2 id=\"%s\"><a href=\"%s\">", e.Report.ID, p.Page)
	p.Text(e.Report.Title)
	p.WriteString("</a></h2>\n")
	if e.Report.Lead != "" {
		p.WriteString("<p class=\"text\">")
		p.Text(e.Report.Lead)
		p.WriteString("</p>\n")
	}
	p.claims("", untimed(e.Report), func(c reports.Claim) { p.Text(c.Statement) })
	if err := p.keyFigures(e); err != nil {
		return err
	}
	p.WriteString("</li>\n")
	return p.Err
}

func (p *page) keyFigures(e Entry) error {
	if len(e.Figures) == 0 {
		return nil
	}
	p.WriteString("<div class=\"keys\">\n")
	for _, id := range e.Figures {
		f, ok := figureOf(e.Report, id)
		if !ok {
			return fmt.Errorf("has no figure %q to show", id)
		}
		image, err := fragment.Image(f)
		if err != nil {
			return err
		}
		if f.Timing {
			p.WriteString("<section data-timing=\"\">\n" + fragment.TimingMark + "\n")
		}
		fmt.Fprintf(p, "<figure class=\"plot\">\n<a class=\"card\" href=\"%s#fig-%s\">%s</a>\n<figcaption>", p.Page, f.ID, image)
		p.Text(f.Title)
		p.WriteString("</figcaption>\n</figure>\n")
		if f.Timing {
			p.WriteString("</section>\n")
		}
	}
	p.WriteString("</div>\n")
	return nil
}

func figureOf(r reports.Report, id string) (reports.Figure, bool) {
	for _, b := range r.Blocks {
		if f, ok := b.(reports.Figure); ok && f.ID == id {
			return f, true
		}
	}
	return reports.Figure{}, false
}
