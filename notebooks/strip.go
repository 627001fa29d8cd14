package notebooks

import (
	"fmt"
	"maps"
	"slices"
	"strings"

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

// Runs reports whether a cell is executed: code that is not empty or tagged "skip-execution".
func Runs(c *nbformat.Cell) bool {
	return c.Type == nbformat.Code && !c.HasTag(TagSkip) && strings.TrimSpace(c.Source) != ""
}

// CellNames returns what messages call the cells of a notebook. Cells that run are numbered as a run from the top
// numbers them, and as Jupyter shows it in brackets; others are called by the one above.
func CellNames(nb *nbformat.Notebook) (names []string) {
	number, below := 0, " at the top"
	for _, c := range nb.Cells {
		switch {
		case Runs(c):
			number++
			names = append(names, fmt.Sprintf("cell %d", number))
			below = " below " + names[len(names)-1]
		case c.Type == nbformat.Code:
			names = append(names, "code"+below)
		default:
			names = append(names, "text"+below)
		}
	}
	return names
}
