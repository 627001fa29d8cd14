package scaling

import (
	"math"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	walkkind "github.com/puzzlelab/puzzlelab/solvers/colorwalk/kind"
)

// walkPrefix begins the sets of square Color Walk boards; the number of colours
// follows.
const walkPrefix = "colorwalk/uniform-"

// Strategies for Color Walk.
const (
	walkBlind   = "bfs"
	walkAStar   = "astar/layers"
	walkIDAStar = "idastar/layers"
	walkLayered = "layered/layers"
	walkBeam    = "beam-100/layers+distances"
	walkNarrow  = "beam-10/layers+distances"
)

var walkStrategies = []string{walkBlind, walkIDAStar, walkAStar, walkLayered, walkBeam, walkNarrow}

func ofWalk(name string) bool {
	_, err := walkkind.Kind().Strategy(name)
	return err == nil
}

// The board on which the number of colours grows, and the number of colours
// with which the board does.
const (
	colorsSide = 14
	walkColors = 5
)

// square is a size of Color Walk boards: side × side cells in so many colours.
type square struct{ side, colors int }

// difficulty orders squares by what a search expands on them: two rows and
// columns more cost about as much as two thirds of a colour.
func (s square) difficulty() int { return s.side + 3*(s.colors-walkColors) }

// squares returns the sizes of a scale.
func (s Study) squares(scale experiments.Scale) []square {
	var list []square
	if len(s.Sizes) > 0 {
		for _, size := range s.Sizes {
			if side := int(math.Round(math.Sqrt(float64(size)))); side*side == size {
				list = append(list, square{side, walkColors})
			}
		}
		return list
	}
	for side := 6; side <= pick(scale, 20, 24, 28); side += 2 {
		list = append(list, square{side, walkColors})
	}
	if s.whole() {
		for colors := 3; colors <= pick(scale, 7, 8, 9); colors++ {
			if colors != walkColors {
				list = append(list, square{colorsSide, colors})
			}
		}
	}
	return list
}

// hardest is the difficulty up to which a strategy is run on boards of the
// study: on harder ones it would meet its limit on every board.
func hardest(strategy string, scale experiments.Scale) int {
	switch strategy {
	case walkBlind:
		return 14
	case walkIDAStar:
		return pick(scale, 20, 20, 22)
	}
	return math.MaxInt
}

// walk returns the sweeps over Color Walk boards.
func (s Study) walk(scale experiments.Scale) ([]study.Part[colorwalk.Board], error) {
	family, err := walkkind.Kind().Family("uniform")
	if err != nil {
		return nil, err
	}
	var parts []study.Part[colorwalk.Board]
	for _, name := range s.chosen(walkStrategies, ofWalk) {
		part := study.Part[colorwalk.Board]{Strategies: []string{name}, Limits: s.nodes(pick[uint64](scale, 50_000, 300_000, 10_000_000))}
		for _, sq := range s.squares(scale) {
			if s.whole() && sq.difficulty() > hardest(name, scale) {
				continue
			}
			size := colorwalk.SizeOf(sq.side, sq.side, sq.colors)
			part.Instances = append(part.Instances, experiments.Drawn(walkPrefix+strconv.Itoa(sq.colors), family, size, s.instances(pick(scale, 20, 30, 100)), rootSeed)...)
		}
		if len(part.Instances) > 0 {
			parts = append(parts, part)
		}
	}
	return parts, nil
}

// onSquares returns the trials on Color Walk boards that pass the filter, which
// gets the number of colours.
func onSquares(trials []experiments.Trial, pass func(t *experiments.Trial, colors int) bool) []experiments.Trial {
	var rows []experiments.Trial
	for i := range trials {
		if colors, ok := colorsOf(trials[i].Set); ok && pass(&trials[i], colors) {
			rows = append(rows, trials[i])
		}
	}
	return rows
}

// colorsOf returns the number of colours of a set.
func colorsOf(set string) (colors int, ok bool) {
	number, ok := strings.CutPrefix(set, walkPrefix)
	colors, err := strconv.Atoi(number)
	return colors, ok && err == nil
}
