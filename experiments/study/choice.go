package study

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Choice is what to run of a study. The zero value is the whole study at its
// standard scale. All fields but the first two change the part of the study
// that they make sense for, which then is all that is run.
type Choice struct {
	Scale experiments.Scale // "" means Standard
	Running

	Puzzle string // of a study of several, the only one to run; "" means all

	// Instances are read from Files, of which "-" is Stdin, in Format, by default
	// the puzzle's first; or drawn.
	Files  []string
	Stdin  io.Reader
	Format string

	Family     string        // or published set, with its options; "" means the study's own
	Sizes      []string      // as the puzzle reads them; none means the study's own
	Instances  int           // of each size; 0 means the study's own number
	Strategies []string      // names; none means the study's own
	Commands   []Command     // programs that run besides
	Seed       *uint64       // the root of all randomness; nil means the study's own. By itself it chooses other instances for the whole study
	Repeats    int           // of each trial; 0 means the study's own number
	Limits     search.Limits // of each trial; those that are 0 are the study's own, see NoLimit
}

// Running says which trials are run and how, whatever they are of; see
// [experiments.Sweep]. The zero value runs all that are missing.
type Running struct {
	Workers   int // trials at a time; 0 means one per core
	Isolate   *trial.Isolation
	InProcess bool
	Shard     store.Shard
	Only      func(trial.Key) bool
	Fresh     bool
	Retry     bool
	MostRows  int // beyond which rows stay in the store; see [experiments.RunUpTo]; 0 means no limit
}

// NoLimit in the Limits of a [Choice] lifts a limit that the study has: the nodes,
// bytes or time are then those that a trial takes.
const NoLimit = math.MaxInt64

// whole reports whether the study is run as published, with its own or another root seed.
func (c *Choice) whole() bool {
	return len(c.Files)+len(c.Sizes)+len(c.Strategies)+len(c.Commands)+c.Instances+c.Repeats == 0 &&
		c.Puzzle+c.Format+c.Family == "" && c.Limits == search.Limits{}
}

// check reports fields that make no sense together or alone.
func (c *Choice) check() error {
	for field, n := range map[string]int{"instances": c.Instances, "repeats": c.Repeats, "workers": c.Workers} {
		if n < 0 {
			return &ChoiceError{field, fmt.Errorf("%d is too small (want 1 or more)", n)}
		}
	}
	switch {
	case len(c.Files) == 0 && c.Format != "":
		return &ChoiceError{"format", errors.New("there are no files to read")}
	case len(c.Files) == 0:
	case c.Family != "":
		return &ChoiceError{"family", errors.New("the instances are those of the files")}
	case len(c.Sizes) > 0:
		return &ChoiceError{"sizes", errors.New("the instances of the files have their own sizes")}
	case c.Instances > 0:
		return &ChoiceError{"instances", errors.New("all instances of the files are run")}
	}
	return nil
}

// ChoiceError is what is wrong with a [Choice].
type ChoiceError struct {
	Field string // its name in lower case; "" for all of them
	Err   error
}

func (e *ChoiceError) Error() string {
	if e.Field == "" {
		return e.Err.Error()
	}
	return e.Field + ": " + e.Err.Error()
}

func (e *ChoiceError) Unwrap() error { return e.Err }

// Choose returns what a choice runs. The error is a [*ChoiceError], or about the
// files of instances.
func (d Definition) Choose(c Choice) (Runner, error) {
	var names []string
	for _, word := range c.Strategies {
		name, err := d.canonical(word)
		if err != nil {
			return nil, &ChoiceError{"strategies", err}
		}
		names = append(names, name)
	}
	c.Sizes, c.Strategies = once(c.Sizes), once(names)
	if err := c.check(); err != nil {
		return nil, err
	}
	r, err := d.Plan(c)
	if err == nil && len(c.Commands) > 0 && !slices.Contains(r.strategies(), c.Commands[0].Name) {
		err = &ChoiceError{"command", fmt.Errorf("study %q runs no other programs", d.Name)}
	}
	return r, err
}

// once returns the values without repetitions, in their order.
func once[T comparable](values []T) []T {
	var distinct []T
	for _, v := range values {
		if !slices.Contains(distinct, v) {
			distinct = append(distinct, v)
		}
	}
	return distinct
}

// SplitStrategies splits a list of strategies at its commas, except those that
// begin an option: "pruning,literal,contraction" is two names. The names are
// canonical. The error is a [*ChoiceError].
func (d Definition) SplitStrategies(list string) ([]string, error) {
	var names []string
	for word := range strings.SplitSeq(list, ",") {
		name, err := d.canonical(word)
		if last := len(names) - 1; err != nil && last >= 0 {
			if joined, err := d.canonical(names[last] + "," + word); err == nil {
				names[last] = joined
				continue
			}
		}
		if err != nil {
			return nil, &ChoiceError{"strategies", fmt.Errorf("%q: %w", list, err)}
		}
		names = append(names, name)
	}
	return names, nil
}

func (d Definition) canonical(name string) (string, error) {
	if d.Canonical == nil {
		return name, nil
	}
	return d.Canonical(name)
}

// Canonical returns the [Definition.Canonical] of a study's strategies.
func Canonical(strategy func(name string) (puzzle.Strategy[puzzle.Instance], error)) func(string) (string, error) {
	return func(name string) (string, error) {
		s, err := strategy(name)
		return s.Name, err
	}
}

// Parameters are a [Choice] as the parameters of a notebook make it.
type Parameters struct {
	Sizes      []int    // of the instances, in the puzzle's unit; none means the study's own
	Strategies []string // names; none means the study's own
	Instances  int      // of each size; 0 means the study's own number
	Nodes      uint64   // limit on the nodes expanded by each trial; 0 means the study's own, [NoLimit] none
}

// Choice returns the choice of a scale.
func (p Parameters) Choice(scale experiments.Scale) Choice {
	c := Choice{Scale: scale, Strategies: p.Strategies, Instances: p.Instances, Limits: search.Limits{Expanded: p.Nodes}}
	for _, n := range p.Sizes {
		c.Sizes = append(c.Sizes, strconv.Itoa(n))
	}
	return c
}

// Lift makes of the limits that are given as 0 those that lift the study's own: nodes, time
// and memory, as flags call them.
func Lift(l search.Limits, given func(name string) bool) search.Limits {
	if given("nodes") {
		l.Expanded = cmp.Or(l.Expanded, NoLimit)
	}
	if given("time") {
		l.Time = cmp.Or(l.Time, NoLimit)
	}
	if given("memory") {
		l.Bytes = cmp.Or(l.Bytes, NoLimit)
	}
	return l
}

// Override returns the limits with those of asked that are not 0 in their place, of which
// [NoLimit] is none.
func Override(limits, asked search.Limits) search.Limits {
	return search.Limits{
		Expanded: limit(asked.Expanded, limits.Expanded), Stored: limit(asked.Stored, limits.Stored),
		Bytes: limit(asked.Bytes, limits.Bytes), Time: limit(asked.Time, limits.Time),
	}
}

func limit[T uint64 | time.Duration](asked, own T) T {
	switch asked {
	case 0:
		return own
	case NoLimit:
		return 0
	}
	return asked
}
