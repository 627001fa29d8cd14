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

// Choice selects the part of a study to run. The zero value selects the whole study at its standard
// scale. If a field other than Scale, Seed and Running is set, the study runs only the part to
// which the field applies.
type Choice struct {
	Scale experiments.Scale // scale, which determines how much of the study to run; "" means Standard
	Running

	Puzzle string // name of the only puzzle to run, in a study of several puzzles; "" means all

	// Files lists files with instances; "-" means Stdin. Format is the format of these files; ""
	// means the puzzle's first format. Without Files, the instances are generated.
	Files  []string
	Stdin  io.Reader
	Format string
	// Say, if not nil, is called for each assumption that the program makes while it reads a file.
	Say func(file, note string)

	Family     string    // name of an instance family with its options, or of a published set; "" means the study's default
	Sizes      []string  // sizes in the puzzle's notation; empty means the study's sizes
	Instances  int       // number of instances per size; 0 means the number in the study
	Strategies []string  // names of strategies; empty means the study's strategies
	Commands   []Command // external programs that run as additional strategies
	// root seed of all random numbers; nil means the study's seed. A different seed gives different
	// instances
	Seed    *uint64
	Repeats int           // number of runs of each trial; 0 means the number in the study
	Limits  search.Limits // limits on the nodes, time and memory of each trial; 0 means the study's limit, and [NoLimit] means none
}

// Running specifies which of the selected trials to run, and how. Its fields have the same meaning
// as in [experiments.Sweep]. The zero value runs all missing trials.
type Running struct {
	Workers   int // number of trials to run at the same time; 0 means one per core
	Isolate   *trial.Isolation
	InProcess bool
	Shard     store.Shard
	Only      func(trial.Key) bool
	Fresh     bool
	Retry     bool
	MostRows  int // maximum number of rows to load into memory; see [experiments.RunUpTo]. 0 means no limit
}

// NoLimit, used as a limit in a [Choice], removes the study's own limit. A limit of 0 keeps it.
const NoLimit = math.MaxInt64

// whole reports whether the choice is the study as published, possibly with another root seed.
func (c *Choice) whole() bool {
	return len(c.Files)+len(c.Sizes)+len(c.Strategies)+len(c.Commands)+c.Instances+c.Repeats == 0 &&
		c.Puzzle+c.Format+c.Family == "" && c.Limits == search.Limits{}
}

// check returns an error for invalid fields and combinations of fields.
func (c *Choice) check() error {
	for field, n := range map[string]int{"instances": c.Instances, "repeats": c.Repeats, "workers": c.Workers} {
		if n < 0 {
			return &ChoiceError{field, fmt.Errorf("%d is too small (want 1 or more)", n)}
		}
	}
	switch {
	case len(c.Files) == 0 && c.Format != "":
		return &ChoiceError{"format", errors.New("there are no instance files")}
	case len(c.Files) == 0:
	case c.Family != "":
		return &ChoiceError{"family", errors.New("this flag cannot be combined with instance files")}
	case len(c.Sizes) > 0:
		return &ChoiceError{"sizes", errors.New("the instances of the files have their own sizes")}
	case c.Instances > 0:
		return &ChoiceError{"instances", errors.New("this flag cannot be combined with instance files, which run completely")}
	}
	return nil
}

// ChoiceError reports an invalid field or combination of fields in a [Choice].
type ChoiceError struct {
	Field string // name of the invalid field in lower case; "" for the choice as a whole
	Err   error
}

// Error returns the message, preceded by the name of the field.
func (e *ChoiceError) Error() string {
	if e.Field == "" {
		return e.Err.Error()
	}
	return e.Field + ": " + e.Err.Error()
}

// Unwrap returns the underlying error, Err.
func (e *ChoiceError) Unwrap() error { return e.Err }

// Choose checks a choice and returns the runner for it. The error is a [*ChoiceError], or describes
// a problem in a file with instances.
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
		err = &ChoiceError{"command", fmt.Errorf("study %q cannot run other programs", d.Name)}
	}
	return r, err
}

// once returns the distinct values in order of first appearance.
func once[T comparable](values []T) []T {
	var distinct []T
	for _, v := range values {
		if !slices.Contains(distinct, v) {
			distinct = append(distinct, v)
		}
	}
	return distinct
}

// SplitStrategies splits a list of strategy names at commas, except before an option. For example,
// "pruning,literal,contraction" contains the names "pruning,literal" and "contraction". The
// returned names are canonical. The error is a [*ChoiceError].
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

// Canonical returns a function for the Canonical field of a [Definition]. That function finds a
// strategy by its name and returns the strategy's canonical name.
func Canonical(strategy func(name string) (puzzle.Strategy[puzzle.Instance], error)) func(string) (string, error) {
	return func(name string) (string, error) {
		s, err := strategy(name)
		return s.Name, err
	}
}

// Parameters holds the fields of a [Choice] that the parameters of a notebook can set.
type Parameters struct {
	Sizes      []int    // sizes of the instances, in the puzzle's unit; empty means the study's sizes
	Strategies []string // names of strategies; empty means the strategies in the study
	Instances  int      // number of instances per size; 0 means the number in the study
	Nodes      uint64   // maximum number of nodes that each trial expands; 0 means the study's limit, [NoLimit] means none
}

// Choice returns a [Choice] with the parameters p and the given scale.
func (p Parameters) Choice(scale experiments.Scale) Choice {
	c := Choice{Scale: scale, Strategies: p.Strategies, Instances: p.Instances, Limits: search.Limits{Expanded: p.Nodes}}
	for _, n := range p.Sizes {
		c.Sizes = append(c.Sizes, strconv.Itoa(n))
	}
	return c
}

// Lift replaces each limit that the user explicitly set to 0 with [NoLimit], because 0 in a
// [Choice] means the study's limit. To find out whether the user set a limit, it calls the function
// given with the name of the flag ("nodes", "time" or "memory").
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

// Override returns a copy of limits in which each nonzero limit of asked replaces the original one.
// The value [NoLimit] removes the limit.
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
