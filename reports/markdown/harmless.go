package markdown

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/reports/formula/dollars"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// maxPasses limits the number of passes over a text; each pass may reveal code that HTML had
// hidden.
const maxPasses = 8

// harmless returns Markdown that is safe even for readers that accept HTML and all links. As on
// pages, it drops HTML comments, removes the attributes of formatting elements, and shows all other
// HTML as text. It disables links that [page.MayLink] refuses. It does not change code.
func harmless(markdown string) string {
	for range maxPasses {
		source := markdown
		code := page.CodeIn(source, func(n ast.Node) {
			switch n := n.(type) {
			case *dollars.Formula: // where its reader would see a reference
				markdown = strings.ReplaceAll(markdown, n.TeX, tag().ReplaceAllString(n.TeX, "< $1"))
			case *dollars.Lines:
				markdown = strings.ReplaceAll(markdown, n.Formula.TeX, tag().ReplaceAllString(n.Formula.TeX, "< $1"))
			}
		})
		if markdown != source {
			continue
		}
		slices.SortFunc(code, func(a, b text.Segment) int { return a.Start - b.Start }) // footnotes come last
		var out strings.Builder
		done := 0
		for _, s := range code {
			out.WriteString(plain(source[done:s.Start]) + source[s.Start:s.Stop])
			done = s.Stop
		}
		if markdown = out.String() + plain(source[done:]); markdown == source {
			return markdown
		}
	}
	return plain(markdown)
}

var (
	tag = lazy.Regexp(`<([A-Za-z/!?])`)

	// risky matches, in this order: tags of HTML; mail addresses; comments; targets of links,
	// images and link definitions, up to a bracket, behind which another target may begin; other addresses in angle brackets; the beginning of other tags.
	risky = lazy.Regexp(`<(/?)([A-Za-z][A-Za-z0-9]*)(\s[^<>]*)?(/?)>|<[\w.+-]+@[\w.-]+>` +
		`|(?s:<!--.*?-->)` +
		`|((?:\\?!\[[^\[\]<]*)?\]\([\s>]*)(<[^<>\n]*>|[^][<()\n]*(?:\([^][<()\n]*\)[^][<()\n]*)*)` +
		`|(\]:[\s>]*)(<[^<>\n]*>|[^\s<]*)` +
		`|<([A-Za-z][A-Za-z0-9+.-]*:[^\s<>]*)>` +
		`|<[A-Za-z/!?]`)

	// kept matches the attributes that a tag keeps: where a link leads, its own name, and an image.
	kept = lazy.Regexp(` (?:href="(?:https?://|#)[^"<>\s]*"|(?:id|name)=(?:"[\w:.-]+"|'[\w:.-]+')|src="(?:https?://[^"<>\s]*|images/[\w-]+(?:[./][\w-]+)*)" alt="[^"<>]*")`)

	unangled = strings.NewReplacer("<", "", ">", "", " ", "%20", "\t", "%09", "(", "%28", ")", "%29")
)

// plain makes Markdown without code harmless; see harmless.
func plain(markdown string) string {
	var out strings.Builder
	done := 0
	for _, m := range risky().FindAllStringSubmatchIndex(markdown, -1) {
		part := func(i int) string { return markdown[max(0, m[2*i]):max(0, m[2*i+1])] }
		found, before, address := part(0), part(5)+part(7), part(6)+part(8)
		note := before == part(7) && strings.HasSuffix(address, ":") && strings.TrimLeft(markdown[m[1]:], " \n") != markdown[m[1]:] // "[1]: Note: …"
		refused := !note && !page.MayLink(strings.Trim(address+part(9), "<>"))
		attributes := strings.Join(kept().FindAllString(part(3), -1), "")
		switch name := part(2); {
		case page.Formatted(strings.ToLower(name)) && (!strings.EqualFold(name, "img") || strings.Contains(attributes, " src=")):
			found = "<" + part(1) + name + attributes + part(4) + ">"
		case strings.HasPrefix(before, "![") && strings.HasPrefix(address, "data:image/"):
		case before != "" && refused:
			found = before + "#"
		case strings.HasPrefix(address, "<"):
			found = before + unangled.Replace(address)
		case strings.HasPrefix(found, "<!--"):
			found = " " // not "", which could join the text around it into a tag
		case refused, name != "", before == "" && len(found) == len("<a"):
			found = "&lt;" + found[1:]
		}
		out.WriteString(markdown[done:m[0]] + found)
		done = m[1]
	}
	return out.String() + markdown[done:]
}

// Escape escapes plain text so that Markdown readers show it unchanged. For example, "A*" does not
// start emphasis, "<b>" is not a tag, and "1. " does not start a list. Besides the special
// characters of CommonMark, Escape escapes pipes, which separate table cells, and dollars, which
// enclose formulas. It leaves unambiguous text such as "n < 3" or "0.5" unchanged.
func Escape(s string) string {
	s = escapeInline(s)
	s = blockStart().ReplaceAllString(s, `$1\$2`)
	return ordered().ReplaceAllString(s, `$1\$2`)
}

// escapeInline is Escape for text inside a line.
func escapeInline(s string) string {
	s = escaper.Replace(s)
	return markup().ReplaceAllString(s, `\$0`)
}

var (
	escaper = strings.NewReplacer(
		`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `|`, `\|`, `~`, `\~`, `$`, `\$`)
	markup = lazy.Regexp(`<[A-Za-z/!?]|&[#A-Za-z]`)

	// Beginnings of blocks at the start of a line: headings, underlines of headings, quotations and
	// lists.
	blockStart = lazy.Regexp(`(?m)^([ \t]*)(#+(?:[ \t]|$)|>|[-+](?:[ \t]|$)|[-=]+[ \t]*$)`)
	ordered    = lazy.Regexp(`(?m)^([ \t]*[0-9]+)([.)](?:[ \t]|$))`)
)
