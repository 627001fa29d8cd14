package html

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// Entry describes one study on the index page.
type Entry struct {
	Report reports.Report
	Href   string // address of the report's page relative to the index page, such as "pruning/index.html"
	Files  []File // files besides the report that readers can download
}

// File describes a file that readers can download.
type File struct {
	Name string // name shown to readers, such as "trials (CSV)"
	Href string // address of the file, relative to the index page
}

// WriteIndex writes a page that introduces the studies in the given order. For each study, the page
// shows the question, the answer, the main figure, a link to the report, the date of the run, and
// the files. Figures are embedded as images, so that ids in different studies cannot collide. If a
// report is not valid, or a link points outside the index page's folder, WriteIndex returns an error
// and writes nothing.
func WriteIndex(to io.Writer, entries []Entry) error {
	w := newWriter(&page.Page{})
	var studies []study
	judged := 0
	for _, e := range entries {
		s, err := w.study(e)
		if err != nil {
			return fmt.Errorf("html: index, report %q: %w", e.Report.ID, err)
		}
		studies = append(studies, s)
		if len(e.Report.Claims()) > 0 {
			judged++
		}
	}
	chance := ""
	if judged > 1 {
		chance = w.Plain(fmt.Sprintf("Each study by itself keeps the chance of a false verdict below 5 %%. For the %d studies of this site together, the chance is therefore at most %d %%.", judged, min(100, 5*judged)))
	}
	const title = "Studies of search on puzzles"
	w.add("index", struct {
		Title, Chance string
		Studies       []study
	}{title, chance, studies})
	return w.finish(to, title, "", nil)
}

// study is an entry in the form that the page shows, as HTML.
type study struct {
	ID, Href, Title, Lead, Key, Ran string
	Files                           []File
}

func (w *writer) study(e Entry) (study, error) {
	labels, err := e.Report.Labels()
	if err != nil {
		return study{}, err
	}
	if clean := path.Clean(e.Href); clean != e.Href || path.IsAbs(clean) || strings.HasPrefix(clean, "..") || strings.Contains(clean, ":") {
		return study{}, fmt.Errorf("link %q is not a path below the index (want something like %q)", e.Href, e.Report.ID+"/index.html")
	}
	// References are links to the report's page, which contains the blocks.
	w.Labels, w.Page = labels, fragment.Escape(e.Href)
	s := study{ID: e.Report.ID, Href: w.Page, Title: w.Plain(e.Report.Title), Lead: w.Plain(e.Report.Lead), Ran: e.Report.Provenance.Ran(), Files: e.Files}
	s.Key, err = w.key(e.Report, "")
	return s, cmp.Or(err, w.Err)
}
