package tiles

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Family is a way to make solvable boards. The same family, size, seed and
// index give the same board for ever: a change of what a name generates raises
// its Version, which is part of the seed. Families of one's own are made by
// filling in Name, Version and Generate.
type Family struct {
	Name    string // with the options that differ from their defaults, as [ParseFamily] reads it
	Version int
	Doc     string // one line: what is drawn, and with which bias
	Source  string
	Options []Option

	// Generate makes one solvable board of that size with the goal
	// [BlankLast]. It draws from random alone. It must be safe to call from
	// several goroutines at once.
	Generate func(width, height int, random *search.Random) (Board, error)
}

// Instance returns the board number index, from 0, of that size and root seed.
// Its goal is [BlankLast]; [Board.Turned] makes the same problem with the other
// goal. Each board is drawn apart from the others, from a key that hashes all
// of family, version, options, width, height, seed and index.
func (f Family) Instance(width, height int, seed uint64, index int) (Board, error) {
	fail := func(err error) (Board, error) {
		message := strings.TrimPrefix(err.Error(), "tiles: ")
		return Board{}, fmt.Errorf("tiles: generate %s of %dx%d: %s", f.Name, width, height, message)
	}
	if f.Generate == nil {
		return fail(errors.New("the family has no Generate function"))
	}
	if err := checkSize(width, height); err != nil {
		return fail(err)
	}
	if index < 0 {
		return fail(fmt.Errorf("index %d is negative", index))
	}
	b, err := f.Generate(width, height, search.NewRandom(f.Name, uint64(f.Version), uint64(width), uint64(height), seed, uint64(index)))
	switch {
	case err != nil:
		return fail(err)
	case b.Width() != width || b.Height() != height || b.Goal() != BlankLast:
		return fail(fmt.Errorf("the family returned a board of %dx%d with the goal %v", b.Width(), b.Height(), b.Goal()))
	}
	if err := b.Check(); err != nil {
		return fail(err)
	}
	return b, nil
}

// String returns the family's name with its options.
func (f Family) String() string { return f.Name }

// Families returns every family with its default options.
func Families() []Family {
	return []Family{uniformFamily(), walkFamily(defaultWalk)}
}

// ParseFamily returns the family called name: "uniform", "walk",
// "walk,length=40". The Name of the result leaves out defaults. Errors list
// what there is and suggest the nearest name.
func ParseFamily(name string) (Family, error) {
	first, rest, hasOptions := strings.Cut(name, ",")
	switch {
	case first == "uniform" && !hasOptions:
		return uniformFamily(), nil
	case first == "uniform":
		return Family{}, fmt.Errorf("tiles: family %q: it takes no option, got %s", name, puzzle.Quote(rest))
	case first == "walk" && !hasOptions:
		return walkFamily(defaultWalk), nil
	case first == "walk":
		length, err := parseLength(rest)
		if err != nil {
			return Family{}, fmt.Errorf("tiles: family %q: %w", name, err)
		}
		return walkFamily(length), nil
	}
	names := make([]string, 0, 2)
	for _, f := range Families() {
		names = append(names, f.Name)
	}
	return Family{}, fmt.Errorf("tiles: no family is called %s (want %s)%s", puzzle.Quote(first), puzzle.AnyOf(names), search.DidYouMean(first, names))
}

// uniformFamily draws from all cells! arrangements and exchanges two tiles of
// those in the wrong half. The exchange leaves the blank where it is and joins
// the arrangements in pairs, one of either half, so every solvable board has
// the same probability, 2/cells!.
func uniformFamily() Family {
	return Family{
		Name: "uniform", Version: 1,
		Doc:    "every solvable board with the same probability: a random arrangement, two tiles exchanged if it is in the other half",
		Source: "the model of Korf's 100 and of published means",
		Generate: func(width, height int, random *search.Random) (Board, error) {
			b, err := Solved(width, height, BlankLast)
			if err != nil {
				return Board{}, err
			}
			cells := b.tiles[:b.Cells()]
			search.Shuffle(random, cells)
			if !b.Solvable() {
				i := 0
				if b.Blank() < 2 {
					i = 2
				}
				cells[i], cells[i+1] = cells[i+1], cells[i]
			}
			return b, nil
		},
	}
}

const (
	defaultWalk = 100
	longestWalk = 1_000_000
)

// walkFamily goes a number of random moves from the goal, each drawn from the
// moves other than the one that undoes the last. The board needs at most that
// many moves, and an odd number if that is odd.
//
// The walk crosses its own tracks, and much of it is undone by later moves, so
// boards are nearer to the goal than its length suggests. The default of 100
// moves is long enough to mix the 8-puzzle, but for the parity: all distances
// are even, their mean is that of all boards. It leaves larger boards near the
// goal and easy: the mean Manhattan distance is 30.7 on 4x4 (all boards: 37; 22
// after 40 moves, 37 after 1000) and 43 on 5x5 (76). A mean over short walks
// says nothing about the mean over all boards.
func walkFamily(length int) Family {
	f := Family{
		Name: "walk", Version: 1,
		Doc:     "random moves from the goal, never undoing the last one; biased to boards near the goal",
		Source:  "the usual way to shuffle",
		Options: []Option{walkLength},
		Generate: func(width, height int, random *search.Random) (Board, error) {
			b, err := Solved(width, height, BlankLast)
			if err != nil {
				return Board{}, err
			}
			last := NoMove
			for range length {
				var next [4]Board
				moves := make([]Move, 0, len(next))
				for m := Up; m <= Right; m++ {
					if last != NoMove && m == last.Inverse() {
						continue
					}
					if after, ok := b.Apply(m); ok {
						next[len(moves)] = after
						moves = append(moves, m)
					}
				}
				chosen := random.Below(len(moves))
				b, last = next[chosen], moves[chosen]
			}
			return b, nil
		},
	}
	if length != defaultWalk {
		f.Name += ",length=" + strconv.Itoa(length)
	}
	return f
}

var walkLength = Option{
	Name: "length", Default: strconv.Itoa(defaultWalk), Want: fmt.Sprintf("1 to %d", longestWalk),
	Doc: "moves of the walk",
}

// parseLength reads length=N.
func parseLength(option string) (int, error) {
	name, value, _ := strings.Cut(option, "=")
	known := []string{walkLength.Name}
	if !slices.Contains(known, name) {
		return 0, fmt.Errorf("it has no option %s (want length=N)%s", puzzle.Quote(name), search.DidYouMean(name, known))
	}
	length, err := strconv.Atoi(value)
	if err != nil || value[0] == '+' || length < 1 || length > longestWalk {
		return 0, fmt.Errorf("length=%s is not a number of moves (want %s)", value, walkLength.Want)
	}
	return length, nil
}
