package reports

import (
	"fmt"
	"regexp"
	"strings"
)

// Piece is a part of a text: words, or a reference to what a label names.
type Piece struct {
	Text  string
	Label Label // the zero Label of words
}

// Pieces divides plain text into its words and its references and citations.
func (l *Labels) Pieces(text string) ([]Piece, error) { return l.pieces(text, text) }

// Expand rewrites plain text: words go through plain, which escapes them for
// its format, and references and citations through link.
func (l *Labels) Expand(text string, plain func(string) string, link func(Label) string) (string, error) {
	pieces, err := l.Pieces(text)
	return joined(pieces, plain, link), err
}

// ExpandMarkdown rewrites the references and citations in Markdown and leaves everything
// else alone, code spans and fenced code included.
func (l *Labels) ExpandMarkdown(text string, link func(Label) string) (string, error) {
	pieces, err := l.pieces(text, withoutCode(text))
	return joined(pieces, func(s string) string { return s }, link), err
}

func joined(pieces []Piece, plain func(string) string, link func(Label) string) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.Label.Kind != "" {
			b.WriteString(link(p.Label))
		} else {
			b.WriteString(plain(p.Text))
		}
	}
	return b.String()
}

// reference tells [[fig:growth]] from other double brackets, such as those of a
// matrix, and finds citations: [@korf1985], or [@korf1985; @korf2001].
var (
	reference = regexp.MustCompile(`(?s)\[\[((?:fig|table|claim):.*?)\]\]|\[(@[^\[\]]*)\]`)
	citation  = regexp.MustCompile(`^\s*@([A-Za-z0-9][A-Za-z0-9:._-]*)(?:,\s*(.*?))?\s*$`)
)

// pieces divides the text, of which the references are sought in another of the same
// length.
func (l *Labels) pieces(text, seen string) (pieces []Piece, err error) {
	done := 0
	for _, m := range reference.FindAllStringSubmatchIndex(seen, -1) {
		var found []Piece
		switch {
		case m[2] >= 0:
			var label Label
			label, err = l.resolve(text[m[2]:m[3]])
			found = []Piece{{Label: label}}
		case strings.HasPrefix(text[m[1]:], "("): // a link
			continue
		default:
			found, err = l.citations(text[m[4]:m[5]])
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", 1+strings.Count(text[:m[0]], "\n"), err)
		}
		pieces = append(append(pieces, Piece{Text: text[done:m[0]]}), found...)
		done = m[1]
	}
	return append(pieces, Piece{Text: text[done:]}), nil
}

// citations resolves what stands in the brackets of a citation: keys between semicolons,
// each with a place in the work behind a comma if need be.
func (l *Labels) citations(list string) (found []Piece, err error) {
	for one := range strings.SplitSeq(list, ";") {
		m := citation.FindStringSubmatch(one)
		if m == nil {
			return nil, fmt.Errorf("citation [%s] has no key (want something like [@korf1985] or [@korf1985, section 5; @korf2001])", list)
		}
		label, err := l.cite(m[1])
		if err != nil {
			return nil, err
		}
		if found != nil {
			found = append(found, Piece{Text: "; "})
		}
		if found = append(found, Piece{Label: label}); m[2] != "" {
			found = append(found, Piece{Text: ", " + m[2]})
		}
	}
	return found, nil
}

// withoutCode returns Markdown with the brackets in its code taken off.
func withoutCode(text string) string {
	var b strings.Builder
	hide := func(code string) { b.WriteString(strings.ReplaceAll(code, "[", " ")) }
	fence, paragraph := "", ""
	flush := func() { // a code span ends with its paragraph
		for i, part := range splitCodeSpans(paragraph) {
			if i%2 == 1 {
				hide(part)
			} else {
				b.WriteString(part)
			}
		}
		paragraph = ""
	}
	for line := range strings.Lines(text) {
		mark := fenceMark(line)
		switch {
		case fence != "":
			if mark != "" && strings.HasPrefix(mark, fence) && strings.TrimSpace(line) == mark {
				fence = ""
			}
			hide(line)
		case mark != "":
			flush()
			fence = mark
			hide(line)
		default:
			paragraph += line
			if strings.TrimSpace(line) == "" {
				flush()
			}
		}
	}
	flush()
	return b.String()
}

// fenceMark returns the run of ``` or ~~~ that opens or closes fenced code at
// the start of the line, "" if there is none (CommonMark 0.31, section 4.5).
func fenceMark(line string) string {
	indented := strings.TrimLeft(line, " ")
	if len(line)-len(indented) > 3 || indented == "" {
		return ""
	}
	rest := strings.TrimLeft(indented, indented[:1])
	mark := indented[:len(indented)-len(rest)]
	switch {
	case len(mark) < 3 || mark[0] != '`' && mark[0] != '~':
		return ""
	case mark[0] == '`' && strings.Contains(rest, "`"):
		return "" // a code span
	}
	return mark
}

// splitCodeSpans cuts a paragraph into text and code spans, alternating; text
// comes first (CommonMark 0.31, section 6.1).
func splitCodeSpans(s string) []string {
	var parts []string
	start := 0
	for i := 0; i < len(s); {
		switch s[i] {
		case '\\':
			i += 2
			continue
		case '`':
		default:
			i++
			continue
		}
		run := len(s) - i - len(strings.TrimLeft(s[i:], "`"))
		end := closingRun(s[i+run:], run)
		if end < 0 {
			i += run
			continue
		}
		end += i + run
		parts = append(parts, s[start:i], s[i:end])
		start, i = end, end
	}
	return append(parts, s[start:])
}

// closingRun returns the index after the first run of exactly n backquotes.
func closingRun(s string, n int) int {
	for i := 0; i < len(s); {
		if s[i] != '`' {
			i++
			continue
		}
		run := len(s) - i - len(strings.TrimLeft(s[i:], "`"))
		if i += run; run == n {
			return i
		}
	}
	return -1
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
	return Label{}, fmt.Errorf("reference [[%s]] leads nowhere (%s)", reference, want)
}
