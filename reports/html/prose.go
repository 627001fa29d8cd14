package html

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"path"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/reports/formula/dollars"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

// heading is an entry of the contents.
type heading struct {
	level    int
	id, text string
}

// prose renders the Markdown of one page, whose headings share their ids.
type prose struct {
	ids    *headingIDs
	texts  int
	images map[string][]byte // of the report
}

func newProse() *prose { return &prose{ids: &headingIDs{used: map[string]bool{}}} }

// render turns CommonMark with tables, strike-through and footnotes into
// XHTML. The report's title is its only heading of level one, so headings of
// that level become level two. Images must be part of the text (data: URLs);
// HTML comments are dropped, and of other HTML only a few inline elements
// pass; the rest is shown as it was typed.
func (p *prose) render(markdown string) (string, []heading, error) {
	p.texts++
	md := goldmark.New(
		goldmark.WithExtensions(
			extension.Table, extension.Strikethrough,
			extension.NewFootnote(extension.WithFootnoteIDPrefix(fmt.Sprintf("t%d-", p.texts))), dollars.Extension{},
		),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(
			html.WithXHTML(),
			renderer.WithNodeRenderers(util.Prioritized(&nodes{}, 100)),
		),
	)
	source := []byte(defuse.Text(markdown))
	doc := md.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(p.ids))))
	var headings []heading
	var unsafe []*ast.AutoLink
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			n.Level = max(n.Level, 2)
			id, _ := n.AttributeString("id")
			idText, _ := id.([]byte)
			headings = append(headings, heading{n.Level, string(idText), plainText(n, source)})
			n.AppendChild(n, permalink(string(idText)))
		case *dollars.Formula:
			if _, err := n.Parse(); err != nil {
				return ast.WalkStop, err
			}
		case *ast.Link:
			if !defuse.Link(string(n.Destination)) {
				n.Destination = nil
			}
		case *ast.AutoLink:
			if !defuse.Link(string(n.URL(source))) {
				unsafe = append(unsafe, n)
			}
		case *ast.Image:
			if data, ok := p.images[string(n.Destination)]; ok {
				n.Destination = dataURL(string(n.Destination), data)
			}
			if !bytes.HasPrefix(n.Destination, []byte("data:image/")) {
				return ast.WalkStop, fmt.Errorf("line %d: the image %.80q is not part of the report (make it a figure, or a file beside the notebook)", lineOf(n, source), n.Destination)
			}
		}
		allowInline(n, source)
		return ast.WalkContinue, nil
	})
	if err != nil {
		return "", nil, err
	}
	for _, n := range unsafe {
		n.Parent().ReplaceChild(n.Parent(), n, ast.NewString(n.Label(source)))
	}
	var out bytes.Buffer
	if err := md.Renderer().Render(&out, source, doc); err != nil {
		return "", nil, err
	}
	return defuse.Text(out.String()), headings, nil // a character reference may have named a control character
}

// lineOf is the line of the Markdown, from 1, in which the block around a node begins.
func lineOf(n ast.Node, source []byte) int {
	for ; n != nil; n = n.Parent() {
		if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			return 1 + bytes.Count(source[:n.Lines().At(0).Start], []byte("\n"))
		}
	}
	return 1
}

// dataURL is an image as the address of itself.
func dataURL(name string, data []byte) []byte {
	kind := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	if mime, ok := map[string]string{"svg": "svg+xml", "jpg": "jpeg"}[kind]; ok {
		kind = mime
	}
	return fmt.Appendf(nil, "data:image/%s;base64,%s", kind, base64.StdEncoding.EncodeToString(data))
}

// plainText is the text of a node without its markup.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Text:
				b.Write(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(n.Segment.Value(source)))))
				if n.SoftLineBreak() || n.HardLineBreak() {
					b.WriteByte(' ')
				}
			case *ast.String:
				b.Write(n.Value)
			case *dollars.Formula:
				if f, err := n.Parse(); err == nil {
					b.WriteString(f.Text())
				}
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// permalink is the sign behind a heading that leads to it.
func permalink(id string) ast.Node {
	sign := ast.NewString([]byte(permalinkTo(id)))
	sign.SetCode(true) // it is HTML
	return sign
}

func permalinkTo(id string) string {
	return ` <a class="permalink" href="#` + fragment.Escape(id) + `" aria-label="Link to this section">#</a>`
}

// headingIDs makes anchors such as "sec-what-was-run", unique in the page.
type headingIDs struct{ used map[string]bool }

// Generate implements [parser.IDs].
func (ids *headingIDs) Generate(value []byte, _ ast.NodeKind) []byte {
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
	ids.used[unique] = true
	return []byte(unique)
}

// Put implements [parser.IDs].
func (ids *headingIDs) Put(value []byte) { ids.used[string(value)] = true }

// inline lists the HTML elements that may stand in prose: what Markdown has
// no sign for.
var inline = map[string]bool{"sub": true, "sup": true, "kbd": true, "small": true}

// allowed marks a raw tag that render lets through.
var allowed = []byte("puzzlelab-allowed")

// allowInline marks the raw tags among the children of n that may pass: line
// breaks, and pairs of opening and closing tags without attributes that nest.
func allowInline(n ast.Node, source []byte) {
	type open struct {
		name string
		node ast.Node
	}
	var stack []open
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		raw, ok := c.(*ast.RawHTML)
		if !ok {
			continue
		}
		tag := string(raw.Segments.Value(source))
		name := strings.Trim(tag, "</>")
		switch {
		case tag == "<br>" || tag == "<br/>" || tag == "<br />":
			c.SetAttribute(allowed, "<br/>")
		case inline[name] && tag == "<"+name+">":
			stack = append(stack, open{name, c})
		case inline[name] && tag == "</"+name+">" && len(stack) > 0 && stack[len(stack)-1].name == name:
			last := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			last.node.SetAttribute(allowed, "<"+name+">")
			c.SetAttribute(allowed, tag)
		}
	}
}

// nodes renders what differs from goldmark's own way.
type nodes struct{}

// RegisterFuncs implements [renderer.NodeRenderer].
func (nodes) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindRawHTML, rawHTML)
	reg.Register(ast.KindHTMLBlock, htmlBlock)
	reg.Register(extast.KindTable, proseTable)
	reg.Register(dollars.Kind, mathML)
	reg.Register(ast.KindImage, image)
}

// image writes an image that is part of the page; goldmark takes SVG for dangerous.
func image(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		img := n.(*ast.Image)
		fmt.Fprintf(w, `<img src="%s" alt="%s"`, fragment.Escape(string(img.Destination)), fragment.Escape(plainText(n, source)))
		if img.Title != nil {
			fmt.Fprintf(w, ` title="%s"`, fragment.Escape(string(img.Title)))
		}
		_, _ = w.WriteString("/>")
	}
	return ast.WalkSkipChildren, nil
}

func mathML(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	f, err := n.(*dollars.Formula).Parse()
	if err == nil {
		_, err = w.WriteString(f.MathML(n.(*dollars.Formula).Display))
	}
	return ast.WalkContinue, err
}

func rawHTML(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkSkipChildren, nil
	}
	tag := string(n.(*ast.RawHTML).Segments.Value(source))
	if pass, ok := n.Attribute(allowed); ok {
		tag, _ = pass.(string)
	} else if strings.HasPrefix(tag, "<!--") {
		tag = ""
	} else {
		tag = fragment.Escape(tag)
	}
	_, err := w.WriteString(tag)
	return ast.WalkSkipChildren, err
}

func htmlBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	block := n.(*ast.HTMLBlock)
	if !entering || block.HTMLBlockType == ast.HTMLBlockType2 { // a comment
		return ast.WalkContinue, nil
	}
	raw := block.Lines().Value(source)
	if block.HasClosure() {
		raw = append(bytes.Clone(raw), block.ClosureLine.Value(source)...)
	}
	_, _ = w.WriteString("<pre>" + fragment.Escape(strings.TrimRight(string(raw), "\n")) + "</pre>\n")
	return ast.WalkContinue, nil
}

// proseTable puts a table into a region that scrolls on narrow screens.
func proseTable(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Table\">\n<table>\n")
	} else {
		_, _ = w.WriteString("</table>\n</div>\n")
	}
	return ast.WalkContinue, nil
}
