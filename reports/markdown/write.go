package markdown

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/reports"
)

// Write writes r into a folder. Nothing is written if r is not valid.
func Write(r reports.Report, to Dir) error {
	labels, err := r.Labels()
	if err != nil {
		return err
	}
	w := &writer{labels: labels}
	w.line("# " + w.text(r.Title))
	w.front(r.Front)
	if r.Lead != "" {
		w.line(w.text(r.Lead))
	}
	for i, b := range r.Blocks {
		if reports.IsTiming(b) {
			w.line("<!-- timing -->")
		}
		if err := w.block(b); err != nil {
			return fmt.Errorf("markdown: report %q, block %d: %w", r.ID, i+1, err)
		}
		if reports.IsTiming(b) {
			w.line("<!-- /timing -->")
		}
	}
	w.glossary(r.Reading(), r.Glossary)
	w.references(labels.References())
	if err := w.provenance(r.Provenance); err != nil {
		return fmt.Errorf("markdown: report %q: %w", r.ID, err)
	}
	if w.err != nil {
		return fmt.Errorf("markdown: report %q: %w", r.ID, w.err)
	}
	if err := w.claims(r); err != nil {
		return fmt.Errorf("markdown: report %q: %w", r.ID, err)
	}
	w.file("report.md", []byte(defuse.Text(w.out.String())))
	for _, name := range slices.Sorted(maps.Keys(r.Images)) {
		w.file(name, r.Images[name])
	}
	for _, f := range w.files {
		if err := to.WriteFile(f.Name, f.Data); err != nil {
			return fmt.Errorf("markdown: report %q: write %s: %w", r.ID, f.Name, err)
		}
	}
	return nil
}

// front writes who wrote a report and when, its abstract and its keywords.
func (w *writer) front(f reports.Front) {
	var authors []string
	for _, a := range f.Authors {
		name := a.Name
		if a.Affiliation != "" {
			name += " (" + a.Affiliation + ")"
		}
		authors = append(authors, name)
	}
	if f.Date != "" {
		authors = append(authors, f.Date)
	}
	if authors != nil {
		w.line(Escape(strings.Join(authors, " · ")))
	}
	if f.Abstract != "" {
		w.line("**Abstract.** " + w.text(f.Abstract))
	}
	if f.Keywords != nil {
		w.line("**Keywords:** " + Escape(strings.Join(f.Keywords, ", ")))
	}
}

// claims writes the claims for programs, those about measured times apart.
func (w *writer) claims(r reports.Report) error {
	byFile := map[string][]reports.Claim{}
	for _, c := range r.Claims() {
		name := "claims.json"
		if c.Timing {
			name = "timing/claims.json"
		}
		c.Source = "" // for readers
		byFile[name] = append(byFile[name], c)
	}
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		if err := w.json(name, "\t", byFile[name]); err != nil {
			return err
		}
	}
	return nil
}

// File is a file of a report.
type File struct {
	Name string // with slashes, below the folder of the report
	Data []byte
}

// Files returns the files of a figure, its best picture first, or of a table;
// other blocks have none.
func Files(b reports.Block) ([]File, error) {
	name := func(folder, id, extension string) string {
		if reports.IsTiming(b) {
			folder = "timing/"
		}
		return folder + id + extension
	}
	var files []File
	switch b := b.(type) {
	case reports.Figure:
		if len(b.SVG) > 0 {
			files = append(files, File{name("figures/", b.ID, ".svg"), b.SVG})
		}
		if len(b.PNG) > 0 {
			files = append(files, File{name("figures/", b.ID, ".png"), b.PNG})
		}
	case reports.Table:
		var text bytes.Buffer
		if err := b.CSV(&text); err != nil {
			return nil, err
		}
		files = []File{{name("tables/", b.ID, ".csv"), text.Bytes()}}
	}
	return files, nil
}

type writer struct {
	labels *reports.Labels
	out    strings.Builder
	files  []File
	err    error
}

func (w *writer) file(name string, data []byte) {
	w.files = append(w.files, File{name, data})
}

// json adds a file for programs.
func (w *writer) json(name, indent string, v any) error {
	var data bytes.Buffer
	e := json.NewEncoder(&data)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("encode %s: %w", name, err)
	}
	w.file(name, data.Bytes())
	return nil
}

// line writes a paragraph or another block of lines, set apart by an empty
// line.
func (w *writer) line(s string) {
	if w.out.Len() > 0 {
		w.out.WriteString("\n")
	}
	w.out.WriteString(strings.TrimRight(s, "\n") + "\n")
}

func (w *writer) block(b reports.Block) error {
	files, err := Files(b)
	if err != nil {
		return err
	}
	w.files = append(w.files, files...)
	switch b := b.(type) {
	case reports.Text:
		markdown, err := w.labels.ExpandMarkdown(b.Markdown, link)
		if err != nil {
			return err
		}
		if b.Timing {
			w.line(timingNote)
		}
		w.line(strings.Trim(harmless(markdown), "\n"))
	case reports.Code:
		w.code(b)
	case reports.Figure:
		w.figure(b, files)
	case reports.Table:
		w.table(b, files)
	case reports.Claim:
		w.claim(b)
	}
	return nil
}

const timingNote = "*Timing: depends on the machine.*"

// text escapes plain text and resolves its references.
func (w *writer) text(s string) string {
	out, err := w.labels.Expand(s, Escape, link)
	if err != nil && w.err == nil {
		w.err = err
	}
	return out
}

func link(l reports.Label) string { return fmt.Sprintf("[%s](#%s)", l, l.Anchor()) }

// begin writes a block's anchor and number, then its title.
func (w *writer) begin(b reports.Block, title string) string {
	label, _ := w.labels.Of(b)
	s := fmt.Sprintf(`<a id="%s"></a>**%s.**`, label.Anchor(), label)
	if title != "" {
		s += " **" + w.text(reports.FullStop(title)) + "**"
	}
	if reports.IsTiming(b) {
		s += " " + timingNote
	}
	return s
}

func (w *writer) code(c reports.Code) {
	source, output := strings.Trim(c.Source, "\n"), strings.TrimRight(c.Output, "\n")
	if source != "" {
		w.line("<details><summary>Code</summary>\n\n" + fenced("go", source) + "\n\n</details>")
	}
	if output != "" {
		if c.Timing {
			w.line(timingNote)
		}
		w.line(fenced("text", output))
	}
}

// fenced puts text between fences that it does not hold itself.
func fenced(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + text + "\n" + fence
}

// figure writes a figure, which has a picture in a valid report.
func (w *writer) figure(f reports.Figure, files []File) {
	alt := cmp.Or(f.Alt, f.Title)
	w.line("![" + escapeInline(strings.Join(strings.Fields(alt), " ")) + "](" + files[0].Name + ")")
	w.line(strings.TrimSpace(w.begin(f, f.Title) + " " + w.text(f.Caption)))
}

func (w *writer) claim(c reports.Claim) {
	s := w.begin(c, "") + " " + w.text(c.Statement) + " **" + verdict(c.Holds) + ".**"
	w.line("> " + strings.ReplaceAll(s, "\n", "\n> "))
	s = w.text(c.Evidence)
	if e := c.Estimate; e != nil && c.Evidence == "" {
		s = strings.TrimSpace(fmt.Sprintf("%s (estimate %s)", s, e))
	}
	if s != "" {
		w.out.WriteString(">\n> " + strings.ReplaceAll(s, "\n", "\n> ") + "\n")
	}
}

func verdict(v reports.Verdict) string {
	return map[reports.Verdict]string{reports.Holds: "✓ holds", reports.Fails: "✗ fails", reports.Undecided: "? undecided"}[v]
}

// references lists what the report cites and what it used.
func (w *writer) references(list []reports.Reference) {
	if len(list) == 0 {
		return
	}
	w.line("## References")
	var b strings.Builder
	for _, r := range list {
		fmt.Fprintf(&b, "%d. <a id=\"%s\"></a>", r.Label.Number, r.Label.Anchor())
		for _, part := range r.Entry.Parts() {
			text := escapeInline(part.Text)
			switch {
			case part.URL != "":
				text = "[" + text + "](<" + strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20", "\n", "").Replace(part.URL) + ">)"
			case part.Italic:
				text = "*" + text + "*"
			}
			b.WriteString(text)
		}
		b.WriteByte('\n')
	}
	w.line(b.String())
}

// glossary says what the names mean that the report uses.
func (w *writer) glossary(reading string, terms []reports.Term) {
	said := w.out.String()
	used := slices.DeleteFunc(slices.Clone(terms), func(t reports.Term) bool { return !strings.Contains(said, Escape(t.Name)) })
	var list []string
	for _, e := range reports.Entries(used) {
		list = append(list, fmt.Sprintf("- **%s**: %s", Escape(strings.Join(e.Names, "; ")), Escape(reports.FullStop(e.Text))))
	}
	if list != nil {
		w.line("## Glossary")
		w.line(Escape(reading))
		w.line(strings.Join(list, "\n"))
	}
}

func (w *writer) provenance(p reports.Provenance) error {
	if len(p.Sections) == 0 {
		return nil
	}
	if err := w.json("provenance.json", "  ", p); err != nil {
		return err
	}
	w.line("<!-- provenance -->")
	w.line("## Provenance")
	for _, s := range p.Print() {
		w.line("### " + Escape(s.Title))
		var list strings.Builder
		for _, pair := range s.Pairs {
			fmt.Fprintf(&list, "- %s: %s\n", escapeInline(pair.Key), escapeInline(pair.Value))
		}
		w.line(list.String())
	}
	w.line("<!-- /provenance -->")
	return nil
}
