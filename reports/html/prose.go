package html

import (
	"cmp"
	_ "embed"
	"encoding/base64"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark/util"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// heading is an entry of the contents.
type heading struct{ ID, Title string }

//go:embed tags.txt
var tagsFile string

// tags holds the text before and after each kind of node.
var tags = page.Tags(tagsFile)

// escaped escapes words of prose for HTML.
func escaped(s string) string { return defuse.Text(proseEscaper.Replace(s)) }

var proseEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// nodes writes nodes as XHTML.
func (w *writer) nodes(nodes []page.Node) {
	for i, n := range nodes {
		outer := w.Within
		if !slices.Contains(unlinked, outer) {
			w.Within = cmp.Or(elements[n.Kind], outer)
		}
		w.note(n)
		tag := spaced(n, i == len(nodes)-1)
		value := func(name string) string { return values[name](w, n) }
		w.WriteString(os.Expand(tag[0], value))
		if n.Kind != page.Note && n.Kind != page.Image { // these are written in a different way
			w.nodes(n.Nodes)
		}
		w.WriteString(os.Expand(tag[1], value))
		w.Within = outer
	}
}

// note records headings, and begins the sections that the page itself adds.
func (w *writer) note(n page.Node) {
	switch {
	case n.Kind == page.Heading:
		if levelOf(n) == 2 {
			w.sections = append(w.sections, heading{n.ID, page.PlainText(n.Nodes)})
		}
		w.Reserve(n.ID)
	case n.Kind == page.Section && n.ID == "provenance": // its heading is in a box
		w.sections = append(w.sections, heading{n.ID, n.Title})
	case n.Kind == page.Section:
		w.section(n.ID, n.Title)
	}
}

// levelOf returns the level of a heading. Level one is only for the report's title.
func levelOf(n page.Node) int { return max(n.Number, 2) }

// spaced returns the text before and after a node, with the line breaks that fit its position.
func spaced(n page.Node, last bool) [2]string {
	tag := tags[n.Kind]
	switch n.Kind {
	case page.Section:
		if n.ID == "provenance" {
			tag = tags["Provenance"]
		}
	case page.Plain:
		if !last && n.Nodes != nil {
			tag[1] = "\n"
		}
	case page.Item:
		if n.Nodes != nil && n.Nodes[0].Kind != page.Plain {
			tag[0] += "\n"
		}
	case page.Head:
		if !last {
			tag[1] += "<tbody>\n"
		}
	case page.Row:
		if last {
			tag[1] += "</tbody>\n"
		}
	}
	return tag
}

// values maps the names in tags.txt to functions that return their values.
var values = map[string]func(w *writer, n page.Node) string{
	"ID":     func(_ *writer, n page.Node) string { return n.ID },
	"Number": func(_ *writer, n page.Node) string { return fmt.Sprint(n.Number) },
	"Again":  func(_ *writer, n page.Node) string { return strings.TrimPrefix(fmt.Sprint(n.Again), "0") },
	"Level":  func(_ *writer, n page.Node) string { return fmt.Sprint(levelOf(n)) },
	"Anchor": func(_ *writer, n page.Node) string { return n.Label.Anchor() },
	"Start":  func(_ *writer, n page.Node) string { return startOf(n) },

	"Title":  func(_ *writer, n page.Node) string { return fragment.Escape(n.Title) },
	"Text":   func(_ *writer, n page.Node) string { return fragment.Escape(n.Text) },
	"URL":    func(_ *writer, n page.Node) string { return fragment.Escape(n.URL) },
	"Markup": func(_ *writer, n page.Node) string { return fragment.Escape(strings.TrimRight(n.Text, "\n")) },
	"Code":   func(_ *writer, n page.Node) string { return escaped(n.Text) },
	"Prose":  func(w *writer, n page.Node) string { return w.Words(escaped(n.Text)) },
	"Phrase": func(w *writer, n page.Node) string { return w.Phrase(n.Text) },
	"Words":  func(_ *writer, n page.Node) string { return fragment.Escape(page.PlainText(n.Nodes)) },
	"MathML": func(_ *writer, n page.Node) string { return n.Math.MathML(n.Kind == page.Display) },
	"Timing": func(*writer, page.Node) string { return fragment.TimingMark },

	"Align": func(_ *writer, n page.Node) string { return fragment.Attribute("align", escaped(n.Title)) },
	"Language": func(_ *writer, n page.Node) string {
		return strings.Replace(fragment.Attribute("class", escaped(n.Title)), `"`, `"language-`, 1)
	},
	"LinkTitle":   func(_ *writer, n page.Node) string { return fragment.Attribute("title", escaped(n.Title)) },
	"ImageTitle":  func(_ *writer, n page.Node) string { return fragment.Attribute("title", fragment.Escape(n.Title)) },
	"Destination": func(_ *writer, n page.Node) string { return escaped(string(util.URLEscape([]byte(n.URL), false))) },
	"Source":      func(_ *writer, n page.Node) string { return fragment.Escape(addressOf(n)) },
	"Permalink":   func(_ *writer, n page.Node) string { return permalinkTo(n.ID) },
	"Reference":   func(w *writer, n page.Node) string { return w.Reference(n.Label) },
	"Mark":        func(w *writer, n page.Node) string { return w.Mark(n.Label) },
	"Term":        func(_ *writer, n page.Node) string { return termID(n.Text) },
	"Back":        func(w *writer, n page.Node) string { return w.backFrom(n.Label) },
}

// startOf returns the start attribute of a list that does not begin at one.
func startOf(n page.Node) string {
	if n.Number == 1 {
		return ""
	}
	return fmt.Sprintf(` start="%d"`, n.Number)
}

// backFrom returns the link from an entry in the references to the first place that cites it.
func (w *writer) backFrom(l reports.Label) string {
	if !w.Cited(l) {
		return ""
	}
	return fmt.Sprintf(` <a href="#back-%s" role="doc-backlink" aria-label="Back to the text">&#x21a9;&#xfe0e;</a>`, l.Anchor())
}

// elements maps kinds of nodes to elements with special rules for linking names.
var elements = map[page.Kind]string{page.Heading: "h2", page.Link: "a", page.Head: "thead", page.Cell: "td", page.Code: "code"}

// addressOf returns a data URL for an image of the report, or otherwise the address in the text.
func addressOf(n page.Node) string {
	if n.Data == nil {
		return n.URL
	}
	kind := strings.ToLower(strings.TrimPrefix(path.Ext(n.URL), "."))
	if mime, ok := map[string]string{"svg": "svg+xml", "jpg": "jpeg"}[kind]; ok {
		kind = mime
	}
	return "data:image/" + kind + ";base64," + base64.StdEncoding.EncodeToString(n.Data)
}

// permalinkTo returns the sign after a heading that links to the heading itself.
func permalinkTo(id string) string {
	return ` <a class="permalink" href="#` + fragment.Escape(id) + `" aria-label="Link to this section">#</a>`
}
