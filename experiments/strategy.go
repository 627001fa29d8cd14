package experiments

import "github.com/puzzlelab/puzzlelab/solvers/puzzle"

// Instance is a member of an instance set: the puzzle, and what else a sweep needs to know about
// it.
type Instance struct {
	Set    string          // name of the set or family
	Index  int             // number among the instances of its size in the set, from 0
	Size   int             // in the puzzle's unit
	Text   string          // canonical one-line text, or the recipe that makes the puzzle; its hash is the digest
	Puzzle puzzle.Instance // or a Made
}

// Made is a puzzle that is created when a trial needs it. It suits generated sets: stored rows do
// not need the instance, and a million puzzles need not be held in memory. It must always return
// the same puzzle, so the Text of its instance names the generator's version.
type Made func() (puzzle.Instance, error)

// String makes the puzzle and returns its text, or the error.
func (m Made) String() string {
	made, err := m()
	if err != nil {
		return err.Error()
	}
	return made.String()
}

// Drawn returns n instances of a family and size as members of a set, none for n < 0. Each puzzle
// is made when its trial runs.
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
