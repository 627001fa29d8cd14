package page

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/puzzlelab/puzzlelab/reports/formula/dollars"
)

// Opening splits Markdown into a report's title, its lead and the rest. The title is the first
// level-one heading. The lead is the paragraph after it, unless that paragraph contains links,
// images, footnotes or HTML. In the rest, blank lines replace the title and the lead, so line
// numbers stay the same. Level-one headings in the rest become level-two headings. If titled is
// true, the report already has a title, so the first level-one heading also stays in the rest as a
// level-two heading.
func Opening(markdown string, titled bool) (title, lead, rest string) {
	source := []byte(markdown)
	lines := strings.Split(markdown, "\n")
	lineOf := func(at int) int { return bytes.Count(source[:at], []byte("\n")) }
	for n := parse(source).FirstChild(); n != nil; n = n.NextSibling() {
		heading, ok := n.(*ast.Heading)
		if !ok || heading.Level != 1 || heading.Lines().Len() == 0 {
			continue
		}
		first, last := lineOf(heading.Lines().At(0).Start), lineOf(heading.Lines().At(heading.Lines().Len()-1).Start)
		underlined := !strings.HasPrefix(strings.TrimSpace(lines[first]), "#")
		if underlined {
			last++
		}
		switch {
		case !titled:
			title, titled = plain(heading, source), true
			clear(lines[first : last+1])
			if p, ok := n.NextSibling().(*ast.Paragraph); ok && isPlain(p) {
				lead = plain(p, source)
				clear(lines[lineOf(p.Lines().At(0).Start) : 1+lineOf(p.Lines().At(p.Lines().Len()-1).Start)])
			}
		case underlined:
			lines[last] = strings.ReplaceAll(lines[last], "=", "-")
		default:
			lines[first] = strings.Replace(lines[first], "#", "##", 1)
		}
	}
	return title, lead, strings.Join(lines, "\n")
}

// Unmarked returns a Markdown text as one line of plain text.
func Unmarked(markdown string) string {
	source := []byte(markdown)
	return plain(parse(source), source)
}

func parse(source []byte) ast.Node { return markdown.Parse(text.NewReader(source)) }

func plain(n ast.Node, source []byte) string {
	r := reading{Texts: &Texts{}, source: source}
	return strings.TrimSpace(PlainText(r.nodes(n)))
}

// isPlain reports whether a paragraph loses only emphasis when it becomes plain text.
func isPlain(p ast.Node) bool {
	for n := p.FirstChild(); n != nil; n = n.NextSibling() {
		switch n.Kind() {
		case ast.KindText, ast.KindEmphasis, ast.KindCodeSpan, extast.KindStrikethrough, dollars.Kind:
		default:
			return false
		}
		if !isPlain(n) {
			return false
		}
	}
	return true
}
