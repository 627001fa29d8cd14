package html

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/digits"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

//go:embed style.css
var styleFile string

// style is the file without comments and needless blanks.
var style = regexp.MustCompile(`(?s)\s*/\*.*?\*/|\s*([{}])\s*|([;,:])\s+`).ReplaceAllString(styleFile, "$1$2")

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
	Rel   string // what the other is to the page: "index", "prev", "next" or [Code]
	Title string // of the other
	Href  string // relative to the page: "../pruning/index.html"
}

// Write writes r as one page with links to its neighbours. It fails without writing
// anything if r is not valid (see [reports.Report.Validate]), if its Markdown holds
// an image that is not part of it, or if a picture would load something.
func Write(w io.Writer, r reports.Report, neighbours ...Link) error {
	labels, err := r.Labels()
	if err != nil {
		return err
	}
	p := newPage(labels)
	p.prose.images, p.Twice = r.Images, r.Key
	if i := slices.IndexFunc(neighbours, func(l Link) bool { return l.Rel == Code }); i >= 0 {
		p.Code = fragment.Escape(neighbours[i].Href)
	}
	if err := p.blocks(r.Blocks); err != nil {
		return fmt.Errorf("html: report %q, %w", r.ID, err)
	}
	p.overview(r.Claims())
	body, terms := linkTerms(p.String(), r.Glossary)
	p.Builder = new(strings.Builder)
	p.glossary(r.Reading(), terms)
	p.references(labels.References())
	p.citation(r)
	body += p.String()

	p.Builder = new(strings.Builder)
	script, allowed := scriptElement(pageScript)
	p.head(r.Title, allowed)
	p.neighbours(neighbours)
	if err := p.opening(r); err != nil {
		return fmt.Errorf("html: report %q: %w", r.ID, err)
	}
	p.contents(len(r.Provenance.Sections) > 0)
	p.WriteString("<main id=\"content\">\n")
	p.WriteString(body)
	p.provenance(r.Provenance)
	packed, err := p.Packed()
	if err != nil {
		return fmt.Errorf("html: report %q: %w", r.ID, err)
	}
	p.WriteString("</main>\n" + packed + script + "</body>\n</html>\n")
	if p.Err != nil {
		return fmt.Errorf("html: report %q: %w", r.ID, p.Err)
	}
	_, err = io.WriteString(w, p.String())
	return err
}

type page struct {
	fragment.Writer
	prose    *prose
	sections []heading
}

func newPage(labels *reports.Labels) *page {
	p := &page{Writer: fragment.Writer{Builder: new(strings.Builder), Labels: labels}}
	p.prose = newProse()
	p.Reserve("content", "contents", "provenance", "findings", "claims", "glossary", "references", "cite")
	if labels == nil {
		return p
	}
	for _, l := range labels.All() {
		p.Reserve(l.Anchor(), l.Anchor()+"-caption")
	}
	for _, r := range labels.References() {
		p.Reserve(r.Label.Anchor())
	}
	return p
}

// head begins the page. policy allows its script; "" for none.
func (p *page) head(title, policy string) {
	fmt.Fprintf(p, `<!DOCTYPE html>
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
`, policy, fragment.Escape(title), style)
}

// neighbours leads to the other pages.
func (p *page) neighbours(links []Link) {
	if len(links) == 0 {
		return
	}
	p.WriteString("<nav class=\"site\" aria-label=\"Studies\">")
	for _, l := range links {
		fmt.Fprintf(p, "<a rel=\"%s\" href=\"%s\">%s</a>", fragment.Escape(l.Rel), fragment.Escape(l.Href), fragment.Escape(l.Title))
	}
	p.WriteString("</nav>\n")
}

// opening writes the first screen: the question, the answer with the figure that shows
// it, what was run, and the claims that carry it.
func (p *page) opening(r reports.Report) error {
	p.WriteString("<header>\n<h1>")
	p.Text(r.Title)
	p.WriteString("</h1>\n")
	p.front(r.Front)
	if r.Lead != "" {
		p.WriteString(`<p class="lead">`)
		p.Text(r.Lead)
		p.WriteString("</p>\n")
	}
	key, _ := r.Block(r.Key)
	if f, ok := key.(reports.Figure); ok {
		picture := p.Again()
		if picture == "" {
			var err error
			if picture, err = fragment.Image(f); err != nil {
				return err
			}
		}
		p.key(f, picture)
	}
	if ran := r.Provenance.Ran(); ran != "" {
		fmt.Fprintf(p, "<section class=\"ran\" data-provenance=\"\"><p>%s. <a href=\"#provenance\">Provenance</a></p></section>\n", fragment.Escape(ran))
	}
	if len(r.Headlines) > 0 {
		p.WriteString("<ul class=\"findings\" id=\"findings\" aria-label=\"Main claims\">\n")
		for _, c := range r.Claims() {
			if slices.Contains(r.Headlines, c.ID) {
				label, _ := p.Labels.Of(c)
				fmt.Fprintf(p, "<li>%s <span>", fragment.Badge(c.Holds))
				p.Text(c.Statement)
				fmt.Fprintf(p, " (%s)</span></li>\n", p.Reference(label))
			}
		}
		p.WriteString("</ul>\n")
	}
	p.WriteString("</header>\n")
	return nil
}

// key writes a picture of a figure with a link to it.
func (p *page) key(f reports.Figure, picture string) {
	label, _ := p.Labels.Of(f)
	fmt.Fprintf(p, "<figure class=\"plot key\">\n<div class=\"card\">%s</div>\n<figcaption><b>%s</b> (%s)</figcaption>\n</figure>\n",
		picture, fragment.Escape(reports.FullStop(f.Title)), p.Reference(label))
}

// blocks writes blocks. Claims that follow each other, whose evidence is folded, are one
// group.
func (p *page) blocks(blocks []reports.Block) error {
	inClaims := false
	for i, b := range blocks {
		_, isClaim := b.(reports.Claim)
		if isClaim != inClaims {
			p.WriteString(map[bool]string{true: "<div class=\"claims\">\n", false: "</div>\n"}[isClaim])
		}
		inClaims = isClaim
		if err := p.block(b); err != nil {
			return fmt.Errorf("block %d: %w", i+1, err)
		}
	}
	if inClaims {
		p.WriteString("</div>\n")
	}
	return nil
}

// block writes one block, a timing one in its own section.
func (p *page) block(b reports.Block) error {
	timing := reports.IsTiming(b)
	if timing {
		p.WriteString("<section data-timing=\"\">\n")
	}
	var err error
	switch b := b.(type) {
	case reports.Text:
		err = p.text(b)
	case reports.Code:
		p.code(b)
	default:
		err = p.Block(b)
	}
	if timing {
		p.WriteString("</section>\n")
	}
	return err
}

func (p *page) text(t reports.Text) error {
	markdown, err := p.Labels.ExpandMarkdown(t.Markdown, func(l reports.Label) string {
		return "[" + strings.ReplaceAll(l.String(), " ", "\u00a0") + "](#" + l.Anchor() + ")"
	})
	if err != nil {
		return err
	}
	out, headings, err := p.prose.render(markdown)
	if err != nil {
		if t.ID != "" {
			err = fmt.Errorf("text %q: %w", t.ID, err)
		}
		return err
	}
	p.sections = append(p.sections, headings...)
	for _, h := range headings {
		p.Reserve(h.id)
	}
	p.WriteString("<div class=\"text\">\n")
	if t.Timing {
		p.WriteString("<p>" + fragment.TimingMark + "</p>\n")
	}
	p.WriteString(out)
	p.WriteString("</div>\n")
	return nil
}

// code folds the source away, or leaves it to the page of the code, and shows what it printed.
func (p *page) code(c reports.Code) {
	source, output := strings.Trim(c.Source, "\n"), strings.TrimRight(c.Output, "\n")
	if source != "" && p.Code == "" {
		fmt.Fprintf(p, "<details class=\"code\"><summary>Code <span>%s</span></summary>\n", digits.Plural(strings.Count(source, "\n")+1, "line", digits.Narrow))
		p.source(source)
		p.WriteString("</details>\n")
	}
	if output != "" {
		if c.Timing {
			p.WriteString("<p>" + fragment.TimingMark + "</p>\n")
		}
		fmt.Fprintf(p, "<pre class=\"output\" tabindex=\"0\">%s</pre>\n", fragment.Escape(output))
	}
}

// section begins a section of the page's own.
func (p *page) section(id, title string) {
	p.sections = append(p.sections, heading{2, id, title})
	fmt.Fprintf(p, "<h2 id=\"%s\">%s%s</h2>\n", id, fragment.Escape(title), permalinkTo(id))
}

// overview lists all claims with their verdicts, those about measured times apart.
func (p *page) overview(claims []reports.Claim) {
	if len(claims) == 0 {
		return
	}
	p.section("claims", "All claims")
	for _, timing := range []bool{false, true} {
		of := slices.DeleteFunc(slices.Clone(claims), func(c reports.Claim) bool { return c.Timing != timing })
		if len(of) == 0 {
			continue
		}
		name := "All claims"
		if timing {
			name = "Claims about times"
			fmt.Fprintf(p, "<section data-timing=\"\">\n<p>%s</p>\n", fragment.TimingMark)
		}
		fmt.Fprintf(p, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n", name)
		p.WriteString("<table class=\"overview\">\n<thead><tr><th scope=\"col\">claim</th><th scope=\"col\">verdict</th><th scope=\"col\">statement</th></tr></thead>\n<tbody>\n")
		for _, c := range of {
			label, _ := p.Labels.Of(c)
			fmt.Fprintf(p, "<tr><th scope=\"row\">%s</th><td>%s</td><td>", p.Reference(label), fragment.Badge(c.Holds))
			p.Text(c.Statement)
			p.WriteString("</td></tr>\n")
		}
		p.WriteString("</tbody>\n</table>\n</div>\n")
		if timing {
			p.WriteString("</section>\n")
		}
	}
}

// contents lists the sections of a page that has several.
func (p *page) contents(provenance bool) {
	var sections []heading
	for _, h := range p.sections {
		if h.level == 2 {
			sections = append(sections, h)
		}
	}
	if provenance {
		sections = append(sections, heading{2, "provenance", "Provenance"})
	}
	if len(sections) < 3 {
		return
	}
	p.WriteString("<nav id=\"contents\" aria-label=\"Contents\">\n<ol>\n")
	for _, h := range sections {
		fmt.Fprintf(p, "<li><a href=\"#%s\">%s</a></li>\n", h.id, fragment.Escape(h.text))
	}
	p.WriteString("</ol>\n</nav>\n")
}

func (p *page) provenance(v reports.Provenance) {
	if len(v.Sections) == 0 {
		return
	}
	p.WriteString("<section data-provenance=\"\" id=\"provenance\" aria-label=\"Provenance\">\n<h2>Provenance</h2>\n")
	for _, s := range v.Print() {
		fmt.Fprintf(p, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%[1]s\">\n<table>\n<caption>%[1]s</caption>\n<tbody>\n", fragment.Escape(s.Title))
		for _, pair := range s.Pairs {
			fmt.Fprintf(p, "<tr><th scope=\"row\">%s</th><td>%s</td></tr>\n", fragment.Escape(pair.Key), fragment.Escape(pair.Value))
		}
		p.WriteString("</tbody>\n</table>\n</div>\n")
	}
	p.WriteString("</section>\n")
}
