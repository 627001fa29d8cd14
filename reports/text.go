package reports

import (
	"bufio"
	"io"
	"strings"
)

// Text writes the table for a terminal: columns aligned, numbers by their
// decimal points, footnotes and definitions below. The best values of a
// column carry a star, which is explained if there is one, as lower bounds are.
func (t Table) Text(w io.Writer) error {
	if err := t.validate(); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	if t.Title != "" {
		b.WriteString(alone(t.Title) + "\n\n")
	}
	rows := t.Print()
	columns := make([]textColumn, len(t.Columns))
	for j := range t.Columns {
		columns[j] = t.textColumn(rows, j)
	}
	line := func(cell func(c textColumn) string) {
		parts := make([]string, len(columns))
		for j, c := range columns {
			parts[j] = cell(c)
		}
		b.WriteString(strings.TrimRight(strings.Join(parts, "  "), " ") + "\n")
	}
	rule := func(c textColumn) string { return strings.Repeat("─", c.width) }
	line(func(c textColumn) string { return set(c.heading, c.width, c.right) })
	line(rule)
	for i := range rows {
		if t.StartsGroup(i) {
			b.WriteByte('\n')
		}
		line(func(c textColumn) string { return c.cells[i] })
	}
	if below := t.below(rows); len(below) > 0 {
		b.WriteString("\n" + strings.Join(below, "\n") + "\n")
	}
	return b.Flush()
}

// below lists what stands under a table in plain text.
func (t Table) below(rows [][]Printed) []string {
	var lines []string
	if t.Caption != "" {
		lines = append(lines, alone(t.Caption))
	}
	for i, note := range t.Notes {
		lines = append(lines, "["+NoteMark(i+1)+"] "+alone(note))
	}
	best, bound := false, false
	for i, row := range rows {
		for j, p := range row {
			best, bound = best || p.Best, bound || t.Rows[i][j].Censored
		}
	}
	switch {
	case t.Tested() != "":
		lines = append(lines, strings.Replace(t.Tested(), "Bold", "*", 1))
	case best:
		lines = append(lines, "*: the best of those compared (↓ the smallest, ↑ the largest).")
	}
	if bound {
		lines = append(lines, ">: a lower bound, since a run was stopped by a limit.")
	}
	for _, c := range t.Columns {
		if c.Doc != "" {
			lines = append(lines, c.Name+": "+c.Definition())
		}
	}
	return lines
}

// alone is plain text outside a report, where its references have no numbers.
func alone(text string) string {
	var nobody *Labels
	text, _ = nobody.Expand(text, func(s string) string { return s }, Label.String)
	return text
}

// Definition is the column's Doc without the words it shares with the end of
// the name, for places where the name stands before it: "Nodes expanded: the
// root and …" in the column "total nodes expanded" becomes "the root and …".
func (col Column) Definition() string {
	words, rest, ok := strings.Cut(col.Doc, ":")
	if ok && strings.HasSuffix(strings.ToLower(col.Name), strings.ToLower(words)) {
		return strings.TrimSpace(rest)
	}
	return col.Doc
}

// FullStop ends a title as a sentence, for places where text follows it.
func FullStop(title string) string {
	if title == "" || strings.ContainsAny(title[len(title)-1:], ".?!:") {
		return title
	}
	return title + "."
}

type textColumn struct {
	heading string
	right   bool // numbers
	width   int
	cells   []string
}

// textColumn lays out column j: the numbers set to the right of one another,
// then the intervals, then the marks.
func (t Table) textColumn(rows [][]Printed, j int) textColumn {
	c := textColumn{heading: t.Columns[j].Heading(), right: t.Columns[j].Kind != Words}
	values, tails := make([]string, len(rows)), make([]string, len(rows))
	valueWidth, tailWidth, star := 0, 0, ""
	for _, row := range rows {
		if row[j].Best {
			star = " "
		}
	}
	for i, row := range rows {
		p := row[j]
		values[i] = p.Text + star + p.Padding(" ", " ")
		if p.Best {
			values[i] = p.Text + "*" + p.Padding(" ", " ")
		}
		tails[i] = tail(p)
		valueWidth, tailWidth = max(valueWidth, width(values[i])), max(tailWidth, width(tails[i]))
	}
	c.width = max(valueWidth+tailWidth, width(c.heading))
	c.cells = make([]string, len(rows))
	for i := range rows {
		cell := set(values[i], valueWidth, c.right) + set(tails[i], tailWidth, false)
		c.cells[i] = set(cell, c.width, c.right)
	}
	return c
}

// tail is what follows the number of a cell: interval, footnote mark.
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

// Heading is the column's name with its unit, where the cells do not show it,
// and an arrow to its best values: "cost (moves) ↓".
func (col Column) Heading() string {
	s := col.Name
	if col.Unit != "" && (col.Kind == Words || col.Kind == Count || col.Kind == Number) {
		s += " (" + col.Unit + ")"
	}
	switch col.Best {
	case Smallest:
		s += " ↓"
	case Largest:
		s += " ↑"
	}
	return s
}

// set pads s with spaces to w columns of a terminal, in front of numbers.
func set(s string, w int, right bool) string {
	gap := strings.Repeat(" ", max(0, w-width(s)))
	if right {
		return gap + s
	}
	return s + gap
}
