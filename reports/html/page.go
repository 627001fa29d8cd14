package html

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"sync"
	"text/template"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/internal/terminal"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

//go:embed style.css
var styleFile string

// unneeded matches comments and unnecessary spaces in the style sheet.
var unneeded = lazy.Regexp(`(?s)\s*/\*.*?\*/|\s*([{}])\s*|([;,:])\s+`)

// style is the style sheet for a page. It is prepared only when a page is written.
var style = sync.OnceValue(func() string { return unneeded().ReplaceAllString(styleFile, "$1$2") })

//go:embed page.js
var pageScript string

// comments matches comment lines in a script, and indentation.
var comments = lazy.Regexp(`(?m)^\s+(//.*\n)?`)

// scriptElement returns a script as an element for a page, which must also be valid XML, and the
// entry for the page's policy that allows only this script. The page is complete without the
// script.
func scriptElement(script string) (element, allowed string) {
	if script == "" {
		return "", ""
	}
	text := "//<![CDATA[\n" + comments().ReplaceAllString(script, "") + "//]]>\n"
	sum := sha256.Sum256([]byte(text))
	return "<script>" + text + "</script>\n", "script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; "
}

//go:embed pages/*.html
var pageFiles embed.FS

// pages returns the templates for pages. Templates escape only values that say so; all other values
// are already HTML.
var pages = sync.OnceValue(func() *template.Template {
	functions := template.FuncMap{
		"escape": fragment.Escape, "badge": fragment.Badge, "source": sourceOf,
		"timing": func() string { return fragment.TimingMark },
	}
	return template.Must(template.New("").Funcs(functions).ParseFS(pageFiles, "pages/*.html"))
})

// add writes a part of a page, using the named template and its data.
func (w *writer) add(name string, data any) {
	if err := pages().ExecuteTemplate(w, name+".html", data); err != nil {
		w.Err = cmp.Or(w.Err, err)
	}
}

// finish writes the page around the parts written so far.
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

// Link is a link from one page to another.
type Link struct {
	Rel   string // how the target relates to this page: "index", "prev", "next", [Code] or [Explore]
	Title string // title of the target page
	Href  string // address of the target relative to this page, such as "../pruning/index.html"
}

// Write writes r as a single page with links to neighboring pages. It returns an error and writes
// nothing if r is not valid (see [reports.Report.Validate]), if the Markdown contains an image that
// is not part of r, or if a picture would load a file.
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

// page writes all parts of a page. It writes the opening last, because it shows content from below.
func (w *writer) page(p *page.Page, neighbours []Link) error {
	r := p.Report
	terms := newGlossary(r.Glossary)
	w.Key, w.Picture, w.Named = r.Key, r.Picture, terms.link
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
	w.Named = nil // no links in the opening and below
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
	key, err := w.key(r, w.Again(r.Key))
	if err != nil {
		return err
	}
	if len(w.sections) < 3 { // too few for a table of contents
		w.sections = nil
	}
	w.Builder = new(strings.Builder)
	w.add("report", struct {
		Front, Key, Ran, Body, Packed string
		Claims, Times                 []judged
		Contents                      []heading
	}{front, key, r.Provenance.Ran(), body, w.Packed(), w.judged(r.Main(), false), w.judged(r.Main(), true), w.sections})
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

// judged is a claim in a list of claims, as HTML.
type judged struct {
	Holds                reports.Verdict
	Statement, Reference string
}

// judged returns the claims that are about measured times, or all others.
func (w *writer) judged(claims []reports.Claim, timing bool) (list []judged) {
	for _, c := range claims {
		if c.Timing == timing {
			label, _ := w.Labels.Of(c)
			list = append(list, judged{c.Holds, w.Plain(c.Statement), w.Reference(label)})
		}
	}
	return list
}

// small writes a small picture of a figure, next to what follows, with a link to the figure.
func (w *writer) small(f reports.Figure) error {
	var err error
	picture := w.Again(f.ID)
	if picture == "" {
		picture, err = fragment.Image(f)
	}
	label, _ := w.Labels.Of(f)
	class := "puzzle"
	if len(f.Narrow) > 0 {
		class += " tiny" // the texts of a wide picture would not be legible here
	}
	fmt.Fprintf(w, "<a class=\"%s\" href=\"#%s\">%s</a>\n", class, label.Anchor(), picture)
	return err
}

// key returns the figure that shows the answer, with its caption and a link to it, or "" if there is
// none. The picture is an image unless picture provides another one.
func (w *writer) key(r reports.Report, picture string) (string, error) {
	block, _ := r.Block(r.Key)
	f, ok := block.(reports.Figure)
	if !ok {
		return "", nil
	}
	var err error
	if picture == "" {
		if w.Page != "" { // the index shows it in a small size
			f.SVG = f.OnPhones()
		}
		picture, err = fragment.Image(f)
	}
	label, _ := w.Labels.Of(f)
	caption := ""
	if w.Page == "" {
		caption = w.Plain(f.Caption) + " "
	}
	return fmt.Sprintf("<figure class=\"plot key\">\n<div class=\"card\">%s</div>\n<figcaption><b>%s</b> %s(%s)</figcaption>\n</figure>\n",
		picture, fragment.Escape(reports.FullStop(f.Title)), caption, w.Reference(label)), err
}

// blocks writes blocks, with timing blocks in separate sections. Consecutive claims with folded
// evidence form a group.
func (w *writer) blocks(blocks []reports.Block) error {
	inClaims := false
	for i, b := range blocks {
		_, isClaim := b.(reports.Claim)
		if isClaim && !inClaims {
			w.WriteString("<div class=\"claims\">\n")
		} else if inClaims && !isClaim {
			w.WriteString("</div>\n")
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

// Code implements [reports.Visitor]. It shows the output, and the source in a collapsed element
// unless the source is on the code page.
func (w *writer) Code(c reports.Code) error {
	source, output := strings.Trim(c.Source, "\n"), strings.TrimRight(c.Output, "\n")
	if source != "" && w.CodePage == "" {
		fmt.Fprintf(w, "<details class=\"code\"><summary>Code <span>%s</span></summary>\n", numerals.Plural(strings.Count(source, "\n")+1, "line", numerals.Narrow))
		w.WriteString(sourceOf(source, c.Language) + "</details>\n")
	}
	if output != "" {
		if c.Timing {
			w.WriteString("<p>" + fragment.TimingMark + "</p>\n")
		}
		if c.HTML != "" {
			// The frame runs no scripts and loads nothing that the page may not load. Its content
			// cannot be measured from outside, so its height is estimated from its text and pictures.
			height := 2 * min(max(strings.Count(output, "\n")+10*strings.Count(c.HTML, "<img")+2, 3), 20)
			fmt.Fprintf(w, "<iframe class=\"output\" sandbox=\"\" title=\"Output\" style=\"width:98%%;border-width:0 0 0 3px;height:%dem\" srcdoc=\"%s\"></iframe>\n", height, fragment.Escape(frameStyle+defuse.Text(c.HTML)))
			return nil
		}
		fmt.Fprintf(w, "<pre class=\"output\" tabindex=\"0\">%s</pre>\n", terminal.HTML(output, fragment.Escape))
	}
	return nil
}

// frameStyle makes HTML from other programs look like the page, and gives tables without borders
// the page's table style.
const frameStyle = `<style>:root{color-scheme:light dark}body{font:15px system-ui,sans-serif;margin:4px}table{border-collapse:collapse;border:0}th,td{padding:2px 8px;border:0;border-bottom:1px solid #8886;text-align:right}</style>`

// section begins a section that the page itself adds.
func (w *writer) section(id, title string) {
	w.sections = append(w.sections, heading{id, title})
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

// citation says how to cite the report. It writes nothing for a report without information about
// its origin, such as the card of a trial. It is in the provenance section, because the year may
// depend on when a machine computed the results.
func (w *writer) citation(r reports.Report) {
	if len(r.Provenance.Sections) == 0 && len(r.Front.Authors) == 0 {
		return
	}
	w.WriteString("<section class=\"cite\" data-provenance=\"\">\n")
	w.section("cite", "Cite this")
	w.add("cite", []struct{ Name, Text string }{{"BibTeX", r.BibTeX()}, {"CITATION.cff", r.CFF()}})
}
