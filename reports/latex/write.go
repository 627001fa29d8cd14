package latex

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

//go:embed preamble.tex
var preamble string

// Write writes r into a folder. Figures are made PDF of their SVG by pdf, as the package
// of that name does; where it is nil, their PNG is taken. Nothing is written if r is not
// valid, or if one of its figures has no picture that LaTeX can take.
func Write(r reports.Report, to interface {
	WriteFile(name string, data []byte) error
}, pdf func(svg []byte) ([]byte, error),
) error {
	labels, err := r.Labels()
	if err != nil {
		return err
	}
	w := &writer{labels: labels, texts: page.Texts{Labels: labels, Images: r.Images}, pdf: pdf, shown: map[string]bool{}}
	if err := w.report(r); err != nil {
		return fmt.Errorf("latex: report %q: %w", r.ID, err)
	}
	w.file("report.tex", []byte(w.String()))
	w.file("numbers.tex", []byte("% The numbers of claims and of the answer, made from the results.\n"+w.numbers.String()))
	for _, f := range w.files {
		if err := to.WriteFile(f.name, f.data); err != nil {
			return fmt.Errorf("latex: report %q: write %s: %w", r.ID, f.name, err)
		}
	}
	return nil
}

type file struct {
	name string // with slashes, below the folder
	data []byte
}

type writer struct {
	strings.Builder
	labels  *reports.Labels
	pdf     func([]byte) ([]byte, error)
	texts   page.Texts
	shown   map[string]bool // images whose files are written
	drawn   bool            // a figure may have the code of a character
	numbers numbers
	files   []file
}

func (w *writer) file(name string, data []byte) { w.files = append(w.files, file{name, data}) }

func (w *writer) report(r reports.Report) error {
	w.WriteString(preamble)
	title, err := w.text(r.Title)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\\title{%s}\n\\author{%s}\n\\date{%s}\n\n\\begin{document}\n\\maketitle\n\n", title, authors(r.Front.Authors), Escape(r.Front.Date))
	lead, err := w.counted("answer", r.Lead, new(int))
	if err != nil {
		return err
	}
	abstract, err := w.text(r.Front.Abstract)
	if err != nil {
		return err
	}
	if abstract == "" {
		abstract, lead = lead, ""
	}
	if abstract != "" {
		w.WriteString("\\begin{abstract}\n" + abstract + "\n\\end{abstract}\n\n")
	}
	if r.Front.Keywords != nil {
		w.WriteString("\\noindent\\textbf{Keywords:} " + Escape(strings.Join(r.Front.Keywords, ", ")) + "\n\n")
	}
	w.WriteString(lead + "\n\n")
	for i, b := range r.Blocks {
		timing := reports.IsTiming(b)
		if timing {
			w.WriteString("% timing\n")
		}
		if err := w.block(b); err != nil {
			return fmt.Errorf("block %d: %w", i+1, err)
		}
		if timing {
			w.WriteString("% /timing\n\n")
		}
	}
	w.references()
	w.provenance(r.Provenance)
	if w.codes() {
		w.WriteString("\n\\below{" + Escape(reports.Codes) + "}\n")
	}
	w.WriteString("\\end{document}\n")
	return nil
}

// codes reports whether a character is printed as its code.
func (w *writer) codes() bool {
	texts := []string{w.String(), w.numbers.String()}
	for _, f := range w.files {
		if ext := path.Ext(f.name); ext == ".tex" || ext == ".bbl" {
			texts = append(texts, string(f.data))
		}
	}
	return w.drawn || slices.ContainsFunc(texts, printsCodes.MatchString)
}

// printsCodes matches what [Escape] makes of a character that Times does not have, and
// none of the preamble.
var printsCodes = regexp.MustCompile(`\\(coded|glyph)\{[^#]`)

// draw makes a PDF of a picture, whose fonts have no fewer characters than Times.
func (w *writer) draw(svg []byte) ([]byte, error) {
	w.drawn = w.drawn || bytes.ContainsFunc(svg, coded)
	pdf, err := w.pdf(svg)
	if err != nil {
		err = fmt.Errorf("draw as PDF: %w", err)
	}
	return pdf, err
}

// authors are what stands below the title.
func authors(list []reports.Author) string {
	var said []string
	for _, a := range list {
		s := Escape(a.Name)
		if a.Email != "" {
			s += `\thanks{` + Escape(a.Email) + "}"
		}
		if a.Affiliation != "" {
			s += `\\` + Escape(a.Affiliation)
		}
		said = append(said, s)
	}
	if said == nil {
		return ""
	}
	return `\parbox{\dimexpr\linewidth-2\tabcolsep}{\centering ` + strings.Join(said, `\\[\medskipamount] `) + "}"
}

func (w *writer) block(b reports.Block) error {
	switch b := b.(type) {
	case reports.Text:
		return w.prosaic(b)
	case reports.Code: // the source stands in the notebook
		if b.Output != "" {
			w.WriteString(verbatim(b.Output))
		}
	case reports.Figure:
		return w.figure(b)
	case reports.Table:
		return w.table(b)
	case reports.Claim:
		return w.claim(b)
	}
	return nil
}

func (w *writer) prosaic(t reports.Text) error {
	nodes, err := w.texts.Read(t)
	if err != nil {
		return err
	}
	text, err := w.prose(nodes)
	if err != nil {
		return err
	}
	if text = strings.TrimSpace(text); t.Timing {
		text = timingNote + " " + text
	}
	w.WriteString(text + "\n\n")
	return nil
}

const timingNote = `\emph{Timing: depends on the machine.}`

// text escapes plain text and resolves its references.
func (w *writer) text(s string) (string, error) { return w.labels.Expand(s, Escape, reference) }

// counted is text whose numbers become macros, counted on from count.
func (w *writer) counted(prefix, s string, count *int) (string, error) {
	return w.labels.Expand(s, func(s string) string { return w.numbers.of(prefix, s, count) }, reference)
}

func reference(l reports.Label) string {
	if l.Kind == "cite" {
		return `\cite{` + l.ID + "}"
	}
	word, _, _ := strings.Cut(l.String(), " ")
	return word + `~\ref{` + l.Anchor() + "}"
}

// caption writes the caption of a figure or table, and the label that is referred to.
func (w *writer) caption(b reports.Block, title, text string) (string, error) {
	s := ""
	if title != "" {
		title, err := w.text(reports.FullStop(title))
		if err != nil {
			return "", err
		}
		s = `\textbf{` + title + "} "
	}
	if reports.IsTiming(b) {
		s = timingNote + " " + s
	}
	text, err := w.text(text)
	if err != nil {
		return "", err
	}
	label, _ := w.labels.Of(b)
	return `\caption{` + strings.TrimSpace(s+text) + `}\label{` + label.Anchor() + "}", nil
}

// place is where a file of a block is.
func place(b reports.Block, folder, name string) string {
	if reports.IsTiming(b) {
		folder = "timing/"
	}
	return folder + name
}

func (w *writer) figure(f reports.Figure) error {
	data, name := f.PNG, place(f, "figures/", f.ID+".png")
	if w.pdf != nil && len(f.SVG) > 0 {
		var err error
		if data, err = w.draw(f.SVG); err != nil {
			return fmt.Errorf("figure %q: %w", f.ID, err)
		}
		name = place(f, "figures/", f.ID+".pdf")
	}
	if len(data) == 0 {
		return fmt.Errorf("figure %q has neither a PDF nor a PNG picture, and LaTeX takes no SVG", f.ID)
	}
	w.file(name, data)
	caption, err := w.caption(f, f.Title, f.Caption)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\\begin{figure}[htbp]\n\\centering\n%% %s\n\\drawing{%s}\n%s\n\\end{figure}\n\n", comment(cmp.Or(f.Alt, f.Title)), name, caption)
	return nil
}

// comment is text on one line.
func comment(s string) string { return strings.Join(strings.Fields(s), " ") }

func (w *writer) claim(c reports.Claim) error {
	prefix, count := "claim"+camel(c.ID), 0
	statement, err := w.counted(prefix, c.Statement, &count)
	if err != nil {
		return err
	}
	evidence, err := w.counted(prefix, c.Evidence, &count)
	if err != nil {
		return err
	}
	if c.Estimate != nil {
		evidence = strings.TrimSpace(evidence + " (estimate " + w.numbers.estimate(prefix, c.Estimate) + ")")
	}
	if c.Timing {
		evidence = timingNote + " " + evidence
	}
	label, _ := w.labels.Of(c)
	fmt.Fprintf(w, "\\claim{%s}{%s}{%s}{%s}\n\n", label.Anchor(), statement, c.Holds, evidence)
	return nil
}

// references writes what is cited and used as a bibliography, and as LaTeX makes it of
// that: a document compiles without BibTeX, and whoever runs BibTeX gets the style of
// their own.
func (w *writer) references() {
	list := w.labels.References()
	if len(list) == 0 {
		return
	}
	var bib, made strings.Builder
	made.WriteString("\\begin{thebibliography}{99}\n")
	for _, r := range list {
		bib.WriteString(r.Entry.Source + "\n")
		made.WriteString(`\bibitem{` + r.Entry.Key + "}\n")
		for _, part := range r.Entry.Parts() {
			text := Escape(part.Text)
			switch {
			case part.URL != "":
				text = `\href{` + address(part.URL) + "}{" + text + "}"
			case part.Italic:
				text = `\emph{` + text + "}"
			}
			made.WriteString(text)
		}
		made.WriteString("\n\n")
		w.WriteString(`\nocite{` + r.Entry.Key + "}\n")
	}
	made.WriteString("\\end{thebibliography}\n")
	w.WriteString("\\bibliographystyle{unsrt}\n\\bibliography{references}\n\n")
	w.file("references.bib", []byte(bib.String()))
	w.file("report.bbl", []byte(made.String()))
}

func (w *writer) provenance(p reports.Provenance) {
	if len(p.Sections) == 0 {
		return
	}
	w.WriteString("% provenance\n\\section*{Provenance}\n")
	for _, s := range p.Print() {
		w.WriteString(`\facts{` + Escape(s.Title) + "}\n")
		for _, pair := range s.Pairs {
			w.WriteString(`\fact{` + Escape(pair.Key) + "}{" + Escape(pair.Value) + "}\n")
		}
	}
	w.WriteString("% /provenance\n")
}
