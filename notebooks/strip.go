package notebooks

import (
	"maps"
	"slices"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Strip removes from a notebook what running it put there: outputs, execution
// counts, the cell of injected parameters, the times of cells, the language, and
// where the outputs come from. A cell tagged "skip-execution" keeps its outputs,
// which no run makes again.
func Strip(nb *nbformat.Notebook) {
	nb.Cells = slices.DeleteFunc(nb.Cells, func(c *nbformat.Cell) bool { return c.HasTag(TagInjected) })
	for _, c := range nb.Cells {
		c.Metadata = c.Lasting()
		if !c.HasTag(TagSkip) {
			c.Outputs, c.ExecutionCount = nil, nil
		}
	}
	nb.Metadata = Lasting(nb)
}

// Lasting returns the metadata of a notebook without what running it put there; for cells
// there is [nbformat.Cell.Lasting].
func Lasting(nb *nbformat.Notebook) nbformat.Object {
	meta := maps.Clone(nb.Metadata)
	delete(meta, "language_info")
	delete(meta, "papermill")
	var own nbformat.Object
	if meta.Get(MetadataKey, &own) != nil {
		return meta
	}
	if delete(own, "provenance"); len(own) > 0 {
		meta.Set(MetadataKey, own)
	} else {
		delete(meta, MetadataKey)
	}
	return meta
}
