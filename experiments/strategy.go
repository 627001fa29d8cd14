package experiments

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Strategy is a named way to run on an instance of type I. Whoever wants to
// compare an idea of their own writes one of these and puts it in a [Sweep].
type Strategy[I any] struct {
	Name    string // with its options; safe in a shell and unique in a sweep
	Version int    // raise it when the same name begins to count differently
	Doc     string // one line
	Source  string // paper or write-up

	Optimal    bool // proves the cost it returns
	Complete   bool // finds a solution whenever there is one, given enough resources
	Randomised bool // uses the seed

	// Run solves inst. A limit that is hit is an outcome; an error is for
	// instances the strategy cannot take. It must be safe to call from several
	// goroutines at once.
	Run func(ctx context.Context, inst I, seed uint64, limits search.Limits) (Finding, error)
}

// Finding is what a strategy reports of one run.
type Finding struct {
	Outcome  search.Outcome
	Cost     int
	Bound    int // no solution costs less, as [search.Result] has it; 0 if nothing is known
	Meter    search.Meter
	Observed []Observation
}

// Instance is one member of an instance set: what a sweep needs to know of it
// besides the puzzle itself.
type Instance[I any] struct {
	Set    string // name of the set or family
	Index  int    // number in the set among those of its size, from 0
	Size   int    // in the puzzle's unit
	Text   string // canonical one-line text, or the recipe that makes the puzzle; its hash is the digest
	Puzzle I
	// Make, if set, makes the puzzle when a trial needs it, and Puzzle is not
	// used. It suits generated sets: rows that are stored already need no
	// instance, and a million nodes need not wait in memory. It must return the
	// same puzzle for ever, so Text must name the generator's version.
	Make func() (I, error)
}
