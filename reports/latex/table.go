package latex

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// column is a column of a table as it is set.
type column struct {
	head      []string // lines
	width     float64  // in ems
	least     float64  // if it may break; else 0
	texts     []string // plain, one a row
	cells     []string // LaTeX
	intervals []string // LaTeX; nil if there are none
	numbers   string   // the options of siunitx, "" for a column that is set by words
	right     bool
}

func (c column) breaks() bool { return c.least > 0 && c.least < c.width }

// count is how many columns of LaTeX it takes.
func (c column) count() int {
	if c.intervals != nil {
		return 2
	}
	return 1
}

var oneLine = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ")

// parts matches a printed number: a bound, digits, and what follows them.
var parts = regexp.MustCompile(`^([<>]\x{202f})?(−?)(\d+(?:\x{202f}\d{3})*)(?:\.(\d+))?((?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?[^\d.]*)$`)

// columnOf sets a column of a table. Numbers stand under one another at their points if
// they share what follows them, such as a unit.
func columnOf(t reports.Table, rows [][]reports.Printed, j int) column {
	c := column{right: t.Columns[j].Kind != reports.Words}
	alike := c.right
	var f format
	intervals := 0.0
	for i := range rows {
		p := rows[i][j]
		c.texts = append(c.texts, oneLine.Replace(p.Text))
		c.width = max(c.width, 1.05*width(c.texts[i])+0.4*float64(len(p.Note)))
		c.intervals = append(c.intervals, Escape(p.Interval))
		intervals = max(intervals, 1.02*width(p.Interval))
		if m := parts.FindStringSubmatch(c.texts[i]); m != nil && p.Numeric {
			alike = alike && f.add(m, p.Note)
		}
	}
	if intervals == 0 {
		c.intervals = nil
	}
	if alike && f.whole > 0 {
		c.numbers = f.String()
		c.width = max(c.width, f.width())
	}
	for i, text := range c.texts {
		c.cells = append(c.cells, c.cell(rows[i][j], text))
	}
	c.head = breakHead(t.Columns[j].Heading(), max(min(c.width, 12), 4.5)+intervals)
	c.width += intervals
	for _, line := range c.head {
		c.width = max(c.width, 1.05*width(line))
	}
	if !c.right {
		c.least = leastWidth(append(c.texts[:len(c.texts):len(c.texts)], c.head...), c.width)
	}
	return c
}

// cell sets a cell, of a column of numbers so that siunitx finds the number.
func (c column) cell(p reports.Printed, text string) string {
	note, bold := "", ""
	if p.Note != "" {
		note = `\textsuperscript{` + p.Note + "}"
	}
	if p.Best {
		bold = `\bfseries `
	}
	m := parts.FindStringSubmatch(text)
	switch {
	case c.numbers == "":
		return bold + Escape(text) + note
	case m == nil || !p.Numeric:
		return "{" + Escape(text) + note + "}"
	}
	number := strings.ReplaceAll(m[3], "\u202f", "")
	if m[4] != "" {
		number += "." + m[4]
	}
	if m[2] != "" {
		number = "-" + number
	}
	return bold + braced(Escape(m[1])) + number + braced(Escape(m[5])+note)
}

// format is what the numbers of a column take at most.
type format struct {
	whole, fraction      int
	before, minus, after string
	note                 string
}

// add widens the format for a number as parts matches it, if it has the unit of the
// others.
func (f *format) add(m []string, note string) bool {
	if f.whole > 0 && m[5] != f.after {
		return false
	}
	f.whole, f.fraction = max(f.whole, len(strings.ReplaceAll(m[3], "\u202f", ""))), max(f.fraction, len(m[4]))
	f.before, f.minus, f.note, f.after = max(f.before, m[1]), max(f.minus, m[2]), max(f.note, note), m[5]
	return true
}

// String is the format as siunitx reads it.
func (f format) String() string {
	s := "table-format=" + braced(Escape(f.before)) + strings.Replace(f.minus, "−", "-", 1) + strconv.Itoa(f.whole)
	if f.fraction > 0 {
		s += "." + strconv.Itoa(f.fraction)
	}
	return s + braced(Escape(f.after+f.note))
}

func (f format) width() float64 {
	digits := float64(f.whole+f.fraction)/2 + float64((f.whole-1)/3)*0.17
	return 1.05 * (width(f.before+f.minus+f.after+f.note) + digits + 0.25)
}

func braced(s string) string {
	if s == "" {
		return ""
	}
	return "{" + s + "}"
}

// spec is the column in the preamble of a table, width what it must break to.
func (c column) spec(s size, width float64) string {
	spec := "l"
	switch {
	case width > 0:
		spec = fmt.Sprintf(`>{\RaggedRight\arraybackslash}p{%.1fpt}`, width*s.points)
	case c.numbers != "":
		spec = "S[" + c.numbers + "]"
	case c.right:
		spec = "r"
	}
	if c.intervals != nil {
		spec += "@{ }l"
	}
	return spec
}

// heading is the head of the column, set over all its columns of LaTeX.
func (c column) heading(width float64) string {
	at := "l"
	if c.right {
		at = "r"
	}
	lines := make([]string, len(c.head))
	for i, line := range c.head {
		lines[i] = Escape(line)
	}
	if width > 0 {
		return strings.Join(lines, " ")
	}
	return fmt.Sprintf(`\multicolumn{%d}{%s}{\head{%[2]s}{%s}}`, c.count(), at, strings.Join(lines, `\\`))
}

// Table implements [reports.Visitor]: it writes a table into a file of its own and its place into the report.
func (w *writer) Table(t reports.Table) error {
	rows := t.Print()
	columns := make([]column, len(t.Columns))
	for j := range columns {
		columns[j] = columnOf(t, rows, j)
	}
	caption, below := w.caption(t, t.Title, t.Caption), w.below(t)
	l := arrange(columns, min(t.Groups+1, len(columns)-1))
	room := textHeight
	if l.turned {
		room = textWidth
	}
	long := float64(l.lines(columns, len(rows)))*l.size.points*1.25 > 0.6*room
	var b strings.Builder
	for i, part := range l.parts {
		last := ""
		if i == len(l.parts)-1 {
			last = below
		}
		head := caption
		if i > 0 {
			head = `\caption*{\textbf{Table~\ref{table-` + t.ID + `}} (continued)}`
		}
		w.part(&b, t, columns, l, part, long, head, last)
	}
	file := page.FileOf(t, "tables/", t.ID+".tex", []byte(b.String()))
	w.files = append(w.files, file)
	w.WriteString(`\input{` + strings.TrimSuffix(file.Name, ".tex") + "}\n\n")
	return nil
}

// part writes some columns of a table: as a float, or over pages if it is long.
func (w *writer) part(b *strings.Builder, t reports.Table, columns []column, l layout, part []int, long bool, caption, below string) {
	var spec, head []string
	count := 0
	for _, j := range part {
		spec = append(spec, columns[j].spec(l.size, l.widths[j]))
		head = append(head, columns[j].heading(l.widths[j]))
		count += columns[j].count()
	}
	preamble := "{@{}" + strings.Join(spec, "") + "@{}}\n"
	heading := "\\toprule\n" + strings.Join(head, " & ") + " \\\\\n\\midrule\n"
	var body strings.Builder
	if len(t.Rows) == 0 {
		fmt.Fprintf(&body, "\\multicolumn{%d}{@{}l}{%s} \\\\\n", count, reports.NoRows)
	}
	for i := range t.Rows {
		if t.StartsGroup(i) {
			body.WriteString("\\addlinespace\n")
		}
		var cells []string
		for _, j := range part {
			c := columns[j]
			cells = append(cells, c.cells[i])
			if c.intervals != nil {
				cells = append(cells, c.intervals[i])
			}
		}
		body.WriteString(strings.Join(cells, " & ") + " \\\\\n")
	}
	environment, at, before, after := "table", "[htbp]", "", ""
	if l.turned {
		environment, at, before, after = "sidewaystable", "[p]", "\\begin{landscape}\n", "\\end{landscape}\n"
	}
	if long {
		fmt.Fprintf(b, "%s{%s\n\\begin{longtable}%s%s\\\\\n%s\\endfirsthead\n\\multicolumn{%d}{@{}l}{\\emph{continued}}\\\\\n%[5]s\\endhead\n\\bottomrule\n\\endfoot\n%[7]s\\end{longtable}}\n%[8]s%[9]s",
			before, l.size.command, preamble, caption, heading, count, body.String(), below, after)
		return
	}
	fmt.Fprintf(b, "\\begin{%s}%s\n\\centering\n%s\n%s\n\\begin{tabular}%s%s%s\\bottomrule\n\\end{tabular}\n%s\\end{%[1]s}\n",
		environment, at, caption, l.size.command, preamble, heading, body.String(), below)
}

// below writes the footnotes and definitions.
func (w *writer) below(t reports.Table) string {
	var b strings.Builder
	b.WriteString("\\smallskip\n")
	for i, note := range t.Notes {
		fmt.Fprintf(&b, "\\below{\\textsuperscript{%s}~%s}\n", reports.NoteMark(i+1), w.text(note))
	}
	if bold := t.Bold(); bold != "" {
		b.WriteString(`\below{` + w.text(bold) + "}\n")
	}
	for _, c := range t.Columns {
		if c.Doc != "" {
			b.WriteString(`\below{\emph{` + Escape(c.Name) + "}: " + Escape(c.Definition()) + "}\n")
		}
	}
	return b.String()
}
