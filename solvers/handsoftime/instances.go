package handsoftime

import (
	"errors"
	"fmt"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Family is a way to make rings. The same family, size, seed and index give
// the same ring for ever: a change of what a name generates raises its
// Version, which is part of the seed. Families of one's own are made by
// filling in Name, Version and Generate.
type Family struct {
	Name    string // with the options that differ from their defaults, as [ParseFamily] reads it
	Version int
	Doc     string // one line: what is drawn, and what is promised
	Source  string
	Options []Option

	// Generate makes one ring of that size. It draws from random alone. An
	// error says why there is no such ring of that size; it is not called for
	// sizes below 2. It must be safe to call from several goroutines at once.
	Generate func(size int, random *search.Random) (Ring, error)
}

// Option is a parameter of a family, written name=value behind its name.
type Option struct {
	Name    string
	Default string
	Want    string // the values accepted, for messages: "2 or more"
	Doc     string // one line
}

// Instance returns the ring number index, from 0, of that size and root seed.
// Each is drawn apart from the others, from a key that hashes all of family,
// version, options, size, seed and index. The error says what is impossible,
// for example an odd size for "parity-trap".
func (f Family) Instance(size int, seed uint64, index int) (Ring, error) {
	fail := func(err error) (Ring, error) {
		return Ring{}, fmt.Errorf("handsoftime: generate %s of size %d: %w", f.Name, size, err)
	}
	switch {
	case f.Generate == nil:
		return fail(errors.New("the family has no Generate function"))
	case size < 2 || size > MaxSize:
		return fail(fmt.Errorf("no ring has that size (want 2 to %d)", MaxSize))
	case index < 0:
		return fail(fmt.Errorf("index %d is negative", index))
	}
	r, err := f.Generate(size, f.random(size, seed, index))
	if err != nil {
		return fail(err)
	}
	if r.Size() != size {
		return fail(fmt.Errorf("the family returned a ring of %d nodes", r.Size()))
	}
	if err := r.Check(); err != nil {
		return fail(err)
	}
	return r, nil
}

// random returns the source of one instance.
func (f Family) random(size int, seed uint64, index int) *search.Random {
	return search.NewRandom(f.Name, uint64(f.Version), uint64(size), seed, uint64(index))
}

// String returns the family's name with its options.
func (f Family) String() string { return f.Name }

// Families returns every family with its default options.
func Families() []Family {
	families := make([]Family, len(recipes))
	for i, recipe := range recipes {
		f, err := recipe.family(nil)
		if err != nil {
			panic(err) // a default that its own option rejects; a test makes them all
		}
		families[i] = f
	}
	return families
}

// ParseFamily returns the family called name, with options: "planted",
// "planted,last=exclusive", "planted-cycles,k=4,c=n/20". The order of the
// options does not matter; the Name of the result has them in the order of
// [Family.Options] and leaves out defaults. Errors list what there is and
// suggest the nearest name.
func ParseFamily(name string) (Family, error) {
	parts := strings.Split(name, ",")
	var names []string
	for _, recipe := range recipes {
		if recipe.Name == parts[0] {
			f, err := recipe.family(parts[1:])
			if err != nil {
				return Family{}, fmt.Errorf("handsoftime: family %q: %w", name, err)
			}
			return f, nil
		}
		names = append(names, recipe.Name)
	}
	return Family{}, fmt.Errorf("handsoftime: no family is called %q (want %s)%s", parts[0], strings.Join(names, ", "), search.DidYouMean(parts[0], names))
}

// recipe is a family before its options are chosen.
type recipe struct {
	Family
	bind func(o options) (func(int, *search.Random) (Ring, error), error)
}

// family chooses options: words of the form name=value.
func (r recipe) family(words []string) (Family, error) {
	chosen, err := chooseOptions(r.Options, words)
	if err != nil {
		return Family{}, err
	}
	f := r.Family
	if f.Generate, err = r.bind(chosen); err != nil {
		return Family{}, err
	}
	for _, o := range f.Options {
		if chosen[o.Name] != o.Default {
			f.Name += "," + o.Name + "=" + chosen[o.Name]
		}
	}
	return f, nil
}

var startOption = Option{
	Name: "start", Default: "0", Want: "0 or random",
	Doc: "random: the ring is turned by a random number of nodes, the start with it",
}

var recipes = []recipe{
	{
		Family{
			Name: "planted", Version: 1, Source: writeUp,
			Doc: "the values of a random tour from the start; the last node's value is random; always solvable",
			Options: []Option{
				{
					Name: "last", Default: "uniform", Want: "uniform or exclusive",
					Doc: "exclusive: the last node never gets ⌊n/2⌋, as in the write-up's program, which drew from Next(1, n/2)",
				},
				startOption,
			},
		}, bindPlanted,
	},
	{
		Family{
			Name: "uniform", Version: 1, Source: "N. Johnston, Counting and Solving Final Fantasy XIII-2's Clock Puzzles, 2012 (the space he counts)",
			Doc:     "every value drawn from 1..⌊n/2⌋; seldom solvable once n is above 20",
			Options: []Option{startOption},
		}, bindUniform,
	},
	{
		Family{
			Name: "planted-cycles", Version: 1, Source: ours,
			Doc:     "a random tour that leaves at least c free cycles of k nodes; solvable, with about 2^c candidates",
			Options: cycleOptions("n/10", "2 or more"),
		}, bindPlantedCycles,
	},
	{
		Family{
			Name: "parity-trap", Version: 1, Source: ours,
			Doc:     "exactly c free cycles, all of odd length k, and an odd number of closed loops whatever their orientation: unsolvable; even n",
			Options: cycleOptions("n/10", "odd, 3 or more"),
		}, bindTrap(1),
	},
	{
		Family{
			Name: "double-trap", Version: 1, Source: ours,
			Doc:     "two parity traps in a row, so that the parity of the whole is right: unsolvable; even n",
			Options: cycleOptions("n/10", "odd, 3 or more"),
		}, bindTrap(2),
	},
	{
		Family{
			Name: "equal", Version: 1, Source: ours,
			Doc:     "every value is v: two solutions if v and n have no common divisor, else none; nothing is random",
			Options: []Option{{Name: "v", Default: "1", Want: "a number, or n/D", Doc: "the value; n/4 leaves n/2 − 1 free cycles of 2 nodes and no solution"}},
		}, bindEqual,
	},
	{
		Family{
			Name: "few-values", Version: 1, Source: ours,
			Doc:     "every value drawn from a small set",
			Options: []Option{{Name: "values", Default: "1+2", Want: "numbers joined by +", Doc: "the set to draw from"}},
		}, bindFewValues,
	},
}

func cycleOptions(c, k string) []Option {
	return []Option{
		{Name: "k", Default: "3", Want: k, Doc: "nodes of each planted cycle"},
		{Name: "c", Default: c, Want: "a number, or n/D", Doc: "planted cycles"},
	}
}
