package html

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/internal/terminal"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

//go:embed style.css
var styleFile string

// style is the file without comments and needless blanks. Commands that write no page begin
// without it.
var style = sync.OnceValue(func() string {
	return regexp.MustCompile(`(?s)\s*/\*.*?\*/|\s*([{}])\s*|([;,:])\s+`).ReplaceAllString(styleFile, "$1$2")
})

//go:embed page.js
var pageScript string

// comments are the lines of a script that are for who reads its file, and the blanks that
// begin the others.
var comments = regexp.MustCompile(`(?m)^\s+(//.*\n)?`)

// scriptElement returns a script as it stands in a page, which is XML too, and what
// the page's policy says to allow it and no other. Without it the page is complete.
func scriptElement(script string) (element, allowed string) {
	if script == "" {
		return "", ""
	}
	text := "//<![CDATA[\n" + comments.ReplaceAllString(script, "") + "//]]>\n"
	sum := sha256.Sum256([]byte(text))
	return "<script>" + text + "</script>\n", "script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; "
}

//go:embed pages/*.html
var pageFiles embed.FS

// pages are the templates of the pages. They escape what says so; the rest is HTML already.
var pages = sync.OnceValue(func() *template.Template {
	functions := template.FuncMap{
		"escape": fragment.Escape, "badge": fragment.Badge, "source": sourceOf,
		"timing": func() string { return fragment.TimingMark },
	}
	return template.Must(template.New("").Funcs(functions).ParseFS(pageFiles, "pages/*.html"))
})

// add writes a part of a page: the template of that name with its data.
func (w *writer) add(name string, data any) {
	if err := pages().ExecuteTemplate(w, name+".html", data); err != nil {
		w.Err = cmp.Or(w.Err, err)
	}
}

// finish writes the page around what was written so far.
func (w *writer) finish(to io.Writer, title, script string, neighbours []Link) error {
	element, policy := scriptElement(script)
	body := w.String()
	w.Builder = new(strings.Builder)
	w.add("document", struct {
		Title, Policy, Style, Body, Script string
		Neighbours                         []Link
	}{title, policy, style(), body, element, neighbours})
	if w.Err != nil {
		return w.Err
	}
	_, err := io.WriteString(to, w.String())
	return err
}

// Link leads from a page to another one.
type Link struct {
	Rel   string // what the other is to the page: "index", "prev", "next", [Code] or [Explore]
	Title string // of the other
	Href  string // relative to the page: "../pruning/index.html"
}

// Write writes r as one page with links to its neighbours. It fails without writing
// anything if r is not valid (see [reports.Report.Validate]), if its Markdown holds
// an image that is not part of it, or if a picture would load something.
func Write(to io.Writer, r reports.Report, neighbours ...Link) error {
	p, err := page.Of(r)
	if err != nil {
		return err
	}
	w := newWriter(p)
	err = w.page(p, neighbours)
	if err = cmp.Or(err, w.Err); err != nil {
		return fmt.Errorf("html: report %q: %w", r.ID, err)
	}
	return w.finish(to, r.Title, pageScript, neighbours)
}

// page writes all of a page, its opening last, which shows what stands below.
func (w *writer) page(p *page.Page, neighbours []Link) error {
	r := p.Report
	terms := newGlossary(r.Glossary)
	w.Twice, w.Named = r.Key, terms.link
	for _, l := range neighbours {
		switch l.Rel {
		case Code:
			w.CodePage = fragment.Escape(l.Href)
		case Explore:
			w.Beside = explored(l.Href, r.Glossary)
		}
	}
	if err := w.blocks(r.Blocks); err != nil {
		return err
	}
	w.overview(r.Claims())
	w.Named = nil // below, and in the opening
	w.nodes(p.Glossary(terms.uses))
	w.nodes(p.References())
	w.citation(r)
	w.nodes(p.Provenance())
	body := w.String()

	w.Builder = new(strings.Builder)
	for _, n := range p.Front() {
		if shows, _ := r.Block(r.Picture); n.Kind == page.About && shows != nil {
			if err := w.small(shows.(reports.Figure)); err != nil {
				return err
			}
		}
		w.nodes([]page.Node{n})
	}
	front := w.String()
	key, err := w.key(r, w.Again())
	if err != nil {
		return err
	}
	w.Builder = new(strings.Builder)
	w.add("report", struct {
		Front, Key, Ran, Body, Packed string
		Claims, Times                 []judged
		Contents                      []heading
	}{front, key, r.Provenance.Ran(), body, w.Packed(), w.judged(r.Main(), false), w.judged(r.Main(), true), w.contents()})
	return nil
}

type writer struct {
	fragment.Writer
	texts    page.Texts
	sections []heading
}

func newWriter(p *page.Page) *writer {
	w := &writer{Writer: fragment.New(p.Labels), texts: p.Texts}
	w.Reserve("content", "contents", "provenance", "findings", "claims", "glossary", "references", "cite")
	if p.Labels == nil {
		return w
	}
	for _, l := range p.Labels.All() {
		w.Reserve(l.Anchor(), l.Anchor()+"-caption")
	}
	for _, e := range p.Labels.References() {
		w.Reserve(p.Labels.Cited(e).Anchor())
	}
	return w
}

// judged is a claim in a list of claims, in HTML.
type judged struct {
	Holds                reports.Verdict
	Statement, Reference string
}

// judged returns those claims that are about measured times, or those that are not.
func (w *writer) judged(claims []reports.Claim, timing bool) (list []judged) {
	for _, c := range claims {
		if c.Timing == timing {
			label, _ := w.Labels.Of(c)
			list = append(list, judged{c.Holds, w.Plain(c.Statement), w.Reference(label)})
		}
	}
	return list
}

// small writes a picture of a figure beside what follows, with a link to it.
func (w *writer) small(f reports.Figure) error {
	picture, err := fragment.Image(f)
	label, _ := w.Labels.Of(f)
	fmt.Fprintf(w, "<a class=\"puzzle\" href=\"#%s\">%s</a>\n", label.Anchor(), picture)
	return err
}

// key returns the figure that shows the answer with a link to it, "" if none does. Its picture
// is an image unless there is another one.
func (w *writer) key(r reports.Report, picture string) (string, error) {
	block, _ := r.Block(r.Key)
	f, ok := block.(reports.Figure)
	if !ok {
		return "", nil
	}
	var err error
	if picture == "" {
		if w.Page != "" { // the index shows it small
			f.SVG = f.OnPhones()
		}
		picture, err = fragment.Image(f)
	}
	label, _ := w.Labels.Of(f)
	return fmt.Sprintf("<figure class=\"plot key\">\n<div class=\"card\">%s</div>\n<figcaption><b>%s</b> (%s)</figcaption>\n</figure>\n",
		picture, fragment.Escape(reports.FullStop(f.Title)), w.Reference(label)), err
}

// blocks writes blocks, timing ones in sections of their own. Claims that follow each other,
// whose evidence is folded, are one group.
func (w *writer) blocks(blocks []reports.Block) error {
	inClaims := false
	for i, b := range blocks {
		_, isClaim := b.(reports.Claim)
		if isClaim != inClaims {
			w.WriteString(map[bool]string{true: "<div class=\"claims\">\n", false: "</div>\n"}[isClaim])
		}
		inClaims = isClaim
		timing := b.About().Timing
		if timing {
			w.WriteString("<section data-timing=\"\">\n")
		}
		if err := b.Visit(w); err != nil {
			return fmt.Errorf("block %d: %w", i+1, err)
		}
		if timing {
			w.WriteString("</section>\n")
		}
	}
	if inClaims {
		w.WriteString("</div>\n")
	}
	return nil
}

// Text implements [reports.Visitor].
func (w *writer) Text(t reports.Text) error {
	t.Markdown = defuse.Text(t.Markdown)
	nodes, err := w.texts.Read(t)
	if err != nil {
		return err
	}
	w.WriteString("<div class=\"text\">\n")
	if t.Timing {
		w.WriteString("<p>" + fragment.TimingMark + "</p>\n")
	}
	w.nodes(nodes)
	w.WriteString("</div>\n")
	return nil
}

// Code implements [reports.Visitor]: it folds the source away, or leaves it to the page of the code, and shows what it printed.
func (w *writer) Code(c reports.Code) error {
	source, output := strings.Trim(c.Source, "\n"), strings.TrimRight(c.Output, "\n")
	if source != "" && w.CodePage == "" {
		fmt.Fprintf(w, "<details class=\"code\"><summary>Code <span>%s</span></summary>\n", numerals.Plural(strings.Count(source, "\n")+1, "line", numerals.Narrow))
		w.WriteString(sourceOf(source) + "</details>\n")
	}
	if output != "" {
		if c.Timing {
			w.WriteString("<p>" + fragment.TimingMark + "</p>\n")
		}
		if c.HTML != "" {
			// Scripts do not run in it, and it loads nothing but what the page may. Nobody can measure it
			// from outside, so it is as high as its text.
			height := 2 * min(max(strings.Count(output, "\n")+2, 3), 20)
			fmt.Fprintf(w, "<iframe class=\"output\" sandbox=\"\" title=\"Output\" style=\"width:98%%;border-width:0 0 0 3px;height:%dem\" srcdoc=\"%s\"></iframe>\n", height, fragment.Escape(frameStyle+defuse.Text(c.HTML)))
			return nil
		}
		fmt.Fprintf(w, "<pre class=\"output\" tabindex=\"0\">%s</pre>\n", terminal.HTML(output, fragment.Escape))
	}
	return nil
}

// frameStyle lets the HTML of others look like the page, and tables without borders of their own like tables.
const frameStyle = `<style>:root{color-scheme:light dark}body{font:15px system-ui,sans-serif;margin:4px}table{border-collapse:collapse;border:0}th,td{padding:2px 8px;border:0;border-bottom:1px solid #8886;text-align:right}</style>`

// section begins a section of the page's own.
func (w *writer) section(id, title string) {
	w.sections = append(w.sections, heading{2, id, title})
	fmt.Fprintf(w, "<h2 id=\"%s\">%s%s</h2>\n", id, fragment.Escape(title), permalinkTo(id))
}

// overview lists all claims with their verdicts.
func (w *writer) overview(claims []reports.Claim) {
	if len(claims) == 0 {
		return
	}
	w.section("claims", "All claims")
	w.Within = "td"
	counts, times := w.judged(claims, false), w.judged(claims, true)
	w.Within = ""
	w.add("claims", struct {
		Count         string
		Claims, Times []judged
	}{numerals.Plural(len(claims), "claim", numerals.Narrow), counts, times})
}

// citation tells how to cite the report, unless it says nothing of where it comes from, as
// the card of a trial does. It stands with the provenance, since the year may be that in
// which a machine computed the results.
func (w *writer) citation(r reports.Report) {
	if len(r.Provenance.Sections) == 0 && len(r.Front.Authors) == 0 {
		return
	}
	w.WriteString("<section class=\"cite\" data-provenance=\"\">\n")
	w.section("cite", "Cite this")
	w.add("cite", []struct{ Name, Text string }{{"BibTeX", r.BibTeX()}, {"CITATION.cff", r.CFF()}})
}

// contents returns the sections of a page that has several.
func (w *writer) contents() []heading {
	sections := slices.DeleteFunc(w.sections, func(h heading) bool { return h.level != 2 })
	if len(sections) < 3 {
		return nil
	}
	return sections
}
