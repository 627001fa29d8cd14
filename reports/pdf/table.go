package pdf

import (
	"cmp"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/reports"
)

// grid is a table ready for layout.
type grid struct {
	reports.Table
	rows     [][]reports.Printed
	right    []bool  // right-aligned columns
	interval []bool  // columns with a second column for intervals
	lead     int     // number of columns that are row headers, and are repeated if the table is split
	name     string  // "Table 3", for where the table continues
	foot     float64 // height of the notes
}

func gridOf(t reports.Table, lead int) grid {
	g := grid{Table: t, rows: t.Print(), lead: lead}
	for j, col := range t.Columns {
		g.right = append(g.right, col.Kind != reports.Words)
		g.interval = append(g.interval, slices.ContainsFunc(g.rows, func(row []reports.Printed) bool { return row[j].Interval != "" }))
	}
	return g
}

// Table implements [reports.Visitor]. It writes a table with its caption above it, and with its
// notes and definitions below it.
func (w *writer) Table(t reports.Table) error {
	g := gridOf(t, min(t.Groups+1, len(t.Columns)-1))
	for j := range g.right { // a column that would leave no room for others is broken like words
		if _, full := w.extents(g, j, tableSizes[0]); g.right[j] && !g.interval[j] && full > column/2 {
			g.right[j] = false
		}
	}
	label, _ := w.Labels.Of(t)
	g.name = label.String()

	caption := w.caption(t, t.Title, t.Caption)
	if len(t.Rows) == 0 {
		w.anchor(t)
		w.paragraph(append(caption, span{text: " " + reports.NoRows, size: captionSize, color: ink}), w.left, w.measure, captionStep)
		w.y += gap
		return nil
	}
	s := w.setting(g)
	notes := w.notes(t)
	for _, note := range notes {
		g.foot += w.height(note, w.measure, noteLeading)
	}
	words := gap + w.height(caption, w.measure, captionStep) + gap/2 + gap/2 + g.foot
	split := w.height(caption, w.measure, captionStep) + some
	w.place(float{in: w.tag("Div", ""), height: w.least(s, words), least: split, turned: s.turned, draw: func() {
		if s.turned {
			w.newPage("L")
		}
		w.y += gap
		w.anchor(t)
		w.tagged("Table", "", func() {
			w.tagged("Caption", "", func() { w.paragraph(caption, w.left, w.measure, captionStep) })
			w.y += gap / 2
			w.rows(g, s)
		})
		w.y += gap / 2
		for _, note := range notes {
			w.paragraph(note, w.left, w.measure, noteLeading)
		}
		w.y += 2 * gap
		if s.turned {
			w.y = math.Inf(1) // so that what follows begins an upright page
		}
	}})
	return nil
}

// grid writes a table without caption and notes, at its place.
func (w *writer) grid(g grid) {
	s := w.setting(g)
	s.turned = s.turned && len(g.rows) > 0
	if s.turned {
		w.placeAll(w.size.Height)
		w.newPage("L")
	} else {
		w.need(w.least(s, 0))
	}
	w.tagged("Table", "", func() { w.rows(g, s) })
	if s.turned {
		w.y = math.Inf(1)
	}
}

// notes returns the footnotes and the definitions of the columns.
func (w *writer) notes(t reports.Table) (notes [][]span) {
	small := span{size: noteSize, color: ink}
	for i, note := range t.Notes {
		notes = append(notes, append([]span{markOf(reports.NoteMark(i + 1))}, w.plain(note, small)...))
	}
	if bold := t.Bold(); bold != "" {
		notes = append(notes, w.plain(bold, small))
	}
	for _, c := range t.Columns {
		if c.Doc != "" {
			name := small
			name.text, name.face = c.Name+": ", italic
			text := small
			text.text = c.Definition()
			notes = append(notes, []span{name, text})
		}
	}
	return notes
}

// tableSetting says how a table fits the page: its font size, whether the page is rotated, and its
// parts, which are below each other.
type tableSetting struct {
	size   float64
	turned bool
	parts  []tablePart
	height float64 // height including all rows
}

// tablePart holds some columns side by side, with their widths, and the heights of the head and of
// each row.
type tablePart struct {
	columns       []int
	widths        []float64
	width, height float64
	head          float64
	rows          []float64
}

// tableSizes lists the font sizes to try, in order.
var tableSizes = []float64{8.5, 8, 7.5, 7, 6.5}

// setting finds the largest font size at which all columns fit side by side: upright, or else on a
// rotated page, or else in parts.
func (w *writer) setting(g grid) tableSetting {
	all := make([]int, len(g.Columns))
	for j := range all {
		all[j] = j
	}
	for _, turned := range []bool{false, true} {
		width := float64(column)
		if turned {
			width = w.size.Height - (w.size.Width - column)
		}
		for _, size := range tableSizes {
			if widths, ok := w.fit(g, all, size, width); ok {
				part := w.part(g, all, widths, size)
				return tableSetting{size: size, turned: turned, parts: []tablePart{part}, height: part.height}
			}
		}
	}
	s := tableSetting{size: tableSizes[1]}
	for rest := all[g.lead:]; len(rest) > 0; {
		columns := slices.Clone(all[:g.lead])
		var widths []float64
		for len(rest) > 0 {
			wider := append(columns, rest[0])
			now, ok := w.fit(g, wider, s.size, column)
			if !ok && len(columns) > g.lead {
				break
			}
			columns, widths, rest = wider, now, rest[1:]
		}
		part := w.part(g, columns, widths, s.size)
		s.parts, s.height = append(s.parts, part), s.height+part.height
	}
	return s
}

// part lays out columns of a table.
func (w *writer) part(g grid, columns []int, widths []float64, size float64) tablePart {
	p := tablePart{columns: columns, widths: widths, width: between * size * float64(len(widths)-1)}
	lines := func(i int, face int, text string) float64 {
		return float64(max(1, len(w.cellLines(text, face, size, widths[i]))))
	}
	most := 1.0
	for i, j := range columns {
		p.width += widths[i]
		most = max(most, lines(i, bold, g.Columns[j].Heading()))
	}
	p.head = most*rowStep*size + 5
	p.height = p.head + 2*groupGap
	for k, row := range g.rows {
		most := 1.0
		for i, j := range columns {
			if !g.right[j] {
				most = max(most, lines(i, regular, row[j].Text))
			}
		}
		height := (most*rowStep + cellSpan) * size
		if g.StartsGroup(k) {
			height += groupGap
		}
		p.rows, p.height = append(p.rows, height), p.height+height
	}
	return p
}

// Distances in a table, relative to its font size.
const (
	between  = 1.1  // between columns
	within   = 0.45 // between a number and its interval
	rowStep  = 1.28
	cellSpan = 0.28 // additional height of each row
)

const groupGap = 2 // above a group of rows, and twice below the last row, in points

// extents returns two widths of a column: the smallest, at which text is broken only at spaces, and
// the full width, at which nothing is broken.
func (w *writer) extents(g grid, j int, size float64) (least, full float64) {
	width := func(face int, s string) float64 { return w.document.width(face, size, s) }
	head := g.Columns[j].Heading()
	least = w.widest(bold, size, head)
	full = min(width(bold, head), max(least, width(bold, head)/2+1))
	interval := w.intervals(g, j, size)
	for _, row := range g.rows {
		c := row[j]
		rest := w.document.width(regular, size*scriptSize, c.Note) + width(regular, padding(c)) + interval
		whole := width(faceOf(c), c.Text) + rest
		full = max(full, whole)
		if g.right[j] {
			least = max(least, whole)
		} else {
			least = max(least, w.widest(faceOf(c), size, c.Text)+rest)
		}
	}
	return least, max(full, least)
}

func faceOf(c reports.Printed) int {
	if c.Best {
		return bold
	}
	return regular
}

// padding returns digits as wide as what follows the text of a cell in other rows.
func padding(c reports.Printed) string { return c.Padding("0", ".") }

// intervals returns the width of a column's intervals.
func (w *writer) intervals(g grid, j int, size float64) (width float64) {
	if !g.interval[j] {
		return 0
	}
	for _, row := range g.rows {
		width = max(width, w.document.width(regular, size, row[j].Interval))
	}
	return width + within*size
}

// fit returns the widths of columns side by side, and whether there is room for them. The columns
// share the remaining width evenly, except that none takes more than it needs.
func (w *writer) fit(g grid, part []int, size, width float64) (widths []float64, ok bool) {
	room := width - between*size*float64(len(part)-1)
	lack := make([]float64, len(part))
	widths = make([]float64, len(part))
	for i, j := range part {
		least, full := w.extents(g, j, size)
		widths[i], lack[i] = least, full-least
		room -= least
	}
	order := make([]int, len(part))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lack[a], lack[b]) })
	left := max(room, 0)
	for k, i := range order {
		more := min(lack[i], left/float64(len(order)-k))
		widths[i], left = widths[i]+more, left-more
	}
	return widths, room >= 0
}

// cellLines returns the lines in a cell of words.
func (w *writer) cellLines(text string, face int, size, width float64) [][]word {
	return w.lines([]span{{text: text, face: face, size: size, color: ink}}, width+0.01)
}

// some is the height for the head of a table and a few rows.
const some = 180

// least returns the height that must be free where a table begins: for the whole table with its
// texts, if a page is large enough, and otherwise for its caption, its head and a few rows.
func (w *writer) least(s tableSetting, words float64) float64 {
	if full := w.size.Height - top - bottom; words+s.height > full {
		return some
	}
	return words + s.height
}

// rows writes the parts of a table, and repeats their heads on each page.
func (w *writer) rows(g grid, s tableSetting) {
	orientation := "P"
	if s.turned {
		orientation = "L"
	}
	lines := make([]*element, len(g.rows)+1) // of all parts: the head, then the rows
	for i := range lines {
		lines[i] = w.tag("TR", "")
	}
	for k, p := range s.parts {
		if k > 0 {
			w.y += gap
			if w.y+s.size*rowStep*5 > w.end {
				w.newPage(orientation)
			}
			w.goesOn(g, "further columns")
		}
		w.within(lines[0], func() { w.head(g, p, k, s.size) })
		for i, row := range g.rows {
			if w.y+p.together(i, min(g.foot, some)) > w.end {
				w.ruled(w.y, p, hairline, ink)
				w.newPage(orientation)
				w.goesOn(g, "continued")
				w.within(artifact, func() { w.head(g, p, k, s.size) })
			} else if g.StartsGroup(i) {
				w.ruled(w.y+1, p, hairline, faint)
			}
			foot := w.y + p.rows[i]
			if g.StartsGroup(i) {
				w.y += groupGap
			}
			w.within(lines[i+1], func() { w.row(g, row, p, k, s.size) })
			w.y = foot
		}
		w.ruled(w.y+1, p, 0.8, ink)
		w.y += 2 * groupGap
	}
}

// together returns the height of row i and of what must be on the same page: the last three rows
// and the notes, which have the height foot, stay together.
func (p tablePart) together(i int, foot float64) (height float64) {
	end := i + 1
	if end == len(p.rows)-2 {
		end, height = len(p.rows), foot
	}
	for _, row := range p.rows[i:end] {
		height += row
	}
	return height
}

// ruled draws a line as wide as a part of the table.
func (w *writer) ruled(y float64, p tablePart, width float64, c color) {
	w.rule(w.left, y, w.left+p.width, width, c)
}

// goesOn writes which table continues.
func (w *writer) goesOn(g grid, how string) {
	if g.name != "" {
		look := span{text: g.name + ", " + how + ".", face: italic, size: noteSize, color: muted}
		w.within(artifact, func() { w.paragraph([]span{look}, w.left, w.measure, captionStep) })
	}
}

// head writes the column headings between two rules, aligned at the bottom.
func (w *writer) head(g grid, p tablePart, part int, size float64) {
	w.ruled(w.y, p, 0.8, ink)
	x := w.left
	for i, j := range p.columns {
		lines := w.cellLines(g.Columns[j].Heading(), bold, size, p.widths[i])
		y := w.y + p.head - 4 - float64(len(lines)-1)*rowStep*size - 0.1*size
		right := x + p.widths[i] - w.intervals(g, j, size)
		w.within(w.cell(g, part, j, "Column", true), func() {
			for _, line := range lines {
				at := x
				if g.right[j] {
					at = max(right-lineWidth(line), x)
				}
				w.set(line, at, y)
				y += rowStep * size
			}
		})
		x += p.widths[i] + between*size
	}
	w.y += p.head
	w.ruled(w.y-1.5, p, hairline, ink)
}

func lineWidth(line []word) (width float64) {
	for _, word := range line {
		width += word.space + word.width
	}
	return width
}

// cell adds a cell to a row. heads says whether the cell is a header. Columns that a later part of
// the table repeats are tagged only in the first part.
func (w *writer) cell(g grid, part, j int, scope string, heads bool) *element {
	if part > 0 && j < g.lead {
		return artifact
	} else if heads {
		return w.tag("TH", "/A <</O/Table/Scope/"+scope+">>")
	}
	return w.tag("TD", "")
}

// row writes the cells of a row.
func (w *writer) row(g grid, row []reports.Printed, p tablePart, part int, size float64) {
	x := w.left
	for i, j := range p.columns {
		c, face := row[j], faceOf(row[j])
		w.within(w.cell(g, part, j, "Row", j < g.lead && c.Text != ""), func() {
			at, baseline := x, w.y+size
			if g.right[j] {
				interval := x + p.widths[i] - w.intervals(g, j, size)
				at = interval - w.document.width(regular, size, padding(c)) - w.document.width(regular, size*scriptSize, c.Note) - w.document.width(face, size, c.Text)
				at += w.show(face, size, at, baseline, ink, c.Text)
				w.show(regular, size, interval+within*size, baseline, muted, c.Interval)
			} else {
				for k, line := range w.cellLines(c.Text, face, size, p.widths[i]) {
					baseline = w.y + size + float64(k)*rowStep*size
					w.set(line, x, baseline)
					at = x + lineWidth(line)
				}
			}
			w.show(regular, size*scriptSize, at, baseline-raise*size, ink, c.Note)
		})
		x += p.widths[i] + between*size
	}
}
