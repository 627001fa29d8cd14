package sliding

import (
	"context"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// Part is one sweep of a study: every strategy on every instance.
type Part struct {
	Instances  []experiments.Instance[tiles.Board]
	Strategies []string // as [Plan.Strategy] takes them
	Mode       experiments.Mode
	Limits     search.Limits // of every trial
}

// Plan is what a study of boards runs.
type Plan struct {
	Study    string // owns the rows
	Seed     uint64 // the root of all randomness
	Code     func() (string, error)
	Strategy func(name string) (experiments.Strategy[tiles.Board], error)
	Parts    []Part
}

// Run runs the trials that are missing from the results folder of the setting
// and returns all trials of the plan. It is idempotent, resumes what was
// interrupted, and reports progress only if there is something to run.
func (p Plan) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	fail := func(err error) (experiments.Summary, error) { return experiments.Summary{Study: p.Study}, err }
	store, err := experiments.Open(setting.Root)
	if err != nil {
		return fail(err)
	}
	code, err := p.Code()
	if err != nil {
		return fail(err)
	}
	var sweeps []experiments.Sweep[tiles.Board]
	for _, part := range p.Parts {
		sweep := experiments.Sweep[tiles.Board]{
			Study: p.Study, Instances: part.Instances, Mode: part.Mode, Limits: part.Limits, Seed: p.Seed, Code: code,
		}
		for _, name := range part.Strategies {
			strategy, err := p.Strategy(name)
			if err != nil {
				return fail(err)
			}
			sweep.Strategies = append(sweep.Strategies, strategy)
		}
		sweeps = append(sweeps, sweep)
	}
	return experiments.RunAll(ctx, store, progress, sweeps...)
}
