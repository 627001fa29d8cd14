package latex

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/util"

	"github.com/puzzlelab/puzzlelab/reports/page"
)

//go:embed tags.txt
var tagsFile string

// tags are what begins and ends what is always the same.
var tags = page.Tags(tagsFile)

// sections are the headings, which begin at level two.
var sections = []string{1: "section", "section", "subsection", "subsubsection", "paragraph", "subparagraph"}

// nodes returns nodes as LaTeX.
func (w *writer) nodes(nodes []page.Node) string {
	var b strings.Builder
	for i, n := range nodes {
		tag, within := around(n), n.Nodes
		switch n.Kind {
		case page.Address:
			tag[0] = `\href{` + address(n.URL) + "}{" + Escape(n.Text) + "}"
		case page.HeadCell, page.Cell:
			if i > 0 {
				tag[0] = " & "
			}
		case page.Footnotes:
			within = nil // written where they are referred to
		case page.Note:
			tag[0], within = `\footnote{`+strings.TrimSpace(w.nodes(within))+"}", nil
		case page.Words, page.Phrase, page.Code, page.Typed:
			tag[0] += Escape(n.Text)
		case page.Formula, page.Display:
			if tag[0] = foreign.ReplaceAllStringFunc(n.Math.LaTeX(n.Kind == page.Display), func(s string) string { return `\text{` + Escape(s) + "}" }); tag[0] == "" {
				tag[0] = `\texttt{` + Escape(n.Text) + "}"
			}
		case page.Link:
			switch {
			case n.Label.Kind != "":
				tag[0], within = w.reference(n.Label), nil
			case n.URL != "" && !strings.HasPrefix(n.URL, "#"):
				tag = [2]string{`\href{` + address(n.URL) + "}{", "}"}
			}
		case page.Image:
			tag[0], within = w.image(n), nil
		}
		b.WriteString(tag[0] + w.nodes(within) + tag[1])
	}
	return b.String()
}

// foreign matches characters that TeX does not know in formulas.
var foreign = regexp.MustCompile(`[^\x00-\x7f]+`)

// around returns what begins and ends a block or a part of the frame, or what is always
// the same.
func around(n page.Node) [2]string {
	tag := tags[n.Kind]
	switch n.Kind {
	case page.Heading:
		return [2]string{`\` + sections[n.Number] + "{", "}\n"}
	case page.Listing, page.Markup:
		tag[0] = verbatim(n.Text)
	case page.Table: // whose columns share the line
		columns := len(n.Nodes[0].Nodes)
		tag[0] = fmt.Sprintf("\\begin{center}\\small\n\\begin{tabular}{@{}*{%d}{>{\\RaggedRight\\arraybackslash}p{\\dimexpr(\\linewidth-%d\\tabcolsep)/%[1]d\\relax}}@{}}\n\\toprule\n", columns, 2*columns-2)
	case page.Section:
		if n.ID == "provenance" {
			tag[0] = "\\section*{Provenance}\n"
		}
	case page.Facts:
		tag[0] = `\facts{` + Escape(n.Title) + "}\n"
	case page.Fact:
		tag[0] = `\fact{` + Escape(n.Title) + "}{" + Escape(n.Text) + "}\n"
	case page.Reference:
		tag[0] = `\bibitem{` + citeKey(n.Label.ID) + "}\n"
	}
	return tag
}

// image writes the file of an image of the report, once, and returns how it is drawn; what is
// said of it in the place of a file that cannot be read.
func (w *writer) image(n page.Node) string {
	name, data, ending := n.URL, n.Data, path.Ext(n.URL)
	var err error
	switch strings.ToLower(ending) {
	case ".svg":
		if err = errors.New("LaTeX takes no SVG"); w.pdf != nil {
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

// address escapes the address of a link.
func address(url string) string {
	return urlEscaper.Replace(string(util.URLEscape([]byte(url), false)))
}

var urlEscaper = strings.NewReplacer(`\`, `\%5C`, "{", `\%7B`, "}", `\%7D`, "%", `\%`, "#", `\#`, "&", `\&`, "_", `\_`, "^", `\%5E`, "~", `\~{}`, "$", `\$`)

// verbatim writes lines as they are, in which long ones break.
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
