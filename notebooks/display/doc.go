// Package display is what a notebook cell calls to show things.
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
// [Show] takes figures, tables, claims, comparisons and Markdown, and prints
// everything else as fmt.Println would. A block of a report goes out as one
// bundle: the picture or HTML that a browser shows, plain text for readers
// without one, and the block itself under application/vnd.puzzlelab.…+json,
// from which a report is made of the notebook later.
//
// # Order
//
// Show returns only once the kernel has what it shows, and package engine passes on what the
// cell has printed before: outputs come complete and in the order of the calls. In GoNB this
// holds of what this package shows, plain text too; what a cell prints on its own comes
// sooner or later there.
//
// # Outside of notebooks
//
// In a program that no kernel started, the same calls write plain text to
// standard output: tables aligned, figures as their caption. No files are
// written.
package display
