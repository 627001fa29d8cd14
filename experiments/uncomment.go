package experiments

import (
	"cmp"
	"strings"
)

// Uncommented returns the text of Go without layout, and without comments but for those
// that tell the compiler something, which stand on a line of their own. Words that a space
// or the end of a line told apart are told apart by a space, and so are signs. Literals
// stay as they are. A file of cgo does whole: its comments are C.
func Uncommented(source string) string {
	if strings.Contains(source, `import "C"`) {
		return source
	}
	b := make([]byte, 0, len(source))
	space := byte(0) // what stands for what was left out since the last byte
	put := func(text string) {
		if space == '\n' || space != 0 && len(b) > 0 && wordly(b[len(b)-1]) == wordly(text[0]) {
			b = append(b, space)
		}
		b, space = append(b, text...), 0
	}
	for i := 0; i < len(source); {
		rest := source[i:]
		n := 1
		switch c := rest[0]; {
		case c == '\n' || c == ' ' || c == '\t' || c == '\r':
			space = cmp.Or(space, ' ')
		case strings.HasPrefix(rest, "//go:"):
			n = upTo(rest, 0, "\n")
			if len(b) > 0 {
				b = append(b, '\n')
			}
			b, space = append(b, strings.TrimRight(rest[:n], "\r\n")...), '\n'
		case strings.HasPrefix(rest, "//"):
			n, space = upTo(rest, 0, "\n"), cmp.Or(space, ' ')
		case strings.HasPrefix(rest, "/*"):
			n, space = upTo(rest, 2, "*/"), cmp.Or(space, ' ')
		case c == '`':
			n = upTo(rest, 1, "`")
			put(strings.ReplaceAll(rest[:n], "\r", ""))
		case c == '"' || c == '\'':
			for n < len(rest) && rest[n] != c && rest[n] != '\n' {
				if rest[n] == '\\' {
					n++
				}
				n++
			}
			n = min(n+1, len(rest))
			put(rest[:n])
		default:
			for n < len(rest) && nominal(rest[n]) && nominal(c) {
				n++
			}
			put(rest[:n])
		}
		i += n
	}
	return string(b)
}

// upTo returns the length of s up to the end of the first stop from a place on, or all of
// it.
func upTo(s string, from int, stop string) int {
	if at := strings.Index(s[min(from, len(s)):], stop); at >= 0 {
		return from + at + len(stop)
	}
	return len(s)
}

// wordly reports whether a byte begins or ends a name, a number or a literal.
func wordly(c byte) bool { return nominal(c) || c == '"' || c == '\'' || c == '`' }

// nominal reports whether a byte is of names and numbers.
func nominal(c byte) bool {
	return c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
