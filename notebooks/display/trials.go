package display

import (
	"context"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/sent"
)

// Trials returns the trials of a study, for the declaration that the cells of a
// notebook share:
//
//	var trials = display.Trials(pruning.Study{})
//
// The arguments of Run are an experiments.Setting and an experiments.Progress, and it returns an
// experiments.Summary, so that Trials returns a frame.Frame. They are type parameters because a
// cell that only shows something then does not link what runs trials.
//
// Where results are kept and how much is run comes from the environment; see
// experiments.FromEnvironment. The declaration is executed in every cell, so
// what is stored is only loaded; a line shows the progress while something is
// run. Interrupting the kernel keeps what has finished.
//
// If the variable PUZZLELAB_PROVENANCE is set, as by the command "puzzlelab notebook
// run", where the trials come from is added to that file.
//
// There is nobody to return an error to. It is written to standard error, in a
// line, and ends the cell with exit status 1, or 130 after an interrupt.
func Trials[Setting, Progress any, Summary interface{ Frame() Frame }, Frame any](study interface {
	Run(ctx context.Context, setting Setting, progress Progress) (Summary, error)
},
) Frame {
	return sent.Trials(study, &Status{}).(Frame)
}
