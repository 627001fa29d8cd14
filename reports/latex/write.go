package latex

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/internal/svg"
	"github.com/puzzlelab/puzzlelab/internal/terminal"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

//go:embed preamble.tex
var preamble string

// machinery typesets tables and figures in any document class, with few packages.
//
//go:embed results.tex
var machinery string

// Write returns the LaTeX files of r. It calls pdf, for example [pdf.Picture], to convert SVG
// figures to PDF. If pdf is nil, Write uses the PNG of each figure. Write returns an error if r is
// not valid or if a figure has no picture that LaTeX can use.
func Write(r reports.Report, pdf func(svg []byte) ([]byte, error)) ([]page.File, error) {
	p, err := page.Of(r)
	if err != nil {
		return nil, err
	}
	w := &writer{Page: p, pdf: pdf, shown: map[string]bool{}}
	w.numbers.prefix, w.numbers.taken = strings.ToLower(camel(r.ID)[:1])+camel(r.ID)[1:], map[string]bool{}
	if err := w.report(); err != nil {
		return nil, fmt.Errorf("latex: report %q: %w", r.ID, err)
	}
	w.file("report.tex", []byte(w.String()))
	slices.Sort(w.unknown)
	for _, name := range slices.Compact(w.unknown) { // LaTeX prints a name that nobody has defined
		fmt.Fprintf(&w.numbers, "\\providecommand%s{\\texttt{\\string%[1]s}}\n", name)
	}
	w.file("results.sty", []byte("% The results of "+r.ID+", made by puzzlelab: \\usepackage{results}, then \\input{tables/ID}.\n"+machinery+w.numbers.String()))
	return w.files, nil
}

type writer struct {
	strings.Builder
	*page.Page
	pdf     func([]byte) ([]byte, error)
	shown   map[string]bool // images whose files have been written
	drawn   bool            // a figure may contain the code of a character
	numbers numbers
	unknown []string // commands in formulas that reports do not know
	files   []page.File
}

func (w *writer) file(name string, data []byte) {
	w.files = append(w.files, page.File{Name: name, Data: data})
}

func (w *writer) report() error {
	r := w.Report
	lead, about := w.numbers.define("Answer", w.text(r.Lead)), w.text(r.About)
	if about != "" {
		lead = strings.TrimSpace(about + "\n\n" + lead)
	}
	abstract := w.text(r.Front.Abstract)
	if abstract == "" {
		abstract, lead = lead, ""
	}
	w.WriteString(preamble)
	fmt.Fprintf(w, "\\title{%s}\n\\author{%s}\n\\date{%s}\n\n\\begin{document}\n\\maketitle\n\n", w.text(r.Title), authors(r.Front.Authors), Escape(r.Front.Date))
	if abstract != "" {
		w.WriteString("\\begin{abstract}\n" + abstract + "\n\\end{abstract}\n\n")
	}
	if r.Front.Keywords != nil {
		w.WriteString("\\noindent\\textbf{Keywords:} " + Escape(strings.Join(r.Front.Keywords, ", ")) + "\n\n")
	}
	w.WriteString(lead + "\n\n")
	if times := w.numbers.define("AnswerTimes", w.text(r.Times)); times != "" {
		w.WriteString("% timing\n" + times + "\n% /timing\n\n")
	}
	for i, b := range r.Blocks {
		timing := b.About().Timing
		if timing {
			w.WriteString("% timing\n")
		}
		if err := b.Visit(w); err != nil {
			return fmt.Errorf("block %d: %w", i+1, err)
		}
		if timing {
			w.WriteString("% /timing\n\n")
		}
	}
	w.references()
	if provenance := w.nodes(w.Provenance()); provenance != "" {
		w.WriteString("% provenance\n" + provenance + "% /provenance\n")
	}
	if w.codes() {
		w.WriteString("\n\\puzzlelabbelow{" + Escape(page.Codes) + "}\n")
	}
	w.WriteString("\\end{document}\n")
	return nil
}

// codes reports whether any character is printed as its code.
func (w *writer) codes() bool {
	texts := []string{w.String(), w.numbers.String()}
	for _, f := range w.files {
		if ext := path.Ext(f.Name); ext == ".tex" || ext == ".bbl" {
			texts = append(texts, string(f.Data))
		}
	}
	return w.drawn || slices.ContainsFunc(texts, printsCodes().MatchString)
}

// printsCodes matches what [Escape] returns for a character that Times lacks, but nothing in the
// preamble.
var printsCodes = lazy.Regexp(`\\puzzlelab(coded|glyph)\{[^#]`)

// draw converts a picture to PDF. The fonts in the PDF have at least the characters of Times.
func (w *writer) draw(svg []byte) ([]byte, error) {
	w.drawn = w.drawn || bytes.ContainsFunc(svg, coded)
	pdf, err := w.pdf(svg)
	if err != nil {
		err = fmt.Errorf("draw as PDF: %w", err)
	}
	return pdf, err
}

// authors returns the lines below the title.
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

// Code implements [reports.Visitor]. It writes only the output, because the source is in the
// notebook.
func (w *writer) Code(c reports.Code) error {
	if c.Output != "" {
		w.WriteString(verbatim(terminal.Plain(c.Output)))
	}
	return nil
}

// Text implements [reports.Visitor].
func (w *writer) Text(t reports.Text) error {
	nodes, err := w.Texts.Read(t)
	if err != nil {
		return err
	}
	text := strings.TrimSpace(w.nodes(nodes))
	if t.Timing {
		text = timingNote + " " + text
	}
	w.WriteString(text + "\n\n")
	return nil
}

const timingNote = `\emph{Times depend on the machine.}`

// text escapes plain text of a valid report and resolves its references.
func (w *writer) text(s string) string {
	return w.Labels.Expand(s, Escape, w.reference)
}

func (w *writer) reference(l reports.Label) string {
	if l.Kind == "cite" {
		return `\cite{` + citeKey(l.ID) + "}"
	}
	word, number, _ := strings.Cut(l.String(), " ")
	return fmt.Sprintf(`\puzzlelabref{%s}{%s}{%s}`, w.anchor(l), word, number)
}

// anchor returns a label that is unique among studies.
func (w *writer) anchor(l reports.Label) string { return w.Report.ID + ":" + l.Anchor() }

// citeKey returns the key of an entry without characters that have a meaning in TeX.
func citeKey(key string) string {
	return special().ReplaceAllStringFunc(key, func(s string) string { return fmt.Sprintf("-%x-", s) })
}

var special = lazy.Regexp(`[^A-Za-z0-9:._/+*'!()?=;<>|-]`)

// caption writes the caption of a figure or table.
func (w *writer) caption(b reports.Block, title, text string) string {
	s := ""
	if title != "" {
		s = `\textbf{` + w.text(reports.FullStop(title)) + "} "
	}
	if b.About().Timing {
		s = timingNote + " " + s
	}
	return strings.TrimSpace(s + w.text(text))
}

// Figure implements [reports.Visitor]. It writes the picture, a second picture for narrow columns
// if the figure has one, and a file that includes them.
func (w *writer) Figure(f reports.Figure) error {
	var names []string
	for i, picture := range [][]byte{f.SVG, f.OnPhones()} {
		file := page.FileOf(f, "figures/", f.ID+".png", f.PNG)
		if w.pdf != nil && len(picture) > 0 && (len(f.PNG) == 0 || svg.Drawable(picture)) {
			data, err := w.draw(picture)
			if err != nil {
				return fmt.Errorf("figure %q: %w", f.ID, err)
			}
			file = page.FileOf(f, "figures/", f.ID+[]string{"", "-narrow"}[i]+".pdf", data)
		}
		if len(file.Data) == 0 {
			return fmt.Errorf("figure %q has neither a PDF nor a PNG picture, and LaTeX does not support SVG", f.ID)
		}
		if names = append(names, path.Base(file.Name)); i == 0 || w.pdf != nil && len(f.Narrow) > 0 {
			w.files = append(w.files, file)
		} else {
			names[1] = names[0]
		}
	}
	label, _ := w.Labels.Of(f)
	file := page.FileOf(f, "figures/", "fig-"+f.ID+".tex", fmt.Appendf(nil, "%% %s of %s. It needs results.sty and nothing else.\n\\puzzlelabfigure{%s}{%s}{%s}{%s}{%s}\n",
		label, w.Report.ID, w.anchor(label), w.caption(f, f.Title, f.Caption), Escape(cmp.Or(f.Alt, f.Title)), names[0], names[1]))
	w.files = append(w.files, file)
	w.WriteString(`\input{` + strings.TrimSuffix(file.Name, ".tex") + "}\n\n")
	return nil
}

// Claim implements [reports.Visitor].
func (w *writer) Claim(c reports.Claim) error {
	statement, evidence := w.numbers.claim(c, w.text(c.Statement), w.text(c.Evidence))
	if c.Timing {
		evidence = timingNote + " " + evidence
	}
	label, _ := w.Labels.Of(c)
	fmt.Fprintf(w, "\\claim{%s}{%s}{%s}{%s}\n\n", w.anchor(label), statement, c.Holds, evidence)
	return nil
}

// references writes the cited and used entries in two forms: as a BibTeX database, and as the
// bibliography that BibTeX would make. So the document compiles without BibTeX, and running BibTeX
// gives the user's own style.
func (w *writer) references() {
	if list := w.nodes(w.References()); list != "" {
		var bib strings.Builder
		for _, e := range w.Labels.References() {
			bib.WriteString(strings.Replace(e.Source, e.Key, citeKey(e.Key), 1) + "\n")
			w.WriteString(`\nocite{` + citeKey(e.Key) + "}\n")
		}
		w.WriteString("\\bibliographystyle{unsrt}\n\\bibliography{references}\n\n")
		w.file("references.bib", []byte(bib.String()))
		w.file("report.bbl", []byte(list))
	}
}
