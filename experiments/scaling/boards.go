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

// shapes are the boards of the study, by their cells.
var shapes = []puzzle.Size{
	tiles.SizeOf(3, 2), tiles.SizeOf(4, 2), tiles.SizeOf(3, 3), tiles.SizeOf(5, 2), tiles.SizeOf(4, 3), tiles.SizeOf(6, 2),
	tiles.SizeOf(7, 2), tiles.SizeOf(5, 3), tiles.SizeOf(4, 4),
}

// shapesAt returns the shapes of a scale.
func shapesAt(scale experiments.Scale) []puzzle.Size {
	return study.At(scale, shapes[:6], slices.Concat(shapes[:6], shapes[7:]), shapes)
}

// shapesOf returns the shapes of so many cells, of any scale.
func shapesOf(cells int) []string {
	var sizes []string
	for _, sh := range shapes {
		if sh.Cells == cells {
			sizes = append(sizes, sh.Text)
		}
	}
	return sizes
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
		Strategies: boardStrategies,
		LimitsOf: func(strategy string) search.Limits {
			if strings.HasPrefix(strategy, "idastar") {
				return search.Limits{Expanded: deepening(c.Scale)}
			}
			return search.Limits{Expanded: storing(c.Scale)}
		},
	}
	for _, sh := range shapesAt(c.Scale) {
		g.Sizes = append(g.Sizes, sh.Text)
	}
	g.Whole = func(scale experiments.Scale) ([]sliding.Part, error) {
		var parts []sliding.Part
		for _, sh := range shapesAt(scale) {
			stored := boardStrategies[:2]
			if sh.Cells > mostStored(scale) {
				stored = stored[1:]
			}
			for _, names := range [][]string{stored, boardStrategies[2:]} {
				some, err := g.Parts(study.Choice{Sizes: []string{sh.Text}, Strategies: names})
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
func uniform(sh puzzle.Size, n int) ([]experiments.Instance[tiles.Board], error) {
	family, err := tileskind.Kind().Family("uniform")
	return experiments.Drawn(boardsPrefix+sh.Text, family, sh, n, rootSeed), err
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
