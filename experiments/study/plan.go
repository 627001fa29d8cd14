package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/code"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Part is one sweep of a study: every strategy on every instance.
type Part struct {
	Instances  []experiments.Instance
	Strategies []string // as [Plan.Strategy] takes them
	Mode       experiments.Mode
	Limits     search.Limits // of every trial
	// LimitsFor, if set, returns the limits of a strategy on instances of a size, in
	// place of Limits.
	LimitsFor func(strategy string, size int) search.Limits
	Repeats   int // of every trial, unless the plan says how many; 0 means one
	// Control is the strategy that a timed part runs once more on every instance, best the
	// cheapest of them, under its name with [experiments.ControlOption]. Without it no
	// claim about the part's times is decided.
	Control string
}

// Plan is what a study runs.
type Plan struct {
	Study    string  // owns the rows
	Seed     uint64  // the root of all randomness
	Code     []fs.FS // that the rows stand for, as [puzzle.Kind] has it: rows of other code are run again
	Files    fs.FS   // of the package that declares strategies of its own; see [experiments.Sweep]
	Strategy func(name string) (puzzle.Strategy[puzzle.Instance], error)
	Check    func(inst puzzle.Instance, solution string) (cost int, err error) // see [experiments.Sweep]
	Read     func(text string) (puzzle.Instance, error)                        // makes the instance of a stored trial's text; nil if it cannot
	Parts    []Part
	Repeats  int // of every trial; 0 means those of each part
	Running
}

// Run runs the trials that are missing from the results folder of the setting
// and returns all trials of the plan. It is idempotent, resumes what was
// interrupted, and reports progress only if there is something to run.
func (p Plan) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	store, sweeps, err := p.open(setting)
	if err != nil {
		return experiments.Summary{}, err
	}
	return experiments.RunUpTo(ctx, store, progress, cmp.Or(p.MostRows, math.MaxInt), sweeps...)
}

// Stored returns the trials of the plan that are in the results folder of the
// setting, and runs none.
func (p Plan) Stored(setting experiments.Setting) (experiments.Summary, error) {
	store, sweeps, err := p.open(setting)
	if err != nil {
		return experiments.Summary{}, err
	}
	return experiments.StoredAll(store, sweeps...)
}

// Look returns how far the trials of the plan are, and reads few of them.
func (p Plan) Look(setting experiments.Setting) (experiments.State, error) {
	store, sweeps, err := p.open(setting)
	if err != nil {
		return experiments.State{}, err
	}
	return experiments.Look(store, sweeps...)
}

func (p Plan) open(setting experiments.Setting) (*experiments.Store, []experiments.Sweep, error) {
	store, err := setting.Store()
	if err != nil {
		return nil, nil, err
	}
	sweeps, err := p.Sweeps()
	return store, sweeps, err
}

// Sweeps returns the parts of the plan as sweeps.
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
		if part.LimitsFor != nil { // a control arm has the limits of what it repeats
			sweep.LimitsFor = func(strategy string, size int) search.Limits {
				return part.LimitsFor(strings.TrimSuffix(strategy, experiments.ControlOption), size)
			}
		}
		names := part.Strategies
		if part.Mode == experiments.Timed && slices.Contains(names, part.Control) {
			names = append(slices.Clip(names), part.Control+experiments.ControlOption)
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

// strategy returns the strategy of a name, which may be that of a control arm.
func (p Plan) strategy(name string) (puzzle.Strategy[puzzle.Instance], error) {
	base, _ := strings.CutSuffix(name, experiments.ControlOption)
	s, err := p.Strategy(base)
	if base != name {
		s.Name = name
	}
	return s, err
}

// Instances yields the digest, and the set, of every instance of the plan.
func (p Plan) Instances(yield func(digest, set string) bool) {
	for _, part := range p.Parts {
		for _, inst := range part.Instances {
			if !yield(experiments.Digest(inst.Text), inst.Set) {
				return
			}
		}
	}
}

// Codes returns the code of the rows of a strategy, nil if there is none of that name.
func (p Plan) Codes(strategy string) ([]string, error) {
	s, err := p.strategy(strategy)
	if err != nil {
		return nil, nil
	}
	hash, err := code.Hash(p.Code...)
	if err != nil {
		return nil, err
	}
	return experiments.Sweep{Study: p.Study, Strategies: []puzzle.Strategy[puzzle.Instance]{s}, Code: hash, Files: p.Files}.Codes()
}

// Rerun runs a stored trial once more, under its own seed and limits, and returns
// the new row without storing it. Its instance is made of its text, or, if it is
// none that can be read, found in the plan. The error is a [*ForeignError] if neither
// finds it.
func (p Plan) Rerun(ctx context.Context, row *experiments.Trial) (experiments.Trial, error) {
	foreign := func(err error) (experiments.Trial, error) { return experiments.Trial{}, &ForeignError{row.Key(), err} }
	strategy, err := p.strategy(row.Strategy)
	if err != nil {
		return foreign(err)
	}
	sweeps, err := p.Sweeps()
	if err != nil {
		return experiments.Trial{}, err
	}
	for _, s := range sweeps {
		i := slices.IndexFunc(s.Instances, func(inst experiments.Instance) bool {
			return inst.Set == row.Set && inst.Size == row.Size && inst.Index == row.Index && experiments.Digest(inst.Text) == row.Instance
		})
		if i >= 0 {
			s.Instances, s.Strategies = s.Instances[i:i+1], []puzzle.Strategy[puzzle.Instance]{strategy}
			return s.Rerun(ctx, row)
		}
	}
	if p.Read == nil || row.Text == "" {
		return foreign(errors.New("its instance is none of the study's, and the row does not hold it"))
	}
	inst, err := p.Read(row.Text)
	if err != nil {
		return foreign(err)
	}
	hash, err := code.Hash(p.Code...)
	if err != nil {
		return experiments.Trial{}, err
	}
	return experiments.Sweep{
		Study: p.Study, Seed: p.Seed, Code: hash, Files: p.Files, Check: p.Check, Strategies: []puzzle.Strategy[puzzle.Instance]{strategy},
		Instances: []experiments.Instance{{Set: row.Set, Size: row.Size, Index: row.Index, Text: row.Text, Puzzle: inst}},
	}.Rerun(ctx, row)
}

// ForeignError says why a stored trial cannot be run again by a plan.
type ForeignError struct {
	Key experiments.Key
	Err error
}

func (e *ForeignError) Error() string {
	return fmt.Sprintf("trial %s cannot be run again: %v", e.Key, e.Err)
}
func (e *ForeignError) Unwrap() error { return e.Err }

// rerun runs a trial again with the first runner that knows it.
func rerun(ctx context.Context, row *experiments.Trial, runners iter.Seq2[Runner, error]) (again experiments.Trial, err error) {
	for r, failed := range runners {
		if failed != nil {
			return again, failed
		}
		again, err = r.Rerun(ctx, row)
		if _, foreign := errors.AsType[*ForeignError](err); !foreign {
			break
		}
	}
	return again, err
}

// A Runner is something that runs trials, such as a [Plan] of any type of
// instances. The summaries and the state are of the same trials.
type Runner interface {
	// Run runs what is missing and returns all trials.
	Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error)
	// Stored returns the trials that are there and runs none.
	Stored(setting experiments.Setting) (experiments.Summary, error)
	// Look returns how far the trials are, and reads few of them.
	Look(setting experiments.Setting) (experiments.State, error)
	// Codes returns what the rows of a strategy have as their code now, nil if it knows none
	// of that name.
	Codes(strategy string) ([]string, error)
	// Rerun runs a stored trial once more and stores nothing.
	Rerun(ctx context.Context, row *experiments.Trial) (experiments.Trial, error)
	// Instances yields the digest, and the set, of every instance that is run.
	Instances(yield func(digest, set string) bool)
}

// At returns the value of a scale.
func At[T any](scale experiments.Scale, quick, standard, full T) T {
	switch scale {
	case experiments.Quick:
		return quick
	case experiments.Full:
		return full
	}
	return standard
}

// Fixed returns the Plan of a [Definition] of which nothing can be chosen.
func Fixed(p Plan) func(Choice) (Runner, error) {
	return func(c Choice) (Runner, error) {
		if !c.whole() || c.Seed != nil && *c.Seed != p.Seed {
			return nil, &ChoiceError{"", errors.New("nothing can be chosen of this study, which is run as a whole")}
		}
		plan := p
		plan.Running = c.Running
		return plan, nil
	}
}

// Plans are the plans that make up one study of several puzzles. They must be of
// the same study and share no instance.
type Plans []Runner

// Run runs the plans one after the other and returns the trials of all, sorted
// by set.
func (p Plans) Run(ctx context.Context, setting experiments.Setting, progress experiments.Progress) (experiments.Summary, error) {
	setting, err := setting.Opened()
	if err != nil {
		return experiments.Summary{}, err
	}
	stopped := false
	all, err := p.join(func(plan Runner) (experiments.Summary, error) {
		s, err := plan.Run(ctx, setting, progress)
		if err != nil && ctx.Err() != nil { // what the plans after this one miss is still to be counted
			stopped, err = true, nil
		}
		return s, err
	})
	if err == nil && stopped {
		err = fmt.Errorf("study: %q stopped with %s of %s done: %w; run it again to go on",
			all.Study, Grouped(uint64(len(all.Trials))), Plural(all.Total, "trial"), context.Cause(ctx))
	}
	return all, err
}

// Stored returns the trials of all plans that are there, sorted by set.
func (p Plans) Stored(setting experiments.Setting) (experiments.Summary, error) {
	return p.join(func(plan Runner) (experiments.Summary, error) { return plan.Stored(setting) })
}

// Look adds up the states of the plans.
func (p Plans) Look(setting experiments.Setting) (experiments.State, error) {
	all := experiments.State{Left: -1}
	for _, plan := range p {
		s, err := plan.Look(setting)
		if err != nil {
			return all, err
		}
		all.Study = s.Study
		all.Add(s)
	}
	return all, nil
}

// Rerun runs a stored trial of one of the plans once more; see [Plan.Rerun].
func (p Plans) Rerun(ctx context.Context, row *experiments.Trial) (experiments.Trial, error) {
	return rerun(ctx, row, func(yield func(Runner, error) bool) {
		for _, plan := range p {
			if !yield(plan, nil) {
				return
			}
		}
	})
}

// Instances yields those of all plans.
func (p Plans) Instances(yield func(digest, set string) bool) {
	for _, plan := range p {
		for digest, set := range plan.Instances {
			if !yield(digest, set) {
				return
			}
		}
	}
}

// join adds up the summaries of the plans, up to one that fails.
func (p Plans) join(summarize func(Runner) (experiments.Summary, error)) (experiments.Summary, error) {
	var all experiments.Summary
	for i, plan := range p {
		s, err := summarize(plan)
		if i == 0 {
			all = s
		} else {
			all.Total, all.Reused, all.Ran, all.Missing = all.Total+s.Total, all.Reused+s.Reused, all.Ran+s.Ran, all.Missing+s.Missing
			all.Trials = append(all.Trials, s.Trials...)
			all.Load.Sources = addSources(all.Load.Sources, s.Load.Sources)
		}
		if err != nil {
			return all, err
		}
	}
	slices.SortStableFunc(all.Trials, func(a, b experiments.Trial) int { return cmp.Compare(a.Set, b.Set) })
	return all, nil
}

// Codes returns what the rows of a strategy have as their code in any of the plans.
func (p Plans) Codes(strategy string) (codes []string, err error) {
	for _, plan := range p {
		more, failed := plan.Codes(strategy)
		codes, err = append(codes, more...), cmp.Or(err, failed)
	}
	return codes, err
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
