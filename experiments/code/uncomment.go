package code

import (
	"go/scanner"
	"go/token"
	"strings"
)

// Uncommented removes comments and layout from Go source. It keeps all literals, and it keeps
// compiler directives on lines of their own. Between two tokens that were separated, it keeps one
// space if both are words or both are operators. It does not change a file that imports "C",
// because the comments of that file are C code.
func Uncommented(source string) string {
	if strings.Contains(source, `import "C"`) {
		return source
	}
	file := token.NewFileSet().AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, []byte(source), func(token.Position, string) {}, scanner.ScanComments)
	b := make([]byte, 0, len(source))
	apart, directive := false, false // a gap follows the last token; the last token is a directive
	for {
		pos, tok, text := s.Scan()
		at := int(pos) - file.Base()
		apart = apart || at > 0 && source[at-1] <= ' '
		switch {
		case tok == token.EOF:
			return string(b)
		case tok == token.SEMICOLON && text == "\n": // inserted by the scanner
			continue
		case tok == token.COMMENT && !strings.HasPrefix(text, "//go:"):
			apart = true
			continue
		case text == "":
			text = tok.String()
		}
		switch {
		case len(b) == 0:
		case directive || tok == token.COMMENT:
			b = append(b, '\n')
		case apart && wordly(b[len(b)-1]) == wordly(text[0]):
			b = append(b, ' ')
		}
		b = append(b, text...)
		apart, directive = false, tok == token.COMMENT
	}
}

// wordly reports whether a byte can begin or end a name, a number or a literal.
func wordly(c byte) bool {
	letter := c | 0x20
	return letter >= 'a' && letter <= 'z' || c >= '0' && c <= '9' || c >= 0x80 || c == '_' || c == '.' || c == '"' || c == '\'' || c == '`'
}
