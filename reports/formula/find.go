package formula

import (
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
)

// Longest is the maximum length of a formula in bytes.
const Longest = 4000

// Find returns the formula at the start of text, without its dollars. The result display reports
// whether the formula is on its own line. The result length is the number of bytes, including the
// dollars, or 0 if text does not start with a formula. An environment such as align needs no
// dollars.
//
// As in Pandoc, a closing dollar must not be followed by a digit, so that "$5 and $6" is not a
// formula. If there is a space inside the dollars, the text between them is a formula only if it
// has no words and, unlike in Jupyter, there is a space before the closing dollar.
func Find(text string) (tex string, display bool, length int) {
	text = text[:min(len(text), Longest)]
	if m := environment().FindStringSubmatch(text); m != nil {
		end := `\end{` + m[1] + "}"
		if n := strings.Index(text, end); n > 0 {
			n += len(end)
			return text[:n], true, n
		}
		return "", false, 0
	}
	mark := "$"
	if display = strings.HasPrefix(text, "$$"); display {
		mark = "$$"
	}
	rest, found := strings.CutPrefix(text, mark)
	if !found || rest == "" {
		return "", false, 0
	}
	n := closing(rest, mark, true)
	if n < 0 { // a brace is missing
		n = closing(rest, mark, false)
	}
	if n < 0 {
		return "", false, 0
	}
	return rest[:n], display, n + 2*len(mark)
}

// closing returns the position of the mark that ends a formula, or −1 if there is none. If braces
// must balance, it skips formulas inside texts, as in \text{if $x$}.
func closing(rest, mark string, balanced bool) int {
	display, depth := len(mark) == 2, 0
	spaced := !display && isSpace(rest[0])
	for i := 0; i < len(rest); i++ {
		switch {
		case rest[i] == '\\':
			i++
		case rest[i] == '{':
			depth++
		case rest[i] == '}':
			depth--
		case balanced && depth > 0 || !strings.HasPrefix(rest[i:], mark):
		case strings.TrimSpace(rest[:i]) == "",
			!display && (spaced && !isSpace(rest[i-1]) || i+1 < len(rest) && isDigit(rest[i+1])),
			!display && isSpace(rest[i-1]) && word().MatchString(group().ReplaceAllString(rest[:i], "")):
			return -1
		default:
			return i
		}
	}
	return -1
}

var (
	environment = lazy.Regexp(`^\\begin\{([A-Za-z]+\*?)\}`)
	group       = lazy.Regexp(`\{[^{}]*\}`)
	word        = lazy.Regexp(`(^|\s)[A-Za-z]{2,}([\s,.;:]|$)|^[\s,.;:]*$`) // or nothing but punctuation
)

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// InTables replaces vertical bars in formulas inside Markdown tables with \vert and \Vert. Jupyter
// finds formulas first, but some Markdown readers split rows into cells first, so that a bar in a
// formula would end the cell.
func InTables(markdown string) string {
	paragraphs := strings.SplitAfter(markdown, "\n\n")
	fences := 0
	for i, p := range paragraphs {
		fences += len(fence().FindAllString(p, -1))
		if fences%2 == 1 || fence().MatchString(p) || !strings.Contains(p, "$") || !rule().MatchString(p) {
			continue
		}
		lines := strings.SplitAfter(p, "\n")
		for l, line := range lines {
			for at := 0; at < len(line); at++ {
				switch tex, _, n := Find(line[at:]); {
				case line[at] == '`': // code
					if end := strings.IndexByte(line[at+1:], '`'); end >= 0 {
						at += end + 1
					}
				case line[at] == '\\':
					at++
				case n > 0:
					whole := strings.Replace(line[at:at+n], tex, bars.Replace(tex), 1)
					line = line[:at] + whole + line[at+n:]
					at += len(whole) - 1
				}
			}
			lines[l] = line
		}
		paragraphs[i] = strings.Join(lines, "")
	}
	return strings.Join(paragraphs, "")
}

var (
	rule  = lazy.Regexp(`(?m)^ {0,3}\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$`) // the line below the head of a table
	fence = lazy.Regexp("(?m)^[ \t]*(```|~~~)")
	bars  = strings.NewReplacer(`\|`, `\Vert{}`, "|", `\vert{}`, `\\`, `\\`)
)

// Plain replaces the formulas in Markdown with plain text for a terminal. It leaves everything else
// unchanged, including code.
func Plain(markdown string) string {
	var b strings.Builder
	macros := Macros{}
	for i := 0; i < len(markdown); {
		switch c := markdown[i]; {
		case c == '\\' && i+1 < len(markdown):
			b.WriteString(markdown[i : i+2])
			i += 2
			continue
		case c == '`':
			run := len(markdown[i:]) - len(strings.TrimLeft(markdown[i:], "`"))
			if end := strings.Index(markdown[i+run:], markdown[i:i+run]); end >= 0 {
				b.WriteString(markdown[i : i+run+end+run])
				i += run + end + run
				continue
			}
		case c == '$':
			if tex, _, n := Find(markdown[i:]); n > 0 {
				if f, err := macros.Parse(tex); err == nil {
					b.WriteString(f.Text())
					i += n
					continue
				}
			}
		}
		b.WriteByte(markdown[i])
		i++
	}
	return b.String()
}
