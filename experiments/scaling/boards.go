package scaling

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	tilesrender "github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// Names of the board sets: one set of uniformly random boards for each shape, and one of 4×4 boards
// from random walks that start at the goal.
const (
	tilesPrefix  = "tiles/"
	boardsPrefix = tilesPrefix + "uniform-"
	walksSet     = tilesPrefix + "walk-4x4"
)

// Strategies for sliding-tile boards.
const (
	breadthFirst   = "bfs"
	astarManhattan = "astar/manhattan"
	idaManhattan   = "idastar/manhattan"
	idaConflict    = "idastar/linear-conflict"
	idaLarger      = "idastar/lc-wd"
)

// boardStrategies lists two strategies that store nodes, and three that do not.
var boardStrategies = []string{breadthFirst, astarManhattan, idaManhattan, idaConflict, idaLarger}

// shapes lists the board shapes of the study, in the order of their numbers of cells.
var shapes = []puzzle.Size{
	tiles.SizeOf(3, 2), tiles.SizeOf(4, 2), tiles.SizeOf(3, 3), tiles.SizeOf(5, 2), tiles.SizeOf(4, 3), tiles.SizeOf(6, 2),
	tiles.SizeOf(7, 2), tiles.SizeOf(5, 3), tiles.SizeOf(4, 4),
}

// shapesAt returns the shapes at a scale.
func shapesAt(scale experiments.Scale) []puzzle.Size {
	return study.At(scale, shapes[:5], slices.Concat(shapes[:6], shapes[7:]), shapes)
}

// shapesOf returns the shapes with the given number of cells, at any scale.
func shapesOf(cells int) []string {
	return texts(slices.DeleteFunc(slices.Clone(shapes), func(sh puzzle.Size) bool { return sh.Cells != cells }))
}

// texts returns the sizes in their written form.
func texts(sizes []puzzle.Size) []string {
	return study.Map(sizes, func(s puzzle.Size) string { return s.Text })
}

// deepening returns the node limit of IDA*.
func deepening(scale experiments.Scale) uint64 {
	return study.At[uint64](scale, 30_000_000, 100_000_000, 1_000_000_000)
}

// boards returns the study of sliding tiles: uniformly random boards of every shape, and walks.
func boards(c study.Choice) study.Growing {
	g := study.Growing{
		Study: Name, Kind: tilesrender.Puzzle(), Files: files, Seed: rootSeed,
		Set:    func(family string, size puzzle.Size) string { return tilesPrefix + family + "-" + size.Text },
		Family: "uniform", Sizes: texts(shapesAt(c.Scale)), SizesOf: shapesOf, Instances: study.At(c.Scale, 20, 30, 100),
		Strategies: boardStrategies,
		LimitsOf: func(strategy string, _ int) search.Limits {
			if strings.HasPrefix(strategy, "idastar") {
				return search.Limits{Expanded: deepening(c.Scale)}
			}
			// A* and breadth-first search have the same memory limit.
			return search.Limits{Expanded: study.At[uint64](c.Scale, 1_500_000, 2_000_000, 20_000_000)}
		},
	}
	g.Whole = func(scale experiments.Scale, seed uint64) ([]study.Part, error) {
		parts, err := each(g, seed, func(strategy string) []string {
			return texts(slices.DeleteFunc(slices.Clone(shapesAt(scale)), func(sh puzzle.Size) bool { return strategy == breadthFirst && sh.Cells > mostStored(scale) }))
		})
		return append(parts, walks(scale, seed)...), err
	}
	return g
}

// mostStored returns the largest number of cells on which breadth-first search runs. At the next
// size it would reach its limit on every board.
func mostStored(scale experiments.Scale) int { return study.At(scale, 9, 10, 12) }

// perWalk is larger than the number of boards drawn for any walk length: board i of the walks of
// length l has the index l·perWalk + i.
const perWalk = 1000

// shortWalk is the longest walk for which breadth-first search runs on the boards. On longer ones
// it would reach its limit on every board.
const shortWalk = 20

// cheapWalk is the longest walk whose boards need little time, so that more of them are run.
const cheapWalk = 40

// walks returns the sweeps over boards that are random walks from the goal. The best strategy
// solves all of these, so every length is known. Even shorter walks would end on so few boards that
// every seed draws the same ones.
func walks(scale experiments.Scale, seed uint64) []study.Part {
	lengths := []int{12, 14, 16, 20, 24, 30, 40, 50, 60, 80}
	if scale != experiments.Quick {
		lengths = append(lengths, 100, 140)
	}
	var all, short []experiments.Instance
	for _, length := range lengths {
		family, err := tilesrender.Puzzle().Family(fmt.Sprintf("walk,length=%d", length))
		if err != nil {
			panic(err) // the name is a constant in this file
		}
		n := study.At(scale, 12, 50, 200)
		if length <= cheapWalk {
			n = max(n, 24)
		}
		drawn := experiments.Drawn(walksSet, family, tiles.SizeOf(4, 4), n, seed)
		for i := range drawn {
			drawn[i].Index += length * perWalk
		}
		all = append(all, drawn...)
		if length <= shortWalk {
			short = slices.Clone(all)
		}
	}
	stored := search.Limits{Expanded: study.At[uint64](scale, 150_000, 1_000_000, 10_000_000)}
	return []study.Part{
		{Instances: short, Strategies: []string{breadthFirst}, Limits: stored},
		{Instances: all, Strategies: []string{astarManhattan}, Limits: stored},
		{Instances: all, Strategies: []string{idaManhattan, idaConflict, idaLarger}, Limits: search.Limits{Expanded: deepening(scale)}},
	}
}

// onLarge selects the boards that claims are about. It leaves out 3×2 boards, which have only 360
// positions, so that every seed draws many of them.
var onLarge = frame.Selection{Sets: study.Map(shapes[1:], func(s puzzle.Size) string { return boardsPrefix + s.Text })}

// Boards asks how the number of expanded nodes grows with the number of cells of a sliding-tile
// board.
var Boards = Question{
	ID: "boards", What: "sliding-tile boards", Noun: "board", Axis: "cells of the board, n", Unit: "cell",
	Models:     []Model{Exponential, Power, Positions},
	strategies: boardStrategies, looks: sliding.Looks, rows: bySize(onUniform), shape: shapeName, bars: true, alike: true,
	asked: onLarge, population: "uniformly random boards of each shape",
}

// Shapes asks how the number of nodes expanded by heuristic searches grows with the mean length of
// the shortest solutions.
var Shapes = Question{
	ID: "shapes", What: "sliding-tile boards, by the length of their solutions", Noun: "board", Axis: "mean length of a shortest solution, n (moves)", Unit: "move",
	Models:     []Model{Exponential, Power},
	strategies: boardStrategies, looks: sliding.Looks, rows: byMeanLength, shape: shapeName, bars: true,
	asked: onLarge, population: "uniformly random boards of each shape",
}

// Lengths asks how the number of expanded nodes grows with the length of a shortest solution, for
// boards of one size.
var Lengths = Question{
	ID: "lengths", What: "4×4 sliding-tile boards", Noun: "board", Axis: "length of a shortest solution, n (moves)", Unit: "move",
	Models:     []Model{Exponential, Power},
	strategies: boardStrategies, looks: sliding.Looks, rows: byLength, alike: true,
	asked: frame.Selection{Sets: []string{walksSet}}, population: "boards at the ends of random walks from the goal, for each length of the walk",
}

// onUniform passes trials on uniformly random boards of a shape.
func onUniform(t *trial.Trial) bool { return strings.HasPrefix(t.Set, boardsPrefix) }

// shapeName returns the shape of the boards in a set of uniformly random boards, with the width
// first.
func shapeName(set string) string {
	return strings.Replace(strings.TrimPrefix(set, boardsPrefix), "x", "×", 1)
}

// shortest returns, for each instance that was solved, the length of the shortest solution that any
// strategy found. On sliding tiles, the strategies of the published study prove that their
// solutions are optimal.
func shortest(rows frame.Frame) map[frame.Instance]float64 {
	length := map[frame.Instance]float64{}
	for instance, of := range frame.By(rows, frame.Subject) {
		if costs := of.Values(trial.Cost); len(costs) > 0 {
			length[instance] = slices.Min(costs)
		}
	}
	return length
}

// fewestOfALength is the smallest number of boards that a length needs to be included: a median of
// fewer boards is not informative.
const fewestOfALength = 8

// byLength returns the trials on walks, with the length of a shortest solution of the board as the
// size, whichever strategy found it. It leaves out boards whose length is unknown, and lengths with
// fewer than eight boards.
func byLength(trials frame.Frame) (frame.Frame, against) {
	rows := trials.Where(frame.Set.Is(walksSet))
	length, boards := shortest(rows), map[float64]int{}
	for _, n := range length {
		boards[n]++
	}
	x := func(t *trial.Trial) float64 { return length[frame.InstanceOf(t)] }
	return rows.Where(func(t *trial.Trial) bool { return boards[x(t)] >= fewestOfALength }), x
}

// byMeanLength returns the trials of searches with a heuristic on uniformly random boards, with the
// mean length of the shortest solutions of the shape as the size. The mean is unknown for a shape
// if no strategy solved one of its boards.
func byMeanLength(trials frame.Frame) (frame.Frame, against) {
	rows := trials.Where(onUniform, func(t *trial.Trial) bool { return t.Strategy != breadthFirst })
	length, mean := shortest(rows), map[string]float64{}
	for set, of := range frame.By(rows, frame.Set) {
		var lengths []float64
		for _, instance := range frame.Subject.Of(of) {
			if n, solved := length[instance]; solved {
				lengths = append(lengths, n)
			}
		}
		if len(lengths) == of.Instances() {
			mean[set] = stats.Mean(lengths)
		}
	}
	return rows, func(t *trial.Trial) float64 { return mean[t.Set] }
}
