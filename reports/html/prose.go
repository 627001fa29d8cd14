package html

import (
	"cmp"
	_ "embed"
	"encoding/base64"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark/util"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// heading is an entry of the contents.
type heading struct {
	level    int
	id, text string
}

//go:embed tags.txt
var tagsFile string

// tags are what begins and ends what is always the same.
var tags = page.Tags(tagsFile)

// escaped makes words of prose safe in HTML.
func escaped(s string) string { return defuse.Text(proseEscaper.Replace(s)) }

var proseEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// nodes writes nodes as XHTML.
func (w *writer) nodes(nodes []page.Node) {
	for i, n := range nodes {
		outer := w.Within
		if !slices.Contains(unlinked, outer) {
			w.Within = cmp.Or(elements[n.Kind], outer)
		}
		tag := w.inline(n, w.frame(n, w.block(n, spaced(tags[n.Kind], n, i == len(nodes)-1))))
		w.WriteString(tag[0])
		if n.Kind != page.Note && n.Kind != page.Image && n.Kind != page.Entry { // what these have is written in another way
			w.nodes(n.Nodes)
		}
		w.WriteString(tag[1])
		w.Within = outer
	}
}

// block returns what begins and ends a block; of others, the tags as they are.
func (w *writer) block(n page.Node, tag [2]string) [2]string {
	switch n.Kind {
	case page.Heading: // the report's title is the only one of level one
		level := max(n.Number, 2)
		w.sections = append(w.sections, heading{level, n.ID, page.PlainText(n.Nodes)})
		w.Reserve(n.ID)
		tag = [2]string{fmt.Sprintf(`<h%d id="%s">`, level, n.ID), fmt.Sprintf("%s</h%d>\n", permalinkTo(n.ID), level)}
	case page.Numbers:
		tag[0] = "<ol>\n"
		if n.Number != 1 {
			tag[0] = fmt.Sprintf("<ol start=\"%d\">\n", n.Number)
		}
	case page.Listing:
		class := ""
		if n.Title != "" {
			class = ` class="language-` + escaped(n.Title) + `"`
		}
		tag[0] = "<pre><code" + class + ">" + escaped(n.Text)
	case page.Markup:
		tag[0] += fragment.Escape(strings.TrimRight(n.Text, "\n"))
	case page.HeadCell, page.Cell:
		tag[0] = strings.Replace(tag[0], ">", attribute("align", n.Title, escaped)+">", 1)
	case page.Footnote:
		tag[0] = fmt.Sprintf("<li id=\"%sfn:%d\">\n", n.ID, n.Number)
	}
	return tag
}

// spaced adds what depends on where a block stands, or on what begins in it.
func spaced(tag [2]string, n page.Node, last bool) [2]string {
	switch n.Kind {
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

// frame is block for the parts of the frame of a page.
func (w *writer) frame(n page.Node, tag [2]string) [2]string {
	switch n.Kind {
	case page.Abstract, page.Keywords:
		tag[0] += "<b>" + n.Title + "</b> "
	case page.Times:
		tag[0] += fragment.TimingMark + " "
	case page.Section:
		if n.ID != "provenance" {
			w.section(n.ID, n.Title)
			break
		}
		w.sections = append(w.sections, heading{2, n.ID, n.Title})
		tag = [2]string{"<section data-provenance=\"\" id=\"provenance\" aria-label=\"Provenance\">\n<h2>Provenance</h2>\n<details class=\"more\"><summary>Seeds, limits, versions and machines</summary>\n", "</details>\n</section>\n"}
	case page.Entry:
		names := make([]string, len(n.Nodes))
		for i, name := range n.Nodes {
			names[i] = fmt.Sprintf(`<dfn id="%s">%s</dfn>`, termID(name.Text), fragment.Escape(name.Text))
		}
		tag[0] = fmt.Sprintf("<dt>%s <span>%s</span></dt><dd>%s</dd>\n", strings.Join(names, "; "), fragment.Escape(n.Title), fragment.Escape(n.Text))
	case page.Reference:
		tag[0] = `<li id="` + n.Label.Anchor() + `">`
		if w.Cited(n.Label) {
			tag[1] = fmt.Sprintf(" <a href=\"#back-%s\" role=\"doc-backlink\" aria-label=\"Back to the text\">&#x21a9;&#xfe0e;</a>%s", n.Label.Anchor(), tag[1])
		}
	case page.Facts:
		tag[0] = fmt.Sprintf("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%[1]s\">\n<table>\n<caption>%[1]s</caption>\n<tbody>\n", fragment.Escape(n.Title))
	case page.Fact:
		tag[0] = fmt.Sprintf("<tr><th scope=\"row\">%s</th><td>%s</td></tr>\n", fragment.Escape(n.Title), fragment.Escape(n.Text))
	}
	return tag
}

// inline is block for what is in a line.
func (w *writer) inline(n page.Node, tag [2]string) [2]string {
	switch n.Kind {
	case page.Phrase:
		tag[0] = w.Phrase(n.Text)
	case page.Date:
		tag[0] = "<time>" + fragment.Escape(n.Text) + "</time>"
	case page.Cite:
		tag[0] = w.Reference(n.Label)
	case page.Address:
		tag[0] = `<a href="` + fragment.Escape(n.URL) + `">` + fragment.Escape(n.Text) + "</a>"
	case page.Note:
		tag[0] = fmt.Sprintf(`<sup id="%s"><a href="#%sfn:%d" class="footnote-ref" role="doc-noteref">%[3]d</a></sup>`, markOf(n), n.ID, n.Number)
	case page.Backlink:
		tag[0] = fmt.Sprintf(`&#160;<a href="#%s" class="footnote-backref" role="doc-backlink">&#x21a9;&#xfe0e;</a>`, markOf(n))
	case page.Words:
		tag[0] = w.Words(escaped(n.Text))
	case page.Typed:
		tag[0] = fragment.Escape(n.Text)
	case page.Code:
		tag[0] += w.Words(escaped(n.Text))
	case page.Link:
		tag[0] = `<a` + w.Mark(n.Label) + ` href="` + escaped(string(util.URLEscape([]byte(n.URL), false))) + `"` + attribute("title", n.Title, escaped) + ">"
	case page.Formula, page.Display:
		tag[0] = n.Math.MathML(n.Kind == page.Display)
	case page.Image:
		tag[0] = `<img src="` + fragment.Escape(addressOf(n)) + `" alt="` + fragment.Escape(page.PlainText(n.Nodes)) + `"` + attribute("title", n.Title, fragment.Escape) + "/>"
	}
	return tag
}

// elements are those in which names are linked in their own way, or not at all.
var elements = map[page.Kind]string{page.Heading: "h2", page.Link: "a", page.Head: "thead", page.Cell: "td", page.Code: "code"}

// attribute returns an attribute of an element, "" if it has no value.
func attribute(name, value string, escape func(string) string) string {
	if value == "" {
		return ""
	}
	return " " + name + `="` + escape(value) + `"`
}

// markOf is the anchor of the mark of a footnote.
func markOf(n page.Node) string {
	again := ""
	if n.Again > 0 {
		again = fmt.Sprint(n.Again)
	}
	return fmt.Sprintf("%sfnref%s:%d", n.ID, again, n.Number)
}

// addressOf is an image of the report as the address of itself, or that of one in the text.
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

// permalinkTo is the sign behind a heading that leads to it.
func permalinkTo(id string) string {
	return ` <a class="permalink" href="#` + fragment.Escape(id) + `" aria-label="Link to this section">#</a>`
}
