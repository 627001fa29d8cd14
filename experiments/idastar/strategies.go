package idastar

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/kind"
)

// improvementsOption makes a trial of ARA* report every solution on the way:
// the observations "cost-1", "nodes-1", "weight-1", "cost-2" … are its length,
// the nodes expanded until it was found, and the weight it was found with.
const improvementsOption = ",improvements"

// Trials that draw boards of their own instead of solving the one they are
// given: "sample-1000000/manhattan" takes their estimates, and
// "bounded-20000-31/manhattan" counts the nodes within each bound up to 31.
const (
	samplePrefix  = "sample-"
	boundedPrefix = "bounded-"
)

// mustPrefix begins the name of a trial that counts what every optimal search
// has to expand: "must-expand/manhattan".
const mustPrefix = "must-expand/"

// strategy returns what a name of this study runs: a strategy of package
// tiles, ARA* with improvementsOption, or what draws its own boards.
func strategy(name string) (puzzle.Strategy[tiles.Board], error) {
	if base, ok := strings.CutSuffix(name, improvementsOption); ok {
		return improvements(name, base)
	}
	if rest, ok := strings.CutPrefix(name, samplePrefix); ok {
		return sample(name, rest)
	}
	if rest, ok := strings.CutPrefix(name, boundedPrefix); ok {
		return bounded(name, rest)
	}
	if heuristic, ok := strings.CutPrefix(name, mustPrefix); ok {
		return mustExpand(name, heuristic)
	}
	return kind.Kind().Strategy(name)
}

// improvements returns ARA* under a heuristic, reporting every solution.
func improvements(name, base string) (puzzle.Strategy[tiles.Board], error) {
	s, err := kind.Kind().Strategy(base)
	if err != nil {
		return s, err
	}
	heuristic, ok := strings.CutPrefix(base, "ara/")
	if !ok {
		return s, fmt.Errorf("idastar: %s has no option %q (want ara/HEURISTIC)", base, improvementsOption[1:])
	}
	h, err := tiles.ParseHeuristic(heuristic)
	if err != nil {
		return s, err
	}
	s.Name = name
	s.Run = func(ctx context.Context, b tiles.Board, _ uint64, limits search.Limits) (puzzle.Finding, error) {
		p, err := tiles.New(b, h)
		if err != nil {
			return puzzle.Finding{}, err
		}
		var observed []puzzle.Observation
		n := 0
		r := search.ARAStar(ctx, p, search.Weight{Num: 5, Den: 1}, func(i search.Improvement) {
			n++
			k := strconv.Itoa(n)
			observed = append(observed,
				puzzle.Observation{Name: "cost-" + k, Value: float64(i.Cost)},
				puzzle.Observation{Name: "nodes-" + k, Value: float64(i.Expanded)},
				puzzle.Observation{Name: "weight-" + k, Value: float64(i.Weight.Num) / float64(i.Weight.Den)},
			)
		}, limits)
		f := puzzle.Found(r, tiles.Path(r.Path))
		f.Observed = observed
		return f, nil
	}
	return s, nil
}

// equilibrium is the instance that samples run on; its board is the goal.
func equilibrium() experiments.Instance[tiles.Board] {
	solved, err := tiles.Solved(4, 4, tiles.BlankFirst)
	if err != nil {
		panic(err)
	}
	return experiments.Instance[tiles.Board]{
		Set: equilibriumSet, Size: solved.Cells(), Text: "tiles sample@1 " + solved.String(), Puzzle: solved,
	}
}

// sampled names the trials of the prediction: the estimates of so many draws,
// and the nodes of so many others within the bounds up to the largest.
func sampled(estimates, draws, bound int) []string {
	return append(
		under(fmt.Sprintf("%s%d/", samplePrefix, estimates), heuristicsOfKorf),
		under(fmt.Sprintf("%s%d-%d/", boundedPrefix, draws, bound), heuristicsOfKorf)...)
}

// Kinds of cells, by the number of their neighbours: the branching of a search
// depends on where the blank is.
var cellKinds = [...]string{"corner", "edge", "inner"}

// kindOf returns the index in cellKinds of a cell.
func kindOf(cell, width, height int) int {
	kind := 0
	if row := cell / width; row > 0 && row < height-1 {
		kind++
	}
	if col := cell % width; col > 0 && col < width-1 {
		kind++
	}
	return kind
}
