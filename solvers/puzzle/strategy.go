package puzzle

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Strategy is a named way to solve or measure an instance of type I. Commands and sweeps run
// strategies. To compare your own idea, set Name, Version and Run.
type Strategy[I any] struct {
	// Name is unique in a sweep and needs no quotes in a shell. It is canonical: options with their
	// default value are left out, and the other options are sorted. In a list, Name may be a
	// pattern, with capital letters as placeholders for a number and for an estimate; see
	// [Grammar].
	Name    string
	Version int    // version of the strategy, to be increased with every change that alters results or counters
	Doc     string // one-line description of the strategy
	Source  string // paper or write-up that describes the strategy
	Options []Option

	Optimal    bool   // whether the strategy proves that no solution costs less than its own
	Complete   bool   // whether, given enough time and memory, the strategy finds a solution if there is one
	Randomised bool   // whether results depend on the seed
	For        string // description of the supported instances; "" means all instances

	// Fits returns an error if the strategy cannot run on an instance. If Fits is nil, the strategy
	// can run on every instance.
	Fits func(inst I) error
	// Run searches for one solution. Reaching a limit is an outcome, not an error. An error means
	// that the strategy cannot run on the instance. Run must be safe for concurrent use. It is nil
	// if Name is a pattern.
	Run func(ctx context.Context, inst I, seed uint64, limits search.Limits) (Finding, error)

	// The following are optional; nil if the strategy lacks them.

	// Prepare makes the data that all runs of the strategy share, such as tables, and passes
	// progress messages to say. If Prepare has not been called, the first Run does this work, and
	// it counts toward the time of the run.
	Prepare func(ctx context.Context, say func(text string)) error
	// Improve works like Run, and also calls the function better for each improved solution or
	// bound that it finds.
	Improve func(ctx context.Context, inst I, seed uint64, limits search.Limits, better func(search.Improvement)) (Finding, error)
	// Count counts all solutions of an instance without listing them.
	Count func(ctx context.Context, inst I, limits search.Limits) (Enumeration, error)
	// Each calls yield for every solution. The solution is valid only until yield returns. If yield
	// returns an error, Each stops and returns that error.
	Each func(ctx context.Context, inst I, limits search.Limits, yield func(solution fmt.Stringer) error) (Enumeration, error)
	// Program runs the strategy in another program. It is nil if the strategy runs in this program.
	Program *Program[I]

	declared any // Run before the type of instances was erased
}

// Declared returns the function Run as it was declared, before [Strategy.Erase] replaced it. Its
// type is func(context.Context, I, uint64, search.Limits) (Finding, error). Stored trials depend on
// the file that declares it and on its type.
func (s *Strategy[I]) Declared() any {
	if s.declared != nil {
		return s.declared
	}
	return s.Run
}

// DeclaredBy returns a copy of the strategy for which [Strategy.Declared] returns run. Use it if
// the field Run only wraps the function run.
func (s Strategy[I]) DeclaredBy(run any) Strategy[I] {
	s.declared = run
	return s
}

// Program runs a [Strategy] in separate processes of another program. Package command makes such
// strategies.
type Program[I any] struct {
	Code string // identifier of the content of the program's files
	// Run works like the strategy's Run, but also enforces the given limits on the process. It
	// returns Took even together with an error, for example if the answer is invalid. If the
	// process ended early, the error is a *process.Ended of package internal/process.
	Run func(ctx context.Context, inst I, seed uint64, limits search.Limits, kept Kept) (Finding, Took, error)
	// Close ends the processes that are waiting for their next instance.
	Close func()
}

// Kept holds the limits that Program.Run enforces on its process, except the limit on wall time.
// Zero means no limit.
type Kept struct {
	CPU      time.Duration
	Resident uint64 // limit on the resident memory of the process, in bytes
}

// Took holds the time and memory that a run of a [Program] used, including the time and memory of
// all its child processes.
type Took struct {
	CPU, Wall time.Duration
	Output    string // standard error of the program, truncated to 4,096 bytes
	Watched   string // method used to measure memory: "cgroup" or "pss" (proportional set size)
}

// Finding is the result of running a strategy on an instance.
type Finding struct {
	Outcome search.Outcome
	// Solution holds the solution, or nil if there is none. Its String method returns the form that
	// the puzzle's Check parses. Callers format it only after they have stopped measuring time.
	Solution fmt.Stringer
	Cost     int    // cost of the solution, in the puzzle's unit
	Optimal  bool   // whether the strategy proved that no solution costs less than this one
	Bound    int    // proved lower bound on the cost, as in [search.Result]; 0 if nothing is known
	Reason   string // one-line reason why there is no solution; "" if unknown
	Ran      string // names of the strategies that this strategy ran, if any; otherwise ""
	Meter    search.Meter
	CPU      time.Duration // CPU time of an external program and of all processes that it started
	// Observed holds additional measurements of the run, in an order that is fixed for each
	// strategy.
	Observed []Observation
	// Result is the result of a measurement as JSON, or "" for a search. Package measure writes and
	// reads it.
	Result string
}

// Observation is a named number reported by a strategy in addition to the counters.
type Observation struct {
	Name  string
	Value float64
}

// Found converts the result of a search to a Finding. The String method of solution must return the
// text form of r.Path.
func Found[A any](r search.Result[A], solution fmt.Stringer) Finding {
	f := Finding{Outcome: r.Outcome, Cost: r.Cost, Optimal: r.Optimal, Bound: r.Bound, Meter: r.Meter}
	if r.Path != nil {
		f.Solution = solution
	}
	return f
}

// Text is a solution that is already in text form.
type Text string

// String returns the solution.
func (t Text) String() string { return string(t) }

// Enumeration is the result of counting or listing solutions. Its fields Solution and Cost are
// unused.
type Enumeration struct {
	Finding
	Solutions *big.Int // number of solutions found; a lower bound if Outcome.Limited()
	// PerStart holds the number of solutions for each start, if the question was about all starts.
	// An element is nil if the search ended before it reached that start.
	PerStart []*big.Int
}
