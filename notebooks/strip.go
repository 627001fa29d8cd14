package notebooks

import (
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
		for _, key := range []string{"execution", "ExecuteTime", "papermill"} {
			delete(c.Metadata, key)
		}
		if !c.HasTag(TagSkip) {
			c.Outputs, c.ExecutionCount = nil, nil
		}
	}
	delete(nb.Metadata, "language_info")
	delete(nb.Metadata, "papermill")
	var own nbformat.Object
	if nb.Metadata.Get(MetadataKey, &own) != nil {
		return
	}
	if delete(own, "provenance"); len(own) > 0 {
		nb.Metadata.Set(MetadataKey, own)
	} else {
		delete(nb.Metadata, MetadataKey)
	}
}
