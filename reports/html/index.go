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
	target := fragment.Escape(e.Href)
	// References lead into the report's page, where the blocks are.
	expand := func(s string) (string, error) {
		return labels.Expand(s, fragment.Escape, func(l reports.Label) string {
			return fmt.Sprintf(`<a class="ref" href="%s#%s">%s</a>`, target, l.Anchor(), l)
		})
	}
	title, err := expand(e.Report.Title)
	if err != nil {
		return err
	}
	fmt.Fprintf(p, "<li>\n<h2 id=\"%s\"><a href=\"%s\">%s</a></h2>\n", e.Report.ID, target, title)
	if e.Report.Lead != "" {
		lead, err := expand(e.Report.Lead)
		if err != nil {
			return err
		}
		fmt.Fprintf(p, "<p class=\"text\">%s</p>\n", lead)
	}
	statements := map[string]string{}
	for _, c := range untimed(e.Report) {
		statement, err := expand(c.Statement)
		if err != nil {
			return err
		}
		statements[c.ID] = statement
	}
	p.claims("", untimed(e.Report), func(c reports.Claim) { p.WriteString(statements[c.ID]) })
	if err := p.keyFigures(e, target, expand); err != nil {
		return err
	}
	p.WriteString("</li>\n")
	return nil
}

func (p *page) keyFigures(e Entry, target string, expand func(string) (string, error)) error {
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
		title, err := expand(f.Title)
		if err != nil {
			return err
		}
		figure := fmt.Sprintf("<figure class=\"plot\">\n<a class=\"card\" href=\"%s#fig-%s\">%s</a>\n<figcaption>%s</figcaption>\n</figure>\n", target, f.ID, image, title)
		if f.Timing {
			figure = "<section data-timing=\"\">\n" + fragment.TimingMark + "\n" + figure + "</section>\n"
		}
		p.WriteString(figure)
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
