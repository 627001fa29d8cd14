package pdf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// opening writes the question, the answer, the claims that give the answer, and what was run.
func (w *writer) opening() {
	r := w.Report
	var names []string
	for _, a := range r.Front.Authors {
		names = append(names, a.Name)
	}
	if names != nil {
		w.SetAuthor(properly(strings.Join(names, ", ")), true)
	}
	if r.Front.Keywords != nil {
		w.SetKeywords(properly(strings.Join(r.Front.Keywords, ", ")), true)
	}
	w.Bookmark(properly(r.Title), 0, w.y)
	w.frame(w.Front())
	for _, c := range r.Main() {
		w.verdict(c, w.measure)
	}
	if ran := r.Provenance.Ran(); ran != "" {
		w.y += gap / 2
		w.paragraph([]span{{text: ran + ".", size: noteSize, color: muted}}, w.left, w.measure, noteLeading)
		w.y += gap
	}
}

// look says how to set a paragraph outside the blocks.
type look struct {
	span
	leading, below float64
	wide           bool   // as wide as figures, instead of the lines of prose
	tag            string // its element in the structure; "" for a paragraph
}

var (
	frontLook  = look{span: span{size: captionSize, color: ink}, leading: captionStep, below: gap}
	answerLook = look{span: span{size: 11.5, color: ink}, leading: 16.5, below: gap}
	entryLook  = look{span: span{size: noteSize, color: ink}, leading: noteLeading, below: 1, wide: true}
	looks      = map[page.Kind]look{
		page.Title:      {span: span{face: bold, size: 20, color: ink}, leading: 25, below: gap, wide: true, tag: "H1"},
		page.Authors:    frontLook,
		page.Abstract:   frontLook,
		page.Keywords:   frontLook,
		page.About:      {span: bodyLook, leading: leading, below: gap},
		page.Lead:       answerLook,
		page.Times:      answerLook,
		page.Glossary:   {tag: "Div"},
		page.Reading:    entryLook,
		page.Entry:      entryLook,
		page.References: {tag: "L"},
		page.Reference:  {span: frontLook.span, leading: captionStep, below: 2},
		page.Fact:       {span: span{size: fineSize, color: ink}, leading: fineLeading, wide: true},
	}
)

// frame writes the parts around the blocks.
func (w *writer) frame(nodes []page.Node) {
	for _, n := range nodes {
		l := looks[n.Kind]
		x, width := w.left, w.measure
		if l.wide {
			width = w.width
		}
		spans := w.spans(n.Nodes, l.span)
		add := func(text string, face int, c color) {
			spans = append(spans, span{text: text, face: face, size: l.size, color: c})
		}
		switch n.Kind {
		case page.Section:
			w.heading(2, []span{{text: n.Title, size: bodySize, color: ink}})
			w.frame(n.Nodes)
			continue
		case page.Glossary, page.References:
			w.tagged(l.tag, "", func() { w.frame(n.Nodes) })
			w.y += gap
			continue
		case page.Facts:
			w.need(4 * fineLeading)
			w.paragraph([]span{{text: n.Title, face: bold, size: captionSize, color: ink}}, w.left, w.width, captionStep)
			w.frame(n.Nodes)
			w.y += gap
			continue
		case page.Abstract, page.Keywords:
			lead := l.span
			lead.text, lead.face = n.Title+" ", bold
			spans = append([]span{lead}, spans...)
		case page.Entry:
			spans = nil
			add(page.PlainText(n.Nodes), bold, ink)
			if n.Title != "" {
				add(" ("+n.Title+")", regular, muted)
			}
			add(": "+n.Text, regular, ink)
		case page.Reference:
			const inset = 24
			x, width = x+inset, width-inset
			w.need(min(2*captionStep, w.height(spans, width, captionStep)))
			w.anchors[n.Label.Anchor()] = link{page: w.PageNo(), y: w.fromFoot(w.y)}
			label := span{text: fmt.Sprintf("[%d]", n.Label.Number), size: captionSize, color: ink}
			w.item(w.at, label, w.left, captionStep, func() { w.paragraph(spans, x, width, l.leading) })
			w.y += l.below
			continue
		case page.Fact:
			add(n.Title+": ", regular, muted)
			add(n.Text, regular, ink)
		}
		w.tagged(cmp.Or(l.tag, "P"), "", func() { w.paragraph(spans, x, width, l.leading) })
		w.y += l.below
	}
}

// citation says how to cite the report.
func (w *writer) citation() {
	w.heading(2, []span{{text: "Cite this", size: bodySize, color: ink}})
	w.verbatim(w.Report.BibTeX(), w.left, w.width)
	w.y += gap
}

// uses reports whether a name was written. A name that may be an ordinary word counts only if it is
// alone, as in a cell.
func (w *writer) uses(t reports.Term) bool {
	if page.IsWord(t) {
		return slices.ContainsFunc(w.said, func(s string) bool { return strings.TrimSpace(s) == t.Name })
	}
	words := strings.ReplaceAll(strings.Join(w.said, " "), ";", " ") // in HTML a semicolon ends a character reference
	return page.NameAt(words, t.Name) >= 0
}
