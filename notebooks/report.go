package notebooks

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/bibtex"
	"github.com/puzzlelab/puzzlelab/reports/origin"
)

// The tags that decide what of a cell reaches the report.
const (
	TagSkip   = "skip-execution"   // the cell is not run and keeps its outputs
	TagRaises = "raises-exception" // the cell may fail
	TagCache  = "cache"            // what it shows is remembered, whatever it uses
	TagTiming = "timing"           // the cell shows measured times
	// TagInjected marks the cell that holds the parameters of a run.
	TagInjected = "injected-parameters"

	tagRemoveCell   = "remove-cell"
	tagRemoveInput  = "remove-input"
	tagRemoveOutput = "remove-output"
)

// MetadataKey is the key in a notebook's metadata under which this project
// keeps its own: an object with the optional fields "id" (the report's ID) and
// "provenance" (as reports.Provenance encodes).
const MetadataKey = "puzzlelab"

// ReportOf makes a report of an executed notebook. It fails on cells that failed and on blocks it cannot read; errors name the
// cell by its In [n] or that of the cell above, and so do the IDs of texts. The notebook stays as it is.
//
// The title and more may stand in front matter, YAML between lines of three hyphens at
// the top of the first cell, which is a raw or Markdown cell: title, author, date,
// abstract, keywords, url, license, bibliography (BibTeX or biblatex files beside the notebook, whose entries are
// found before those that ship). Without a title there, it is the first heading, else the
// name of the file.
//
// The report's ID is that of the metadata, else it is made of the title. The
// report is not validated: references may lead to blocks the caller adds.
func ReportOf(nb *nbformat.Notebook) (reports.Report, error) {
	return reportOf(nb, codeBlocks)
}

// itemCall matches what a cell shows of a study: pruning.Item(trials, "growth").
var itemCall = regexp.MustCompile(`\.Item\(\w+, "([a-z0-9-]+)"\)`)

// Shown returns the IDs of the items that the cells of a notebook show by calling
// the function Item of a study, in the order of the calls.
func Shown(nb *nbformat.Notebook) []string {
	var ids []string
	for _, c := range nb.Cells {
		if c.Type == nbformat.Code {
			for _, m := range itemCall.FindAllStringSubmatch(c.Source, -1) {
				ids = append(ids, m[1])
			}
		}
	}
	return ids
}

// Native makes the report that [ReportOf] makes of the executed notebook, without
// executing a cell: with the same text, and the items that its cells show ([Shown]),
// which the caller makes. It has none of the cells' own code and output.
func Native(nb *nbformat.Notebook, item func(id string) (reports.Block, error)) (reports.Report, error) {
	return reportOf(nb, func(c *nbformat.Cell) ([]reports.Block, error) {
		var blocks []reports.Block
		for _, m := range itemCall.FindAllStringSubmatch(c.Source, -1) {
			b, err := item(m[1])
			if err != nil {
				return nil, err
			}
			blocks = append(blocks, marked(b, c.HasTag(TagTiming)))
		}
		return blocks, nil
	})
}

// reportOf makes a report of Markdown cells and of the blocks of code cells.
func reportOf(nb *nbformat.Notebook, code func(*nbformat.Cell) ([]reports.Block, error)) (reports.Report, error) {
	var r reports.Report
	var meta struct {
		ID         string             `json:"id"`
		Provenance reports.Provenance `json:"provenance"`
	}
	if err := nb.Metadata.Get(MetadataKey, &meta); err != nil {
		return r, fmt.Errorf("notebooks: metadata.%s: %w", MetadataKey, err)
	}
	r.ID, r.Provenance = meta.ID, meta.Provenance
	taken := map[string]bool{}
	below := " at the top" // or the last cell that has a number
	for i, c := range nb.Cells {
		name := "text" + below
		if c.Type == nbformat.Code {
			name = "code" + below
		}
		if c.ExecutionCount != nil {
			name = fmt.Sprintf("cell [%d]", *c.ExecutionCount)
			below = " below " + name
		}
		if c.HasTag(tagRemoveCell) {
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
			case reports.Figure:
				if taken[shown.ID] && strings.HasPrefix(shown.ID, "cell-") { // of cells that share an ID, or have none
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

// mostHeadlines is the number of claims that a report of a notebook shows on top.
const mostHeadlines = 3

// open puts on top of a report its first claims, and the last figure above them.
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

// blocksOf returns the blocks of the cell of that index.
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
	var format, mime string // as Jupyter and nbconvert have them
	_ = errors.Join(c.Metadata.Get("format", &format), c.Metadata.Get("raw_mimetype", &mime))
	if cmp.Or(mime, format) == "text/markdown" {
		return markdownBlocks(r, c, nb.Beside, source)
	}
	return []reports.Block{reports.Code{Output: source, Timing: c.HasTag(TagTiming)}}, nil
}

// SourcesSection is the title of the section of a notebook's provenance that
// identifies its cells, by their digest, and names the parameters they ran with.
const SourcesSection = "Notebook"

// AddSources adds to the provenance of a notebook's report what is known without
// running its cells: their digest, and who makes the report. If the notebook is not as
// it was when it was run, changed says how.
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

// sectionOf returns the index of the section of that title, -1 if there is none.
func sectionOf(p *reports.Provenance, title string) int {
	return slices.IndexFunc(p.Sections, func(s reports.Section) bool { return s.Title == title })
}
