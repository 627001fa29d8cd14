package tiles

import (
	"context"

	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/search/naming"
)

// kind is what the strategies of one pattern have in common. Its Strategy is
// the entry of the list, with the pattern as its name and without options, kind
// and choice.
type kind struct {
	Strategy
	number    *naming.Number[choice]   // what the pattern's number is, nil for none
	heuristic *naming.Estimate[choice] // what its H is, nil for none
	boards    boardRule
	options   []setting
	exclusive []naming.Exclusion // options that cannot be given together

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

type setting = naming.Setting[choice]

// strategy returns the strategy of that name.
func (k *kind) strategy(name string, c choice) Strategy {
	s := k.Strategy
	n := k.names()
	s.Name, s.Options, s.kind, s.choice = name, n.Listed(), k, c
	return s
}

// names returns the names of this kind.
func (k *kind) names() naming.Kind[choice] {
	return naming.Kind[choice]{Pattern: k.Name, Number: k.number, Estimate: k.heuristic, Options: k.options, Exclusive: k.exclusive}
}

// example returns a name of this kind.
func (k *kind) example() string {
	n := k.names()
	return n.Example()
}

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
