package pdf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
)

// front writes the question, the answer, the claims that carry it, and what was run.
func (w *writer) front(r reports.Report) {
	title := []span{{text: r.Title, face: bold, size: 20, color: ink}}
	w.Bookmark(properly(r.Title), 0, w.y)
	w.paragraph(title, w.left, w.width, 25)
	w.y += gap
	w.authors(r.Front)
	if r.Lead != "" {
		w.paragraph(w.plain(r.Lead, span{size: 11.5, color: ink}), w.left, w.measure, 16.5)
		w.y += gap
	}
	for _, c := range r.Claims() {
		if slices.Contains(r.Headlines, c.ID) {
			w.verdict(c, w.measure)
		}
	}
	if ran := r.Provenance.Ran(); ran != "" {
		w.y += gap / 2
		w.paragraph([]span{{text: ran + ".", size: noteSize, color: muted}}, w.left, w.measure, noteLeading)
		w.y += gap
	}
}

// authors writes who wrote the report and when, its abstract and its keywords.
func (w *writer) authors(f reports.Front) {
	var names []string
	var line []span
	small := span{size: captionSize, color: ink}
	add := func(text, url string) {
		s := small
		s.text, s.url = text, url
		if url != "" {
			s.color = linkColor
		}
		line = append(line, s)
	}
	for _, a := range f.Authors {
		if names = append(names, a.Name); len(line) > 0 {
			add(" · ", "")
		}
		url := ""
		if a.ORCID != "" {
			url = "https://orcid.org/" + a.ORCID
		}
		add(a.Name, url)
		if a.Affiliation != "" {
			add(" ("+a.Affiliation+")", "")
		}
	}
	if f.Date != "" {
		if len(line) > 0 {
			add(" · ", "")
		}
		add(f.Date, "")
	}
	if names != nil {
		w.SetAuthor(properly(strings.Join(names, ", ")), true)
	}
	if f.Keywords != nil {
		w.SetKeywords(properly(strings.Join(f.Keywords, ", ")), true)
	}
	strong := small
	strong.face = bold
	say := func(spans []span) {
		if len(spans) > 0 {
			w.paragraph(spans, w.left, w.measure, captionStep)
			w.y += gap
		}
	}
	say(line)
	if f.Abstract != "" {
		strong.text = "Abstract. "
		say(append([]span{strong}, w.plain(f.Abstract, small)...))
	}
	if f.Keywords != nil {
		strong.text = "Keywords: "
		small.text = strings.Join(f.Keywords, ", ")
		say([]span{strong, small})
	}
}

// references lists what the report cites and what it used.
func (w *writer) references(list []reports.Reference) {
	if len(list) == 0 {
		return
	}
	w.heading(2, []span{{text: "References", size: bodySize, color: ink}})
	for _, r := range list {
		var spans []span
		for _, part := range r.Entry.Parts() {
			s := span{text: part.Text, size: captionSize, color: ink, url: part.URL}
			if part.Italic {
				s.face = italic
			}
			if part.URL != "" {
				s.color = linkColor
			}
			spans = append(spans, s)
		}
		const inset = 24
		w.need(min(2*captionStep, w.height(spans, w.measure-inset, captionStep)))
		w.SetLink(w.link(r.Label.Anchor()), w.y, w.PageNo())
		w.show(regular, captionSize, w.left, w.y+captionStep*0.75, ink, fmt.Sprintf("[%d]", r.Label.Number))
		w.paragraph(spans, w.left+inset, w.measure-inset, captionStep)
		w.y += 2
	}
	w.y += gap
}

// citation tells how to cite the report.
func (w *writer) citation(r reports.Report) {
	w.heading(2, []span{{text: "Cite this", size: bodySize, color: ink}})
	w.verbatim(r.BibTeX(), w.left, w.width)
	w.y += gap
}
