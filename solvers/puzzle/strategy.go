package puzzle

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Strategy is a named way to solve or measure an instance of type I. Commands and sweeps run
// strategies. To compare your own idea, fill in Name, Version and Run.
type Strategy[I any] struct {
	// Name is unique in a sweep and needs no quoting in a shell. It is canonical: options with
	// their default value are left out, and the others are sorted. In a list, Name may be a
	// pattern, in which a capital letter is a placeholder for a number or, after the slash, for a
	// heuristic or an evaluation; see [Grammar].
	Name    string
	Version int    // increase it when the strategy counts differently
	Doc     string // one line
	Source  string // paper or write-up
	Options []Option

	Optimal    bool   // proves the cost that it returns
	Complete   bool   // finds a solution if there is one, given enough time and memory
	Randomised bool   // uses the seed
	For        string // the instances it is for, in words; "" for all

	// Fits returns an error if the strategy cannot run on an instance; nil means that all fit.
	Fits func(inst I) error
	// Run searches for one solution. Reaching a limit is an outcome, not an error; an error means
	// that the instance does not fit. Run must be safe for concurrent use. It is nil if Name is a
	// pattern.
	Run func(ctx context.Context, inst I, seed uint64, limits search.Limits) (Finding, error)

	// The following are optional; nil if the strategy lacks them.

	// Prepare makes the data that all runs share, such as tables, and reports its progress. If
	// Prepare has not been called, Run does its work, and the time counts for the run.
	Prepare func(ctx context.Context, say func(text string)) error
	// Improve is like Run, and calls better for each better solution or bound that it finds.
	Improve func(ctx context.Context, inst I, seed uint64, limits search.Limits, better func(search.Improvement)) (Finding, error)
	// Count counts all solutions without listing them.
	Count func(ctx context.Context, inst I, limits search.Limits) (Enumeration, error)
	// Each calls yield for every solution, which is valid until yield returns. It stops if yield
	// returns an error, and returns that error.
	Each func(ctx context.Context, inst I, limits search.Limits, yield func(solution fmt.Stringer) error) (Enumeration, error)
	// Program is set if another program runs the strategy.
	Program *Program[I]

	declared any // Run before the type of instances was erased
}

// Declared returns Run as it was declared, with the type func(context.Context, I, uint64,
// search.Limits) (Finding, error). Stored trials depend on where it is declared and on its type.
func (s *Strategy[I]) Declared() any {
	if s.declared != nil {
		return s.declared
	}
	return s.Run
}

// DeclaredBy returns the strategy with another [Strategy.Declared]: the function that Run calls, if
// Run itself is only a wrapper.
func (s Strategy[I]) DeclaredBy(run any) Strategy[I] {
	s.declared = run
	return s
}

// Program is another program that runs a [Strategy] in separate processes. Package command makes
// such strategies.
type Program[I any] struct {
	Code string // identifies the program's content
	// Run is like the strategy's Run, with limits that are enforced from outside. It returns Took
	// even with an error about an invalid answer. If the process ended, the error is an Ended of
	// package internal/process.
	Run func(ctx context.Context, inst I, seed uint64, limits search.Limits, kept Kept) (Finding, Took, error)
	// Close ends the idle processes.
	Close func()
}

// Kept holds limits for a [Program], besides wall time, that are enforced from outside. Zero means
// no limit.
type Kept struct {
	CPU      time.Duration
	Resident uint64 // bytes of memory
}

// Took is the time and memory that a run of a [Program] used, including all processes it started.
type Took struct {
	CPU, Wall time.Duration
	Output    string // its standard error, cut to 4,096 bytes
	Watched   string // how its memory was measured: cgroup or pss (proportional set size)
}

// Finding is the result of a run of a strategy.
type Finding struct {
	Outcome search.Outcome
	// Solution prints itself in the form that the puzzle's Check parses; nil if there is none. It
	// is printed after the clock has stopped.
	Solution fmt.Stringer
	Cost     int    // of the solution, in the puzzle's unit
	Optimal  bool   // no solution costs less
	Bound    int    // lower bound on the cost, as in [search.Result]; 0 if nothing is known
	Reason   string // why there is no solution, if known; one line
	Ran      string // the strategies that ran, if different from the named one
	Meter    search.Meter
	CPU      time.Duration // CPU time of another program and all processes it started
	// Observed holds additional named numbers, in a fixed order for each strategy.
	Observed []Observation
	// Result is a measured value, as JSON; "" for none. Package measure writes and reads it.
	Result string
}

// Observation is a named number of a run.
type Observation struct {
	Name  string
	Value float64
}

// Found converts the result of a search. solution is the text form of its path.
func Found[A any](r search.Result[A], solution fmt.Stringer) Finding {
	f := Finding{Outcome: r.Outcome, Cost: r.Cost, Optimal: r.Optimal, Bound: r.Bound, Meter: r.Meter}
	if r.Path != nil {
		f.Solution = solution
	}
	return f
}

// Text is a solution as text.
type Text string

// String returns the text.
func (t Text) String() string { return string(t) }

// Enumeration is the result of counting or listing solutions. Its Solution and Cost are unused.
type Enumeration struct {
	Finding
	Solutions *big.Int // number of solutions found; a lower bound if Outcome.Limited()
	// PerStart is the number of solutions for each start, if the question was about every start;
	// nil for starts that the search did not reach.
	PerStart []*big.Int
}
