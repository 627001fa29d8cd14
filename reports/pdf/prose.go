package pdf

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"codeberg.org/go-pdf/fpdf"

	"github.com/puzzlelab/puzzlelab/internal/svg"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

const (
	nbsp      = "\u00a0"
	bodySize  = 10
	leading   = 14
	gap       = 6 // between blocks
	indent    = 16
	codeScale = 0.92 // of the fixed width beside text
)

// Text implements [reports.Visitor].
func (w *writer) Text(t reports.Text) error {
	nodes, err := w.texts.Read(t)
	if err != nil {
		return err
	}
	if t.Timing {
		w.timing(w.measure)
	}
	w.blocks(nodes, w.left, w.measure)
	if w.err != nil && t.ID != "" {
		return fmt.Errorf("text %q: %w", t.ID, w.err)
	}
	return w.err
}

// blocks writes blocks from x on.
func (w *writer) blocks(nodes []page.Node, x, width float64) {
	for _, n := range nodes {
		switch n.Kind {
		case page.Heading:
			w.heading(max(n.Number, 2), w.inline(n))
		case page.Paragraph, page.Plain:
			if len(n.Nodes) == 1 && n.Nodes[0].Kind == page.Image {
				w.textImage(n.Nodes[0], x, width)
				continue
			}
			w.paragraph(w.inline(n), x, width, leading)
			if n.Kind == page.Paragraph {
				w.y += gap
			}
		case page.Bullets, page.Numbers:
			for i, item := range n.Nodes {
				mark := "•"
				if n.Kind == page.Numbers {
					mark = fmt.Sprintf("%d.", n.Number+i)
				}
				w.need(leading)
				w.show(regular, bodySize, x+2, w.y+leading*0.75, ink, mark)
				w.blocks(item.Nodes, x+indent, width-indent)
			}
			w.y += gap
		case page.Quote:
			w.blocks(n.Nodes, x+indent, width-indent)
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
			spans := []span{{text: fmt.Sprint(n.Number) + nbsp, size: noteSize * scriptSize, rise: noteSize * raise, color: ink}}
			for _, block := range n.Nodes {
				spans = append(spans, w.spans(block.Nodes, look)...)
			}
			w.paragraph(spans, x, width, noteLeading)
		}
	}
}

// image writes an image of the report, no larger than its pixels need and the page has.
func (w *writer) textImage(n page.Node, x, width float64) {
	full := w.size.Height - top - bottom
	kind := strings.ToLower(strings.TrimPrefix(path.Ext(n.URL), "."))
	var picture svg.Picture
	var err error
	draw := func(scale float64) { w.picture(picture, x, w.y, scale) }
	switch {
	case n.Data == nil:
		err = errors.New("is not a file of the report (make it a figure, or a file beside the notebook)")
	case kind == "svg":
		picture, err = svg.Read(n.Data)
	default:
		var info *fpdf.ImageInfoType
		if info, _, err = w.register(n.URL, kind, n.Data); err == nil {
			info.SetDpi(screen)
			picture.Width, picture.Height = info.Width(), info.Height()
		}
		draw = func(scale float64) {
			w.Image(n.URL, x, w.y, picture.Width*scale, picture.Height*scale, false, "", 0, "")
		}
	}
	if err != nil {
		w.fail(fmt.Errorf("image %.80q: %w", n.URL, err))
		return
	}
	scale := min(1, width/picture.Width, full/picture.Height)
	w.need(picture.Height * scale)
	draw(scale)
	w.y += picture.Height*scale + gap
}

// table writes a table of Markdown, whose cells are plain text.
func (w *writer) textTable(t page.Node) {
	g := grid{lead: 1}
	for _, row := range t.Nodes {
		r := gridRow{}
		for _, cell := range row.Nodes {
			words := ""
			for _, s := range w.inline(cell) {
				words += s.text
			}
			if cell.Kind == page.HeadCell {
				g.columns = append(g.columns, gridColumn{head: words, right: cell.Title == "right"})
			}
			r.cells = append(r.cells, gridCell{text: words})
		}
		if row.Kind == page.Row {
			g.rows = append(g.rows, r)
		}
	}
	w.grid(g)
	w.y += gap
}

// inline returns what is in a paragraph.
func (w *writer) inline(n page.Node) []span {
	return w.spans(n.Nodes, span{size: bodySize, color: ink})
}

func (w *writer) spans(nodes []page.Node, look span) (out []span) {
	for _, n := range nodes {
		inner := look
		switch n.Kind {
		case page.Words, page.Typed, page.Phrase, page.Date:
			inner.text = n.Text
		case page.Cite:
			inner.text, inner.url, inner.color = strings.ReplaceAll(n.Label.String(), " ", nbsp), "#"+n.Label.Anchor(), linkColor
		case page.Address:
			inner.text, inner.url, inner.color = n.Text, n.URL, linkColor
		case page.Italic:
			inner.face = italic
		case page.Soft:
			inner.text = " "
		case page.Break, page.Broken:
			inner.stop = true
		case page.Emphasis:
			inner.face = emphasised(look.face, 1)
		case page.Strong:
			inner.face = emphasised(look.face, 2)
		case page.Code:
			inner.text, inner.face, inner.size = n.Text, mono, look.size*codeScale
		case page.Key:
			inner.face = mono
		case page.Small:
			inner.size *= 0.85
		case page.Sub:
			inner.size, inner.rise = look.size*scriptSize, -look.size*0.16
		case page.Sup:
			inner.size, inner.rise = look.size*scriptSize, look.size*raise
		case page.Link:
			if n.URL != "" {
				inner.color = linkColor
			}
			inner.url = n.URL
		case page.Formula, page.Display:
			if n.Kind == page.Display && len(out) > 0 { // on a line of its own
				out[len(out)-1].stop = true
			}
			inner.text, inner.stop = n.Math.Text(), n.Kind == page.Display
		case page.Image:
			w.fail(fmt.Errorf("the image %.80q stands within a line (give it a paragraph of its own)", n.URL))
			continue
		case page.Note:
			inner.text, inner.size, inner.rise = fmt.Sprint(n.Number), look.size*scriptSize, look.size*raise
			out = append(out, inner)
			continue
		}
		if inner.text != "" || inner.stop {
			out = append(out, inner)
		}
		out = append(out, w.spans(n.Nodes, inner)...)
	}
	return out
}

// emphasised returns the face of emphasis within another: level 1 is italic, 2 bold.
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
