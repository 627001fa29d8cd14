package puzzle

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// dressing lists what programs, papers and pages write around values, in the order in which it is
// removed.
var dressing = []struct {
	what func() *regexp.Regexp
	by   string // may refer to groups of the pattern
}{
	// Terminals: spaces on a colored background are a cell, and so are colored blocks.
	{lazy.Regexp(`\x1b\[(?:\d+;)*(48);(?:5;(\d+)|2;(\d+);(\d+);(\d+))(?:;\d+)*m +`), " bg${1}x${2}x${3}x${4}x$5"},
	{lazy.Regexp(`\x1b\[(?:\d+;)*(38);(?:5;(\d+)|2;(\d+);(\d+);(\d+))(?:;\d+)*m(?:\x1b\[[\d;]*m)*[█■●]+`), " bg${1}x${2}x${3}x${4}x$5"},
	{lazy.Regexp(`\x1b\[(?:\d+;)*((?:4|10)[0-7])(?:;\d+)*m +`), " bg$1"},
	{lazy.Regexp(`\x1b\[(?:\d+;)*([39][0-7])(?:;\d+)*m(?:\x1b\[[\d;]*m)*[█■●]+`), " bg$1"},
	{lazy.Regexp(`\x1b\[[\d;?]*[A-Za-z]`), ""},

	// Comments and quotation marks of programs.
	{lazy.Regexp(`(?s)/\*.*?\*/|<!--.*?-->|\(\*.*?\*\)`), ""},
	{lazy.Regexp(`(?m)(^|[ \t,;{(\[])//.*`), "$1"},
	{lazy.Regexp(`(?m)^[ \t]*(?:%|--[ \t]+[A-Za-z]|;+[ \t]*[A-Za-z]|~~~|#(?:define|include)).*`), ""},
	{lazy.Regexp("(?m)`+\\w*$|`+|\"{3}|'{3}|\\.{3}$|\\Asep=.$"), ""},

	// HTML, LaTeX and Markdown.
	{lazy.Regexp(`<br ?/?>`), ";"},
	{lazy.Regexp(`\b(?:std::)?[A-Za-z]\w*<[\w<>:, ]*>|\bstd::\w+`), ""}, // not HTML, but a type
	{lazy.Regexp(`\s*(?:</t[dh]>\s*)?<t[dh](?:\s[^<>]*)?>\s*`), "|"},
	{lazy.Regexp(`\s*(?:</t[dh]>\s*)?</tr>\s*`), "|\n"},
	{lazy.Regexp(`<[/?!]?[A-Za-z][^<>]*>|\[/?(?:code|pre|tt|quote)[^\[\]]*\]`), ""},
	{lazy.Regexp(`\*\*(\w*)\*\*`), "$1"},
	{lazy.Regexp(`\\(?:math|text)\w*\{([^{}]*)\}`), "$1"},
	{lazy.Regexp(`\\(?:square|[bB]ox|blacksquare|phantom\{\w*\}|_)`), "_"},
	{lazy.Regexp(`\\(?:begin|end)\{\w+\*?\}(?:\[\w*\])?(?:\{(?:[^{}]|\{[^{}]*\})*\})?|\\c\w+(?:\(\w*\))?\{[\d-]+\}|\\[A-Za-z]+|\\[][(){},;:! ]|\$`), ""},

	// Drawings made of underscores.
	{lazy.Regexp(`\A[ _]+(\n *\|)`), "$1"},
	{lazy.Regexp(`\b_(\d+)_\b`), "$1"},

	// Types, sizes, calls and assignments of programs, and the row and column numbers of R.
	{lazy.Regexp(`(?m)^[ \t]*(?:[A-Za-z]\w*[ \t*&]+)+([A-Za-z]\w*[ \t]*=[ \t]*["'])`), "$1"},
	{lazy.Regexp(`(?:\[\w*\])+[A-Za-z]\w*|\b(?:new [A-Za-z]\w*|new|Just)\b|\breshape\([^()]*\)|[ \t]::.*`), ""},
	{lazy.Regexp(`([A-Za-z]\w*)(?:\[\w*\])+`), "$1"},
	{lazy.Regexp(`\]\[`), "|"}, // values in boxes: [1][2]
	{lazy.Regexp(`([A-Za-z]\w*)[ \t]*:[ \t]*[A-Za-z\[,][\w.\[\];, ]*[ \t]=[ \t]`), "$1 = "},
	{lazy.Regexp(`(?m)^( {0,4})\[\d+(?:,\] *|\])( {1,3}[\w"])|\[,\d+\]`), "$1$2"}, // elsewhere, [1] is the start on a clock
	{lazy.Regexp(`[@%]([A-Za-z])`), "$1"},
	{lazy.Regexp(`(?i)\b(?:colou?rs?|cells?|tiles?)(?:\.|::)([a-z])`), "$1"},
	{lazy.Regexp(`:(?:large_)?([a-z]+)_(?:large_)?(?:square|circle|heart):`), " $1 "},

	// Numbers and titles of instances.
	{lazy.Regexp(`(?i)["']?\b(initial|start|goal|target|final)[ _]?(?:state|board|configuration|position)\b["']?`), "$1"},
	{lazy.Regexp(`(?mi)^[ \t]*(?:(?:puzzle|board|clock|ring|instance|problem|game|level|case|test|row|line|no|nr)[. \t]*)?\d+[ \t]*[:)][ \t]+`), ""},
	{lazy.Regexp(`(?mi)^[ \t]*(?:initial|start)[ \t]*[:=]+[ \t]*(["'](?:[\d_]+ +){3}|["']?(?:[\d_.x]{8}|(?:[\d_.x]+[ \t]*[,;/|][ \t]*){3})|[\d_ ]+\n\s*(?:goal|target|final)\b)`), "$1"},
	{lazy.Regexp(`(?m)^([ \t]*)\d+\.([ \t]+[^\s.][^.\n]*)$`), "$1$2"},
}

// dressed matches a text that may have dressing. Digits, single letters and their separators have none.
var dressed = lazy.Regexp("[A-Za-z]{2}|[\"'\\\\<#*%@\x1b`_]|\\d[:.)]|\\]\\s|- - |\\]\\[|//|\\.\\.")

// colorCodes matches a line of two or more HTML colors. Elsewhere, # begins a comment.
var colorCodes = lazy.Regexp(`(?m)^[\s"'\[\](){},;|]*(?:#(?:[\da-fA-F]{6}|[\da-fA-F]{3})(?:["'\[\](){},;|\s]+|$)){2,}$`)

// mostDressed is the number of bytes above which a text is data without dressing.
const mostDressed = 1 << 20

// undressed returns a text without its dressing. Lines, except those of HTML, keep their numbers, and
// what remains of a line keeps its columns.
func undressed(text string) string {
	text = folded.Replace(text)
	if len(text) > mostDressed || !dressed().MatchString(text) {
		return text
	}
	if nested := strings.NewReplacer("\n  - ", " ", "- - ", "    "); strings.Contains(text, "- - ") { // lists of lists in YAML
		text = nested.Replace(text)
	}
	text = colorCodes().ReplaceAllStringFunc(text, func(line string) string { return strings.ReplaceAll(line, "#", "＃") })
	for _, r := range dressing {
		text = r.what().ReplaceAllStringFunc(text, func(found string) string {
			kept := r.what().ReplaceAllString(found, r.by)
			gap := utf8.RuneCountInString(found) - utf8.RuneCountInString(kept)
			lines := strings.Count(found, "\n") - strings.Count(kept, "\n")
			if strings.HasPrefix(kept, "|") { // a cell of HTML may begin on a later line
				lines = 0
			}
			return strings.Repeat("\n", max(0, lines)) + strings.Repeat(" ", max(0, gap)) + kept
		})
	}
	return text
}
