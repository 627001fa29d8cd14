package ask

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// Generator makes instances of one size in a family, or returns the instances of a published set.
// The same seed and index always give the same instance.
type Generator struct {
	Name string // canonical name of the family or set, with options
	Size any    // size as an int or a string, for JSON; nil for a published set
	Make func(seed uint64, index int) (puzzle.Instance, error)
	// Published is the number of instances in a published set, or 0 for a family. A set ignores the
	// seed and has no size. GoesOn reports whether a set can generate more instances, for indexes
	// of Published or more.
	Published int
	GoesOn    bool
	// Facts returns the known facts about an instance of a published set, in a type that encodes as
	// JSON, or nil if there are none. The function is nil for a family.
	Facts func(index int) any
}

// NameError reports that no family or set has the given name.
type NameError struct{ Err error }

func (e *NameError) Error() string { return e.Err.Error() }
func (e *NameError) Unwrap() error { return e.Err }

// NewGenerator returns the generator for instances of a family with the given size, or for a
// published set, for which size must be "". The name of a family includes its options. The argument
// making holds the values of the options in [puzzle.Kind.Making]. The error is a [*NameError] if
// there is no family or set with the name.
func NewGenerator(p *puzzle.Puzzle, name, size string, making puzzle.Choice) (g Generator, err error) {
	set, isSet, err := p.Set(name)
	if err != nil {
		return g, &NameError{err}
	}
	if isSet && (size != "" || p.Made == nil && slices.ContainsFunc(p.Making, func(o puzzle.Option) bool { return making.Given(o.Name) })) {
		return g, fmt.Errorf("%s is a published set, whose instances have their own size", set.Name)
	}
	if isSet {
		g = published(set)
	} else if g, err = generated(p, name, size, making); err != nil {
		return g, err
	}
	if make := g.Make; p.Made != nil {
		g.Make = func(seed uint64, index int) (puzzle.Instance, error) {
			inst, err := make(seed, index)
			if err == nil {
				inst, err = p.Made(inst, making)
			}
			return inst, err
		}
	}
	return g, nil
}

// generated returns the generator for a family.
func generated(p *puzzle.Puzzle, name, size string, making puzzle.Choice) (g Generator, err error) {
	family, err := p.Family(name)
	if err != nil {
		return g, &NameError{err}
	}
	if size == "" {
		return g, fmt.Errorf("no size given (want --size %s)", p.SizeWant)
	}
	asked, err := p.ParseSize(size, making)
	if err != nil {
		return g, fmt.Errorf("--size: %w", err)
	}
	g.Name, g.Size = family.Name, asked.Text
	if n, err := strconv.Atoi(asked.Text); err == nil {
		g.Size = n
	}
	g.Make = func(seed uint64, index int) (puzzle.Instance, error) { return family.Instance(asked, seed, index) }
	return g, nil
}

// published returns the generator for a published set.
func published(set puzzle.Set[puzzle.Instance]) Generator {
	members := set.Members()
	return Generator{
		Name: set.Name, Published: len(members), GoesOn: set.More != nil,
		Make: func(_ uint64, index int) (puzzle.Instance, error) {
			if index < len(members) {
				return members[index].Instance, nil
			}
			return set.More(index)
		},
		Facts: func(index int) any {
			if index < len(members) {
				return members[index].Facts
			}
			return nil
		},
	}
}
