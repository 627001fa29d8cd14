package notebooks

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
)

// Strip removes everything that running a notebook adds to it: outputs, execution counts, the cell
// with injected parameters, the times of cells, the language, and the provenance of the outputs. A
// cell tagged "skip-execution" keeps its outputs, because no run would restore them.
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

// Lasting returns a notebook's metadata without the entries that running it adds.
// [nbformat.Cell.Lasting] does the same for a cell.
func Lasting(nb *nbformat.Notebook) nbformat.Object {
	meta := maps.Clone(nb.Metadata)
	delete(meta, "language_info")
	delete(meta, "papermill")
	var own nbformat.Object
	err := meta.Get(MetadataKey, &own)
	if delete(own, "provenance"); err == nil && len(own) > 0 {
		meta.Set(MetadataKey, own)
	} else if err == nil {
		delete(meta, MetadataKey)
	}
	return meta
}

// Runs reports whether running the notebook executes the cell. It returns true for code cells that
// are not empty and not tagged "skip-execution".
func Runs(c *nbformat.Cell) bool {
	return c.Type == nbformat.Code && !c.HasTag(TagSkip) && strings.TrimSpace(c.Source) != ""
}

// CellNames returns a name for each cell of a notebook, for use in messages. A cell that runs is
// named after its number in a run from the top, which Jupyter shows in brackets. Other cells are
// named after the cell above them.
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
