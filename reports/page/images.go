package page

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"image"
	"image/png"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/internal/svg"
)

// PNG converts a picture in any supported format to PNG. It returns a PNG picture unchanged.
func PNG(data []byte) ([]byte, error) {
	if _, kind, _ := image.DecodeConfig(bytes.NewReader(data)); kind == "png" {
		return data, nil
	}
	picture, err := svg.Decode(data)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = png.Encode(&b, picture)
	return b.Bytes(), err
}

var (
	// target matches destinations of links and images, link definitions, and img elements.
	target  = lazy.Regexp(`(?mi)(?:\]\(\s*|^ {0,3}\[[^\[\]\n]+\]:\s*)(<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*)|<img\s[^<>]*>`)
	inLabel = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "\n", " ")
)

// ReplaceImages replaces the addresses of images in Markdown. It calls the function name with each
// address, and replaces the address with the result, unless the result is "". ReplaceImages also
// converts HTML img elements to Markdown images, except in blocks of HTML.
func ReplaceImages(source string, name func(destination string) string) string {
	var blocks []text.Segment
	names := map[string]string{} // by destination as written in the source
	add := func(destination string) {
		if to := name(html.UnescapeString(unescaped().ReplaceAllString(destination, "$1"))); to != "" {
			names[destination] = to
		}
	}
	code := CodeIn(source, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Image:
			add(string(n.Destination))
		case *ast.HTMLBlock:
			blocks = append(blocks, n.Lines().Sliced(0, n.Lines().Len())...)
		}
	})
	within := func(segments []text.Segment, at int) bool {
		return slices.ContainsFunc(segments, func(s text.Segment) bool { return s.Start <= at && at < s.Stop })
	}
	var b strings.Builder
	done := 0
	for _, m := range target().FindAllStringSubmatchIndex(source, -1) {
		replaced := ""
		switch found := source[m[0]:m[1]]; {
		case within(code, m[0]):
			continue
		case m[2] < 0:
			replaced = element(found, add, names, within(blocks, m[0]))
		default:
			to, isImage := names[strings.Trim(source[m[2]:m[3]], "<>")]
			if !isImage {
				continue
			}
			replaced = source[m[0]:m[2]] + to
		}
		b.WriteString(source[done:m[0]] + replaced)
		done = m[1]
	}
	return b.String() + source[done:]
}

// CodeIn returns the positions of code in Markdown. It also calls visit for every node of the
// parsed Markdown.
func CodeIn(source string, visit func(ast.Node)) (code []text.Segment) {
	_ = ast.Walk(parse([]byte(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) { // never fails
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			code = append(code, n.Lines().Sliced(0, n.Lines().Len())...)
		case *ast.Text:
			if n.IsRaw() {
				code = append(code, n.Segment)
			}
		}
		visit(n)
		return ast.WalkContinue, nil
	})
	return code
}

var unescaped = lazy.Regexp(`\\([[:punct:]])`)

// element returns an img element as Markdown, or in a block of HTML with its address and text
// alternative only.
func element(tag string, add func(string), names map[string]string, block bool) string {
	img := tagOf(tag)
	source, alt := attribute(img.Attr, "src"), attribute(img.Attr, "alt")
	add(source)
	to := cmp.Or(names[source], source)
	switch {
	case block:
		return fmt.Sprintf(`<img src="%s" alt="%s">`, html.EscapeString(to), html.EscapeString(alt))
	case to == source:
		to = "<" + strings.NewReplacer("<", "%3C", ">", "%3E", "\n", "").Replace(source) + ">"
	}
	return "![" + inLabel.Replace(alt) + "](" + to + ")"
}
