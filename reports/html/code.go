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

// Code is what the page of [WriteCode] is to that of the report: the Rel of the link by
// which [Write] leads to it, instead of showing code there.
const Code = "code"

// WriteCode writes the code of r, and how its figures, tables and claims are made, as a page
// of its own. Source that made several is shown once. It fails if r is not valid.
func WriteCode(to io.Writer, r reports.Report, neighbours ...Link) error {
	p, err := page.Of(r)
	if err != nil {
		return err
	}
	type part struct {
		Of   reports.Label // the zero Label of a cell
		Text string
	}
	var parts []part
	shown := map[string]bool{}
	for _, b := range r.Blocks {
		if c, isCode := b.(reports.Code); isCode && strings.TrimSpace(c.Source) != "" {
			parts = append(parts, part{Text: strings.Trim(c.Source, "\n")})
		}
		label, numbered := p.Labels.Of(b)
		source := b.About().Source
		if source == "" || !numbered || shown[source] {
			continue
		}
		shown[source] = true
		parts = append(parts, part{label, defuse.Text(source)})
	}
	w := newWriter(p)
	w.add("code", struct {
		Title string
		Parts []part
	}{r.Title, parts})
	return w.finish(to, "Code: "+r.Title, "", neighbours)
}

// sourceOf shows Go source.
func sourceOf(text string) string {
	return "<pre tabindex=\"0\"><code>" + highlight(text) + "</code></pre>\n"
}

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
