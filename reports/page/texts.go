package page

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	stdhtml "html"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/formula/dollars"
)

// Texts reads the Markdown of one report, whose headings share their IDs: CommonMark with
// tables, strike-through, footnotes and formulas.
type Texts struct {
	Labels *reports.Labels
	Images map[string][]byte   // of the report
	Clean  func(string) string // of the Markdown before it is read; nil if it stays as it is

	ids   headings
	texts int
}

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Footnote, dollars.Extension{}),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
).Parser()

// Read returns the nodes of a text. It fails if a reference in it leads nowhere, a formula
// cannot be read, or an image is neither part of the report nor of the text.
func (t *Texts) Read(from reports.Text) ([]Node, error) {
	source, err := t.Labels.ExpandMarkdown(from.Markdown, func(l reports.Label) string {
		return "[" + strings.ReplaceAll(l.String(), " ", "\u00a0") + "](#" + l.Anchor() + ")"
	})
	if err != nil {
		return nil, err
	}
	if t.Clean != nil {
		source = t.Clean(source)
	}
	t.texts++
	r := reading{Texts: t, source: []byte(source), notes: map[int][]Node{}}
	doc := markdown.Parse(text.NewReader(r.source), parser.WithContext(parser.NewContext(parser.WithIDs(&t.ids))))
	if list, ok := doc.LastChild().(*extast.FootnoteList); ok {
		for n := list.FirstChild(); n != nil; n = n.NextSibling() {
			r.notes[n.(*extast.Footnote).Index] = r.nodes(n)
		}
	}
	nodes := r.nodes(doc)
	if r.err != nil && from.ID != "" {
		r.err = fmt.Errorf("text %q: %w", from.ID, r.err)
	}
	return nodes, r.err
}

// reading is a text that is being read.
type reading struct {
	*Texts
	source []byte
	notes  map[int][]Node // what footnotes say, by number
	err    error          // the first
}

// elements are the kinds of the HTML that may stand in prose: what Markdown has no sign for.
var elements = map[string]Kind{"sub": Sub, "sup": Sup, "kbd": Key, "small": Small}

// nodes returns what is in a node of the Markdown. Pairs of opening and closing tags that
// nest, without attributes, are elements; others are shown as they were typed.
func (r *reading) nodes(parent ast.Node) (out []Node) {
	var open []int // the tags that are open, in out
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		node, ok := r.node(n)
		if !ok {
			continue
		}
		if last := len(out) - 1; node.Kind == Words && last >= 0 && out[last].Kind == Words {
			out[last].Text += node.Text
		} else {
			out = append(out, node)
		}
		if t, ok := n.(*ast.Text); ok && t.HardLineBreak() {
			out = append(out, Node{Kind: Break})
		} else if ok && t.SoftLineBreak() {
			out = append(out, Node{Kind: Soft})
		}
		if node.Kind != Typed {
			continue
		}
		name := strings.Trim(node.Text, "</>")
		kind, known := elements[name]
		switch last := len(open) - 1; {
		case known && node.Text == "<"+name+">":
			open = append(open, len(out)-1)
		case last >= 0 && node.Text == "</"+name+">" && out[open[last]].Text == "<"+name+">":
			start := open[last]
			inner := slices.Clone(out[start+1 : len(out)-1])
			out, open = append(out[:start], Node{Kind: kind, Nodes: inner}), open[:last]
		}
	}
	return out
}

// node returns a node of the Markdown, and whether it is shown.
func (r *reading) node(n ast.Node) (Node, bool) {
	with := func(kind Kind) (Node, bool) { return Node{Kind: kind, Nodes: r.nodes(n)}, true }
	switch n := n.(type) {
	case *ast.Heading:
		id, _ := n.AttributeString("id")
		anchor, _ := id.([]byte)
		return Node{Kind: Heading, Number: n.Level, ID: string(anchor), Nodes: r.nodes(n)}, true
	case *ast.Paragraph:
		return with(Paragraph)
	case *ast.TextBlock:
		return with(Plain)
	case *ast.ThematicBreak:
		return with(Rule)
	case *ast.Blockquote:
		return with(Quote)
	case *ast.List:
		if n.IsOrdered() {
			return Node{Kind: Numbers, Number: n.Start, Nodes: r.nodes(n)}, true
		}
		return with(Bullets)
	case *ast.ListItem:
		return with(Item)
	case *ast.CodeBlock:
		return Node{Kind: Listing, Text: string(n.Lines().Value(r.source))}, true
	case *ast.FencedCodeBlock:
		return Node{Kind: Listing, Title: r.words(n.Language(r.source)), Text: string(n.Lines().Value(r.source))}, true
	case *ast.HTMLBlock:
		lines := n.Lines().Value(r.source)
		if n.HasClosure() {
			lines = append(bytes.Clone(lines), n.ClosureLine.Value(r.source)...)
		}
		return Node{Kind: Markup, Text: string(lines)}, n.HTMLBlockType != ast.HTMLBlockType2 // a comment
	case *extast.Table:
		return with(Table)
	case *extast.TableHeader:
		return with(Head)
	case *extast.TableRow:
		return with(Row)
	case *extast.TableCell:
		cell := Node{Kind: Cell, Nodes: r.nodes(n)}
		if n.Parent().Kind() == extast.KindTableHeader {
			cell.Kind = HeadCell
		}
		if n.Alignment != extast.AlignNone {
			cell.Title = n.Alignment.String()
		}
		return cell, true
	case *extast.FootnoteList:
		return with(Footnotes)
	case *extast.Footnote:
		return Node{Kind: Footnote, Number: n.Index, ID: r.noteID(), Nodes: r.notes[n.Index]}, true
	case *ast.LinkReferenceDefinition:
		return Node{}, false
	}
	return r.inline(n)
}

// inline is node for what is in a line.
func (r *reading) inline(n ast.Node) (Node, bool) {
	switch n := n.(type) {
	case *ast.Text:
		return Node{Kind: Words, Text: r.words(n.Segment.Value(r.source))}, true
	case *ast.Emphasis:
		return Node{Kind: map[int]Kind{1: Emphasis, 2: Strong}[n.Level], Nodes: r.nodes(n)}, true
	case *extast.Strikethrough:
		return Node{Kind: Struck, Nodes: r.nodes(n)}, true
	case *ast.CodeSpan:
		var code []byte
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			code = append(code, c.(*ast.Text).Segment.Value(r.source)...)
		}
		return Node{Kind: Code, Text: strings.ReplaceAll(string(code), "\n", " ")}, true
	case *dollars.Formula:
		math, err := n.Parse()
		r.err = cmp.Or(r.err, err)
		return Node{Kind: map[bool]Kind{false: Formula, true: Display}[n.Display], Text: n.TeX, Math: math}, true
	case *ast.Link:
		link := Node{Kind: Link, URL: r.words(n.Destination), Title: r.words(n.Title), Nodes: r.nodes(n)}
		link.Label = r.Labels.At(link.URL)
		if !defuse.Link(link.URL) {
			link.URL = ""
		}
		return link, true
	case *ast.AutoLink:
		label, url := Node{Kind: Words, Text: string(n.Label(r.source))}, string(n.URL(r.source))
		if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(url), "mailto:") {
			url = "mailto:" + url
		}
		if !defuse.Link(url) {
			return Node{Kind: Words, Text: r.words(n.Label(r.source))}, true
		}
		return Node{Kind: Link, URL: url, Nodes: []Node{label}}, true
	case *ast.Image:
		return r.image(n), true
	case *ast.RawHTML:
		tag := string(n.Segments.Value(r.source))
		if tag == "<br>" || tag == "<br/>" || tag == "<br />" {
			return Node{Kind: Broken}, true
		}
		return Node{Kind: Typed, Text: tag}, !strings.HasPrefix(tag, "<!--")
	case *extast.FootnoteLink:
		return Node{Kind: Note, Number: n.Index, Again: n.RefIndex, ID: r.noteID(), Nodes: r.notes[n.Index]}, true
	case *extast.FootnoteBacklink:
		return Node{Kind: Backlink, Number: n.Index, Again: n.RefIndex, ID: r.noteID()}, true
	}
	r.err = cmp.Or(r.err, fmt.Errorf("a %s cannot be written", n.Kind()))
	return Node{}, false
}

// noteID begins the IDs of the notes of a text.
func (r *reading) noteID() string { return fmt.Sprintf("t%d-", r.texts) }

func (r *reading) image(n *ast.Image) Node {
	name := string(n.Destination)
	data, ok := r.Images[name]
	if !ok && !strings.HasPrefix(name, "data:image/") {
		r.err = cmp.Or(r.err, fmt.Errorf("line %d: the image %.80q is not part of the report (make it a figure, or a file beside the notebook)", r.line(n), name))
	}
	return Node{Kind: Image, URL: name, Title: r.words(n.Title), Data: data, Nodes: r.nodes(n)}
}

// line is the line of the Markdown, from 1, in which the block around a node begins.
func (r *reading) line(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			return 1 + bytes.Count(r.source[:n.Lines().At(0).Start], []byte("\n"))
		}
	}
	return 1
}

// words returns text without the escapes and character references of Markdown.
func (r *reading) words(source []byte) string {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	html.DefaultWriter.Write(w, source)
	_ = w.Flush() // into memory
	return stdhtml.UnescapeString(b.String())
}

// headings makes anchors such as "sec-what-was-run", unique in the page.
type headings struct{ used map[string]bool }

// Generate implements [parser.IDs].
func (ids *headings) Generate(value []byte, _ ast.NodeKind) []byte {
	var b strings.Builder
	for _, r := range strings.ToLower(string(value)) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		case r == ' ' || r == '-':
			if s := b.String(); s != "" && !strings.HasSuffix(s, "-") {
				b.WriteByte('-')
			}
		}
	}
	id := "sec-" + strings.TrimSuffix(b.String(), "-")
	unique := id
	for n := 2; ids.used[unique]; n++ {
		unique = fmt.Sprintf("%s-%d", id, n)
	}
	ids.Put([]byte(unique))
	return []byte(unique)
}

// Put implements [parser.IDs].
func (ids *headings) Put(value []byte) {
	if ids.used == nil {
		ids.used = map[string]bool{}
	}
	ids.used[string(value)] = true
}
