package reports

import (
	"bufio"
	"io"
	"slices"
	"strings"
)

// Text writes the table for a terminal, with aligned columns and decimal points, followed by
// footnotes and definitions. A star marks the best values of a column. If the table has stars or
// lower bounds, a line below it explains them.
func (t Table) Text(w io.Writer) error {
	if err := t.validate(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	if t.Title != "" {
		b.WriteString(alone(t.Title) + "\n\n")
	}
	rows := t.Print()
	columns, rules := make([][]string, len(t.Columns)), make([]string, len(t.Columns))
	for j := range t.Columns {
		columns[j] = t.textColumn(rows, j)
		rules[j] = strings.Repeat("─", width(columns[j][0]))
	}
	for i := range len(rows) + 1 {
		if i > 0 && t.StartsGroup(i-1) {
			b.WriteByte('\n')
		}
		line := make([]string, len(columns))
		for j, c := range columns {
			line[j] = c[i]
		}
		b.WriteString(strings.TrimRight(strings.Join(line, "  "), " ") + "\n")
		if i == 0 {
			b.WriteString(strings.Join(rules, "  ") + "\n")
		}
	}
	if below := t.below(); len(below) > 0 {
		b.WriteString("\n" + strings.Join(below, "\n") + "\n")
	}
	return b.Flush()
}

// below returns the lines below a table in plain text.
func (t Table) below() []string {
	var lines []string
	if t.Caption != "" {
		lines = append(lines, alone(t.Caption))
	}
	for i, note := range t.Notes {
		lines = append(lines, "["+NoteMark(i+1)+"] "+alone(note))
	}
	if bold := t.Bold(); bold != "" {
		lines = append(lines, strings.Replace(bold, "Bold", "*", 1))
	}
	bounded := func(row []Cell) bool { return slices.ContainsFunc(row, func(c Cell) bool { return c.Censored }) }
	if slices.ContainsFunc(t.Rows, bounded) {
		lines = append(lines, "The sign > marks a lower bound, because a limit stopped a run.")
	}
	for _, c := range t.Columns {
		if c.Doc != "" {
			lines = append(lines, c.Name+": "+c.Definition())
		}
	}
	return lines
}

// alone returns plain text for use outside a report, where references have no numbers.
func alone(text string) string {
	var nobody *Labels
	return nobody.Expand(text, func(s string) string { return s }, Label.String)
}

// Definition returns the column's Doc, to be printed after the column's name. It omits the words
// before a colon if the name ends with them. If the name is "total nodes expanded" and Doc is
// "Nodes expanded: the root and …", it returns "the root and …".
func (col Column) Definition() string {
	words, rest, ok := strings.Cut(col.Doc, ":")
	if ok && strings.HasSuffix(strings.ToLower(col.Name), strings.ToLower(words)) {
		return strings.TrimSpace(rest)
	}
	return col.Doc
}

// FullStop adds a period to a title, so that text can follow. It leaves a title that already ends
// with a period, question mark, exclamation mark or colon unchanged.
func FullStop(title string) string {
	if title == "" || strings.ContainsAny(title[len(title)-1:], ".?!:") {
		return title
	}
	return title + "."
}

// textColumn lays out column j below its heading: the numbers right-aligned, then the intervals,
// then the marks.
func (t Table) textColumn(rows [][]Printed, j int) []string {
	star := ""
	if slices.ContainsFunc(rows, func(row []Printed) bool { return row[j].Best }) {
		star = " "
	}
	values, tails := make([]string, len(rows)), make([]string, len(rows))
	for i, row := range rows {
		p := row[j]
		mark := star
		if p.Best {
			mark = "*"
		}
		values[i], tails[i] = p.Text+mark+p.Padding(" ", " "), tail(p)
	}
	numbers := t.Columns[j].Kind != Words
	values, tails = set(values, numbers), set(tails, false)
	cells := []string{t.Columns[j].Heading()}
	for i := range rows {
		cells = append(cells, values[i]+tails[i])
	}
	return set(cells, numbers)
}

// tail returns what follows the number in a cell: the interval and the footnote mark.
func tail(p Printed) string {
	s := ""
	if p.Interval != "" {
		s += " " + p.Interval
	}
	if p.Note != "" {
		s += " [" + p.Note + "]"
	}
	return s
}

// Heading returns the column's name. If the cells do not show the unit, the heading includes it, as
// in "cost (moves)".
func (col Column) Heading() string {
	if col.Unit != "" && (col.Kind == Words || col.Kind == Count || col.Kind == Number) {
		return col.Name + " (" + col.Unit + ")"
	}
	return col.Name
}

// set pads texts with spaces to the width of the widest: on the left for numbers, on the right
// otherwise.
func set(texts []string, numbers bool) []string {
	widest := 0
	for _, s := range texts {
		widest = max(widest, width(s))
	}
	padded := make([]string, len(texts))
	for i, s := range texts {
		gap := strings.Repeat(" ", widest-width(s))
		if padded[i] = s + gap; numbers {
			padded[i] = gap + s
		}
	}
	return padded
}
