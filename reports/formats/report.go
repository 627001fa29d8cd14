// Package formats makes the files of reports, figures and tables, in memory.
package formats

import (
	"bytes"
	"io"
	"slices"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html"
	"github.com/puzzlelab/puzzlelab/reports/latex"
	"github.com/puzzlelab/puzzlelab/reports/markdown"
	"github.com/puzzlelab/puzzlelab/reports/pdf"
)

// Reports lists the formats of reports, Usual the ones that are written by default.
var (
	Reports = []string{"html", "pdf", "latex", "md"}
	Usual   = []string{"html", "md"}
)

// Page is the file of a report that leads to its others, by the format.
var Page = map[string]string{"html": "index.html", "pdf": "report.pdf", "latex": "report.tex", "md": "report.md"}

// Pages beside that of a report: of a study's trials, and of the code that made its items.
const (
	Trials = "trials.html"
	Code   = "code.html"
)

// WithoutCode returns the blocks without their code. A block that is code alone is left out.
func WithoutCode(blocks []reports.Block) (left []reports.Block) {
	for _, b := range blocks {
		if code, ok := b.(reports.Code); ok {
			if code.Output == "" {
				continue
			}
			code.Source = ""
			b = code
		}
		left = append(left, b.About().Made(""))
	}
	return left
}

// made is files that a writer makes.
type made []markdown.File

// WriteFile implements [markdown.Dir].
func (f *made) WriteFile(name string, data []byte) error {
	*f = append(*f, markdown.File{Name: name, Data: data})
	return nil
}

// Report returns the files of a report in formats, a PDF on paper of a size. The links are those
// of an HTML page.
func Report(r reports.Report, formats []string, paper pdf.Size, neighbours ...html.Link) ([]markdown.File, error) {
	var files made
	page := func(name string, write func(w io.Writer) error) error {
		var data bytes.Buffer
		err := write(&data)
		files = append(files, markdown.File{Name: name, Data: data.Bytes()})
		return err
	}
	code := slices.ContainsFunc(r.Blocks, func(b reports.Block) bool { return b.About().Source != "" })
	if code {
		neighbours = append(slices.Clip(neighbours), html.Link{Rel: html.Code, Title: "Code", Href: Code})
	}
	for _, format := range []string{"md", "latex", "html", "pdf"} {
		err := error(nil)
		switch {
		case !slices.Contains(formats, format):
		case format == "md":
			err = markdown.Write(r, &files)
		case format == "latex":
			err = latex.Write(r, &files, pdf.Picture)
		case format == "html":
			if code {
				err = page(Code, func(w io.Writer) error {
					return html.WriteCode(w, r, html.Link{Rel: "prev", Title: r.Title, Href: Page["html"]})
				})
			}
			if err == nil {
				err = page(Page["html"], func(w io.Writer) error { return html.Write(w, r, neighbours...) })
			}
		case format == "pdf":
			err = page(Page["pdf"], func(w io.Writer) error { return pdf.Write(w, r, paper) })
		}
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}
