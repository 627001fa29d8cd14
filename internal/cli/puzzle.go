package cli

import (
	"context"
	"io"
	"iter"
	"math/big"

	"github.com/spf13/cobra"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// puzzles returns the table of puzzles, in the order they are listed.
func puzzles() []puzzle {
	return []puzzle{handsOfTime()}
}

// A puzzle is one row of the table: how the commands, which know no puzzle,
// read, make, solve and draw its instances. A function here that takes an
// instance is only given those its own puzzle made.
type puzzle struct {
	name, doc, source string
	example           string // one instance, as written on a line
	size              string // what the size of an instance counts

	strategies      []entry
	defaultStrategy string
	families        []entry
	defaultFamily   string

	// reader registers the flag, of the given name, that says how instances
	// are written, and returns what reads them once the flags are parsed.
	reader func(cmd *cobra.Command, flag string) reader
	// solver registers the flags that change the question, and returns what
	// makes a solver of a strategy's name once the flags are parsed.
	solver func(*cobra.Command) func(strategy string) (solver, error)
	// generator takes the name of a family with its options.
	generator func(family string) (generator, error)
	// draw writes a picture in one of drawingFormats.
	draw func(w io.Writer, inst instance, format string, d drawing) error
	// analyze returns what is known of an instance before any search.
	analyze func(inst instance) analysis
}

// An entry is a strategy or a family as it is listed.
type entry struct {
	Name    string   `json:"name"`
	Version int      `json:"version,omitempty"`
	Doc     string   `json:"doc"`
	Source  string   `json:"source"`
	Options []option `json:"options"`
}

// An option follows a name after a comma: ",name" or, if there is something to
// choose, ",name=value".
type option struct {
	Name    string `json:"name"`
	Default string `json:"default,omitempty"`
	Want    string `json:"want,omitempty"` // the values, in words
	Doc     string `json:"doc,omitempty"`
}

// String describes the option for a reader: ",k=2 or more (default 3): how long".
func (o option) String() string {
	text := "," + o.Name
	if o.Want != "" {
		text += "=" + o.Want
	}
	if o.Default != "" {
		text += " (default " + o.Default + ")"
	}
	if o.Doc != "" {
		text += ": " + o.Doc
	}
	return text
}

// An instance prints itself as the one line it can be read from.
type instance interface{ String() string }

// A reader yields the instances of r, which is called file in errors. It goes
// on after an instance it cannot parse, and ends after a failed read.
type reader func(r io.Reader, file string) iter.Seq2[instance, error]

// A generator makes members of one family: the same size, seed and index give
// the same instance for ever.
type generator struct {
	family string // canonical name with options
	make   func(size int, seed uint64, index int) (instance, error)
}

// A solver is a strategy on the question the flags ask.
type solver interface {
	// Strategy is the canonical name, options included.
	Strategy() string
	// Adapt returns the instance as the flags change it, which is what the
	// other methods take. The error is for one that does not fit the flags.
	Adapt(instance) (instance, error)
	// Find looks for one solution.
	Find(context.Context, instance, search.Limits) finding
	// Count counts all solutions without listing them.
	Count(context.Context, instance, search.Limits) finding
	// Each calls yield with every solution, which is valid until yield
	// returns, and stops with its error.
	Each(ctx context.Context, inst instance, lim search.Limits, yield func(solution) error) (finding, error)
}

// A finding is what a solver says about one instance.
type finding struct {
	Outcome   search.Outcome
	Cost      int
	Solution  solution // nil if none is returned
	Optimal   bool
	Solutions *big.Int   // found so far, by Count and Each; nil from Find
	PerStart  []*big.Int // Solutions by start, if that was the question; nil where the search did not get to
	Meter     search.Meter
}

// A solution is one path, for a machine and for a reader.
type solution interface {
	// MarshalJSON writes the path as the puzzle's text format defines it.
	MarshalJSON() ([]byte, error)
	// Describe writes an indented table no wider than 80 columns.
	Describe(io.Writer) error
}

// drawing says what a picture shows besides the instance.
type drawing struct {
	Solution  solution // nil for none
	Structure bool
}

// drawingFormats are what puzzle.draw understands.
var drawingFormats = []string{"text", "svg", "html"}

// An analysis is the structure of an instance, for a machine and for a reader.
type analysis interface {
	MarshalJSON() ([]byte, error)
	Describe(io.Writer) error
}
