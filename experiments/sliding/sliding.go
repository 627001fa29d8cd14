// Package sliding provides boards and strategies of package tiles for sweeps, as the studies of
// sliding-tile puzzles need them.
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

// Looks lists heuristics and strategies in the order in which the figures of all studies give them
// colours, dashes and markers. It has strategies whose heuristic another curve of a figure shares.
var Looks = []string{
	"none", "hamming", "manhattan", "inversion-distance", "linear-conflict", "walking-distance", "lc-wd",
	"astar/manhattan", "idastar/manhattan", "bfs", "astar/lc-wd",
}

// Known returns the boards of a published set that pass the filter, as instances of a set with the
// same name. The index of an instance is the board's published number minus 1. Known panics if
// there is no such set. A nil filter passes all boards.
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

// Boards returns a published set. It panics if there is no set with that name.
func Boards(set string) []tiles.Known {
	known, err := tiles.KnownInstances(set)
	if err != nil {
		panic(err) // a study contains the name as a constant
	}
	return known
}

// Easiest returns a filter for the n boards of a set that are easiest for IDA* with Manhattan
// distance, by nodes generated, or for none if n < 0.
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

// Drawn returns n boards of a family and size. They belong to a set with the family's name,
// followed by the size unless the board is square. Each board is made when its trial runs.
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

// Deepened runs IDA* with a heuristic on a board, up to a limit on the nodes expanded.
func Deepened(b tiles.Board, h tiles.Heuristic, nodes uint64) (search.Result[tiles.Move], error) {
	p, err := tiles.New(b, h)
	if err != nil {
		return search.Result[tiles.Move]{}, err
	}
	return search.IDAStar(context.Background(), p, search.Limits{Expanded: nodes}), nil
}

// Tried runs IDA* with heuristics on boards, up to a limit on the nodes expanded. It returns the
// trials, each under the name of the strategy that the heuristic belongs to, and stores nothing.
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

// Under returns strategy names of the form ALGORITHM/HEURISTIC, for all algorithms with the first
// heuristic, then the second, and so on.
func Under(heuristics []string, algorithms ...string) (names []string) {
	for _, h := range heuristics {
		for _, a := range algorithms {
			names = append(names, a+h)
		}
	}
	return names
}
