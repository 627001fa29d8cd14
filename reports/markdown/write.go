package markdown

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/internal/terminal"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/formula"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// Write returns the Markdown files of a report. It returns an error if the report is not valid.
func Write(r reports.Report) ([]page.File, error) {
	p, err := page.Of(r)
	if err != nil {
		return nil, err
	}
	w := &writer{Page: p}
	if err := w.report(); err != nil {
		return nil, fmt.Errorf("markdown: report %q: %w", r.ID, err)
	}
	return w.files, nil
}

func (w *writer) report() error {
	r := w.Report
	w.frame(w.Front())
	for i, b := range r.Blocks {
		if b.About().Timing {
			w.line("<!-- timing -->")
		}
		if err := b.Visit(w); err != nil {
			return fmt.Errorf("block %d: %w", i+1, err)
		}
		if b.About().Timing {
			w.line("<!-- /timing -->")
		}
	}
	said := w.out.String()
	w.frame(w.Glossary(func(t reports.Term) bool { return strings.Contains(said, Escape(t.Name)) }))
	w.frame(w.References())
	if provenance := w.Provenance(); provenance != nil {
		w.json("provenance.json", "  ", r.Provenance)
		w.line("<!-- provenance -->")
		w.frame(provenance)
		w.line("<!-- /provenance -->")
	}
	w.claims(r)
	w.file("report.md", []byte(defuse.Text(w.out.String())))
	for _, name := range slices.Sorted(maps.Keys(r.Images)) {
		w.file(name, r.Images[name])
	}
	return w.err
}

// frame writes everything except the blocks.
func (w *writer) frame(list []page.Node) {
	if text := nodes(list, Escape); text != "" {
		w.line(text)
	}
}

//go:embed tags.txt
var tagsFile string

// tags holds the text before and after each kind of node.
var tags = page.Tags(tagsFile)

// nodes returns nodes as Markdown. escape escapes their words.
func nodes(list []page.Node, escape func(string) string) string {
	var b strings.Builder
	for i, n := range list {
		value := func(name string) string {
			switch name {
			case "Number":
				return fmt.Sprint(i + 1)
			case "Anchor":
				return n.Label.Anchor()
			case "Link":
				return link(n.Label)
			case "Address":
				return inAngles.Replace(n.URL)
			case "Formula":
				return "$" + n.Text + "$"
			case "Title":
				return escape(n.Title)
			case "Words":
				return escape(page.PlainText(n.Nodes))
			}
			return escape(n.Text)
		}
		inside := ""
		switch n.Kind {
		case page.Authors, page.Entry: // written as words, without links
		case page.Reference, page.Facts: // written within a line
			inside = nodes(n.Nodes, escapeInline)
		default:
			inside = nodes(n.Nodes, escape)
		}
		b.WriteString(os.Expand(tags[n.Kind][0], value) + strings.TrimRight(inside, "\n") + os.Expand(tags[n.Kind][1], value))
	}
	return b.String()
}

var inAngles = strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20", "\n", "")

// claims writes the claims for programs, with claims about measured times in a separate file.
func (w *writer) claims(r reports.Report) {
	byFile := map[string][]reports.Claim{}
	for _, c := range r.Claims() {
		name := "claims.json"
		if c.Timing {
			name = "timing/claims.json"
		}
		c.Source = "" // programs do not need it
		byFile[name] = append(byFile[name], c)
	}
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		w.json(name, "\t", byFile[name])
	}
}

// Files returns the files of a figure or a table. For a figure, the best picture comes first. For
// other blocks, Files returns nil.
func Files(b reports.Block) ([]page.File, error) {
	var files []page.File
	switch b := b.(type) {
	case reports.Figure:
		if len(b.SVG) > 0 {
			files = append(files, page.FileOf(b, "figures/", b.ID+".svg", b.SVG))
		}
		if len(b.PNG) > 0 {
			files = append(files, page.FileOf(b, "figures/", b.ID+".png", b.PNG))
		}
	case reports.Table:
		var text bytes.Buffer
		if err := b.CSV(&text); err != nil {
			return nil, err
		}
		files = []page.File{page.FileOf(b, "tables/", b.ID+".csv", text.Bytes())}
	}
	return files, nil
}

type writer struct {
	*page.Page
	out   strings.Builder
	files []page.File
	err   error // the first error of a file for programs
}

func (w *writer) file(name string, data []byte) {
	w.files = append(w.files, page.File{Name: name, Data: data})
}

// json adds a file for programs.
func (w *writer) json(name, indent string, v any) {
	data, err := reports.JSON(v, indent)
	if err != nil {
		w.err = cmp.Or(w.err, fmt.Errorf("encode %s: %w", name, err))
	}
	w.file(name, append(data, '\n'))
}

// line writes a block of lines, followed by an empty line.
func (w *writer) line(s string) {
	if w.out.Len() > 0 {
		w.out.WriteString("\n")
	}
	w.out.WriteString(strings.TrimRight(s, "\n") + "\n")
}

// Text implements [reports.Visitor].
func (w *writer) Text(t reports.Text) error {
	if t.Timing {
		w.line(timingNote)
	}
	w.line(strings.Trim(harmless(formula.InTables(w.Labels.ExpandMarkdown(t.Markdown, link))), "\n"))
	return nil
}

const timingNote = "*Times depend on the machine.*"

// text escapes plain text and resolves its references.
func (w *writer) text(s string) string { return nodes(page.Inline(w.Labels, s), Escape) }

func link(l reports.Label) string { return fmt.Sprintf("[%s](#%s)", l, l.Anchor()) }

// begin writes the anchor, number and title of a block.
func (w *writer) begin(b reports.Block, title string) string {
	label, _ := w.Labels.Of(b)
	s := fmt.Sprintf(`<a id="%s"></a>**%s.**`, label.Anchor(), label)
	if title != "" {
		s += " **" + w.text(reports.FullStop(title)) + "**"
	}
	if b.About().Timing {
		s += " " + timingNote
	}
	return s
}

// Code implements [reports.Visitor].
func (w *writer) Code(c reports.Code) error {
	source, output := strings.Trim(c.Source, "\n"), strings.TrimRight(terminal.Plain(c.Output), "\n")
	if source != "" {
		w.line("<details><summary>Code</summary>\n\n" + fenced(cmp.Or(c.Language, "go"), source) + "\n\n</details>")
	}
	if output != "" {
		if c.Timing {
			w.line(timingNote)
		}
		w.line(fenced("text", output))
	}
	return nil
}

// fenced encloses text in fences that it does not contain.
func fenced(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + text + "\n" + fence
}

// Figure implements [reports.Visitor].
func (w *writer) Figure(f reports.Figure) error {
	files, err := w.filesOf(f) // a valid report has at least one
	if err != nil {
		return err
	}
	alt := cmp.Or(f.Alt, f.Title)
	w.line("![" + escapeInline(strings.Join(strings.Fields(alt), " ")) + "](" + files[0].Name + ")")
	w.line(strings.TrimSpace(w.begin(f, f.Title) + " " + w.text(f.Caption)))
	return nil
}

// filesOf adds the files of a block.
func (w *writer) filesOf(b reports.Block) ([]page.File, error) {
	files, err := Files(b)
	w.files = append(w.files, files...)
	return files, err
}

// Claim implements [reports.Visitor].
func (w *writer) Claim(c reports.Claim) error {
	s := w.begin(c, "") + " " + w.text(c.Statement) + " **" + c.Holds.Mark() + " " + c.Holds.String() + ".**"
	w.line("> " + strings.ReplaceAll(s, "\n", "\n> "))
	s = w.text(c.Evidence)
	if e := c.Estimate; e != nil && c.Evidence == "" {
		s = strings.TrimSpace(fmt.Sprintf("%s (estimate %s)", s, e))
	}
	if s != "" {
		w.out.WriteString(">\n> " + strings.ReplaceAll(s, "\n", "\n> ") + "\n")
	}
	return nil
}
