// Package display is what a notebook cell calls to show things.
//
//	import (
//		"github.com/puzzlelab/puzzlelab/notebooks/display"
//		"github.com/puzzlelab/puzzlelab/plots"
//	)
//
//	%%
//	display.Show(plots.Cactus(trials, experiments.Expanded))
//	display.Show("The hardest instance is", hardest)
//
// [Show] takes figures, tables, claims, comparisons and Markdown, and prints
// everything else as fmt.Println would. A block of a report goes out as one
// bundle: the picture or HTML that a browser shows, plain text for readers
// without one, and the block itself under application/vnd.puzzlelab.…+json,
// from which a report is made of the notebook later.
//
// # Order
//
// What a program prints itself and what it displays reach GoNB on separate
// ways, and GoNB forgets displays that are under way when the program ends.
// Everything shown by this package, plain text too, takes the same way, and
// Show returns only once the kernel has it. So output comes complete and in
// the order of the calls, as long as the cell prints nothing on its own.
//
// # Outside of notebooks
//
// In a program that GoNB did not start, the same calls write plain text to
// standard output: tables aligned, figures as their caption. No files are
// written.
package display
