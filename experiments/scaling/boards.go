package scaling

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	tileskind "github.com/puzzlelab/puzzlelab/solvers/tiles/kind"
)

// Sets of boards: drawn uniformly, a set for each shape, and random walks from
// the goal on 4×4 cells.
const (
	tilesPrefix  = "tiles/"
	boardsPrefix = tilesPrefix + "uniform-"
	walksSet     = tilesPrefix + "walk-4x4"
)

// Strategies for boards.
const (
	breadthFirst   = "bfs"
	astarManhattan = "astar/manhattan"
	idaManhattan   = "idastar/manhattan"
	idaConflict    = "idastar/linear-conflict"
	idaLarger      = "idastar/lc-wd"
)

// boardStrategies are two that store nodes, and three that do not.
var boardStrategies = []string{breadthFirst, astarManhattan, idaManhattan, idaConflict, idaLarger}

// shape is the size of a board and the scale from which on it is run.
type shape struct {
	width, height int
	from          experiments.Scale
}

// shapes are the boards of the study, by their cells.
var shapes = []shape{
	{3, 2, experiments.Quick},
	{4, 2, experiments.Quick},
	{3, 3, experiments.Quick},
	{5, 2, experiments.Quick},
	{4, 3, experiments.Quick},
	{6, 2, experiments.Quick},
	{7, 2, experiments.Full},
	{5, 3, experiments.Standard},
	{4, 4, experiments.Standard},
}

func (s shape) cells() int { return s.width * s.height }

func (s shape) String() string { return fmt.Sprintf("%dx%d", s.width, s.height) }

// runsAt reports whether the shape is of the study as published at a scale.
func (s shape) runsAt(scale experiments.Scale) bool {
	return scale == experiments.Full || s.from == experiments.Quick || s.from == scale
}

// shapesOf returns the shapes of so many cells, of any scale.
func shapesOf(cells int) []string {
	var sizes []string
	for _, sh := range shapes {
		if sh.cells() == cells {
			sizes = append(sizes, sh.String())
		}
	}
	return sizes
}

// takes reports whether a strategy can run on boards of a size.
func takes(strategy string, size puzzle.Size) bool {
	solved, err := tiles.Solved(size.Numbers[0], size.Numbers[1], tiles.BlankLast)
	if err != nil {
		return false
	}
	parsed, err := tileskind.Kind().Strategy(strategy)
	return err == nil && parsed.Fits(solved) == nil
}

// Limits on the nodes of a trial. What stores its nodes is limited by memory,
// A* and breadth-first search alike.
func storing(scale experiments.Scale) uint64 {
	return study.At[uint64](scale, 1_500_000, 2_000_000, 20_000_000)
}

func deepening(scale experiments.Scale) uint64 {
	return study.At[uint64](scale, 30_000_000, 100_000_000, 1_000_000_000)
}

// boards are uniform boards of every shape, and walks.
func boards(c study.Choice) study.Growing[tiles.Board] {
	g := study.Growing[tiles.Board]{
		Study: Name, Kind: tileskind.Kind(), Code: code, Seed: rootSeed,
		Set:    func(family string, size puzzle.Size) string { return tilesPrefix + family + "-" + size.Text },
		Family: "uniform", SizesOf: shapesOf, Instances: study.At(c.Scale, 20, 30, 100),
		Strategies: boardStrategies, Takes: takes,
		LimitsOf: func(strategy string) search.Limits {
			if strings.HasPrefix(strategy, "idastar") {
				return search.Limits{Expanded: deepening(c.Scale)}
			}
			return search.Limits{Expanded: storing(c.Scale)}
		},
	}
	for _, sh := range shapes {
		if sh.runsAt(c.Scale) {
			g.Sizes = append(g.Sizes, sh.String())
		}
	}
	published := g
	published.Takes = func(strategy string, size puzzle.Size) bool {
		return takes(strategy, size) && (strategy != breadthFirst || size.Cells <= mostStored(c.Scale))
	}
	g.Whole = func(scale experiments.Scale) ([]sliding.Part, error) {
		var parts []sliding.Part
		for _, size := range g.Sizes {
			published.Sizes = []string{size}
			for _, published.Strategies = range [][]string{boardStrategies[:2], boardStrategies[2:]} {
				some, err := published.Parts(study.Choice{})
				if err != nil {
					return nil, err
				}
				parts = append(parts, some...)
			}
		}
		return append(parts, walks(scale)...), nil
	}
	return g
}

// mostStored is the largest number of cells on which breadth-first search is
// run: on the next size it would meet its limit on every board.
func mostStored(scale experiments.Scale) int { return study.At(scale, 10, 10, 12) }

// uniform returns n boards of a shape, each solvable one equally likely.
func uniform(sh shape, n int) ([]experiments.Instance[tiles.Board], error) {
	instances, err := sliding.Drawn("uniform", sh.width, sh.height, n, rootSeed)
	for i := range instances {
		instances[i].Set = boardsPrefix + sh.String()
	}
	return instances, err
}

// perWalk is more boards than are drawn by walks of any length: the board
// number i of walks of length l has the index l·perWalk + i.
const perWalk = 1000

// shortWalk is the longest walk whose boards breadth-first search is run on: at
// longer ones it would meet its limit on every board.
const shortWalk = 20

// walks returns the sweeps over boards that are random walks from the goal,
// which the best strategy solves all, so that every length is known.
func walks(scale experiments.Scale) []sliding.Part {
	lengths := []int{8, 10, 12, 14, 16, 20, 24, 30, 40, 50, 60, 80}
	if scale != experiments.Quick {
		lengths = append(lengths, 100, 140)
	}
	var all, short []experiments.Instance[tiles.Board]
	for _, length := range lengths {
		family, err := tileskind.Kind().Family(fmt.Sprintf("walk,length=%d", length))
		if err != nil {
			panic(err) // the name is written here
		}
		drawn := experiments.Drawn(walksSet, family, tiles.SizeOf(4, 4), study.At(scale, 20, 50, 200), rootSeed)
		for i := range drawn {
			drawn[i].Index += length * perWalk
		}
		all = append(all, drawn...)
		if length <= shortWalk {
			short = slices.Clone(all)
		}
	}
	stored := search.Limits{Expanded: study.At[uint64](scale, 150_000, 1_000_000, 10_000_000)}
	return []sliding.Part{
		{Instances: short, Strategies: []string{breadthFirst}, Limits: stored},
		{Instances: all, Strategies: []string{astarManhattan}, Limits: stored},
		{Instances: all, Strategies: []string{idaManhattan, idaConflict, idaLarger}, Limits: search.Limits{Expanded: deepening(scale)}},
	}
}
