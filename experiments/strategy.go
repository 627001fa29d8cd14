package experiments

import "github.com/puzzlelab/puzzlelab/solvers/puzzle"

// Instance is one member of an instance set: what a sweep needs to know of it
// besides the puzzle itself.
type Instance struct {
	Set    string // name of the set or family
	Index  int    // number in the set among those of its size, from 0
	Size   int    // in the puzzle's unit
	Text   string // canonical one-line text, or the recipe that makes the puzzle; its hash is the digest
	Puzzle puzzle.Instance
	// Make, if set, makes the puzzle when a trial needs it, and Puzzle is not
	// used. It suits generated sets: rows that are stored already need no
	// instance, and a million nodes need not wait in memory. It must return the
	// same puzzle for ever, so Text must name the generator's version.
	Make func() (puzzle.Instance, error)
}

// Drawn returns n instances of a family and size, as members of a set, none for
// n < 0. They are made when they are run.
func Drawn[I puzzle.Instance](set string, family puzzle.Family[I], size puzzle.Size, n int, seed uint64) []Instance {
	instances := make([]Instance, max(n, 0))
	for i := range instances {
		instances[i] = Instance{
			Set: set, Index: i, Size: size.Cells, Text: family.Recipe(size, seed, i),
			Make: func() (puzzle.Instance, error) { return family.Instance(size, seed, i) },
		}
	}
	return instances
}
