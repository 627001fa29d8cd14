package fragment

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/reports"
)

// mostRows is the largest number of rows with which a page shows a table unfolded.
const mostRows = 12

// maxCSV is the maximum size in bytes of the values that a page contains for download.
const maxCSV = 64 << 10

// Table writes a table as an HTML figure with its caption, notes and definitions. On narrow
// screens, the table scrolls within its own region, which can be reached with the keyboard.
func (w *Writer) Table(t reports.Table) error {
	rows := t.Print()
	fmt.Fprintf(w, `<figure class="table%s"%s>`+"\n", onPaper(t, rows, shapeOf(t, rows)), w.anchor(t))
	caption := "table-" + t.ID + "-caption"
	fmt.Fprintf(w, `<figcaption id="%s">`, caption)
	w.begin(t, t.Title)
	w.WriteString(w.Plain(t.Caption))
	w.WriteString("</figcaption>\n")
	if len(rows) == 0 {
		w.WriteString("<p>" + reports.NoRows + "</p>\n")
	} else {
		end := ""
		if w.Labels != nil && len(rows) > mostRows {
			fmt.Fprintf(w, "<details class=\"more\"><summary>%d rows</summary>\n", len(rows))
			end = "</details>\n"
		}
		w.rows(t, rows, caption)
		w.below(t)
		w.WriteString(end)
	}
	w.made(t, t.Source)
	w.WriteString("</figure>\n")
	return nil
}

// rows writes the rows below the caption.
func (w *Writer) rows(t reports.Table, rows [][]reports.Printed, caption string) {
	shape := shapeOf(t, rows)
	// The caption is outside the scrolling region, so that it stays visible.
	fmt.Fprintf(w, `<div class="scroll" role="region" tabindex="0" aria-labelledby="%[1]s">`+"\n"+`<table aria-labelledby="%[1]s">`+"\n", caption)
	w.head(t, shape)
	w.WriteString("<tbody>\n")
	for i, row := range rows {
		if t.StartsGroup(i) {
			w.WriteString("</tbody>\n<tbody>\n")
		}
		w.WriteString("<tr>")
		for j, p := range row {
			w.cell(p, shape[j])
		}
		w.WriteString("</tr>\n")
	}
	w.WriteString("</tbody>\n</table>\n</div>\n")
}

// column says how to format a column.
type column struct {
	words    bool // words instead of numbers
	interval bool // has a second column of intervals
	header   bool // its cells are the headers of their rows
	long     bool // contains sentences, which a page breaks into lines
}

func shapeOf(t reports.Table, rows [][]reports.Printed) []column {
	shape := make([]column, len(t.Columns))
	for j, col := range t.Columns {
		shape[j].words = col.Kind == reports.Words
		shape[j].header = j <= t.Groups
		for _, row := range rows {
			shape[j].interval = shape[j].interval || row[j].Interval != ""
			shape[j].long = shape[j].long || !shape[j].header && col.Kind == reports.Words && utf8.RuneCountInString(row[j].Text) > 40
		}
	}
	return shape
}

// class returns the class attribute for a cell of the column. Numbers, the most frequent kind, need
// none.
func (w *Writer) class(col column) string {
	switch {
	case col.long && w.Labels != nil:
		return Attribute("class", "w long")
	case col.words:
		return Attribute("class", "w")
	}
	return ""
}

// onPaper returns a class for a table that is too wide for a printed page at normal size: it is
// printed smaller, or on a rotated page.
func onPaper(t reports.Table, rows [][]reports.Printed, shape []column) string {
	ems := 0.0 // minimum width
	for j, col := range t.Columns {
		longest := 0
		for word := range strings.FieldsSeq(strings.ReplaceAll(col.Heading(), "-", "- ")) {
			longest = max(longest, utf8.RuneCountInString(word))
		}
		interval := 0
		for _, row := range rows {
			if !shape[j].words {
				longest = max(longest, utf8.RuneCountInString(row[j].Text+row[j].Padding(" ", " ")))
				interval = max(interval, utf8.RuneCountInString(row[j].Interval)+2)
				continue
			}
			for word := range strings.FieldsSeq(row[j].Text) {
				longest = max(longest, min(24, utf8.RuneCountInString(word)))
			}
		}
		ems += 0.5*float64(longest+interval) + 0.7
	}
	// Width of the text area on A4 and Letter, whichever is smaller, in points, for each size in
	// the style sheet. The style sheet makes digits of any font equally wide.
	for _, fit := range []struct {
		size, width float64
		class       string
	}{{8.5, 500, ""}, {7, 500, " small"}, {6.2, 500, " fine"}, {8.5, 700, " turned"}} {
		if ems*fit.size <= fit.width {
			return fit.class
		}
	}
	return " turned small"
}

func (w *Writer) head(t reports.Table, shape []column) {
	w.WriteString("<thead>\n<tr>")
	for j, col := range t.Columns {
		span := `scope="col"`
		if shape[j].interval {
			span = `scope="colgroup" colspan="2"`
		}
		fmt.Fprintf(w, `<th %s%s%s>%s</th>`, span, w.class(shape[j]), Attribute("title", Escape(col.Doc)), Escape(col.Heading()))
	}
	w.WriteString("</tr>\n</thead>\n")
}

func (w *Writer) cell(p reports.Printed, col column) {
	tag, scope := "td", ""
	if col.header && p.Text != "" {
		tag, scope = "th", ` scope="row"`
	}
	w.Within = tag
	text := w.Words(Escape(p.Text))
	w.Within = ""
	if p.Best {
		text = "<strong>" + text + "</strong>"
	}
	if p.Note != "" {
		text += "<sup>" + p.Note + "</sup>"
	}
	// A figure space is as wide as a digit, and a punctuation space as wide as a point.
	if !col.words {
		text += p.Padding("\u2007", "\u2008")
	}
	fmt.Fprintf(w, `<%s%s%s%s>%s</%s>`, tag, scope, w.class(col), Attribute("title", Escape(p.Exact)), text, tag)
	if col.interval {
		fmt.Fprintf(w, `<td class="ci">%s</td>`, Escape(p.Interval))
	}
}

// below writes the footnotes, the definitions and the values with all digits.
func (w *Writer) below(t reports.Table) {
	w.WriteString(`<div class="notes">`)
	for i, note := range t.Notes {
		fmt.Fprintf(w, "<p><sup>%s</sup> %s</p>", reports.NoteMark(i+1), w.Plain(note))
	}
	if bold := t.Bold(); bold != "" {
		fmt.Fprintf(w, "<p>%s</p>", w.Words(Escape(bold)))
	}
	for _, c := range t.Columns {
		if c.Doc != "" {
			fmt.Fprintf(w, "<p>Column <i>%s</i>: %s</p>", w.Words(Escape(c.Name)), w.Words(Escape(c.Definition())))
		}
	}
	if w.Labels != nil {
		w.download(t)
	}
	w.WriteString("</div>\n")
}

// inURL encodes text as the data of a URL, which is shorter than base64.
var inURL = strings.NewReplacer("%", "%25", "#", "%23", "\n", "%0A", " ", "%20", `"`, "%22")

// download packs a link to the values with all digits, as a file inside the page.
func (w *Writer) download(t reports.Table) {
	var csv strings.Builder
	if err := t.CSV(&csv); err != nil || csv.Len() > maxCSV {
		return
	}
	w.pack("#table-"+t.ID+" .notes", fmt.Sprintf(`<p class="files"><a download="%s.csv" href="data:text/csv;charset=utf-8,%s">all digits (CSV)</a></p>`,
		t.ID, Escape(inURL.Replace(csv.String()))), t.Timing)
}
