package latex

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/reports/formula/dollars"
)

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Footnote, dollars.Extension{}))

// prose turns the Markdown of a text into LaTeX. Headings begin at sections.
func (w *writer) prose(source string) (string, error) {
	p := prose{writer: w, source: []byte(source), notes: map[int]ast.Node{}}
	doc := markdown.Parser().Parse(text.NewReader(p.source))
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if list, ok := n.(*extast.FootnoteList); ok {
			for note := list.FirstChild(); note != nil; note = note.NextSibling() {
				p.notes[note.(*extast.Footnote).Index] = note
			}
		}
	}
	err := p.blocks(doc)
	return strings.TrimSpace(p.String()), err
}

type prose struct {
	strings.Builder
	writer *writer
	source []byte
	notes  map[int]ast.Node // by number
}

var sections = map[int]string{1: "section", 2: "section", 3: "subsection", 4: "subsubsection", 5: "paragraph", 6: "subparagraph"}

// blocks writes the blocks in a node.
func (p *prose) blocks(parent ast.Node) error { return inside(parent, p.block) }

// inside writes the nodes in a node, up to one that cannot be written.
func inside(parent ast.Node, write func(ast.Node) error) error {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if err := write(n); err != nil {
			return err
		}
	}
	return nil
}

func (p *prose) block(n ast.Node) error {
	switch n := n.(type) {
	case *ast.Heading:
		return p.around(`\`+sections[n.Level]+"{", n, "}\n")
	case *ast.Paragraph:
		return p.around("", n, "\n\n")
	case *ast.TextBlock:
		return p.around("", n, "\n")
	case *ast.ThematicBreak:
		p.WriteString("\\medskip\\hrule\\medskip\n\n")
	case *ast.Blockquote:
		return p.within("quote", n)
	case *ast.List:
		if n.IsOrdered() {
			return p.within("enumerate", n)
		}
		return p.within("itemize", n)
	case *ast.ListItem:
		p.WriteString("\\item ")
		return p.blocks(n)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		p.WriteString(verbatim(string(n.Lines().Value(p.source))))
	case *ast.HTMLBlock:
		if n.HTMLBlockType != ast.HTMLBlockType2 { // a comment
			p.WriteString(verbatim(string(n.Lines().Value(p.source))))
		}
	case *extast.Table:
		return p.table(n)
	case *extast.FootnoteList, *ast.LinkReferenceDefinition: // written where they are referred to
	default:
		return fmt.Errorf("a %s cannot be written as LaTeX", n.Kind())
	}
	return nil
}

func (p *prose) within(environment string, n ast.Node) error {
	p.WriteString(`\begin{` + environment + "}\n")
	err := p.blocks(n)
	p.WriteString(`\end{` + environment + "}\n\n")
	return err
}

func (p *prose) around(before string, n ast.Node, after string) error {
	p.WriteString(before)
	err := p.inlines(n)
	p.WriteString(after)
	return err
}

func (p *prose) inlines(parent ast.Node) error { return inside(parent, p.inline) }

func (p *prose) inline(n ast.Node) error {
	switch n := n.(type) {
	case *ast.Text:
		p.WriteString(Escape(string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(n.Segment.Value(p.source)))))))
		switch {
		case n.HardLineBreak():
			p.WriteString("\\newline\n")
		case n.SoftLineBreak():
			p.WriteString("\n")
		}
	case *ast.String:
		p.WriteString(Escape(string(n.Value)))
	case *dollars.Formula:
		if _, err := n.Parse(); err != nil { // what it accepts is safe
			return err
		}
		if n.Display {
			p.WriteString(`\[` + n.TeX + `\]`)
		} else {
			p.WriteString(`\(` + n.TeX + `\)`)
		}
	case *ast.CodeSpan:
		var code strings.Builder
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				code.Write(t.Segment.Value(p.source))
			}
		}
		p.WriteString(`\code{` + Escape(code.String()) + "}")
	case *ast.Emphasis:
		return p.around(map[int]string{1: `\emph{`, 2: `\textbf{`}[n.Level], n, "}")
	case *extast.Strikethrough:
		return p.around(`\struck{`, n, "}")
	case *ast.Link:
		return p.link(n)
	case *ast.AutoLink:
		words := Escape(string(n.URL(p.source)))
		if defuse.Link(string(n.URL(p.source))) {
			words = `\href{` + address(n.URL(p.source)) + "}{" + words + "}"
		}
		p.WriteString(words)
	case *ast.Image:
		return p.image(string(n.Destination))
	case *ast.RawHTML:
		p.WriteString(rawHTML(string(n.Segments.Value(p.source))))
	case *extast.FootnoteLink:
		return p.footnote(p.notes[n.Index])
	case *extast.FootnoteBacklink:
	default:
		return fmt.Errorf("a %s cannot be written as LaTeX", n.Kind())
	}
	return nil
}

// link writes a link to the web as one, with its address where a reader of paper
// needs it, and one to a block as its number.
func (p *prose) link(n *ast.Link) error {
	if anchor, ok := bytes.CutPrefix(n.Destination, []byte("#")); ok {
		if label, ok := p.writer.anchors[string(anchor)]; ok {
			p.WriteString(reference(label))
			return nil
		}
		return p.inlines(n)
	}
	if !defuse.Link(string(n.Destination)) {
		return p.inlines(n)
	}
	return p.around(`\href{`+address(n.Destination)+"}{", n, "}")
}

// image writes an image of the report, and its file once.
func (p *prose) image(name string) error {
	w := p.writer
	data, ok := w.images[name]
	ending := strings.ToLower(path.Ext(name))
	switch {
	case !ok:
		return fmt.Errorf("the image %.80q is not part of the report (make it a figure, or a file beside the notebook)", name)
	case ending == ".svg" && w.pdf != nil:
		var err error
		if data, err = w.draw(data); err != nil {
			return fmt.Errorf("the image %q: %w", name, err)
		}
		name = strings.TrimSuffix(name, path.Ext(name)) + ".pdf"
	case ending == ".svg" || ending == ".gif":
		return fmt.Errorf("LaTeX takes no %s, as the image %q is", ending, name)
	}
	if !w.shown[name] {
		if w.shown == nil {
			w.shown = map[string]bool{}
		}
		w.shown[name] = true
		w.file(name, data)
	}
	p.WriteString(`\drawing{` + name + "}")
	return nil
}

// address escapes the address of a link.
func address(url []byte) string {
	return urlEscaper.Replace(string(util.URLEscape(url, false)))
}

var urlEscaper = strings.NewReplacer(`\`, `\%5C`, "{", `\%7B`, "}", `\%7D`, "%", `\%`, "#", `\#`, "&", `\&`, "_", `\_`, "^", `\%5E`, "~", `\~{}`, "$", `\$`)

func (p *prose) footnote(note ast.Node) error {
	inner := prose{writer: p.writer, source: p.source}
	if err := inner.blocks(note); err != nil {
		return err
	}
	p.WriteString(`\footnote{` + strings.TrimSpace(inner.String()) + "}")
	return nil
}

// rawHTML writes the tags that prose may have and drops comments; others are text.
func rawHTML(tag string) string {
	switch tag {
	case "<br>", "<br/>", "<br />":
		return "\\newline\n"
	case "<sub>":
		return `\textsubscript{`
	case "<sup>":
		return `\textsuperscript{`
	case "<kbd>":
		return `\code{`
	case "<small>":
		return `{\small `
	case "</sub>", "</sup>", "</kbd>", "</small>":
		return "}"
	}
	if strings.HasPrefix(tag, "<!--") {
		return ""
	}
	return Escape(tag)
}

// table writes a table of the prose, whose columns share the line.
func (p *prose) table(n *extast.Table) error {
	columns := len(n.Alignments)
	fmt.Fprintf(p, "\\begin{center}\\small\n\\begin{tabular}{@{}*{%d}{>{\\RaggedRight\\arraybackslash}p{\\dimexpr(\\linewidth-%d\\tabcolsep)/%[1]d\\relax}}@{}}\n\\toprule\n", columns, 2*columns-2)
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			if cell != row.FirstChild() {
				p.WriteString(" & ")
			}
			if err := p.inlines(cell); err != nil {
				return err
			}
		}
		p.WriteString(" \\\\\n")
		if _, ok := row.(*extast.TableHeader); ok {
			p.WriteString("\\midrule\n")
		}
	}
	p.WriteString("\\bottomrule\n\\end{tabular}\n\\end{center}\n\n")
	return nil
}

// verbatim writes lines as they are, in which long ones break.
func verbatim(lines string) string {
	var b strings.Builder
	b.WriteString("\\begin{listing}\n")
	for line := range strings.SplitSeq(strings.TrimRight(lines, "\n"), "\n") {
		line = Escape(strings.ReplaceAll(line, "\t", "    "))
		b.WriteString(`\listed{` + strings.ReplaceAll(line, "  ", `~~`) + "}\n")
	}
	b.WriteString("\\end{listing}\n\n")
	return b.String()
}
