package reports

import (
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// piece is a part of a text: words, or a reference to a label.
type piece struct {
	text  string
	label Label // the zero Label for words
}

// Expand converts plain text with references to another format. It calls plain to escape the words,
// and link to format each reference or citation. It leaves references that lead nowhere unchanged.
func (l *Labels) Expand(text string, plain func(string) string, link func(Label) string) string {
	return joined(l.pieces(text, text), plain, link)
}

// ExpandMarkdown replaces references and citations in Markdown with the results of link. It leaves
// everything else unchanged, including references in code.
func (l *Labels) ExpandMarkdown(text string, link func(Label) string) string {
	return joined(l.pieces(text, withoutCode(text)), func(s string) string { return s }, link)
}

func joined(pieces []piece, plain func(string) string, link func(Label) string) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.label.Kind != "" {
			b.WriteString(link(p.label))
		} else if p.text != "" {
			b.WriteString(plain(p.text))
		}
	}
	return b.String()
}

// reference matches references such as [[fig:growth]], and citations such as [@korf1985] or
// [@korf1985; @korf2001]. It does not match other double brackets, such as the brackets of a
// matrix.
var (
	reference = lazy.Regexp(`(?s)\[\[((?:fig|table|claim):.*?)\]\]|\[(@[^\[\]]*)\]`)
	citation  = lazy.Regexp(`^\s*@(?:\{([^{}]+)\}|([^\s,{}]+))(?:,\s*(.*?))?\s*$`)
)

// pieces splits text at its references, whose positions it finds in seen, a text of the same
// length.
func (l *Labels) pieces(text, seen string) (pieces []piece) {
	done := 0
	for _, m := range reference().FindAllStringSubmatchIndex(seen, -1) {
		found := make([]piece, 1)
		var err error
		switch {
		case m[2] >= 0:
			found[0].label, err = l.resolve(text[m[2]:m[3]])
		case strings.HasPrefix(text[m[1]:], "("): // a link
			continue
		default:
			found, err = l.citations(text[m[4]:m[5]])
		}
		if err != nil {
			l.warn(1+strings.Count(text[:m[0]], "\n"), err)
			continue
		}
		pieces = append(append(pieces, piece{text: text[done:m[0]]}), found...)
		done = m[1]
	}
	return append(pieces, piece{text: text[done:]})
}

// warn records a reference or citation that is shown as it was written.
func (l *Labels) warn(line int, err error) {
	if l != nil && l.reading != "" {
		l.unknown = append(l.unknown, fmt.Sprintf("%s: line %d: %v (shown as written)", l.reading, line, err))
	}
}

// citations resolves the content of a citation's brackets: keys separated by semicolons, each
// optionally followed by a comma and a place in the work.
func (l *Labels) citations(list string) (found []piece, err error) {
	for one := range strings.SplitSeq(list, ";") {
		m := citation().FindStringSubmatch(one)
		if m == nil {
			return nil, fmt.Errorf("citation [%s] has no key (want something like [@korf1985] or [@korf1985, section 5; @korf2001])", list)
		}
		label, err := l.cite(m[1] + m[2])
		if err != nil {
			return nil, err
		}
		if found != nil {
			found = append(found, piece{text: "; "})
		}
		if found = append(found, piece{label: label}); m[3] != "" {
			found = append(found, piece{text: ", " + m[3]})
		}
	}
	return found, nil
}

// codeMark matches the start or end of code in Markdown: a line that is a fence (CommonMark 0.31,
// section 4.5; group 1 or 2 is the fence), the empty line that ends a paragraph and any code span
// in it, and backquotes (section 6.1).
var codeMark = lazy.Regexp("(?m)^ {0,3}(?:(`{3,})[^`\n]*|(~{3,}).*)$|\n[ \t\r]*$|`+")

// withoutCode returns Markdown with the brackets in code overwritten.
func withoutCode(text string) string {
	var b strings.Builder
	done := 0
	marks := codeMark().FindAllStringSubmatchIndex(text, -1)
	for i := 0; i < len(marks); i++ {
		end, taken := codeEnd(text, marks[i:])
		if taken == 0 {
			continue
		}
		b.WriteString(text[done:marks[i][0]] + strings.ReplaceAll(text[marks[i][0]:end], "[", " "))
		done, i = end, i+taken
	}
	return b.String() + text[done:]
}

// codeEnd returns the end of the code that begins at the first mark, and how many of the other
// marks it contains. It returns 0 if no code begins there, for example because of a backslash
// before the mark.
func codeEnd(text string, marks [][]int) (end, taken int) {
	fence := fenceIn(text, marks[0])
	mark := text[marks[0][0]:marks[0][1]]
	before := text[:marks[0][0]]
	if (len(before)-len(strings.TrimRight(before, `\`)))%2 == 1 {
		mark = mark[1:]
	}
	if fence == "" && !strings.HasPrefix(mark, "`") {
		return 0, 0
	}
	for i, m := range marks[1:] {
		switch other := fenceIn(text, m); {
		case fence == "" && (other != "" || text[m[0]] == '\n'):
			return 0, 0
		case fence == "" && text[m[0]:m[1]] == mark, fence != "" && strings.HasPrefix(other, fence) && strings.TrimSpace(text[m[0]:m[1]]) == other:
			return m[1], i + 1
		}
	}
	if fence == "" {
		return 0, 0
	}
	return len(text), len(marks)
}

// fenceIn returns the fence on a line that codeMark matched, or "" if it matched something else.
func fenceIn(text string, m []int) string {
	return text[max(0, m[2]):max(0, m[3])] + text[max(0, m[4]):max(0, m[5])]
}

func (l *Labels) resolve(reference string) (Label, error) {
	kind, id, _ := strings.Cut(reference, ":")
	if l == nil {
		return Label{Kind: kind, ID: id}, nil
	}
	if label, ok := l.byReference[reference]; ok {
		return label, nil
	}
	var known []string
	for _, label := range l.order {
		if label.Kind == kind {
			known = append(known, label.reference())
		}
	}
	want := "the report has nothing of that kind"
	if known != nil {
		want = "want one of " + strings.Join(known, ", ")
	}
	return Label{}, fmt.Errorf("reference [[%s]] has no target (%s)", reference, want)
}
