package html

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

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
	text := "//<![CDATA[\n" + comments.ReplaceAllString(script, "") + "//]]>\n"
	sum := sha256.Sum256([]byte(text))
	return "<script>" + text + "</script>\n", "script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; "
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
	if err := w.page(p, neighbours); err != nil {
		return fmt.Errorf("html: report %q: %w", r.ID, err)
	}
	_, err = io.WriteString(to, w.String())
	return err
}

// page writes all of a page, its opening last, which shows what stands below.
func (w *writer) page(p *page.Page, neighbours []Link) error {
	r := p.Report
	terms := newGlossary(r.Glossary)
	w.Twice, w.Named = r.Key, terms.link
	if i := slices.IndexFunc(neighbours, func(l Link) bool { return l.Rel == Code }); i >= 0 {
		w.CodePage = fragment.Escape(neighbours[i].Href)
	}
	if i := slices.IndexFunc(neighbours, func(l Link) bool { return l.Rel == Explore }); i >= 0 {
		w.Beside = explored(neighbours[i].Href, r.Glossary)
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
	script, allowed := scriptElement(pageScript)
	w.head(r.Title, allowed)
	w.neighbours(neighbours)
	if err := w.opening(p); err != nil {
		return err
	}
	w.contents()
	packed, err := w.Packed()
	w.WriteString("<main id=\"content\">\n" + body + "</main>\n" + packed + script + "</body>\n</html>\n")
	return cmp.Or(err, w.Err)
}

type writer struct {
	fragment.Writer
	texts    page.Texts
	sections []heading
}

func newWriter(p *page.Page) *writer {
	w := &writer{Writer: fragment.Writer{Builder: new(strings.Builder), Labels: p.Labels}, texts: p.Texts}
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

// head begins the page. policy allows its script; "" for none.
func (w *writer) head(title, policy string) {
	fmt.Fprintf(w, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta name="generator" content="puzzlelab"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; %sstyle-src 'unsafe-inline'; img-src data:"/>
<title>%s</title>
<style>%s</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
`, policy, fragment.Escape(title), style())
}

// neighbours leads to the other pages.
func (w *writer) neighbours(links []Link) {
	if len(links) == 0 {
		return
	}
	w.WriteString("<nav class=\"site\" aria-label=\"Studies\">")
	for _, l := range links {
		fmt.Fprintf(w, "<a rel=\"%s\" href=\"%s\">%s</a>", fragment.Escape(l.Rel), fragment.Escape(l.Href), fragment.Escape(l.Title))
	}
	w.WriteString("</nav>\n")
}

// opening writes the first screen: the question, the answer with the figure that shows
// it, what was run, and the claims that carry it.
func (w *writer) opening(p *page.Page) error {
	r := p.Report
	w.WriteString("<header>\n")
	for _, n := range p.Front() {
		if shows, _ := r.Block(r.Picture); n.Kind == page.About && shows != nil {
			if err := w.small(shows.(reports.Figure)); err != nil {
				return err
			}
		}
		w.nodes([]page.Node{n})
	}
	key, _ := r.Block(r.Key)
	if f, ok := key.(reports.Figure); ok {
		picture := w.Again()
		if picture == "" {
			var err error
			if picture, err = fragment.Image(f); err != nil {
				return err
			}
		}
		w.key(f, picture)
	}
	if ran := r.Provenance.Ran(); ran != "" {
		fmt.Fprintf(w, "<section class=\"ran\" data-provenance=\"\"><p>%s. <a href=\"#provenance\">Provenance</a></p></section>\n", fragment.Escape(ran))
	}
	var counts, times []reports.Claim
	for _, c := range r.Main() {
		if c.Timing {
			times = append(times, c)
		} else {
			counts = append(counts, c)
		}
	}
	w.findings(" id=\"findings\" aria-label=\"Main claims\"", counts)
	if times != nil {
		w.WriteString("<section data-timing=\"\">\n")
		w.findings(" aria-label=\"Main claims about times\"", times)
		w.WriteString("</section>\n")
	}
	w.WriteString("</header>\n")
	return nil
}

// findings lists claims with their verdicts.
func (w *writer) findings(attributes string, claims []reports.Claim) {
	if len(claims) == 0 {
		return
	}
	fmt.Fprintf(w, "<ul class=\"findings\"%s>\n", attributes)
	for _, c := range claims {
		label, _ := w.Labels.Of(c)
		fmt.Fprintf(w, "<li>%s <span>", fragment.Badge(c.Holds))
		w.Plain(c.Statement)
		fmt.Fprintf(w, " (%s)</span></li>\n", w.Reference(label))
	}
	w.WriteString("</ul>\n")
}

// small writes a picture of a figure beside what follows, with a link to it.
func (w *writer) small(f reports.Figure) error {
	picture, err := fragment.Image(f)
	label, _ := w.Labels.Of(f)
	fmt.Fprintf(w, "<a class=\"puzzle\" href=\"#%s\">%s</a>\n", label.Anchor(), picture)
	return err
}

// key writes a picture of a figure with a link to it.
func (w *writer) key(f reports.Figure, picture string) {
	label, _ := w.Labels.Of(f)
	fmt.Fprintf(w, "<figure class=\"plot key\">\n<div class=\"card\">%s</div>\n<figcaption><b>%s</b> (%s)</figcaption>\n</figure>\n",
		picture, fragment.Escape(reports.FullStop(f.Title)), w.Reference(label))
}

// blocks writes blocks. Claims that follow each other, whose evidence is folded, are one
// group.
func (w *writer) blocks(blocks []reports.Block) error {
	inClaims := false
	for i, b := range blocks {
		_, isClaim := b.(reports.Claim)
		if isClaim != inClaims {
			w.WriteString(map[bool]string{true: "<div class=\"claims\">\n", false: "</div>\n"}[isClaim])
		}
		inClaims = isClaim
		if err := w.timed(b); err != nil {
			return fmt.Errorf("block %d: %w", i+1, err)
		}
	}
	if inClaims {
		w.WriteString("</div>\n")
	}
	return nil
}

// timed writes one block, a timing one in its own section.
func (w *writer) timed(b reports.Block) error {
	timing := b.About().Timing
	if timing {
		w.WriteString("<section data-timing=\"\">\n")
	}
	err := b.Visit(w)
	if timing {
		w.WriteString("</section>\n")
	}
	return err
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
		w.source(source)
		w.WriteString("</details>\n")
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

// overview lists all claims with their verdicts, those about measured times apart.
func (w *writer) overview(claims []reports.Claim) {
	if len(claims) == 0 {
		return
	}
	w.section("claims", "All claims")
	fmt.Fprintf(w, "<details class=\"more\"><summary>%s in the order of the page</summary>\n", numerals.Plural(len(claims), "claim", numerals.Narrow))
	for _, timing := range []bool{false, true} {
		of := slices.DeleteFunc(slices.Clone(claims), func(c reports.Claim) bool { return c.Timing != timing })
		if len(of) == 0 {
			continue
		}
		name := "All claims"
		if timing {
			name = "Claims about times"
			fmt.Fprintf(w, "<section data-timing=\"\">\n<p>%s</p>\n", fragment.TimingMark)
		}
		fmt.Fprintf(w, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n", name)
		w.WriteString("<table class=\"overview\">\n<thead><tr><th scope=\"col\">claim</th><th scope=\"col\">verdict</th><th scope=\"col\">statement</th></tr></thead>\n<tbody>\n")
		for _, c := range of {
			label, _ := w.Labels.Of(c)
			fmt.Fprintf(w, "<tr><th scope=\"row\">%s</th><td>%s</td><td>", w.Reference(label), fragment.Badge(c.Holds))
			w.Within = "td"
			w.Plain(c.Statement)
			w.Within = ""
			w.WriteString("</td></tr>\n")
		}
		w.WriteString("</tbody>\n</table>\n</div>\n")
		if timing {
			w.WriteString("</section>\n")
		}
	}
	w.WriteString("</details>\n")
}

// contents lists the sections of a page that has several.
func (w *writer) contents() {
	sections := slices.DeleteFunc(w.sections, func(h heading) bool { return h.level != 2 })
	if len(sections) < 3 {
		return
	}
	w.WriteString("<nav id=\"contents\" aria-label=\"Contents\">\n<ol>\n")
	for _, h := range sections {
		fmt.Fprintf(w, "<li><a href=\"#%s\">%s</a></li>\n", h.id, fragment.Escape(h.text))
	}
	w.WriteString("</ol>\n</nav>\n")
}
