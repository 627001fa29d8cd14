package markdown

import (
	"regexp"
	"strings"
)

// Escape escapes plain text so that Markdown readers show it unchanged: "A*" does not begin an
// emphasis, "<b>" is not a tag, and "1. " does not begin a list. Apart from the characters of
// CommonMark, it escapes pipes, for tables, and dollars, for formulas. Unambiguous text such as "n
// < 3" or "0.5" is unchanged.
func Escape(s string) string {
	s = escapeInline(s)
	s = blockStart.ReplaceAllString(s, `$1\$2`)
	return ordered.ReplaceAllString(s, `$1\$2`)
}

// escapeInline is Escape for text inside a line.
func escapeInline(s string) string {
	s = escaper.Replace(s)
	return markup.ReplaceAllString(s, `\$0`)
}

var (
	escaper = strings.NewReplacer(
		`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `|`, `\|`, `~`, `\~`, `$`, `\$`)
	markup = regexp.MustCompile(`<[A-Za-z/!?]|&[#A-Za-z]`)

	// Beginnings of blocks at the start of a line: headings, underlines of headings, quotations and
	// lists.
	blockStart = regexp.MustCompile(`(?m)^([ \t]*)(#+(?:[ \t]|$)|>|[-+](?:[ \t]|$)|[-=]+[ \t]*$)`)
	ordered    = regexp.MustCompile(`(?m)^([ \t]*[0-9]+)([.)](?:[ \t]|$))`)
)
