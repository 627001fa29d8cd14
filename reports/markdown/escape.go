package markdown

import (
	"regexp"
	"strings"
)

// Escape makes plain text come out of a Markdown reader as it is: "A*" is not
// half an emphasis, "<b>" no tag, "1. " no list. Besides the characters of
// CommonMark it takes care of the pipes of tables and the dollars of formulas.
// What cannot be mistaken stays as it is: "n < 3", "0.5".
func Escape(s string) string {
	s = escapeInline(s)
	s = blockStart.ReplaceAllString(s, `$1\$2`)
	return ordered.ReplaceAllString(s, `$1\$2`)
}

// escapeInline is Escape for text that does not begin a line.
func escapeInline(s string) string {
	s = escaper.Replace(s)
	return markup.ReplaceAllString(s, `\$0`)
}

var (
	escaper = strings.NewReplacer(
		`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `|`, `\|`, `~`, `\~`, `$`, `\$`)
	markup = regexp.MustCompile(`<[A-Za-z/!?]|&[#A-Za-z]`)

	// What begins a block at the start of a line: headings and the lines under
	// them, quotations, lists.
	blockStart = regexp.MustCompile(`(?m)^([ \t]*)(#+(?:[ \t]|$)|>|[-+](?:[ \t]|$)|[-=]+[ \t]*$)`)
	ordered    = regexp.MustCompile(`(?m)^([ \t]*[0-9]+)([.)](?:[ \t]|$))`)
)
