package page

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/puzzlelab/puzzlelab/internal/svg"
	"github.com/puzzlelab/puzzlelab/reports/formula"
	"github.com/puzzlelab/puzzlelab/reports/formula/dollars"
)

// elements maps HTML elements allowed in prose to kinds of nodes. Elements without a kind add no
// structure: only their content is shown.
var elements = map[string]Kind{
	"b": Strong, "strong": Strong, "i": Emphasis, "em": Emphasis, "cite": Emphasis, "dfn": Emphasis, "var": Emphasis,
	"s": Struck, "del": Struck, "strike": Struck, "code": Code, "tt": Code, "samp": Code,
	"sub": Sub, "sup": Sup, "kbd": Key, "small": Small, "a": Link, "br": Broken, "img": Image,
	"span": "", "font": "", "u": "", "ins": "", "mark": "", "big": "", "abbr": "", "label": "", "button": "", "nobr": "", "wbr": "",

	"p": Paragraph, "div": Paragraph, "center": Paragraph, "details": Paragraph, "section": Paragraph, "article": Paragraph,
	"figure": Paragraph, "header": Paragraph, "footer": Paragraph, "main": Paragraph, "aside": Paragraph, "nav": Paragraph,
	"address": Paragraph, "dl": Paragraph, "dd": Paragraph, "summary": Lead, "figcaption": Lead, "caption": Lead, "dt": Lead,
	"h1": Heading, "h2": Heading, "h3": Heading, "h4": Heading, "h5": Heading, "h6": Heading,
	"ul": Bullets, "ol": Numbers, "li": Item, "blockquote": Quote, "hr": Rule, "pre": Listing,
	"table": Table, "thead": "", "tbody": "", "tfoot": "", "colgroup": "", "col": "", "tr": Row, "td": Cell, "th": HeadCell,
}

// Formatted reports whether prose may contain the HTML element with the given name, in lower case.
func Formatted(name string) bool {
	_, ok := elements[name]
	return ok
}

// SVG returns an SVG picture as XML, or nil if data is none. Like a browser with a picture inside of
// HTML, it reads attributes without quotes and elements without an end.
func SVG(data []byte) []byte {
	if _, err := svg.Read(data); err == nil {
		return data
	}
	parsed, err := html.Parse(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	for n := range parsed.Descendants() {
		if n.Data == "svg" {
			if attribute(n.Attr, "xmlns") == "" {
				n.Attr = append(n.Attr, html.Attribute{Key: "xmlns", Val: "http://www.w3.org/2000/svg"})
			}
			var b bytes.Buffer
			_ = html.Render(&b, n) // into memory
			if _, err := svg.Read(b.Bytes()); err == nil {
				return b.Bytes()
			}
		}
	}
	return nil
}

// tagOf reads a tag.
func tagOf(s string) html.Token {
	z := html.NewTokenizer(strings.NewReader(s))
	z.Next()
	return z.Token()
}

// attribute returns the value of an attribute, or "" if the tag does not have it.
func attribute(attributes []html.Attribute, name string) string {
	for _, a := range attributes {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// paired replaces the last node and the opening tag that it closes with the element they form. It
// returns the nodes and the positions of the tags that are still open.
func (r *reading) paired(nodes []Node, open []int) ([]Node, []int) {
	end, last := len(nodes)-1, len(open)-1
	tag := tagOf(nodes[end].Text)
	switch _, known := elements[tag.Data]; {
	case known && tag.Type == html.StartTagToken:
		return nodes, append(open, end)
	case known && tag.Type == html.SelfClosingTagToken && tag.Data != "hr": // such as <a name="x"/>
		return append(nodes[:end], inline(r.shown(tag.Data, tag.Attr, nil))...), open
	case last >= 0 && tag.Type == html.EndTagToken:
		start := open[last]
		if opened := tagOf(nodes[start].Text); opened.Data == tag.Data {
			inner := slices.Clone(nodes[start+1 : end])
			return append(nodes[:start], r.shown(opened.Data, opened.Attr, inner)...), open[:last]
		}
	}
	return nodes, open
}

// markup converts a block of HTML to nodes. Elements that prose may not contain are shown as
// source, with a warning.
func (r *reading) markup(source string) (out []Node) {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	parsed, err := html.ParseFragment(strings.NewReader(source), body)
	if err != nil { // nested too deeply
		r.warn(fmt.Errorf("line %d: HTML: %w (shown as written)", r.html, err))
		return []Node{{Kind: Markup, Text: source}}
	}
	for _, n := range parsed {
		out = append(out, r.parsed(n)...)
	}
	return flow(out, Paragraph)
}

// parsed converts the content of an HTML node to nodes.
func (r *reading) parsed(n *html.Node) (inner []Node) {
	switch _, known := elements[n.Data]; {
	case n.Type == html.TextNode:
		return r.typeset(n.Data)
	case n.Type != html.ElementNode: // a comment
		return nil
	case !known:
		var b strings.Builder
		_ = html.Render(&b, n) // into memory
		r.warn(fmt.Errorf("line %d: HTML: reports do not show <%s> (shown as written)", r.html, n.Data))
		return []Node{{Kind: Markup, Text: b.String()}}
	}
	if n.Data == "pre" {
		var b strings.Builder
		for d := range n.Descendants() {
			if d.Type == html.TextNode {
				b.WriteString(d.Data)
			}
		}
		return []Node{{Kind: Listing, Text: strings.TrimRight(b.String(), "\n") + "\n"}}
	}
	for c := range n.ChildNodes() {
		inner = append(inner, r.parsed(c)...)
	}
	return r.shown(n.Data, n.Attr, inner)
}

// typeset returns the words and formulas of a text in HTML.
func (r *reading) typeset(s string) (out []Node) {
	words := func(s string) {
		fields := strings.Fields(s)
		if inside := strings.Join(fields, " "); s != "" {
			before, after := s[:1], s[len(s)-1:]
			if strings.TrimSpace(before) == "" {
				inside = " " + inside
			}
			if strings.TrimSpace(after) == "" && len(fields) > 0 {
				inside += " "
			}
			out = append(out, Node{Kind: Words, Text: inside})
		}
	}
	done := 0
	for i := 0; i < len(s); i++ {
		if tex, display, n := formula.Find(s[i:]); n > 0 {
			words(s[done:i])
			out = append(out, r.formula(&dollars.Formula{TeX: tex, Display: display, Line: r.html}))
			done, i = i+n, i+n-1
		}
	}
	words(s[done:])
	return out
}

// shown returns what an element with some content shows.
func (r *reading) shown(name string, attributes []html.Attribute, inner []Node) []Node {
	node := Node{Kind: elements[name], Nodes: inner}
	if id := cmp.Or(attribute(attributes, "id"), attribute(attributes, "name")); id != "" && slices.Contains([]Kind{"", Paragraph, Link, Heading}, node.Kind) {
		rest := slices.DeleteFunc(slices.Clone(attributes), func(a html.Attribute) bool { return slices.Contains([]string{"id", "name"}, a.Key) })
		return append([]Node{{Kind: Anchor, ID: r.unique(id)}}, r.shown(name, rest, inner)...)
	}
	switch node.Kind {
	case "":
		return inner
	case Paragraph:
		return flow(inner, Paragraph)
	case Lead:
		return []Node{{Kind: Paragraph, Nodes: []Node{{Kind: Strong, Nodes: inline(inner)}}}}
	case Heading:
		node = r.heading(int(name[1]-'0'), inner)
	case Link:
		to := attribute(attributes, "href")
		if to == "" {
			return inner
		}
		to = r.toHeading(to)
		node.URL, node.Label, node.Nodes = harmless(to), r.Labels.At(to), unlinked(inner)
	case Image:
		return []Node{r.picture(attribute(attributes, "src"), "", []Node{{Kind: Words, Text: attribute(attributes, "alt")}}, r.html)}
	case Code:
		node.Text, node.Nodes = PlainText(inner), nil
	case Quote, Item:
		node.Nodes = flow(inner, map[Kind]Kind{Quote: Paragraph, Item: Plain}[node.Kind])
	case Bullets, Numbers:
		if node.Number, node.Nodes = 1, items(inner); node.Nodes == nil {
			return nil
		}
	case Row:
		node.Nodes = slices.DeleteFunc(inner, func(n Node) bool { return !slices.Contains([]Kind{Cell, HeadCell}, n.Kind) })
	case Cell, HeadCell:
		node.Nodes, node.Title = inline(inner), attribute(attributes, "align")
	case Table:
		return table(inner)
	}
	return []Node{node}
}

// items returns the items of a list. What is in no item becomes one.
func items(nodes []Node) (list []Node) {
	for _, n := range nodes {
		if n.Kind != Item {
			n = Node{Kind: Item, Nodes: flow([]Node{n}, Plain)}
		}
		if n.Nodes != nil {
			list = append(list, n)
		}
	}
	return list
}

// table returns a table with the rows among some nodes, after everything else. Its first row is the
// head.
func table(nodes []Node) []Node {
	var rows, others []Node
	columns := 0
	for _, n := range nodes {
		if n.Kind == Row {
			rows, columns = append(rows, n), max(columns, len(n.Nodes))
		} else {
			others = append(others, n)
		}
	}
	others = flow(others, Paragraph)
	if blank(rows) {
		return others
	}
	for i, row := range rows {
		kind := Cell
		if i == 0 {
			kind, rows[i].Kind = HeadCell, Head
		}
		for c, cell := range row.Nodes {
			if cell.Kind == HeadCell && kind == Cell {
				cell.Nodes = []Node{{Kind: Strong, Nodes: cell.Nodes}}
			}
			cell.Kind = kind
			row.Nodes[c] = cell
		}
		rows[i].Nodes = append(row.Nodes, slices.Repeat([]Node{{Kind: kind}}, columns-len(row.Nodes))...)
	}
	return append(others, Node{Kind: Table, Nodes: rows})
}

// blocks are the kinds of nodes that no paragraph contains.
var blocks = []Kind{Heading, Paragraph, Plain, Rule, Quote, Bullets, Numbers, Item, Listing, Markup, Table, Row}

// blank reports whether nodes show nothing, and no link leads to them.
func blank(nodes []Node) bool {
	return PlainText(nodes) == "" && !slices.ContainsFunc(nodes, func(n Node) bool { return n.Kind == Image || n.Kind == Anchor || !blank(n.Nodes) })
}

// flow puts the nodes between blocks into paragraphs of the given kind.
func flow(nodes []Node, kind Kind) (out []Node) {
	var line []Node
	end := func() {
		if last := len(line) - 1; last >= 0 {
			line[0].Text = strings.TrimLeft(line[0].Text, " ")
			line[last].Text = strings.TrimRight(line[last].Text, " ")
		}
		if !blank(line) {
			out = append(out, Node{Kind: kind, Nodes: line})
		}
		line = nil
	}
	for _, n := range nodes {
		if !slices.Contains(blocks, n.Kind) {
			line = append(line, n)
			continue
		}
		end()
		if n.Kind == Paragraph {
			n.Kind = kind
		}
		out = append(out, n)
	}
	end()
	return out
}

// inline replaces each block by the nodes of its content, for places that cannot contain blocks.
func inline(nodes []Node) (out []Node) {
	for _, n := range nodes {
		switch {
		case !slices.Contains(blocks, n.Kind):
			out = append(out, n)
		case n.Text != "":
			out = append(out, Node{Kind: Code, Text: n.Text})
		default:
			if len(out) > 0 {
				out = append(out, Node{Kind: Broken})
			}
			out = append(out, inline(n.Nodes)...)
		}
	}
	return out
}
