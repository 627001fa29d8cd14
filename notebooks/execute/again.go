package execute

import (
	"context"

	"github.com/puzzlelab/puzzlelab/notebooks"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Again executes a copy of an executed notebook and returns the copy, whose cells
// stand where they stood. It runs with the parameters that were injected, so that
// those of the options must be empty. Errors are those of [Run].
func Again(ctx context.Context, nb *nbformat.Notebook, o Options) (*nbformat.Notebook, error) {
	again, err := nbformat.Parse(nb.Bytes())
	if err != nil {
		return nil, err
	}
	// Run takes a cell that is tagged so for one of an earlier run, and removes it.
	tags := map[*nbformat.Cell]any{}
	for _, c := range again.Cells {
		if c.HasTag(notebooks.TagInjected) {
			tags[c] = c.Metadata["tags"]
			delete(c.Metadata, "tags")
		}
	}
	_, err = Run(ctx, again, o)
	for c, of := range tags {
		c.Metadata["tags"] = of
	}
	return again, err
}
