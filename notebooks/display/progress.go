package display

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/internal/digits"
)

// Progress returns a progress for sweeps: one line, rewritten while trials
// run. What stays says how many were run, not how fast, so that it is the
// same on every machine. A sweep that finds everything in its store shows
// nothing.
//
//	trials, err := sweep.Run(ctx, store, display.Progress())
func Progress() experiments.Progress { return &sweepProgress{} }

type sweepProgress struct{ line Status }

// Update implements [experiments.Progress].
func (p *sweepProgress) Update(s experiments.Status) {
	if !s.Final {
		p.line.Set(s.String())
		return
	}
	text := fmt.Sprintf("%s: %d of %s run", s.Study, s.Done, digits.Plural(s.Total, "trial", ""))
	if s.Failed > 0 {
		text += fmt.Sprintf(", %d failed", s.Failed)
	}
	p.line.Done(text)
}
