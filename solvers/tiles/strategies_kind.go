package tiles

import (
	"context"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// kind is what the strategies of one pattern have in common. Its Strategy is
// the entry of the list, without kind and choice.
type kind struct {
	Strategy
	base       string  // what the names begin with
	number     *number // what follows after a hyphen, nil for nothing
	heuristics heuristicRule
	boards     boardRule
	exclusive  []exclusion // options that cannot be given together

	solve func(ctx context.Context, b Board, c choice, limits search.Limits) search.Result[Move]
}

// choice is what a name says beyond its kind.
type choice struct {
	heuristic Heuristic
	order     Order
	ties      search.Ties
	weight    search.Weight // of wastar, and the first one of ara
	number    int           // width of a beam, depth of a depth-first search

	rootOnPath, repaired                      bool // of the lemtea8 programs
	closedList, twin, recomputed, notCritical bool // of astar-coursera
}

func defaultChoice() choice {
	return choice{heuristic: None, order: DefaultOrder, weight: search.Weight{Num: 5, Den: 1}}
}

// number is a number in a name.
type number struct {
	what    string // "weight"
	example string
	set     func(c *choice, text string) (canonical string, err error)
}

// exclusion is a pair of options that cannot be given together.
type exclusion struct{ a, b, why string }

// heuristicRule says which heuristics a name takes.
type heuristicRule uint8

const (
	noHeuristic     heuristicRule = iota
	anyHeuristic                  // must be given
	courseHeuristic               // must be given, Hamming or Manhattan
)

// boardRule says which boards a strategy takes, beyond what its heuristic says.
type boardRule uint8

const (
	allBoards boardRule = iota
	packedBoards
	squareBoards
	fifteenPuzzle
)

// String returns what is wanted, for an error.
func (r boardRule) String() string {
	return [...]string{"any board", "at most 16 cells", "as many rows as columns", "4x4"}[r]
}

func (r boardRule) has(b Board) bool {
	switch r {
	case packedBoards:
		return b.Cells() <= packedCells
	case squareBoards:
		return b.Width() == b.Height()
	case fifteenPuzzle:
		return b.Width() == 4 && b.Height() == 4
	}
	return true
}

// pattern reports whether the kind's name in the list stands for many.
func (k *kind) pattern() bool { return k.number != nil || k.heuristics != noHeuristic }

// example returns a name of this kind.
func (k *kind) example() string {
	var name strings.Builder
	name.WriteString(k.base)
	if k.number != nil {
		name.WriteString("-" + k.number.example)
	}
	if k.heuristics != noHeuristic {
		name.WriteString("/" + Manhattan.Name)
	}
	return name.String()
}
