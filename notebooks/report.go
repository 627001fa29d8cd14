package notebooks

import (
	"errors"
	"fmt"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/reports"
)

// The tags that decide what of a cell reaches the report.
const (
	TagSkip   = "skip-execution"   // the cell is not run and keeps its outputs
	TagRaises = "raises-exception" // the cell may fail

	tagTiming       = "timing"
	tagRemoveCell   = "remove-cell"
	tagRemoveInput  = "remove-input"
	tagRemoveOutput = "remove-output"
)

// MetadataKey is the key in a notebook's metadata under which this project
// keeps its own: an object with the optional fields "id" (the report's ID) and
// "provenance" (as reports.Provenance encodes).
const MetadataKey = "puzzlelab"

// ReportOf makes a report of an executed notebook. It fails on cells that were
// not executed or that failed, and on blocks it cannot read; errors name the
// cell by its In [n] or its position, and so do the IDs of texts. The notebook stays as it is.
//
// The report's ID is that of the metadata, else it is made of the title. The
// report is not validated: references may lead to blocks the caller adds.
func ReportOf(nb *nbformat.Notebook) (reports.Report, error) {
	var r reports.Report
	var meta struct {
		ID         string             `json:"id"`
		Provenance reports.Provenance `json:"provenance"`
	}
	if err := nb.Metadata.Get(MetadataKey, &meta); err != nil {
		return r, fmt.Errorf("notebooks: metadata.%s: %w", MetadataKey, err)
	}
	r.ID, r.Provenance = meta.ID, meta.Provenance
	below := "" // the last cell that has a number
	for i, c := range nb.Cells {
		name := fmt.Sprintf("cell %d of the notebook%s", i+1, below)
		if c.ExecutionCount != nil {
			name = fmt.Sprintf("cell [%d]", *c.ExecutionCount)
			below = ", below " + name
		}
		if c.HasTag(tagRemoveCell) {
			continue
		}
		var blocks []reports.Block
		var err error
		switch c.Type {
		case nbformat.Markdown:
			blocks, err = markdownBlocks(&r, c)
		case nbformat.Code:
			blocks, err = codeBlocks(c)
		}
		if err != nil {
			return r, fmt.Errorf("notebooks: %s: %w", name, err)
		}
		for _, b := range blocks {
			if text, ok := b.(reports.Text); ok {
				text.ID = name
				b = text
			}
			r.Blocks = append(r.Blocks, b)
		}
	}
	if r.Title == "" {
		return r, errors.New(`notebooks: the notebook has no title (want a line "# …" in its first Markdown cell)`)
	}
	if r.ID == "" {
		r.ID = slug(r.Title)
	}
	return r, nil
}
