package latex

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark/util"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/reports/page"
)

//go:embed tags.txt
var tagsFile string

// tags holds the text before and after each kind of node.
var tags = page.Tags(tagsFile)

// sections lists the heading commands; headings begin at level two.
var sections = []string{1: "section", "section", "subsection", "subsubsection", "paragraph", "subparagraph"}

// nodes returns nodes as LaTeX.
func (w *writer) nodes(nodes []page.Node) string {
	var b strings.Builder
	for i, n := range nodes {
		kind, within := n.Kind, n.Nodes
		switch {
		case kind == page.Section && n.ID == "provenance":
			kind = "Provenance"
		case kind == page.Link && n.Label.Kind != "":
			kind, within = "Inside", nil
		case kind == page.Link && n.URL != "" && !strings.HasPrefix(n.URL, "#"):
			kind = "Outside"
		case slices.Contains([]page.Kind{page.Footnotes, page.Note, page.Image}, kind): // notes are written at the places that refer to them
			within = nil
		case i > 0 && slices.Contains([]page.Kind{page.HeadCell, page.Cell}, kind):
			b.WriteString(" & ")
		}
		value := func(name string) string { return w.value(n, name) }
		inside := w.nodes(within)
		if strings.HasPrefix(inside, "[") && (kind == page.Item || kind == page.Row) {
			inside = "{}" + inside // so that it is not taken for an option of \item or \\
		}
		b.WriteString(os.Expand(tags[kind][0], value) + inside + os.Expand(tags[kind][1], value))
	}
	return b.String()
}

// foreign matches characters that TeX does not support in formulas.
var foreign = lazy.Regexp(`[^\x00-\x7f]+`)

// value returns the value of a name in tags.txt.
func (w *writer) value(n page.Node, name string) string {
	switch name {
	case "Title":
		return Escape(n.Title)
	case "Heading":
		return sections[n.Number]
	case "Lines":
		return verbatim(n.Text)
	case "Columns": // columns share the width of the line
		return fmt.Sprint(len(n.Nodes[0].Nodes))
	case "Gaps":
		return fmt.Sprint(2*len(n.Nodes[0].Nodes) - 2)
	case "Key":
		return citeKey(n.Label.ID)
	case "Reference":
		return w.reference(n.Label)
	case "Address":
		return address(n.URL)
	case "Note":
		return strings.TrimSpace(w.nodes(n.Nodes))
	case "Image":
		return w.image(n)
	case "Formula":
		if tex := n.Math.LaTeX(n.Kind == page.Display); tex != "" {
			if !n.Math.Read() {
				w.unknown = append(w.unknown, command().FindAllString(tex, -1)...)
			}
			return foreign().ReplaceAllStringFunc(tex, func(s string) string { return `\text{` + Escape(s) + "}" })
		}
		return `\texttt{` + Escape(n.Text) + "}"
	}
	return Escape(n.Text)
}

// image writes the file of an image of the report once, and returns the LaTeX that shows it. If the
// file cannot be read, it returns the image's text alternative.
func (w *writer) image(n page.Node) string {
	name, data, ending := n.URL, n.Data, path.Ext(n.URL)
	var err error
	switch strings.ToLower(ending) {
	case ".svg":
		if err = errors.New("LaTeX does not support SVG"); w.pdf != nil {
			data, err = w.draw(data)
		}
		name = strings.TrimSuffix(name, ending) + ".pdf"
	case ".gif":
		data, err = page.PNG(data)
		name += ".png"
	}
	if err != nil || data == nil {
		return Escape(cmp.Or(page.PlainText(n.Nodes), n.URL[:min(len(n.URL), 80)]))
	}
	if !w.shown[name] {
		w.shown[name] = true
		w.file(name, data)
	}
	return `\drawing{` + name + "}"
}

// address escapes the address of a link for LaTeX.
func address(url string) string {
	return urlEscaper.Replace(string(util.URLEscape([]byte(url), false)))
}

var urlEscaper = strings.NewReplacer(`\`, `\%5C`, "{", `\%7B`, "}", `\%7D`, "%", `\%`, "#", `\#`, "&", `\&`, "_", `\_`, "^", `\%5E`, "~", `\~{}`, "$", `\$`)

// verbatim writes lines unchanged, except that long ones break.
func verbatim(lines string) string {
	var b strings.Builder
	b.WriteString("\\begin{listing}\n")
	for line := range strings.SplitSeq(strings.TrimRight(lines, "\n"), "\n") {
		line = Escape(strings.ReplaceAll(line, "\t", "    "))
		b.WriteString(`\listed{` + strings.ReplaceAll(line, "  ", `~~`) + "}\n")
	}
	b.WriteString("\\end{listing}\n\n")
	return b.String()
}

// command matches a command of TeX.
var command = lazy.Regexp(`\\[A-Za-z]+`)
