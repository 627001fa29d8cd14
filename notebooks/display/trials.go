package display

import (
	"context"

	"github.com/puzzlelab/puzzlelab/notebooks/internal/sent"
)

// Trials returns the trials of a study. Use it to declare a variable that all cells of a notebook
// share:
//
//	var trials = display.Trials(pruning.Study{})
//
// The study's Run method takes an experiments.Setting and an experiments.Progress and returns an
// experiments.Summary. Trials returns the frame.Frame of this summary. All four types are type
// parameters, so that cells that do not call Trials do not link the code that runs trials.
//
// The environment determines where results are stored and at which scale trials run; see
// experiments.FromEnvironment. Every cell executes the declaration, so Trials loads stored trials
// and runs only missing ones, with a line that shows the progress. After an interrupt, finished
// trials are kept.
//
// If the environment variable PUZZLELAB_PROVENANCE names a file, Trials adds the origin of the
// trials to that file. The command "puzzlelab notebook run" sets the variable.
//
// Trials does not return errors. If an error occurs, it writes one line to standard error and ends
// the cell with exit status 1, or 130 after an interrupt.
func Trials[Setting, Progress any, Summary interface{ Frame() Frame }, Frame any](study interface {
	Run(ctx context.Context, setting Setting, progress Progress) (Summary, error)
},
) Frame {
	return sent.Trials(study, &Status{}).(Frame)
}
