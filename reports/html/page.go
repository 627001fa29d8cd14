package html

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/digits"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

//go:embed style.css
var style string

// Write writes r as one page. It fails without writing anything if r is not
// valid (see [reports.Report.Validate]), if its Markdown holds an image that
// is not part of it, or if a picture would load something.
func Write(w io.Writer, r reports.Report) error {
	labels, err := r.Labels()
	if err != nil {
		return err
	}
	p := newPage(labels)
	for i, b := range r.Blocks {
		if err := p.block(b); err != nil {
			return fmt.Errorf("html: report %q, block %d: %w", r.ID, i+1, err)
		}
	}
	body := p.String()

	p.Builder = new(strings.Builder)
	p.head(r.Title)
	p.WriteString("<header>\n<h1>")
	p.Text(r.Title)
	p.WriteString("</h1>\n")
	if r.Lead != "" {
		p.WriteString(`<p class="lead">`)
		p.Text(r.Lead)
		p.WriteString("</p>\n")
	}
	p.findings(r)
	p.contents(len(r.Provenance.Sections) > 0)
	p.WriteString("</header>\n<main id=\"content\">\n")
	p.WriteString(body)
	p.WriteString("</main>\n")
	p.provenance(r.Provenance)
	p.WriteString("</body>\n</html>\n")
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
	p.Reserve("content", "contents", "provenance", "findings")
	for _, l := range labels.All() {
		p.Reserve(l.Anchor(), l.Anchor()+"-caption")
	}
	return p
}

func (p *page) head(title string) {
	fmt.Fprintf(p, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta name="generator" content="puzzlelab"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"/>
<title>%s</title>
<style>
%s</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
`, fragment.Escape(title), style)
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

// code folds the source away and shows what it printed.
func (p *page) code(c reports.Code) {
	source, output := strings.Trim(c.Source, "\n"), strings.TrimRight(c.Output, "\n")
	if source != "" {
		fmt.Fprintf(p, "<details class=\"code\"><summary>Code <span>%s</span></summary>\n<pre tabindex=\"0\"><code>%s</code></pre></details>\n",
			digits.Plural(strings.Count(source, "\n")+1, "line", digits.Narrow), highlight(source))
	}
	if output != "" {
		if c.Timing {
			p.WriteString("<p>" + fragment.TimingMark + "</p>\n")
		}
		fmt.Fprintf(p, "<pre class=\"output\" tabindex=\"0\">%s</pre>\n", fragment.Escape(output))
	}
}

// findings lists the verdicts of a report with several claims.
func (p *page) findings(r reports.Report) {
	if len(untimed(r)) < 2 {
		return
	}
	p.claims(` id="findings" aria-label="Claims and verdicts"`, untimed(r), func(c reports.Claim) {
		label, _ := p.Labels.Of(c)
		p.Text(c.Statement)
		fmt.Fprintf(p, " (%s)", p.Reference(label))
	})
}

// untimed returns the claims of a report that do not depend on measured times. Those
// that do are left to their own place.
func untimed(r reports.Report) []reports.Claim {
	return slices.DeleteFunc(r.Claims(), func(c reports.Claim) bool { return c.Timing })
}

// claims lists claims with their verdicts, undecided ones folded away behind the
// others.
func (p *page) claims(attributes string, claims []reports.Claim, say func(reports.Claim)) {
	list := func(attributes string, verdicts ...reports.Verdict) {
		fmt.Fprintf(p, "<ul class=\"findings\"%s>\n", attributes)
		for _, c := range claims {
			if slices.Contains(verdicts, c.Holds) {
				fmt.Fprintf(p, "<li>%s <span>", fragment.Badge(c.Holds))
				say(c)
				p.WriteString("</span></li>\n")
			}
		}
		p.WriteString("</ul>\n")
	}
	undecided := 0
	for _, c := range claims {
		if c.Holds == reports.Undecided {
			undecided++
		}
	}
	if undecided < len(claims) {
		list(attributes, reports.Holds, reports.Fails)
	}
	if undecided > 0 {
		fmt.Fprintf(p, "<details><summary>%s undecided</summary>\n", digits.Plural(undecided, "claim", digits.Narrow))
		list("", reports.Undecided)
		p.WriteString("</details>\n")
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
	p.WriteString("<section data-provenance=\"\" id=\"provenance\">\n<h2>Provenance</h2>\n")
	for _, s := range v.Print() {
		fmt.Fprintf(p, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%[1]s\">\n<table>\n<caption>%[1]s</caption>\n<tbody>\n", fragment.Escape(s.Title))
		for _, pair := range s.Pairs {
			fmt.Fprintf(p, "<tr><th scope=\"row\">%s</th><td>%s</td></tr>\n", fragment.Escape(pair.Key), fragment.Escape(pair.Value))
		}
		p.WriteString("</tbody>\n</table>\n</div>\n")
	}
	p.WriteString("</section>\n")
}
