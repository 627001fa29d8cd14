// Package sliding prepares the boards and strategies of package tiles for the sweeps of studies
// about sliding-tile puzzles.
package sliding

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// Looks lists heuristics and strategies in a fixed order. The position in the list determines the
// color, dashes and marker, so that a heuristic or strategy looks the same in the figures of all
// studies. The list includes each strategy that a figure shows next to another curve for the same
// heuristic.
var Looks = []string{
	"none", "hamming", "manhattan", "inversion-distance", "linear-conflict", "walking-distance", "lc-wd",
	"astar/manhattan", "idastar/manhattan", "bfs", "astar/lc-wd",
}

// Known returns the boards of a published set that pass the filter, as instances of a set with the
// same name. The index of an instance is the board's published number minus 1. A nil filter passes
// all boards. Known panics if there is no published set with that name.
func Known(set string, filter func(tiles.Known) bool) []experiments.Instance {
	var instances []experiments.Instance
	for _, k := range Boards(set) {
		if filter == nil || filter(k) {
			instances = append(instances, experiments.Instance{
				Set: set, Index: k.Number - 1, Size: k.Board.Cells(), Text: k.Board.String(), Puzzle: k.Board,
			})
		}
	}
	return instances
}

// Boards returns all boards of a published set. It panics if there is no set with that name.
func Boards(set string) []tiles.Known {
	known, err := tiles.KnownInstances(set)
	if err != nil {
		panic(err) // a study contains the name as a constant
	}
	return known
}

// Easiest returns a filter for the n easiest boards of a set, on which IDA* with Manhattan distance
// generates the fewest nodes according to the published counts. The filter passes no board if n <
// 0.
func Easiest(set string, n int) func(tiles.Known) bool {
	known := Boards(set)
	slices.SortStableFunc(known, func(a, b tiles.Known) int {
		return cmp.Or(cmp.Compare(a.Manhattan.Generated, b.Manhattan.Generated), cmp.Compare(a.Number, b.Number))
	})
	chosen := map[int]bool{}
	for _, k := range known[:min(max(n, 0), len(known))] {
		chosen[k.Number] = true
	}
	return func(k tiles.Known) bool { return chosen[k.Number] }
}

// Drawn returns n random boards of the given family and size. Their set is named after the family,
// followed by the size if the boards are not square. Each board is generated from seed when its
// trial runs.
func Drawn(family string, width, height, n int, seed uint64) ([]experiments.Instance, error) {
	f, err := render.Puzzle().Family(family)
	if err != nil {
		return nil, err
	}
	size, err := render.Puzzle().ParseSize(fmt.Sprintf("%dx%d", width, height), puzzle.Choice{})
	if err != nil {
		return nil, err
	}
	set := f.Name
	if width != height {
		set += "-" + size.Text
	}
	return experiments.Drawn(set, f, size, n, seed), nil
}

// Deepened solves a board using IDA* and the given heuristic. It gives up after expanding the given
// number of nodes. The result's Outcome says whether it gave up.
func Deepened(b tiles.Board, h tiles.Heuristic, nodes uint64) (search.Result[tiles.Move], error) {
	p, err := tiles.New(b, h)
	if err != nil {
		return search.Result[tiles.Move]{}, err
	}
	return search.IDAStar(context.Background(), p, search.Limits{Expanded: nodes}), nil
}

// Tried runs IDA* on all boards with each of the given heuristics and returns the trials, which it
// does not store. Each run gives up after expanding the given number of nodes. The keys of the map
// become the strategy names in the trials.
func Tried(boards []experiments.Instance, nodes uint64, heuristics map[string]tiles.Heuristic) (frame.Frame, error) {
	var trials []trial.Trial
	for _, in := range boards {
		board, err := in.Puzzle, error(nil)
		if made, ok := board.(experiments.Made); ok {
			board, err = made()
		}
		for strategy, h := range heuristics {
			var r search.Result[tiles.Move]
			if err == nil {
				r, err = Deepened(board.(tiles.Board), h, nodes)
			}
			trials = append(trials, trial.Trial{Set: in.Set, Size: in.Size, Index: in.Index, Strategy: strategy, Outcome: r.Outcome, Cost: r.Cost, Meter: r.Meter})
		}
		if err != nil {
			return frame.Frame{}, err
		}
	}
	return frame.Of(trials), nil
}

// Under returns the names of the strategies that combine each heuristic with each algorithm. For
// example, the algorithm "astar/" and the heuristic "manhattan" give "astar/manhattan". Names with
// the same heuristic are together, in the order of the heuristics.
func Under(heuristics []string, algorithms ...string) (names []string) {
	for _, h := range heuristics {
		for _, a := range algorithms {
			names = append(names, a+h)
		}
	}
	return names
}
