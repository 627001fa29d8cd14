package study

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Part is one sweep of a study: every strategy on every instance.
type Part[I any] struct {
	Instances  []experiments.Instance[I]
	Strategies []string // as [Plan.Strategy] takes them
	Mode       experiments.Mode
	Limits     search.Limits // of every trial
}

// Plan is what a study runs on instances of type I.
type Plan[I any] struct {
	Study    string // owns the rows
	Seed     uint64 // the root of all randomness
	Code     func() (string, error)
	Strategy func(name string) (experiments.Strategy[I], error)
	Parts    []Part[I]
}

// Run runs the trials that are missing from the results folder of the setting
// and returns all trials of the plan. It is idempotent, resumes what was
// interrupted, and reports progress only if there is something to run.
func (p Plan[I]) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	fail := func(err error) (experiments.Summary, error) { return experiments.Summary{Study: p.Study}, err }
	store, err := experiments.Open(setting.Root)
	if err != nil {
		return fail(err)
	}
	sweeps, err := p.Sweeps()
	if err != nil {
		return fail(err)
	}
	return experiments.RunAll(ctx, store, progress, sweeps...)
}

// Sweeps returns the parts of the plan as sweeps.
func (p Plan[I]) Sweeps() ([]experiments.Sweep[I], error) {
	code, err := p.Code()
	if err != nil {
		return nil, err
	}
	var sweeps []experiments.Sweep[I]
	for _, part := range p.Parts {
		sweep := experiments.Sweep[I]{
			Study: p.Study, Instances: part.Instances, Mode: part.Mode, Limits: part.Limits, Seed: p.Seed, Code: code,
		}
		for _, name := range part.Strategies {
			strategy, err := p.Strategy(name)
			if err != nil {
				return nil, err
			}
			sweep.Strategies = append(sweep.Strategies, strategy)
		}
		sweeps = append(sweeps, sweep)
	}
	return sweeps, nil
}

// Runner is a plan of any type of instances.
type Runner interface {
	Run(context.Context, experiments.Setting, experiments.Progress) (experiments.Summary, error)
}

// RunAll runs the plans that make up one study of several puzzles, one after
// the other, and returns the trials of all, sorted by set. The plans must be of
// the same study and share no instance.
func RunAll(ctx context.Context, setting experiments.Setting, progress experiments.Progress, plans ...Runner) (experiments.Summary, error) {
	var all experiments.Summary
	var stopped error
	for i, plan := range plans {
		s, err := plan.Run(ctx, setting, progress)
		if i == 0 {
			all = s
		} else {
			all.Total, all.Reused, all.Ran, all.Missing = all.Total+s.Total, all.Reused+s.Reused, all.Ran+s.Ran, all.Missing+s.Missing
			all.Trials = append(all.Trials, s.Trials...)
			all.Load.Sources = addSources(all.Load.Sources, s.Load.Sources)
		}
		switch {
		case err != nil && ctx.Err() == nil:
			return all, err
		case err != nil: // what the plans after this one miss is still to be counted
			stopped = context.Cause(ctx)
		}
	}
	slices.SortStableFunc(all.Trials, func(a, b experiments.Trial) int { return cmp.Compare(a.Set, b.Set) })
	if stopped != nil {
		return all, fmt.Errorf("study: %q stopped with %s of %s trials done: %w; run it again to go on",
			all.Study, Grouped(uint64(len(all.Trials))), Grouped(uint64(all.Total)), stopped)
	}
	return all, nil
}

// addSources joins the segments that the rows of two plans came from.
func addSources(a, b []experiments.Source) []experiments.Source {
	a = slices.Clone(a)
	for _, s := range b {
		if i := slices.IndexFunc(a, func(t experiments.Source) bool { return t.Segment == s.Segment }); i >= 0 {
			a[i].Rows += s.Rows
		} else {
			a = append(a, s)
		}
	}
	return a
}
