package handsoftime

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// generate makes a ring with n ≥ 2 nodes.
type generate = func(n int, random *search.Random) (Ring, error)

// family returns a family of this package. bind returns the generator for a
// choice of its options.
func family(name, doc, source string, bind func(c puzzle.Choice) (generate, error), options ...puzzle.Option) puzzle.Family[Ring] {
	return puzzle.Family[Ring]{
		Name: name, Version: 1, Doc: doc, Source: source, Options: options,
		Bind: func(c puzzle.Choice) (func(puzzle.Size, int, *search.Random) (Ring, error), error) {
			make, err := bind(c)
			return func(size puzzle.Size, _ int, random *search.Random) (Ring, error) {
				if size.Cells < 2 || size.Cells > MaxSize {
					return Ring{}, fmt.Errorf("no ring has that size (want 2 to %d)", MaxSize)
				}
				r, err := make(size.Cells, random)
				if err != nil {
					return Ring{}, err
				}
				return r, r.Check()
			}, err
		},
	}
}

// families lists the ways to generate rings.
var families = []puzzle.Family[Ring]{
	family("planted", "rings with the values of a random tour from the start, where the last place's value is random; always solvable", writeUp, bindPlanted,
		puzzle.OneOf("last", "exclusive: the last place never gets ⌊n/2⌋, as in the write-up's program, which drew from Next(1, n/2)", "uniform", "exclusive"),
		startOption),
	family("uniform", "rings with values drawn uniformly from 1 to ⌊n/2⌋; rarely solvable if n is above 20",
		"N. Johnston, Counting and Solving Final Fantasy XIII-2's Clock Puzzles, 2012 (the space he counts)", bindUniform, startOption),
	family("planted-cycles", "rings with a random tour that leaves at least c free cycles of k places; solvable, with about 2^c candidates", ours, bindPlantedCycles,
		numberOption("k", 3, 2, "2 or more", "the number of places in each planted cycle"), amountOption("c", "n/10", 1, "the number of planted cycles")),
	family("parity-trap", "unsolvable rings with an even number n of places and exactly c free cycles of odd length k; every orientation of the cycles leaves an odd number of closed loops", ours, bindTrap(1),
		numberOption("k", 3, 3, "odd, 3 or more", "the number of places in each planted cycle"), amountOption("c", "n/10", 1, "the number of planted cycles")),
	family("double-trap", "two parity traps in one ring, so that the total parity is right; unsolvable; n is even", ours, bindTrap(2),
		numberOption("k", 3, 3, "odd, 3 or more", "the number of places in each planted cycle"), amountOption("c", "n/10", 2, "the number of planted cycles")),
	family("equal", "every value is v: two solutions if v and n have no common divisor, else none; nothing is random", ours, bindEqual,
		amountOption("v", "1", 1, "the value; n/4 leaves n/2 − 1 free cycles of 2 places and no solution")),
	family("few-values", "every value drawn from a small set", ours, bindFewValues,
		puzzle.Option{Name: "values", Default: "1+2", Want: "numbers joined by +", Doc: "the set to draw from", Parse: canonicalSet}),
}

var startOption = puzzle.OneOf("start", "random: the ring is turned by a random number of places, the start with it", "0", "random")
