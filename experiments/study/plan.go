package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/code"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Part is one sweep of a study: it runs each of its strategies on each of its instances.
type Part struct {
	Instances  []experiments.Instance
	Strategies []string // names of strategies, which [Plan.Strategy] looks up
	Mode       trial.Mode
	Limits     search.Limits // limits on the nodes, time and memory of every trial
	// LimitsFor returns the limits for a strategy on instances of the given size. If it is not nil,
	// Limits is ignored.
	LimitsFor func(strategy string, size int) search.Limits
	Repeats   int // number of runs of each trial if the plan does not set one; 0 means one
	// Control is the strategy that is run a second time on every instance of a timed part. The
	// second run has the strategy's name followed by [frame.ControlOption]. Choose the cheapest
	// strategy. Without a control, no claim about times in this part can be decided.
	Control string
}

// Plan lists the trials that a study runs for one puzzle.
type Plan struct {
	Study string // name of the study in stored rows
	Seed  uint64 // root seed of all random numbers
	// source of the code that produces the rows, as in [puzzle.Kind]; a row stored by any other
	// code is not reused
	Code     []fs.FS
	Files    fs.FS // embedded Go files of the study's package; needed if it declares its own strategies (see [experiments.Sweep])
	Strategy func(name string) (puzzle.Strategy[puzzle.Instance], error)
	Check    func(inst puzzle.Instance, solution string) (cost int, err error) // Check verifies a solution and returns its cost; see [experiments.Sweep].
	Read     func(text string) (puzzle.Instance, error)                        // Read makes an instance from the text in a stored trial; it may be nil.
	Parts    []Part
	Repeats  int // number of runs of every trial; 0 means the number in each part
	Running
}

// Sweeps converts the parts of the plan to sweeps, in the same order.
func (p Plan) Sweeps() ([]experiments.Sweep, error) {
	hash, err := code.Hash(p.Code...)
	if err != nil {
		return nil, err
	}
	var sweeps []experiments.Sweep
	for _, part := range p.Parts {
		sweep := experiments.Sweep{
			Study: p.Study, Instances: part.Instances, Mode: part.Mode, Limits: part.Limits,
			Seed: p.Seed, Code: hash, Files: p.Files, Check: p.Check, Repeats: cmp.Or(p.Repeats, part.Repeats),
			Workers: p.Workers, Isolate: p.Isolate, InProcess: p.InProcess, Shard: p.Shard, Only: p.Only, Fresh: p.Fresh, Retry: p.Retry,
		}
		if part.LimitsFor != nil { // a control arm has the limits of the strategy that it repeats
			sweep.LimitsFor = func(strategy string, size int) search.Limits {
				return part.LimitsFor(strings.TrimSuffix(strategy, frame.ControlOption), size)
			}
		}
		names := part.Strategies
		if part.Mode == trial.Timed && slices.Contains(names, part.Control) {
			names = append(slices.Clip(names), part.Control+frame.ControlOption)
		}
		for _, name := range names {
			strategy, err := p.strategy(name)
			if err != nil {
				return nil, err
			}
			sweep.Strategies = append(sweep.Strategies, strategy)
		}
		sweeps = append(sweeps, sweep)
	}
	return sweeps, nil
}

// strategy returns the named strategy, or the control arm with that name.
func (p Plan) strategy(name string) (puzzle.Strategy[puzzle.Instance], error) {
	base, _ := strings.CutSuffix(name, frame.ControlOption)
	s, err := p.Strategy(base)
	if base != name {
		s.Name = name
	}
	return s, err
}

// rerun runs a stored trial again for [Runner.Rerun], in one plan.
func (p Plan) rerun(ctx context.Context, row *trial.Trial) (trial.Trial, error) {
	foreign := func(err error) (trial.Trial, error) { return trial.Trial{}, &ForeignError{row.Key(), err} }
	strategy, err := p.strategy(row.Strategy)
	if err != nil {
		return foreign(err)
	}
	sweeps, err := p.Sweeps()
	if err != nil {
		return trial.Trial{}, err
	}
	for _, s := range sweeps {
		i := slices.IndexFunc(s.Instances, func(inst experiments.Instance) bool {
			return inst.Set == row.Set && inst.Size == row.Size && inst.Index == row.Index && trial.Digest(inst.Text) == row.Instance
		})
		if i >= 0 {
			s.Instances, s.Strategies = s.Instances[i:i+1], []puzzle.Strategy[puzzle.Instance]{strategy}
			return s.Rerun(ctx, row)
		}
	}
	if p.Read == nil || row.Text == "" {
		return foreign(errors.New("its instance is not part of the study, and the trial does not contain it"))
	}
	inst, err := p.Read(row.Text)
	if err != nil {
		return foreign(err)
	}
	hash, err := code.Hash(p.Code...)
	if err != nil {
		return trial.Trial{}, err
	}
	return experiments.Sweep{
		Study: p.Study, Seed: p.Seed, Code: hash, Files: p.Files, Check: p.Check, Strategies: []puzzle.Strategy[puzzle.Instance]{strategy},
		Instances: []experiments.Instance{{Set: row.Set, Size: row.Size, Index: row.Index, Text: row.Text, Puzzle: inst}},
	}.Rerun(ctx, row)
}

// ForeignError explains why a plan cannot run a stored trial again, for example because it does not
// contain the instance.
type ForeignError struct {
	Key trial.Key
	Err error
}

// Error returns a message with the trial and the reason.
func (e *ForeignError) Error() string {
	return fmt.Sprintf("trial %s cannot be run again: %v", e.Key, e.Err)
}

// Unwrap returns the underlying error, Err.
func (e *ForeignError) Unwrap() error { return e.Err }

// Runner runs the plans of one study, which has one plan for each puzzle. All plans must have the
// same study name, and no instance may be in more than one plan.
type Runner []Plan

// Run runs the trials that are missing from the results folder of the setting and returns all
// trials of the plans. After an interruption, calling Run again resumes the run without repeating
// stored trials. Run reports progress only if there is something to run.
func (r Runner) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	store, sweeps, err := r.open(setting)
	if err != nil {
		return experiments.Summary{}, err
	}
	most := math.MaxInt
	for _, plan := range r {
		most = cmp.Or(plan.MostRows, most)
	}
	return experiments.RunUpTo(ctx, store, progress, most, sweeps...)
}

// Stored returns the trials of the plans that are in the results folder of the setting. It does not
// run any trials.
func (r Runner) Stored(setting experiments.Setting) (experiments.Summary, error) {
	store, sweeps, err := r.open(setting)
	if err != nil {
		return experiments.Summary{}, err
	}
	return experiments.StoredAll(store, sweeps...)
}

// Look counts the finished and the missing trials in the plans. It uses the index of the store and
// reads only a few rows.
func (r Runner) Look(setting experiments.Setting) (experiments.State, error) {
	store, sweeps, err := r.open(setting)
	if err != nil {
		return experiments.State{}, err
	}
	return experiments.Look(store, sweeps...)
}

func (r Runner) open(setting experiments.Setting) (*store.Store, []experiments.Sweep, error) {
	kept, err := setting.Store()
	if err != nil {
		return nil, nil, err
	}
	var sweeps []experiments.Sweep
	for _, plan := range r {
		more, err := plan.Sweeps()
		if err != nil {
			return nil, nil, err
		}
		sweeps = append(sweeps, more...)
	}
	return kept, sweeps, nil
}

// Instances yields the digest of every instance in the plans, together with the name of its set.
func (r Runner) Instances(yield func(digest, set string) bool) {
	for _, plan := range r {
		for _, part := range plan.Parts {
			for _, inst := range part.Instances {
				if !yield(trial.Digest(inst.Text), inst.Set) {
					return
				}
			}
		}
	}
}

// strategies returns the names of the strategies in all parts.
func (r Runner) strategies() (all []string) {
	for _, plan := range r {
		for _, part := range plan.Parts {
			all = append(all, part.Strategies...)
		}
	}
	return all
}

// Codes returns, for each plan with a strategy of the given name, the code identifier that its new
// rows would have. It returns nil if no plan has such a strategy.
func (r Runner) Codes(strategy string) (codes []string, err error) {
	for _, plan := range r {
		s, unknown := plan.strategy(strategy)
		if unknown != nil {
			continue
		}
		hash, err := code.Hash(plan.Code...)
		if err != nil {
			return nil, err
		}
		more, err := experiments.Sweep{Study: plan.Study, Strategies: []puzzle.Strategy[puzzle.Instance]{s}, Code: hash, Files: plan.Files}.Codes()
		if err != nil {
			return nil, err
		}
		codes = append(codes, more...)
	}
	return codes, nil
}

// Rerun runs a stored trial again, with the trial's own seed and limits, and returns the new row
// without storing it. It finds the instance in the plans or makes it from the row's text. If
// neither works, it returns a [*ForeignError].
func (r Runner) Rerun(ctx context.Context, row *trial.Trial) (again trial.Trial, err error) {
	for _, plan := range r {
		again, err = plan.rerun(ctx, row)
		if _, foreign := errors.AsType[*ForeignError](err); !foreign {
			break
		}
	}
	return again, err
}

var scales = []experiments.Scale{experiments.Standard, experiments.Quick, experiments.Full}

// At returns the value for the given scale: quick, standard or full.
func At[T any](scale experiments.Scale, quick, standard, full T) T {
	switch scale {
	case experiments.Quick:
		return quick
	case experiments.Full:
		return full
	}
	return standard
}

// Fixed returns a Plan function for the [Definition] of a study that always runs as a whole. The
// function returns a [*ChoiceError] if a choice selects only a part.
func Fixed(p Plan) func(Choice) (Runner, error) {
	return func(c Choice) (Runner, error) {
		if !c.whole() || c.Seed != nil && *c.Seed != p.Seed {
			return nil, &ChoiceError{"", errors.New("this study cannot run in parts")}
		}
		plan := p
		plan.Running = c.Running
		return Runner{plan}, nil
	}
}
