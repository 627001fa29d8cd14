package reports

import (
	"fmt"
	"strings"
)

// Expand rewrites plain text: words go through plain, which escapes them for
// its format, and references through link.
func (l *Labels) Expand(text string, plain func(string) string, link func(Label) string) (string, error) {
	var b strings.Builder
	line := 1
	for {
		before, rest, ok := strings.Cut(text, "[[")
		inside, after, closed := strings.Cut(rest, "]]")
		if !ok || !closed || !looksLikeReference(inside) {
			if !ok {
				b.WriteString(plain(text))
				return b.String(), nil
			}
			b.WriteString(plain(before + "[["))
			line += strings.Count(before, "\n")
			text = rest
			continue
		}
		line += strings.Count(before, "\n")
		label, err := l.resolve(inside, line)
		if err != nil {
			return "", err
		}
		b.WriteString(plain(before))
		b.WriteString(link(label))
		text = after
	}
}

// ExpandMarkdown rewrites the references in Markdown and leaves everything
// else alone, code spans and fenced code included.
func (l *Labels) ExpandMarkdown(text string, link func(Label) string) (string, error) {
	var b strings.Builder
	fence := ""
	paragraph, first := "", 1
	same := func(s string) string { return s }
	flush := func() error {
		for i, part := range splitCodeSpans(paragraph) {
			if i%2 == 1 {
				b.WriteString(part)
			} else {
				out, err := l.expandAt(part, first, same, link)
				if err != nil {
					return err
				}
				b.WriteString(out)
			}
			first += strings.Count(part, "\n")
		}
		paragraph = ""
		return nil
	}
	for line := range strings.Lines(text) {
		mark := fenceMark(line)
		switch {
		case fence != "":
			if mark != "" && strings.HasPrefix(mark, fence) && strings.TrimSpace(line) == mark {
				fence = ""
			}
			b.WriteString(line)
			first++
		case mark != "":
			if err := flush(); err != nil {
				return "", err
			}
			fence = mark
			b.WriteString(line)
			first++
		case strings.TrimSpace(line) == "": // a code span ends with its paragraph
			paragraph += line
			if err := flush(); err != nil {
				return "", err
			}
		default:
			paragraph += line
		}
	}
	err := flush()
	return b.String(), err
}

func (l *Labels) expandAt(text string, line int, plain func(string) string, link func(Label) string) (string, error) {
	out, err := l.Expand(text, plain, link)
	if missing, ok := err.(*missingReference); ok {
		missing.line += line - 1
	}
	return out, err
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

// looksLikeReference tells [[fig:growth]] from other double brackets, such as
// those of a matrix.
func looksLikeReference(s string) bool {
	kind, _, ok := strings.Cut(s, ":")
	return ok && (kind == "fig" || kind == "table" || kind == "claim")
}

type missingReference struct {
	reference string
	line      int
	known     []string
}

func (e *missingReference) Error() string {
	s := fmt.Sprintf("line %d: reference [[%s]] leads nowhere", e.line, e.reference)
	if len(e.known) == 0 {
		return s + " (the report has nothing of that kind)"
	}
	return s + " (want one of " + strings.Join(e.known, ", ") + ")"
}

func (l *Labels) resolve(reference string, line int) (Label, error) {
	kind, id, _ := strings.Cut(reference, ":")
	if l == nil {
		return Label{Kind: kind, ID: id}, nil
	}
	if label, ok := l.byReference[reference]; ok {
		return label, nil
	}
	missing := &missingReference{reference: reference, line: line}
	for _, label := range l.order {
		if label.Kind == kind {
			missing.known = append(missing.known, label.reference())
		}
	}
	return Label{}, missing
}
