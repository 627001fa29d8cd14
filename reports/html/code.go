package html

import (
	"go/scanner"
	"go/token"
	"io"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/defuse"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html/fragment"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

// Code is the Rel of a [Link] to the page written by [WriteCode]. A report page with such a link
// does not show the code itself.
const Code = "code"

// WriteCode writes a separate page with the code in r and the code that makes its figures, tables
// and claims. Code that several of them share appears only once. WriteCode returns an error if r is
// not valid.
func WriteCode(to io.Writer, r reports.Report, neighbours ...Link) error {
	p, err := page.Of(r)
	if err != nil {
		return err
	}
	type part struct {
		Of             reports.Label // the zero Label for a cell
		Text, Language string
	}
	var parts []part
	shown := map[string]bool{}
	for _, b := range r.Blocks {
		if c, isCode := b.(reports.Code); isCode && strings.TrimSpace(c.Source) != "" {
			parts = append(parts, part{Text: strings.Trim(c.Source, "\n"), Language: c.Language})
		}
		label, numbered := p.Labels.Of(b)
		source := b.About().Source
		if source == "" || !numbered || shown[source] {
			continue
		}
		shown[source] = true
		parts = append(parts, part{Of: label, Text: defuse.Text(source)})
	}
	w := newWriter(p)
	w.add("code", struct {
		Title string
		Parts []part
	}{r.Title, parts})
	return w.finish(to, "Code: "+r.Title, "", neighbours)
}

// sourceOf returns source code as HTML. Only Go has colors.
func sourceOf(text, language string) string {
	html := fragment.Escape(text)
	if language == "" {
		html = highlight(text)
	}
	return "<pre tabindex=\"0\"><code>" + html + "</code></pre>\n"
}

// highlight marks comments, keywords and literals in Go source. Lines that are not Go, such as a
// notebook's %-commands, stay unchanged.
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
			continue // if the source has carriage returns, the text of comments and raw strings differs from it
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
