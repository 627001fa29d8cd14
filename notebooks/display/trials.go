package display

import (
	"context"
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments"
)

// A Study runs what is missing of its trials and returns all of them. The
// studies below package experiments are such.
type Study interface {
	Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error)
}

// Trials returns the trials of a study, for the declaration that the cells of a
// notebook share:
//
//	var trials = display.Trials(pruning.Study{})
//
// Where results are kept and how much is run comes from the environment; see
// [experiments.FromEnvironment]. The declaration is executed in every cell, so
// what is stored is only loaded; a line tells the progress while something is
// run. An error ends the cell: Trials panics with it.
func Trials(s Study) []experiments.Trial {
	setting, err := experiments.FromEnvironment()
	if err != nil {
		panic(err)
	}
	var line Status
	summary, err := s.Run(context.Background(), setting, experiments.ProgressFunc(func(s experiments.Status) {
		line.Set(s.String())
	}))
	if err != nil {
		panic(err)
	}
	line.Done(fmt.Sprintf("%s: %d trials, %d of them run now", summary.Study, summary.Total, summary.Ran))
	return summary.Trials
}
