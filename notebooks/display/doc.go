// Package display shows values in notebook cells.
//
//	import (
//		"github.com/puzzlelab/puzzlelab/notebooks/display"
//		"github.com/puzzlelab/puzzlelab/plots"
//	)
//
//	%%
//	display.Show(plots.Cactus(trials, trial.Expanded))
//	display.Show("The hardest instance is", hardest)
//
// [Show] shows figures, tables, claims, comparisons and Markdown, and prints everything else as
// fmt.Println would. It sends a report's block in several forms at once: the picture or HTML for a
// browser, plain text for readers without a browser, and the block itself as
// application/vnd.puzzlelab.…+json. The notebook's report is later made from this last form.
//
// # Order
//
// Show returns only when the kernel has received everything. Package engine first passes on the
// text that the cell has printed so far. Outputs are therefore complete and in the order of the
// calls. In GoNB, this is true for everything shown with this package, including plain text, but
// not for text printed by other means.
//
// # Outside notebooks
//
// In a program that was not started by a kernel, the same calls write plain text to standard
// output: tables with aligned columns, and the captions of figures. They write no files.
package display
