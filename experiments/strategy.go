package experiments

import "github.com/puzzlelab/puzzlelab/solvers/puzzle"

// Instance is one member of an instance set: what a sweep needs to know of it
// besides the puzzle itself.
type Instance struct {
	Set    string          // name of the set or family
	Index  int             // number in the set among those of its size, from 0
	Size   int             // in the puzzle's unit
	Text   string          // canonical one-line text, or the recipe that makes the puzzle; its hash is the digest
	Puzzle puzzle.Instance // or a Made
}

// Made is a puzzle that is made when a trial needs it. It suits generated sets: rows that are
// stored already need no instance, and a million nodes need not wait in memory. It must
// return the same puzzle for ever, so the Text of its instance names the generator's version.
type Made func() (puzzle.Instance, error)

// String makes the puzzle and returns its text, or the error.
func (m Made) String() string {
	made, err := m()
	if err != nil {
		return err.Error()
	}
	return made.String()
}

// Drawn returns n instances of a family and size, as members of a set, none for
// n < 0. They are made when they are run.
func Drawn[I puzzle.Instance](set string, family puzzle.Family[I], size puzzle.Size, n int, seed uint64) []Instance {
	instances := make([]Instance, max(n, 0))
	for i := range instances {
		instances[i] = Instance{
			Set: set, Index: i, Size: size.Cells, Text: family.Recipe(size, seed, i),
			Puzzle: Made(func() (puzzle.Instance, error) { return family.Instance(size, seed, i) }),
		}
	}
	return instances
}
