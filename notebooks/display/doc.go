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
// [Show] takes figures, tables, claims, comparisons and Markdown, and prints everything else as
// fmt.Println would. It sends a block of a report in several forms at once: the picture or HTML
// that a browser shows, plain text for readers without one, and the block itself as
// application/vnd.puzzlelab.…+json. A report of the notebook is later made from this last form.
//
// # Order
//
// Show returns only when the kernel has received everything. Package engine first passes on what
// the cell has printed before. So outputs are complete and in the order of the calls. In GoNB this
// is true for everything that this package shows, including plain text, but not for what a cell
// prints itself.
//
// # Outside notebooks
//
// In a program that was not started by a kernel, the same calls write plain text to standard
// output: tables with aligned columns, and figures as their captions. They write no files.
package display
