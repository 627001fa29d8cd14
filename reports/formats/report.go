// Package formats renders reports, figures and tables as files in memory.
package formats

import (
	"bytes"
	"path"
	"slices"

	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/html"
	"github.com/puzzlelab/puzzlelab/reports/latex"
	"github.com/puzzlelab/puzzlelab/reports/markdown"
	"github.com/puzzlelab/puzzlelab/reports/page"
	"github.com/puzzlelab/puzzlelab/reports/pdf"
)

// Reports lists the formats for reports. Usual lists the formats that are used by default.
var (
	Reports = []string{"html", "pdf", "latex", "md"}
	Usual   = []string{"html", "md"}
)

// Page maps each report format to the name of its main file.
var Page = map[string]string{"html": "index.html", "pdf": "report.pdf", "latex": "latex/report.tex", "md": "report.md"}

// File names of additional pages, which show the trials of a study, its instances, and the code
// that makes its figures, tables and claims.
const (
	Trials   = "trials.html"
	Explore  = "explore.html"
	Pictures = "pictures.html"
	Code     = "code.html"
)

// WithoutCode returns copies of the blocks without their source code. It omits code blocks that
// have no output.
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

// File is one file of a report, with its content.
type File = page.File

// pages returns the code page of a report, if it has one, and its main page.
func pages(r reports.Report, neighbours []html.Link) (files []File, err error) {
	var code, page bytes.Buffer
	if slices.ContainsFunc(r.Blocks, func(b reports.Block) bool { return b.About().Source != "" }) {
		neighbours = append(slices.Clip(neighbours), html.Link{Rel: html.Code, Title: "Code", Href: Code})
		if err := html.WriteCode(&code, r, html.Link{Rel: "prev", Title: r.Title, Href: Page["html"]}); err != nil {
			return nil, err
		}
		files = append(files, File{Name: Code, Data: code.Bytes()})
	}
	err = html.Write(&page, r, neighbours...)
	return append(files, File{Name: Page["html"], Data: page.Bytes()}), err
}

// Report renders a report in the given formats and returns the files. PDF files have the given
// paper size. HTML pages link to the neighboring pages.
func Report(r reports.Report, formats []string, paper pdf.Size, neighbours ...html.Link) (files []File, err error) {
	for _, format := range []string{"md", "latex", "html", "pdf"} {
		var more []File
		switch wanted := slices.Contains(formats, format); {
		case !wanted:
		case format == "md":
			more, err = markdown.Write(r)
		case format == "latex":
			more, err = latex.Write(r, pdf.Picture)
			for i := range more {
				more[i].Name = path.Dir(Page["latex"]) + "/" + more[i].Name // pdflatex writes into this folder too
			}
		case format == "html":
			more, err = pages(r, neighbours)
		case format == "pdf":
			var data bytes.Buffer
			err = pdf.Write(&data, r, paper)
			more = []File{{Name: Page["pdf"], Data: data.Bytes()}}
		}
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}
