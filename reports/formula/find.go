package formula

import (
	"regexp"
	"strings"
)

// Find returns the formula at the start of the text, without its dollars, and its length with them,
// 0 if there is none. An environment such as align needs no dollars. As in Pandoc, an opening
// dollar must not be followed by a space, and a closing dollar must not be preceded by a space or
// followed by a digit, so "$5 and $6" is money. With spaces inside both dollars, text that contains
// words is money, everything else a formula.
func Find(text string) (tex string, display bool, length int) {
	if m := environment.FindStringSubmatch(text); m != nil {
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
	spaced := !display && isSpace(rest[0])
	for i := 0; i < len(rest); i++ {
		switch {
		case rest[i] == '\\':
			i++
		case !strings.HasPrefix(rest[i:], mark):
		case !display && (isSpace(rest[i-min(i, 1)]) != spaced || i+1 < len(rest) && isDigit(rest[i+1])):
			if spaced {
				return "", false, 0
			}
		case spaced && word.MatchString(group.ReplaceAllString(rest[:i], "")) || strings.TrimSpace(rest[:i]) == "":
			return "", false, 0
		default:
			return rest[:i], display, i + 2*len(mark)
		}
	}
	return "", false, 0
}

var (
	environment = regexp.MustCompile(`^\\begin\{([A-Za-z]+\*?)\}`)
	group       = regexp.MustCompile(`\{[^{}]*\}`)
	word        = regexp.MustCompile(`(^|\s)[A-Za-z]{2,}([\s,.;:]|$)`)
)

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// Plain replaces formulas in Markdown by plain text, for a terminal. Everything else, and code, is
// unchanged.
func Plain(markdown string) string {
	var b strings.Builder
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
				if f, err := Parse(tex); err == nil {
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
