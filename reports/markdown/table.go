package markdown

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
)

// Table implements [reports.Visitor]. It writes a Markdown table with pipes, and a CSV file with
// all digits.
func (w *writer) Table(t reports.Table) error {
	files, err := w.filesOf(t)
	if err != nil {
		return err
	}
	caption := strings.TrimSpace(w.begin(t, t.Title) + " " + w.text(t.Caption))
	if len(t.Rows) == 0 {
		w.line(caption + " " + reports.NoRows)
		return nil
	}
	w.line(caption)
	var b strings.Builder
	headings := make([]string, len(t.Columns))
	rules := make([]string, len(t.Columns))
	for j, col := range t.Columns {
		headings[j] = cell(col.Heading())
		rules[j] = "--:"
		if col.Kind == reports.Words {
			rules[j] = ":--"
		}
	}
	row(&b, headings)
	row(&b, rules)
	for _, printed := range t.Print() {
		cells := make([]string, len(printed))
		for j, p := range printed {
			cells[j] = printedCell(p)
		}
		row(&b, cells)
	}
	w.line(b.String())
	w.below(t, files[0].Name)
	return nil
}

func row(b *strings.Builder, cells []string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

func printedCell(p reports.Printed) string {
	s := cell(p.Text)
	if p.Best {
		s = "**" + s + "**"
	}
	if p.Note != "" {
		s += "<sup>" + p.Note + "</sup>"
	}
	if p.Interval != "" {
		s += " " + p.Interval // [1.92, 2.43] is not a link
	}
	return s
}

// cell escapes a cell of a pipe table and keeps it on one line.
func cell(s string) string {
	return escapeInline(strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), " "))
}

// below writes footnotes, definitions, and a link to the CSV file.
func (w *writer) below(t reports.Table, csv string) {
	for i, note := range t.Notes {
		w.line(fmt.Sprintf("<sup>%s</sup> %s", reports.NoteMark(i+1), w.text(note)))
	}
	if bold := t.Bold(); bold != "" {
		w.line(escapeInline(bold))
	}
	var definitions strings.Builder
	for _, c := range t.Columns {
		if c.Doc != "" {
			fmt.Fprintf(&definitions, "- *%s*: %s\n", escapeInline(c.Name), escapeInline(c.Definition()))
		}
	}
	if definitions.Len() > 0 {
		w.line(definitions.String())
	}
	w.line("[All digits](" + csv + ")")
}
