package colorwalk

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
	number     *naming.Number[choice]   // what the pattern's number is, nil for none
	evaluation *naming.Estimate[choice] // what its E is, nil for none
	options    []setting
	exclusive  []naming.Exclusion // options that cannot be given together
	wasteful   bool               // may choose a colour that removes nothing
	narrow     bool               // takes boards of up to 512 regions, those of [New]

	// solve is called with boards on which something is left.
	solve func(ctx context.Context, b Board, c choice, seed uint64, limits search.Limits) search.Result[Color]
}

// choice is what a name says beyond its kind.
type choice struct {
	number      int           // depth of a look-ahead, width of a beam
	scale       int           // what a move costs in removed cells, in the searches by Dijkstra's name
	weight      search.Weight // of wastar
	ties        search.Ties   // of astar
	evaluation  string        // of a beam, one of evaluations
	nodes       int           // after which a depth-first search ends
	finishFirst bool          // of lines that clear the board, a look-ahead prefers the shorter
	literal     bool          // leave out the two edges that the write-up's script leaves out
	omit        omission      // of layered
}

func defaultChoice() choice { return choice{scale: 25, nodes: 50_000} }

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
	return naming.Kind[choice]{Pattern: k.Name, Number: k.number, Estimate: k.evaluation, Options: k.options, Exclusive: k.exclusive}
}

// example returns a name of this kind.
func (k *kind) example() string {
	n := k.names()
	return n.Example()
}

// grammar parses the names of all kinds.
var grammar = func() *naming.Grammar[choice] {
	var list []naming.Kind[choice]
	for i := range kinds {
		list = append(list, kinds[i].names())
	}
	return naming.New("colorwalk", "evaluation", list)
}()
