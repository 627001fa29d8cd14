package page

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	stdhtml "html"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/formula"
	"github.com/puzzlelab/puzzlelab/reports/formula/dollars"
)

// Texts parses the Markdown texts of a report: CommonMark with tables, strikethrough, footnotes and
// formulas. It keeps the IDs of headings unique across all texts.
type Texts struct {
	Labels *reports.Labels
	Images map[string][]byte // content of the report's images, by their address in Markdown

	Warnings []string // descriptions of parts that could not be parsed and are shown as source

	macros   formula.Macros         // defined by the formulas so far
	ids      map[string]bool        // anchors of headings in the texts that were read
	headings func() map[string]bool // IDs of the headings in all texts
	texts    int
}

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.GFM, extension.Footnote, dollars.Extension{}),
).Parser()

// Read parses a Markdown text and returns its nodes.
func (t *Texts) Read(from reports.Text) ([]Node, error) {
	source := t.Labels.ExpandMarkdown(from.Markdown, func(l reports.Label) string {
		return "[" + strings.ReplaceAll(l.String(), " ", "\u00a0") + "](#" + l.Anchor() + ")"
	})
	t.texts++
	r := reading{Texts: t, from: from.ID, source: []byte(formula.InTables(source)), notes: map[int][]Node{}}
	doc := markdown.Parse(text.NewReader(r.source))
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

// reading is a text being parsed.
type reading struct {
	*Texts
	from   string // ID of the text
	source []byte
	notes  map[int][]Node // content of footnotes, by number
	html   int            // the line of the HTML that is being read
	err    error          // the first error
}

// nodes returns the nodes for the content of a Markdown node. Matching opening and closing tags
// become elements; other tags are shown as typed.
func (r *reading) nodes(parent ast.Node) (out []Node) {
	var open []int // positions in out of tags that are still open
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		node, shown := r.node(n)
		last := len(out) - 1
		switch {
		case !shown:
		case node.Kind == "":
			out = append(out, node.Nodes...)
		case node.Kind == Typed:
			out, open = r.paired(append(out, node), open)
		case node.Kind == Words && last >= 0 && out[last].Kind == Words:
			out[last].Text += node.Text
		default:
			out = append(out, node)
		}
		if t, ok := n.(*ast.Text); ok && t.HardLineBreak() {
			out = append(out, Node{Kind: Break})
		} else if ok && t.SoftLineBreak() {
			out = append(out, Node{Kind: Soft})
		}
	}
	return out
}

// alike maps kinds of Markdown nodes that need only their content to kinds of nodes.
var alike = map[ast.NodeKind]Kind{
	ast.KindParagraph: Paragraph, ast.KindTextBlock: Plain, ast.KindThematicBreak: Rule, ast.KindBlockquote: Quote, ast.KindListItem: Item,
	extast.KindTable: Table, extast.KindTableHeader: Head, extast.KindTableRow: Row, extast.KindFootnoteList: Footnotes, extast.KindStrikethrough: Struck,
}

// node returns a node of the Markdown, and whether it is shown.
func (r *reading) node(n ast.Node) (node Node, shown bool) {
	if kind, ok := alike[n.Kind()]; ok {
		node = Node{Kind: kind, Nodes: r.nodes(n)}
		if kind == Paragraph && slices.ContainsFunc(node.Nodes, func(n Node) bool { return slices.Contains(blocks, n.Kind) }) {
			node = Node{Nodes: flow(node.Nodes, Paragraph)} // such as "a <div>b</div>"
		}
		return node, true
	}
	if n.Type() != ast.TypeBlock {
		return r.inline(n)
	}
	node.Text = string(n.Lines().Value(r.source))
	switch n := n.(type) {
	case *ast.Heading:
		return r.heading(n.Level, r.nodes(n)), true
	case *dollars.Lines:
		return Node{Kind: Paragraph, Nodes: []Node{r.formula(n.Formula)}}, true
	case *ast.List:
		node.Kind, node.Nodes = Bullets, r.nodes(n)
		if n.IsOrdered() {
			node.Kind, node.Number = Numbers, n.Start
		}
	case *ast.CodeBlock:
		node.Kind = Listing
	case *ast.FencedCodeBlock:
		node.Kind, node.Title = Listing, r.words(n.Language(r.source))
	case *ast.HTMLBlock:
		if n.HasClosure() {
			node.Text += string(n.ClosureLine.Value(r.source))
		}
		r.html = r.line(n)
		return Node{Nodes: r.markup(node.Text)}, true
	case *extast.TableCell:
		node = Node{Kind: Cell, Nodes: r.nodes(n)}
		if n.Parent().Kind() == extast.KindTableHeader {
			node.Kind = HeadCell
		}
		if n.Alignment != extast.AlignNone {
			node.Title = n.Alignment.String()
		}
	case *extast.Footnote:
		return Node{Kind: Footnote, Number: n.Index, ID: r.noteID(), Nodes: r.notes[n.Index]}, true
	case *ast.LinkReferenceDefinition:
		return node, false
	default:
		r.fail(fmt.Errorf("a %s cannot be written", n.Kind()))
	}
	return node, true
}

func (r *reading) fail(err error) { r.err = cmp.Or(r.err, err) }

// inline converts a goldmark node within a line, like node does for blocks.
func (r *reading) inline(n ast.Node) (node Node, shown bool) {
	switch n := n.(type) {
	case *ast.Text:
		return Node{Kind: Words, Text: r.words(n.Segment.Value(r.source))}, true
	case *ast.Emphasis:
		return Node{Kind: []Kind{1: Emphasis, 2: Strong}[n.Level], Nodes: r.nodes(n)}, true
	case *ast.CodeSpan:
		var code []byte
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			code = append(code, c.(*ast.Text).Segment.Value(r.source)...)
		}
		return Node{Kind: Code, Text: strings.ReplaceAll(string(code), "\n", " ")}, true
	case *dollars.Formula:
		return r.formula(n), true
	case *ast.Link:
		to := r.toHeading(r.words(n.Destination))
		return Node{Kind: Link, URL: harmless(to), Title: r.words(n.Title), Label: r.Labels.At(to), Nodes: unlinked(r.nodes(n))}, true
	case *ast.AutoLink:
		return r.address(n), true
	case *ast.Image:
		return r.image(n), true
	case *ast.RawHTML:
		tag := string(n.Segments.Value(r.source))
		switch t := tagOf(tag); t.Data {
		case "br", "img":
			r.html = r.line(n)
			return r.shown(t.Data, t.Attr, nil)[0], true
		}
		return Node{Kind: Typed, Text: tag}, !strings.HasPrefix(tag, "<!--")
	case *extast.TaskCheckBox:
		if n.IsChecked {
			return Node{Kind: Words, Text: "☑ "}, true
		}
		return Node{Kind: Words, Text: "☐ "}, true
	case *extast.FootnoteLink:
		return Node{Kind: Note, Number: n.Index, Again: n.RefIndex, ID: r.noteID(), Nodes: r.notes[n.Index]}, true
	case *extast.FootnoteBacklink:
		return Node{Kind: Backlink, Number: n.Index, Again: n.RefIndex, ID: r.noteID()}, true
	}
	r.fail(fmt.Errorf("a %s cannot be written", n.Kind()))
	return node, false
}

// heading returns a heading whose ID is made from its words, as in Jupyter.
func (r *reading) heading(level int, nodes []Node) Node {
	return Node{Kind: Heading, Number: level, ID: r.unique(PlainText(nodes)), Nodes: inline(nodes)}
}

// formula returns a formula, and warns if it was not understood.
func (r *reading) formula(n *dollars.Formula) Node {
	math, err := n.Parse(r.macros)
	if err != nil {
		r.warn(fmt.Errorf("%w (shown as written)", err))
	}
	return Node{Kind: map[bool]Kind{false: Formula, true: Display}[n.Display], Text: n.TeX, Math: math}
}

// harmless returns the address of a link, or "" if following it would run something.
func harmless(url string) string {
	if MayLink(url) {
		return url
	}
	return ""
}

// address returns a link written in angle brackets, or its words if it must not be a link.
func (r *reading) address(n *ast.AutoLink) Node {
	url, label := string(n.URL(r.source)), n.Label(r.source)
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(url), "mailto:") {
		url = "mailto:" + url
	}
	if harmless(url) == "" {
		return Node{Kind: Words, Text: r.words(label)}
	}
	return Node{Kind: Link, URL: url, Nodes: []Node{{Kind: Words, Text: string(label)}}}
}

// noteID returns the prefix of the IDs of notes in a text.
func (r *reading) noteID() string { return fmt.Sprintf("t%d-", r.texts) }

// image returns an image. For an image that is not part of the report, it returns a link to the
// image and adds a warning.
func (r *reading) image(n *ast.Image) Node {
	return r.picture(string(n.Destination), r.words(n.Title), r.nodes(n), r.line(n))
}

// unlinked replaces the links among the nodes of a link, as for an image that is not part of the
// report, by their content.
func unlinked(nodes []Node) (out []Node) {
	for _, n := range nodes {
		if n.Nodes = unlinked(n.Nodes); n.Kind == Link {
			out = append(out, n.Nodes...)
		} else {
			out = append(out, n)
		}
	}
	return out
}

// picture returns the node for an image with the given name, title, text alternative and line.
func (r *reading) picture(name, title string, said []Node, line int) Node {
	data, ok := r.Images[name]
	if ok || strings.HasPrefix(name, "data:image/") {
		return Node{Kind: Image, URL: name, Title: title, Data: data, Nodes: said}
	}
	r.warn(fmt.Errorf("line %d: the image %.80q is not part of the report (want a PNG, JPEG, GIF, WebP or SVG file below the notebook's folder, or attached to the cell)", line, name))
	if PlainText(said) == "" {
		said = []Node{{Kind: Words, Text: name}}
	}
	return Node{Kind: Link, URL: harmless(r.words([]byte(name))), Nodes: said}
}

// warn records an error about text that is shown as written.
func (r *reading) warn(err error) {
	r.Warnings = append(r.Warnings, cmp.Or(r.from, "text")+": "+err.Error())
}

// line returns the line of the Markdown, counted from 1, on which the block around a node begins.
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

// unique returns an anchor for a heading, such as "sec-what-was-run", that is unique on the page.
func (t *Texts) unique(heading string) string {
	id := anchor(heading)
	unique := id
	for n := 2; t.ids[unique]; n++ {
		unique = fmt.Sprintf("%s-%d", id, n)
	}
	if t.ids == nil {
		t.ids = map[string]bool{}
	}
	t.ids[unique] = true
	return unique
}

// toHeading converts the address of a link to a heading, which notebooks write as Jupyter does
// (#The-End), to this page's form. Other addresses stay.
func (r *reading) toHeading(address string) string {
	name, within := strings.CutPrefix(address, "#")
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	if id := anchor(name); within && r.headings != nil && r.headings()[id] {
		return "#" + id
	}
	return address
}

// headingsOf returns the anchors of the headings of a report's texts.
func headingsOf(r reports.Report, labels *reports.Labels) map[string]bool {
	t := Texts{Labels: labels}
	for _, b := range r.Blocks {
		if text, ok := b.(reports.Text); ok {
			_, _ = t.Read(text) // errors are reported when the text is shown
		}
	}
	return t.ids
}

// anchor returns the anchor for a heading: its letters and digits, with a hyphen between words.
func anchor(heading string) string {
	separates := func(r rune) bool { return r == ' ' || r == '-' }
	kept := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || separates(r) {
			return r
		}
		return -1
	}, strings.ToLower(heading))
	return "sec-" + strings.Join(strings.FieldsFunc(kept, separates), "-")
}
