package html

import (
	"go/scanner"
	"go/token"
	"strings"

	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
)

// highlight sets comments, keywords and literals of Go source apart. Lines
// that are not Go, such as a notebook's %-commands, come through as they are.
func highlight(source string) string {
	var b strings.Builder
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(source))
	var s scanner.Scanner
	s.Init(file, []byte(source), func(token.Position, string) {}, scanner.ScanComments)
	done := 0
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		class := classOf(tok)
		at := file.Offset(pos)
		if class == "" || at < done || !strings.HasPrefix(source[at:], text) {
			continue // a comment's or raw string's text differs from the source if that has carriage returns
		}
		b.WriteString(fragment.Escape(source[done:at]))
		b.WriteString(`<span class="` + class + `">` + fragment.Escape(text) + `</span>`)
		done = at + len(text)
	}
	b.WriteString(fragment.Escape(source[done:]))
	return b.String()
}

func classOf(tok token.Token) string {
	switch {
	case tok == token.COMMENT:
		return "com"
	case tok.IsKeyword():
		return "key"
	case tok.IsLiteral() && tok != token.IDENT:
		return "lit"
	}
	return ""
}
