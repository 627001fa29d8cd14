package pdf

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/internal/svg"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/formula/dollars"
)

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Footnote, dollars.Extension{}))

// text writes Markdown: CommonMark with tables and footnotes.
func (w *writer) text(t reports.Text) error {
	expanded, err := w.labels.ExpandMarkdown(t.Markdown, func(l reports.Label) string {
		return "[" + strings.ReplaceAll(l.String(), " ", nbsp) + "](#" + l.Anchor() + ")"
	})
	if err != nil {
		return err
	}
	if t.Timing {
		w.timing(w.measure)
	}
	source := []byte(expanded)
	doc := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext()))
	p := prose{writer: w, source: source}
	p.blocks(doc, w.left, w.measure)
	if p.err != nil && t.ID != "" {
		return fmt.Errorf("text %q: %w", t.ID, p.err)
	}
	return p.err
}

// prose writes the Markdown of one text.
type prose struct {
	*writer
	source []byte
	err    error
}

const (
	nbsp      = "\u00a0"
	bodySize  = 10
	leading   = 14
	gap       = 6 // between blocks
	indent    = 16
	codeScale = 0.92 // of the fixed width beside text
)

// blocks writes what is in a block, from x on.
func (p *prose) blocks(parent ast.Node, x, width float64) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			p.heading(max(n.Level, 2), p.inline(n))
		case *ast.Paragraph, *ast.TextBlock:
			if image, ok := n.FirstChild().(*ast.Image); ok && n.ChildCount() == 1 {
				p.image(image, x, width)
				continue
			}
			p.paragraph(p.inline(n), x, width, leading)
			if n.Kind() == ast.KindParagraph {
				p.y += gap
			}
		case *ast.List:
			p.list(n, x, width)
			p.y += gap
		case *ast.Blockquote:
			p.blocks(n, x+indent, width-indent)
		case *ast.ThematicBreak:
			p.need(leading)
			p.rule(x, p.y+leading/2, x+width, hairline, faint)
			p.y += leading
		case *ast.FencedCodeBlock:
			p.verbatim(string(n.Lines().Value(p.source)), x, width)
			p.y += gap
		case *ast.CodeBlock:
			p.verbatim(string(n.Lines().Value(p.source)), x, width)
			p.y += gap
		case *ast.HTMLBlock:
			if n.HTMLBlockType != ast.HTMLBlockType2 { // a comment
				p.verbatim(string(n.Lines().Value(p.source)), x, width)
				p.y += gap
			}
		case *extast.Table:
			p.table(n)
		case *extast.FootnoteList:
			p.footnotes(n, x, width)
		default:
			p.blocks(n, x, width)
		}
	}
}

// fail keeps the first error of the text.
func (p *prose) fail(err error) { p.err = cmp.Or(p.err, err) }

// image writes an image of the report, no larger than its pixels need and the page has.
func (p *prose) image(n *ast.Image, x, width float64) {
	name := string(n.Destination)
	data, ok := p.images[name]
	if !ok {
		p.fail(fmt.Errorf("the image %.80q is not part of the report (make it a figure, or a file beside the notebook)", name))
		return
	}
	kind := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	full := p.size.Height - top - bottom
	if kind == "svg" {
		picture, err := svg.Read(data)
		if err != nil {
			p.fail(fmt.Errorf("image %q: %w", name, err))
			return
		}
		scale := min(1, width/picture.Width, full/picture.Height)
		p.need(picture.Height * scale)
		p.picture(picture, x, p.y, scale)
		p.y += picture.Height*scale + gap
		return
	}
	info, _, err := p.register(name, kind, data)
	if err != nil {
		p.fail(fmt.Errorf("image %q: %w", name, err))
		return
	}
	info.SetDpi(screen)
	scale := min(1, width/info.Width(), full/info.Height())
	p.need(info.Height() * scale)
	p.Image(name, x, p.y, info.Width()*scale, info.Height()*scale, false, "", 0, "")
	p.y += info.Height()*scale + gap
}

func (p *prose) list(l *ast.List, x, width float64) {
	number := l.Start
	for item := l.FirstChild(); item != nil; item = item.NextSibling() {
		mark := "•"
		if l.IsOrdered() {
			mark = fmt.Sprintf("%d.", number)
			number++
		}
		p.need(leading)
		p.show(regular, bodySize, x+2, p.y+leading*0.75, ink, mark)
		p.blocks(item, x+indent, width-indent)
	}
}

func (p *prose) footnotes(l *extast.FootnoteList, x, width float64) {
	for n := l.FirstChild(); n != nil; n = n.NextSibling() {
		var spans []span
		if note, ok := n.(*extast.Footnote); ok {
			spans = append(spans, span{text: fmt.Sprint(note.Index) + nbsp, face: regular, size: noteSize * scriptSize, rise: noteSize * raise, color: ink})
		}
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			spans = append(spans, p.inline(c)...)
		}
		for i := range spans[1:] {
			spans[i+1].size *= noteSize / float64(bodySize)
		}
		p.paragraph(spans, x, width, noteLeading)
	}
	p.y += gap
}

// table writes a table of Markdown, whose cells are plain text.
func (p *prose) table(t *extast.Table) {
	var g grid
	for row := t.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []gridCell
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			var words strings.Builder
			for _, s := range p.inline(c) {
				words.WriteString(s.text)
			}
			cells = append(cells, gridCell{text: words.String()})
		}
		if _, head := row.(*extast.TableHeader); head {
			for i, c := range cells {
				g.columns = append(g.columns, gridColumn{head: c.text, right: t.Alignments[i] == extast.AlignRight})
			}
			continue
		}
		g.rows = append(g.rows, gridRow{cells: cells})
	}
	g.lead = 1
	p.grid(g)
	p.y += gap
}

// inline returns what is in a paragraph.
func (p *prose) inline(n ast.Node) []span {
	look := span{face: regular, size: bodySize, color: ink}
	return p.spans(n, look)
}

func (p *prose) spans(parent ast.Node, look span) (out []span) {
	say := func(text string) {
		s := look
		s.text = text
		out = append(out, s)
	}
	outer := look
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			words := string(n.Segment.Value(p.source))
			if !n.IsRaw() {
				words = plainWords(n.Segment.Value(p.source))
			}
			if n.SoftLineBreak() {
				words += " "
			}
			say(words)
			if n.HardLineBreak() {
				out[len(out)-1].stop = true
			}
		case *ast.String:
			say(string(n.Value))
		case *ast.Emphasis:
			inner := look
			inner.face = emphasised(look.face, n.Level)
			out = append(out, p.spans(n, inner)...)
		case *ast.CodeSpan:
			inner := look
			inner.face, inner.size = mono, look.size*codeScale
			out = append(out, p.spans(n, inner)...)
		case *ast.Link:
			inner := look
			inner.color = linkColor
			if anchor, ok := strings.CutPrefix(string(n.Destination), "#"); ok {
				inner.anchor = anchor
			} else if defuse.Link(string(n.Destination)) {
				inner.url = string(n.Destination)
			} else {
				inner.color = look.color
			}
			out = append(out, p.spans(n, inner)...)
		case *ast.AutoLink:
			inner := look
			inner.text = string(n.Label(p.source))
			if url := string(n.URL(p.source)); defuse.Link(url) {
				inner.color, inner.url = linkColor, url
			}
			out = append(out, inner)
		case *dollars.Formula:
			f, err := n.Parse()
			p.fail(err)
			if n.Display && len(out) > 0 { // on a line of its own
				out[len(out)-1].stop = true
			}
			say(f.Text())
			out[len(out)-1].stop = n.Display
		case *ast.Image:
			p.fail(fmt.Errorf("the image %.80q stands within a line (give it a paragraph of its own)", n.Destination))
		case *extast.FootnoteLink:
			inner := look
			inner.text, inner.size, inner.rise = fmt.Sprint(n.Index), look.size*scriptSize, look.size*raise
			out = append(out, inner)
		case *extast.FootnoteBacklink:
		case *ast.RawHTML:
			look = p.tag(string(n.Segments.Value(p.source)), look, outer, &out)
		default:
			out = append(out, p.spans(n, look)...)
		}
	}
	return out
}

// tag follows the few elements that prose may hold; others are shown as they were
// typed.
func (p *prose) tag(tag string, look, outer span, out *[]span) span {
	switch tag {
	case "<sub>", "<sup>":
		look.size, look.rise = outer.size*scriptSize, outer.size*raise
		if tag == "<sub>" {
			look.rise = -outer.size * 0.16
		}
	case "</sub>", "</sup>", "</kbd>", "</small>":
		return outer
	case "<kbd>":
		look.face = mono
	case "<small>":
		look.size = outer.size * 0.85
	case "<br>", "<br/>", "<br />":
		look.text, look.stop = "", true
		*out = append(*out, look)
		look.stop = false
	default:
		if !strings.HasPrefix(tag, "<!--") {
			look.text = tag
			*out = append(*out, look)
		}
	}
	return look
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

// plainWords undoes the escapes of Markdown.
func plainWords(source []byte) string {
	source = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(bytes.Clone(source))))
	return string(source)
}
