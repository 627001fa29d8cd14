package latex

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// broad is the width, in ems, above which the cells of a text column are broken into lines. lines
// is the approximate number of these lines. A column is never narrower than its longest piece.
const (
	broad = 14.0
	lines = 8
)

// column is a LaTeX column of a table. The intervals of estimates are in a separate column.
type column struct {
	head, cells []string
	spec        string
	last        int    // last variant of the table that includes the column
	constant    string // text that all cells have in common
	words       bool
}

var oneLine = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ")

// columnsOf returns the LaTeX columns for column j of a table: one, and another one if it has
// intervals.
func columnsOf(t reports.Table, rows [][]reports.Printed, j int) []column {
	c := column{spec: "r", words: t.Columns[j].Kind == reports.Words}
	intervals := column{spec: "@{ }l", cells: make([]string, len(rows))}
	natural, piece, estimates := 0.0, 0.0, false
	for i, row := range rows {
		p := row[j]
		text := oneLine.Replace(p.Text)
		natural = max(natural, width(text))
		for word := range strings.SplitSeq(text, " ") {
			for _, part := range pieces(word) {
				piece = max(piece, width(part))
			}
		}
		c.cells, intervals.cells[i] = append(c.cells, cellOf(p, text, c.words)), Escape(p.Interval)
		estimates = estimates || p.Interval != ""
	}
	c.head = breakHead(t.Columns[j].Heading(), max(min(natural, 12), 4.5))
	if c.words {
		c.spec = "l"
	}
	for _, line := range c.head {
		piece = max(piece, width(line))
	}
	if c.words && natural > broad {
		c.spec = fmt.Sprintf(`>{\raggedright\arraybackslash}p{%.1fem}`, max(broad-4, natural/lines, 1.1*piece))
	}
	if len(rows) > 1 && !estimates && !slices.ContainsFunc(c.cells, func(cell string) bool { return cell != c.cells[0] }) {
		c.constant = cmp.Or(strings.ReplaceAll(c.cells[0], `\phantom{0}`, ""), "nothing")
	}
	if !estimates {
		return []column{c}
	}
	return []column{c, intervals}
}

// cellOf returns a cell of a table. Numbers are padded to align.
func cellOf(p reports.Printed, text string, words bool) string {
	cell := Escape(text)
	if !words {
		cell += p.Padding(`\phantom{0}`, `\phantom{.}`)
	}
	if p.Best {
		cell = `\textbf{` + cell + "}"
	}
	if p.Note != "" {
		cell += `\textsuperscript{` + p.Note + "}"
	}
	return cell
}

// breakHead breaks a heading into lines. No line is wider than the cells below it, or than its
// longest word.
func breakHead(heading string, cells float64) []string {
	var words []string // words, each with the space before it, which is missing for pieces of a word
	for word := range strings.SplitSeq(oneLine.Replace(heading), " ") {
		broken := pieces(word)
		if len(broken) <= 2 {
			broken = []string{word}
		}
		words = append(append(words, " "+broken[0]), broken[1:]...)
	}
	widest := cells
	for _, word := range words {
		widest = max(widest, width(strings.TrimPrefix(word, " ")))
	}
	var lines []string
	for _, word := range words {
		if last := len(lines) - 1; last >= 0 && width(lines[last]+word) <= widest {
			lines[last] += word
		} else {
			lines = append(lines, strings.TrimPrefix(word, " "))
		}
	}
	return lines
}

// heading returns the head of the column.
func (c column) heading() string {
	at, lines := "r", make([]string, len(c.head))
	if c.words {
		at = "l"
	}
	for i, line := range c.head {
		lines[i] = Escape(line)
	}
	return `\puzzlelabhead{` + at + "}{" + strings.Join(lines, `\\`) + "}"
}

// rank determines the last variant of the table that includes each column. It returns the number of
// variants, and of those that lose no information. Columns whose cells are all equal, which can be
// stated below the table, are dropped first. Then, from the right, follow columns without a best
// value, the intervals, and all other columns except one. Columns that are row headers always stay.
func rank(t reports.Table, columns [][]column) (lossless, variants int) {
	lossless = 1
	heads := min(t.Groups+1, len(columns)-1)
	left := len(columns) - heads
	for _, column := range columns[heads:] {
		if column[0].constant != "" && left > 1 {
			column[0].last, lossless = 1, 2
			left--
		}
	}
	variants = lossless
	for _, goes := range []func(j, i int) bool{
		func(j, i int) bool { return left > 1 && t.Columns[j].Best == reports.NoBest && len(columns[j]) == 1 },
		func(_, i int) bool { return i == 1 },
		func(_, i int) bool { return left > 1 && i == 0 },
	} {
		for j := len(columns) - 1; j >= heads; j-- {
			for i := range columns[j] {
				if columns[j][i].last > 0 || !goes(j, i) {
					continue
				}
				columns[j][i].last = variants
				variants++
				if i == 0 {
					left--
				}
			}
		}
	}
	for _, column := range columns {
		for i := range column {
			column[i].last = cmp.Or(column[i].last, variants)
		}
	}
	return lossless, variants
}

// variant returns the column specification for variant n of the table; H hides columns that it does
// not include.
func variant(columns []column, n int) string {
	var b strings.Builder
	b.WriteString("{@{}")
	shown := 0
	for i, c := range columns {
		if c.last >= n {
			shown = i
		}
	}
	for i, c := range columns {
		switch {
		case c.last >= n:
			b.WriteString(c.spec)
		case i > shown || strings.HasPrefix(c.spec, "@"):
			b.WriteString("@{}H")
		default:
			b.WriteString("H@{}")
		}
	}
	return b.String() + "@{}}"
}

// Table implements [reports.Visitor]. It writes a table to a separate file, which the report
// includes.
func (w *writer) Table(t reports.Table) error {
	rows := t.Print()
	columns := make([][]column, len(t.Columns))
	for j := range columns {
		columns[j] = columnsOf(t, rows, j)
	}
	w.cells(t, rows)
	lossless, variants := rank(t, columns)
	all := slices.Concat(columns...)
	var specs [2]string
	for n := range variants {
		specs[min(1, (n+1)/(lossless+1))] += variant(all, n+1) + "%\n"
	}
	heads := make([]string, len(all))
	for i, c := range all {
		if c.head != nil {
			heads[i] = c.heading()
		}
	}
	label, _ := w.Labels.Of(t)
	text := fmt.Sprintf("%% %s of %s. It needs results.sty and nothing else.\n\\puzzlelabtable{%s}{%s}{%%\n%s}{%%\n%s}{%s}{%s}{%%\n%s}\n",
		label, w.Report.ID, w.anchor(label), w.caption(t, t.Title, t.Caption), specs[0], specs[1], strings.Join(heads, " & "), partsOf(t, all), w.below(t, columns))
	file := page.FileOf(t, "tables/", t.ID+".tex", []byte(text))
	w.files = append(w.files, file)
	w.WriteString(`\input{` + strings.TrimSuffix(file.Name, ".tex") + "}\n\n")
	return nil
}

// most is the maximum number of lines in a part of a table.
const most = 36

// partsOf returns the rows in parts of about equal length, each of which fits a page.
func partsOf(t reports.Table, columns []column) string {
	if len(t.Rows) == 0 {
		return fmt.Sprintf("{\\multicolumn{%d}{@{}l}{%s}\\\\\\puzzlelablast}", len(columns), reports.NoRows)
	}
	takes, total := make([]int, len(t.Rows)), 0
	for i := range t.Rows {
		takes[i] = 1
		for _, c := range columns {
			if strings.Contains(c.spec, "p{") {
				takes[i] = max(takes[i], len(c.cells[i])/25)
			}
		}
		total += takes[i]
	}
	parts := (total + most - 1) / most
	var b strings.Builder
	b.WriteString("{%\n")
	n := 0
	for i := range t.Rows {
		starts := t.StartsGroup(i)
		switch limit := (total + parts - 1) / parts; {
		case n >= limit || starts && n >= limit-4 && parts > 1:
			b.WriteString("}{%\n")
			n = 0
		case starts:
			b.WriteString("\\addlinespace\n")
		}
		cells := make([]string, len(columns))
		for j, c := range columns {
			cells[j] = c.cells[i]
		}
		n += takes[i]
		b.WriteString(strings.Join(cells, " & ") + "\\\\\n")
	}
	return b.String() + "\\puzzlelablast}"
}

// below writes the footnotes and definitions.
func (w *writer) below(t reports.Table, columns [][]column) string {
	var b strings.Builder
	for i, note := range t.Notes {
		fmt.Fprintf(&b, "\\puzzlelabbelow{\\textsuperscript{%s}~%s}%%\n", reports.NoteMark(i+1), w.text(note))
	}
	if bold := t.Bold(); bold != "" {
		b.WriteString(`\puzzlelabbelow{` + w.text(bold) + "}%\n")
	}
	for j, c := range t.Columns {
		if first := columns[j][0]; c.Doc != "" || first.last < columns[0][0].last {
			definition := ""
			if c.Doc != "" {
				definition = Escape(c.Definition())
			}
			fmt.Fprintf(&b, "\\puzzlelabcolumn{%d}{%s}{%s}{%s}%%\n", first.last, Escape(c.Name), definition, first.constant)
		}
	}
	return b.String()
}

// cells defines names for the numbers in a table: the study, the table, the row's headers, and the
// column.
func (w *writer) cells(t reports.Table, rows [][]reports.Printed) {
	w.numbers.mark(t, "timing")
	defer w.numbers.mark(t, "/timing")
	for _, row := range rows {
		var heads []string
		for _, p := range row[:min(t.Groups+1, len(row))] {
			heads = append(heads, p.Text)
		}
		for j := len(heads); j < len(row); j++ {
			key := unsafe().ReplaceAllString(strings.Join([]string{w.Report.ID, t.ID, strings.Join(heads, " "), t.Columns[j].Name}, ":"), "")
			if text := strings.TrimSpace(row[j].Text + " " + row[j].Interval); row[j].Numeric && !w.numbers.taken[key] {
				w.numbers.taken[key] = true
				fmt.Fprintf(&w.numbers, "\\puzzlelabset{%s}{%s}\n", key, Escape(text))
			}
		}
	}
}

// unsafe matches characters that the name of a number must not contain.
var unsafe = lazy.Regexp(`[^ -~]|[\\{}%#&~^_$]`)
