package pdf

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

const (
	nbsp      = "\u00a0"
	bodySize  = 10
	leading   = 14
	gap       = 6 // between blocks
	indent    = 16
	codeScale = 0.92 // size of fixed-width text relative to other text
)

// Text implements [reports.Visitor].
func (w *writer) Text(t reports.Text) error {
	nodes, err := w.Texts.Read(t)
	if err != nil {
		return err
	}
	if t.Timing {
		w.timing(w.measure)
	}
	w.blocks(nodes, w.left, w.measure)
	return nil
}

// blocks writes blocks starting at x.
func (w *writer) blocks(nodes []page.Node, x, width float64) {
	for _, n := range nodes {
		switch n.Kind {
		case page.Heading:
			w.heading(max(n.Number, 2), w.inline(n))
		case page.Paragraph, page.Plain:
			w.textParagraph(n, x, width)
		case page.Bullets, page.Numbers:
			w.list(n, x, width)
		case page.Quote:
			w.tagged("BlockQuote", "", func() { w.blocks(n.Nodes, x+indent, width-indent) })
		case page.Rule:
			w.need(leading)
			w.rule(x, w.y+leading/2, x+width, hairline, faint)
			w.y += leading
		case page.Listing, page.Markup:
			w.verbatim(n.Text, x, width)
			w.y += gap
		case page.Table:
			w.textTable(n)
		case page.Footnotes:
			w.blocks(n.Nodes, x, width)
			w.y += gap
		case page.Footnote:
			look := span{size: noteSize, color: ink}
			w.paragraph(append([]span{markOf(fmt.Sprint(n.Number))}, w.spans(n.Nodes, look)...), x, width, noteLeading)
		}
	}
}

// textParagraph writes a paragraph, with images on separate lines.
func (w *writer) textParagraph(n page.Node, x, width float64) {
	rest := n.Nodes
	for i := slices.IndexFunc(rest, isImage); i >= 0; i = slices.IndexFunc(rest, isImage) {
		w.paragraph(w.spans(rest[:i], bodyLook), x, width, leading)
		w.textImage(rest[i], x, width)
		rest = rest[i+1:]
	}
	if len(rest) == 0 {
		return
	}
	w.paragraph(w.spans(rest, bodyLook), x, width, leading)
	if n.Kind == page.Paragraph {
		w.y += gap
	}
}

func isImage(n page.Node) bool { return n.Kind == page.Image }

// list writes the items of a list, each after its mark.
func (w *writer) list(n page.Node, x, width float64) {
	list := w.tag("L", "")
	for i, item := range n.Nodes {
		mark := "•"
		if n.Kind == page.Numbers {
			mark = fmt.Sprintf("%d.", n.Number+i)
		}
		w.need(leading)
		w.item(list, span{text: mark, size: bodySize, color: ink}, x+2, leading, func() { w.blocks(item.Nodes, x+indent, width-indent) })
	}
	w.y += gap
}

// item writes an item of a list, with its label before the first line.
func (w *writer) item(list *element, label span, x, leading float64, body func()) {
	w.within(list, func() {
		w.at = w.tag("LI", "")
		w.tagged("Lbl", "", func() { w.show(regular, label.size, x, w.y+leading*0.75, label.color, label.text) })
		w.tagged("LBody", "", body)
	})
}

// textImage writes an image of the report, no larger than its pixels require and the page allows.
func (w *writer) textImage(n page.Node, x, width float64) {
	d, err := w.drawing(n.URL, strings.ToLower(strings.TrimPrefix(path.Ext(n.URL), ".")), n.Data, 0)
	if err != nil { // write the text alternative
		w.paragraph(w.spans(n.Nodes, bodyLook), x, width, leading)
		return
	}
	scale := min(1, width/d.Width, (w.size.Height-top-bottom)/d.Height)
	w.need(d.Height * scale)
	w.draw(d, cmp.Or(page.PlainText(n.Nodes), n.Title, "a picture without a description"), x, scale)
	w.y += gap
}

// textTable writes a Markdown table, with cells as plain text.
func (w *writer) textTable(n page.Node) {
	var t reports.Table
	for _, row := range n.Nodes {
		var cells []reports.Cell
		for _, cell := range row.Nodes {
			words := ""
			for _, s := range w.inline(cell) {
				words += s.text
			}
			c := reports.Column{Name: words}
			if cell.Title == "right" {
				c.Kind = reports.Number
			}
			if cell.Kind == page.HeadCell {
				t.Columns = append(t.Columns, c)
			}
			cells = append(cells, reports.Str(words))
		}
		if row.Kind == page.Row {
			t.Rows = append(t.Rows, cells)
		}
	}
	w.grid(gridOf(t, 1))
	w.y += gap
}

// inline returns the content of a paragraph.
func (w *writer) inline(n page.Node) []span {
	return w.spans(n.Nodes, bodyLook)
}

var bodyLook = span{size: bodySize, color: ink}

// markOf returns the mark of a footnote, or of a note in a table.
func markOf(text string) span {
	s := span{text: text + nbsp, size: noteSize, color: ink}
	lifted(&s)
	return s
}

// worn maps kinds of nodes to their effect on the look of their content.
var worn = map[page.Kind]func(*span){
	page.Emphasis: func(s *span) { s.face = emphasised(s.face, 1) },
	page.Strong:   func(s *span) { s.face = emphasised(s.face, 2) },
	page.Italic:   func(s *span) { s.face = italic },
	page.Code:     func(s *span) { s.face, s.size = mono, s.size*codeScale },
	page.Key:      func(s *span) { s.face = mono },
	page.Small:    func(s *span) { s.size *= 0.85 },
	page.Sub:      func(s *span) { s.size, s.rise = s.size*scriptSize, -s.size*0.16 },
	page.Sup:      lifted,
	page.Note:     lifted,
}

func lifted(s *span) { s.size, s.rise = s.size*scriptSize, s.size*raise }

// spans returns the content of lines, with a given look.
func (w *writer) spans(nodes []page.Node, look span) (out []span) {
	for _, n := range nodes {
		inner := look
		if wear := worn[n.Kind]; wear != nil {
			wear(&inner)
		}
		if n.Kind == page.Display && len(out) > 0 { // on a separate line
			out[len(out)-1].stop = true
		}
		says(n, &inner)
		if inner.text != "" || inner.stop {
			out = append(out, inner)
		}
		if n.Kind != page.Note {
			out = append(out, w.spans(n.Nodes, inner)...)
		}
	}
	return out
}

// says sets the text of a node and its link target.
func says(n page.Node, s *span) {
	switch n.Kind {
	case page.Words, page.Typed, page.Code, page.Phrase, page.Date:
		s.text = n.Text
	case page.Cite:
		s.text, s.url, s.color = strings.ReplaceAll(n.Label.String(), " ", nbsp), "#"+n.Label.Anchor(), linkColor
	case page.Link, page.Address:
		if s.text, s.url = n.Text, n.URL; n.URL != "" {
			s.color = linkColor
		}
	case page.Soft:
		s.text = " "
	case page.Break, page.Broken:
		s.stop = true
	case page.Formula, page.Display:
		s.text, s.stop = n.Math.Text(), n.Kind == page.Display
	case page.Note:
		s.text = fmt.Sprint(n.Number)
	}
}

// emphasised returns the face for emphasis within another face: level 1 is italic, 2 bold.
func emphasised(face, level int) int {
	switch {
	case face == mono:
		return mono
	case face == boldItalic, face == bold && level == 1, face == italic && level == 2:
		return boldItalic
	case level == 2:
		return bold
	}
	return italic
}
