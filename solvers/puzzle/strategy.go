package puzzle

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Strategy is a named way to run on an instance of type I: the only such type.
// Commands solve with it, sweeps run it. Whoever wants to compare an idea of
// their own fills in Name, Version and Run.
type Strategy[I any] struct {
	// Name is safe in a shell and unique in a sweep. It is canonical: options
	// that have their default value are left out, the others sorted. In a list it
	// may be a pattern, in which a capital letter stands for a number, or behind
	// the slash for a heuristic or an evaluation; see [Grammar].
	Name    string
	Version int    // raised when the same name begins to count differently
	Doc     string // one line
	Source  string // paper or write-up
	Options []Option

	Optimal    bool   // proves the cost it returns
	Complete   bool   // finds a solution whenever there is one, given enough time and memory
	Randomised bool   // draws from the seed
	For        string // the instances it is for, in words; "" for all

	// Fits reports why the strategy cannot be run on an instance; nil if all
	// fit.
	Fits func(inst I) error
	// Run looks for one solution. A limit that is hit is an outcome; an error is
	// for instances that do not fit. It must be safe to call from several
	// goroutines at once. It is nil if Name is a pattern.
	Run func(ctx context.Context, inst I, seed uint64, limits search.Limits) (Finding, error)

	// The following are optional abilities, nil if there are none.

	// Prepare makes what all runs share and keep, such as tables, and says how far it is. Run
	// does it too where it was not done, but then it is part of the time that a run takes.
	Prepare func(ctx context.Context, say func(text string)) error
	// Improve is Run, and calls better with each better solution or bound on the
	// way.
	Improve func(ctx context.Context, inst I, seed uint64, limits search.Limits, better func(search.Improvement)) (Finding, error)
	// Count counts all solutions without listing them.
	Count func(ctx context.Context, inst I, limits search.Limits) (Enumeration, error)
	// Each calls yield with every solution, which is valid until yield returns,
	// and stops with its error.
	Each func(ctx context.Context, inst I, limits search.Limits, yield func(solution fmt.Stringer) error) (Enumeration, error)
	// Program is set if another program runs it.
	Program *Program[I]

	declared any // Run as it was before the type of instances was erased
}

// Declared returns Run as it was declared, of type func(context.Context, I, uint64,
// search.Limits) (Finding, error) for the I of its puzzle: where it is, and of which type,
// is part of what stored trials depend on.
func (s *Strategy[I]) Declared() any {
	if s.declared != nil {
		return s.declared
	}
	return s.Run
}

// DeclaredBy returns the strategy with another function as its [Strategy.Declared]: the
// one that Run calls, if Run itself is a wrapper that nobody edits.
func (s Strategy[I]) DeclaredBy(run any) Strategy[I] {
	s.declared = run
	return s
}

// Program is another program that runs a [Strategy], in processes of its own. Package
// command makes them.
type Program[I any] struct {
	Code string // names what the program is by its content
	// Run is the strategy's Run under limits that are kept from outside. What it took is
	// returned with an error, too, that says what is wrong with an answer. The error of a
	// process that came to an end is an Ended of package internal/process.
	Run func(ctx context.Context, inst I, seed uint64, limits search.Limits, kept Kept) (Finding, Took, error)
	// Close ends the processes that wait for the next run. There may be one.
	Close func()
}

// Kept are limits of a [Program] that are kept from outside, besides that on wall time.
// The zero value of each field means no limit.
type Kept struct {
	CPU      time.Duration
	Resident uint64 // bytes of memory
}

// Took is what a run of a [Program] took, with all that it started.
type Took struct {
	CPU, Wall time.Duration
	Output    string // what it printed to standard error, cut to 4,096 bytes
	Watched   string // by what its memory was watched: cgroup or pss (proportional set size)
}

// Finding is what a strategy reports of one run.
type Finding struct {
	Outcome search.Outcome
	// Solution prints itself as the text that the puzzle's Check reads; nil if
	// there is none. It is printed after the clock has stopped.
	Solution fmt.Stringer
	Cost     int    // of the solution; the puzzle says in which unit
	Optimal  bool   // no solution costs less
	Bound    int    // no solution costs less, as [search.Result] has it; 0 if nothing is known
	Reason   string // why there is no solution, if that is known; one line
	Ran      string // the strategies that ran, if not the one of that name
	Meter    search.Meter
	CPU      time.Duration // that another program took, with all that it started
	// Observed holds further named numbers, in a fixed order per strategy.
	Observed []Observation
	// Result is what was measured, as JSON; "" for nothing. Package measure writes and
	// reads it.
	Result string
}

// Observation is one named number of a run.
type Observation struct {
	Name  string
	Value float64
}

// Found makes a finding of the result of a search, whose path is solution unless
// there is none.
func Found[A any](r search.Result[A], solution fmt.Stringer) Finding {
	f := Finding{Outcome: r.Outcome, Cost: r.Cost, Optimal: r.Optimal, Bound: r.Bound, Meter: r.Meter}
	if r.Path != nil {
		f.Solution = solution
	}
	return f
}

// Text is a solution that is held as text.
type Text string

// String returns the text.
func (t Text) String() string { return string(t) }

// Enumeration is what a strategy reports that counts or lists solutions. Its
// Solution and Cost say nothing.
type Enumeration struct {
	Finding
	Solutions *big.Int // found so far: a lower bound if Outcome.Limited()
	// PerStart is the number by start, if the question was about every start; nil
	// where the search did not get to.
	PerStart []*big.Int
}
