package notebooks

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
	"github.com/puzzlelab/puzzlelab/reports/origin"
)

// Tags of cells. They say how a cell runs and which parts of it a report includes.
const (
	TagSkip   = "skip-execution"   // the cell does not run and keeps its outputs
	TagRaises = "raises-exception" // the cell may fail
	TagCache  = "cache"            // the outputs are cached even if they depend on something that the cache cannot check
	TagTiming = "timing"           // the cell shows measured times
	// TagInjected marks the cell that overrides the parameters of a run.
	TagInjected = "injected-parameters"

	tagRemoveCell   = "remove-cell"
	tagRemoveInput  = "remove-input"
	tagRemoveOutput = "remove-output"
)

// MetadataKey is the key of this project's data in a notebook's metadata. The data is a JSON object
// with the optional fields "id" (the report's ID) and "provenance" (an encoded reports.Provenance).
const MetadataKey = "puzzlelab"

// ReportOf makes a report from an executed notebook, without changing the notebook. It returns an
// error if an output contains an invalid block. The report shows the errors of cells that failed
// (see [Failures]). Errors and the IDs of texts identify a code cell by its In [n], and any other
// cell by the In [n] of the cell above.
//
// Front matter is YAML between lines of three hyphens at the top of the first cell, which must be a
// raw or Markdown cell. Its fields are title, author, date, abstract, keywords, url, license and
// bibliography. The bibliography consists of BibTeX or biblatex files in the notebook's folder.
// Their entries take precedence over the program's own entries. Without a title in the front
// matter, the title is the first heading, or else the file name.
//
// The report's ID comes from the metadata, or else from the title. ReportOf does not validate the
// report, because references may lead to blocks that the caller adds later.
func ReportOf(nb *nbformat.Notebook) (reports.Report, error) {
	return reportOf(nb, codeBlocks)
}

// itemCall matches a call that shows an item of a study: pruning.Item(trials, "growth").
var itemCall = lazy.Regexp(`\.Item\(\w+, "([a-z0-9-]+)"\)`)

// Shown returns the IDs of the items that a notebook shows, in order. Items are figures, tables and
// claims that a cell shows with the Item function of a study.
func Shown(nb *nbformat.Notebook) []string {
	var ids []string
	for _, c := range nb.Cells {
		if c.Type == nbformat.Code {
			for _, m := range itemCall().FindAllStringSubmatch(c.Source, -1) {
				ids = append(ids, m[1])
			}
		}
	}
	return ids
}

// Native makes the same kind of report as [ReportOf], but from a notebook that has not been
// executed. It keeps the text, and calls item for each item that the cells would show (see
// [Shown]). The report omits the cells' code and all their other output.
func Native(nb *nbformat.Notebook, item func(id string) (reports.Block, error)) (reports.Report, error) {
	return reportOf(nb, func(c *nbformat.Cell) ([]reports.Block, error) {
		var blocks []reports.Block
		for _, m := range itemCall().FindAllStringSubmatch(c.Source, -1) {
			b, err := item(m[1])
			if err != nil {
				return nil, err
			}
			blocks = append(blocks, marked(b, c.HasTag(TagTiming)))
		}
		return blocks, nil
	})
}

// reportOf makes a report from Markdown cells and from the blocks of code cells.
func reportOf(nb *nbformat.Notebook, code func(*nbformat.Cell) ([]reports.Block, error)) (reports.Report, error) {
	r := reports.Report{Images: map[string][]byte{}}
	var meta struct {
		ID         string             `json:"id"`
		Provenance reports.Provenance `json:"provenance"`
	}
	if err := nb.Metadata.Get(MetadataKey, &meta); err != nil {
		return r, fmt.Errorf("notebooks: metadata.%s: %w", MetadataKey, err)
	}
	r.ID, r.Provenance = meta.ID, meta.Provenance
	language, _ := nb.Language()
	taken := map[string]bool{}
	for i, name := range places(nb) {
		if nb.Cells[i].HasTag(tagRemoveCell) {
			continue
		}
		blocks, err := blocksOf(&r, nb, i, code)
		if err != nil {
			return r, fmt.Errorf("notebooks: %s: %w", name, err)
		}
		for _, b := range blocks {
			switch shown := b.(type) {
			case reports.Text:
				shown.ID = name
				b = shown
			case reports.Code:
				if language != "go" {
					shown.Language = language
					b = shown
				}
			case reports.Figure:
				if taken[shown.ID] && strings.HasPrefix(shown.ID, "cell-") { // for cells that share an ID or have none
					shown.ID += fmt.Sprint("-", i+1)
					b = shown
				}
				taken[shown.ID] = true
			}
			r.Blocks = append(r.Blocks, b)
		}
	}
	for _, e := range bibtex.Shipped() {
		if !slices.ContainsFunc(r.Library, func(own bibtex.Entry) bool { return own.Key == e.Key }) {
			r.Library = append(r.Library, e)
		}
	}
	if r.Title = cmp.Or(r.Title, nb.Name); r.Title == "" {
		return r, errors.New(`notebooks: the notebook has no title (want a line "# …" in its first Markdown cell, or a title in front matter)`)
	}
	r.ID = cmp.Or(r.ID, slug(r.Title))
	open(&r)
	return r, nil
}

// places returns how messages name each cell.
func places(nb *nbformat.Notebook) (names []string) {
	below := " at the top" // or the last cell with a number
	for _, c := range nb.Cells {
		name := "text" + below
		if c.Type == nbformat.Code {
			name = "code" + below
		}
		if c.ExecutionCount != nil {
			name = fmt.Sprintf("cell [%d]", *c.ExecutionCount)
			below = " below " + name
		}
		names = append(names, name)
	}
	return names
}

// mostHeadlines is the number of claims that a notebook's report shows at the top.
const mostHeadlines = 3

// open puts the first claims of a report, and the last figure above them, at the top.
func open(r *reports.Report) {
	key := ""
	for _, b := range r.Blocks {
		switch b := b.(type) {
		case reports.Figure:
			if !b.Timing && len(r.Headlines) == 0 {
				key = b.ID
			}
		case reports.Claim:
			if !b.Timing && len(r.Headlines) < mostHeadlines {
				r.Headlines, r.Key = append(r.Headlines, b.ID), key
			}
		}
	}
}

// blocksOf returns the blocks for the cell with index i.
func blocksOf(r *reports.Report, nb *nbformat.Notebook, i int, code func(*nbformat.Cell) ([]reports.Block, error)) (blocks []reports.Block, err error) {
	c := nb.Cells[i]
	source := c.Source
	if i == 0 {
		if source, err = frontMatter(r, c, nb.Beside); err != nil {
			return nil, err
		}
	}
	switch c.Type {
	case nbformat.Markdown:
		return markdownBlocks(r, c, nb.Beside, source)
	case nbformat.Code:
		return code(c)
	}
	if strings.TrimSpace(source) == "" {
		return nil, nil
	}
	var format, mime string // the names that Jupyter and nbconvert use
	_ = errors.Join(c.Metadata.Get("format", &format), c.Metadata.Get("raw_mimetype", &mime))
	if cmp.Or(mime, format) == "text/markdown" {
		return markdownBlocks(r, c, nb.Beside, source)
	}
	return []reports.Block{reports.Code{Output: source, Timing: c.HasTag(TagTiming)}}, nil
}

// SourcesSection is the title of the provenance section about a notebook. The section contains the
// digest of the cells and the parameters of the run.
const SourcesSection = "Notebook"

// AddSources adds two facts to the provenance of a notebook's report: the digest of the cells, and
// the program that makes the report. Both are known without running cells. If the cells or outputs
// have changed since the notebook was run, changed describes the change; otherwise it is "".
func AddSources(p *reports.Provenance, nb *nbformat.Notebook) (changed string) {
	sources, outputs := nb.Digest(), OutputsDigest(nb)
	if i := sectionOf(p, SourcesSection); i < 0 {
		p.Add(SourcesSection, "sources", sources)
		p.Add(SourcesSection, "run", "by a program that records nothing, as in Jupyter")
	} else if was, recorded := p.Sections[i].Value("outputs"); recorded && was != outputs {
		changed = "outputs were changed after they were recorded, as by running cells in Jupyter: where they come from is not known"
		p.Add(SourcesSection, "outputs now", outputs+": "+changed)
	} else if was, _ := p.Sections[i].Value("sources"); was != sources {
		changed = "cells were changed after they were run"
		p.Add(SourcesSection, "sources now", sources+": "+changed)
	}
	if sectionOf(p, reports.Rendered) < 0 {
		p.Sections = append(p.Sections, origin.Here())
	}
	return changed
}

// sectionOf returns the index of the section with a title, or −1 if there is none.
func sectionOf(p *reports.Provenance, title string) int {
	return slices.IndexFunc(p.Sections, func(s reports.Section) bool { return s.Title == title })
}
