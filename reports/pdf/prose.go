package pdf

import (
	"cmp"
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

// text writes a text.
func (w *writer) text(t reports.Text) error {
	nodes, err := w.texts.Read(t)
	if err != nil {
		return err
	}
	if t.Timing {
		w.timing(w.measure)
	}
	p := prose{writer: w}
	p.blocks(nodes, w.left, w.measure)
	if p.err != nil && t.ID != "" {
		return fmt.Errorf("text %q: %w", t.ID, p.err)
	}
	return p.err
}

// prose writes one text.
type prose struct {
	*writer
	err error // the first
}

// blocks writes blocks from x on.
func (p *prose) blocks(nodes []page.Node, x, width float64) {
	for _, n := range nodes {
		switch n.Kind {
		case page.Heading:
			p.heading(max(n.Number, 2), p.inline(n))
		case page.Paragraph, page.Plain:
			if len(n.Nodes) == 1 && n.Nodes[0].Kind == page.Image {
				p.image(n.Nodes[0], x, width)
				continue
			}
			p.paragraph(p.inline(n), x, width, leading)
			if n.Kind == page.Paragraph {
				p.y += gap
			}
		case page.Bullets, page.Numbers:
			for i, item := range n.Nodes {
				mark := "•"
				if n.Kind == page.Numbers {
					mark = fmt.Sprintf("%d.", n.Number+i)
				}
				p.need(leading)
				p.show(regular, bodySize, x+2, p.y+leading*0.75, ink, mark)
				p.blocks(item.Nodes, x+indent, width-indent)
			}
			p.y += gap
		case page.Quote:
			p.blocks(n.Nodes, x+indent, width-indent)
		case page.Rule:
			p.need(leading)
			p.rule(x, p.y+leading/2, x+width, hairline, faint)
			p.y += leading
		case page.Listing, page.Markup:
			p.verbatim(n.Text, x, width)
			p.y += gap
		case page.Table:
			p.table(n)
		case page.Footnotes:
			p.blocks(n.Nodes, x, width)
			p.y += gap
		case page.Footnote:
			look := span{size: noteSize, color: ink}
			spans := []span{{text: fmt.Sprint(n.Number) + nbsp, size: noteSize * scriptSize, rise: noteSize * raise, color: ink}}
			for _, block := range n.Nodes {
				spans = append(spans, p.spans(block.Nodes, look)...)
			}
			p.paragraph(spans, x, width, noteLeading)
		}
	}
}

// fail keeps the first error of the text.
func (p *prose) fail(err error) { p.err = cmp.Or(p.err, err) }

// image writes an image of the report, no larger than its pixels need and the page has.
func (p *prose) image(n page.Node, x, width float64) {
	full := p.size.Height - top - bottom
	kind := strings.ToLower(strings.TrimPrefix(path.Ext(n.URL), "."))
	var picture svg.Picture
	var err error
	draw := func(scale float64) { p.picture(picture, x, p.y, scale) }
	switch {
	case n.Data == nil:
		err = errors.New("is not a file of the report (make it a figure, or a file beside the notebook)")
	case kind == "svg":
		picture, err = svg.Read(n.Data)
	default:
		var info *fpdf.ImageInfoType
		if info, _, err = p.register(n.URL, kind, n.Data); err == nil {
			info.SetDpi(screen)
			picture.Width, picture.Height = info.Width(), info.Height()
		}
		draw = func(scale float64) {
			p.Image(n.URL, x, p.y, picture.Width*scale, picture.Height*scale, false, "", 0, "")
		}
	}
	if err != nil {
		p.fail(fmt.Errorf("image %.80q: %w", n.URL, err))
		return
	}
	scale := min(1, width/picture.Width, full/picture.Height)
	p.need(picture.Height * scale)
	draw(scale)
	p.y += picture.Height*scale + gap
}

// table writes a table of Markdown, whose cells are plain text.
func (p *prose) table(t page.Node) {
	g := grid{lead: 1}
	for _, row := range t.Nodes {
		r := gridRow{}
		for _, cell := range row.Nodes {
			words := ""
			for _, s := range p.inline(cell) {
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
	p.grid(g)
	p.y += gap
}

// inline returns what is in a paragraph.
func (p *prose) inline(n page.Node) []span { return p.spans(n.Nodes, span{size: bodySize, color: ink}) }

func (p *prose) spans(nodes []page.Node, look span) (out []span) {
	for _, n := range nodes {
		inner := look
		switch n.Kind {
		case page.Words, page.Typed:
			inner.text = n.Text
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
			p.fail(fmt.Errorf("the image %.80q stands within a line (give it a paragraph of its own)", n.URL))
			continue
		case page.Note:
			inner.text, inner.size, inner.rise = fmt.Sprint(n.Number), look.size*scriptSize, look.size*raise
			out = append(out, inner)
			continue
		}
		if inner.text != "" || inner.stop {
			out = append(out, inner)
		}
		out = append(out, p.spans(n.Nodes, inner)...)
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
