package scaling

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/sliding"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	walkrender "github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// walkPrefix is the prefix of sets of square Color Walk boards; the number of colors follows.
const walkPrefix = "colorwalk/uniform-"

// Strategies for Color Walk boards.
const (
	walkBlind   = "bfs"
	walkAStar   = "astar/layers"
	walkIDAStar = "idastar/layers"
	walkLayered = "layered/layers"
	walkBeam    = "beam-100/layers+distances"
	walkNarrow  = "beam-10/layers+distances"
)

var walkStrategies = []string{walkBlind, walkIDAStar, walkAStar, walkLayered, walkBeam, walkNarrow}

// Side of the boards on which the number of colors grows, and number of colors on the boards whose
// size grows.
const (
	colorsSide = 14
	walkColors = 5
)

// square is a size of Color Walk boards: side × side cells in a number of colors.
type square struct{ side, colors int }

// difficulty orders squares by the nodes that a search expands on them: two more rows and columns
// cost about as much as two thirds of a color.
func (s square) difficulty() int { return s.side + 3*(s.colors-walkColors) }

func (s square) String() string { return colorwalk.SizeOf(s.side, s.side, s.colors).Text }

// squares returns the sizes at a scale: those that grow in cells, and those that grow in colors.
func squares(scale experiments.Scale) (growing, colored []square) {
	for side := 6; side <= study.At(scale, 20, 24, 28); side += 2 {
		growing = append(growing, square{side, walkColors})
	}
	for colors := 3; colors <= study.At(scale, 7, 8, 9); colors++ {
		if colors != walkColors {
			colored = append(colored, square{colorsSide, colors})
		}
	}
	return growing, colored
}

// squaresOf returns the square with the given number of cells, if there is one.
func squaresOf(cells int) []string {
	side := int(math.Round(math.Sqrt(float64(cells))))
	if side < 2 || side*side != cells {
		return nil
	}
	return []string{square{side, walkColors}.String()}
}

// hardest returns the largest difficulty at which a strategy runs on boards of the study. On harder
// ones it would reach its limit on every board.
func hardest(strategy string, scale experiments.Scale) int {
	switch strategy {
	case walkBlind:
		return study.At(scale, 10, 14, 14)
	case walkIDAStar:
		return study.At(scale, 16, 20, 22)
	}
	return math.MaxInt
}

// walk returns the study of uniformly random Color Walk boards.
func walk(c study.Choice) study.Growing {
	growing, colored := squares(c.Scale)
	g := study.Growing{
		Study: Name, Kind: walkrender.Puzzle(), Files: files, Seed: rootSeed,
		Set: func(family string, size puzzle.Size) string {
			set := "colorwalk/" + family + "-"
			if size.Numbers[0] != size.Numbers[1] {
				return set + size.Text
			}
			return set + strconv.Itoa(size.Numbers[2])
		},
		Family: "uniform", SizesOf: squaresOf, Instances: study.At(c.Scale, 20, 30, 100),
		Strategies: walkStrategies, Limits: search.Limits{Expanded: study.At[uint64](c.Scale, 50_000, 300_000, 10_000_000)},
	}
	g.Sizes = study.Map(growing, square.String)
	g.Whole = func(scale experiments.Scale, seed uint64) ([]study.Part, error) {
		return each(g, seed, func(strategy string) (sizes []string) {
			for _, sq := range append(growing, colored...) {
				if sq.difficulty() <= hardest(strategy, scale) {
					sizes = append(sizes, sq.String())
				}
			}
			return sizes
		})
	}
	return g
}

// colors is the number of colors of a square Color Walk board; 0 for other instances.
var colors = frame.NewFactor("colours", colorsOf)

func colorsOf(t *trial.Trial) int {
	number, square := strings.CutPrefix(t.Set, walkPrefix)
	colors, err := strconv.Atoi(number)
	if !square || err != nil {
		return 0
	}
	return colors
}

// Walk asks how the number of expanded nodes grows with the number of cells of a Color Walk board.
var Walk = Question{
	ID: "walk", What: "Color Walk boards with five colors", Noun: "board", Axis: "cells of the board, n", Unit: "cell",
	Models:     []Model{Exponential, Power, Root},
	strategies: walkStrategies, looks: slices.Concat(sliding.Looks, walkStrategies),
	rows:  bySize(colors.Is(walkColors)),
	asked: frame.Selection{Sets: []string{walkPrefix + strconv.Itoa(walkColors)}}, population: "uniformly random square boards with five colors",
}

// Colors asks how the number of expanded nodes grows with the number of colors on a board.
var Colors = Question{
	ID: "colors", What: "14×14 Color Walk boards", Noun: "board", Axis: "colors, n", Unit: "colour", Step: "color",
	Models:     []Model{Exponential, Power},
	strategies: walkStrategies, looks: slices.Concat(sliding.Looks, walkStrategies),
	rows: func(trials frame.Frame) (frame.Frame, against) {
		return trials.Where(colors.From(1), frame.Size.Is(colorsSide*colorsSide)), func(t *trial.Trial) float64 { return float64(colorsOf(t)) }
	},
	asked: frame.Selection{Sets: []string{walkPrefix + "*"}, Sizes: []int{colorsSide * colorsSide}}, population: "uniformly random 14×14 boards, for each number of colors",
	shape: func(set string) string { return strings.TrimPrefix(set, walkPrefix) + " colors" },
}
