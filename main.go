// Command puzzlelab searches puzzles and reports on it. Run it with -h, or see
// the documentation of internal/cli.
package main

import (
	"github.com/puzzlelab/puzzlelab/experiments/heuristics"
	"github.com/puzzlelab/puzzlelab/experiments/idastar"
	"github.com/puzzlelab/puzzlelab/experiments/lookahead"
	"github.com/puzzlelab/puzzlelab/experiments/pruning"
	"github.com/puzzlelab/puzzlelab/experiments/scaling"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/lab"
	colorwalk "github.com/puzzlelab/puzzlelab/solvers/colorwalk/kind"
	handsoftime "github.com/puzzlelab/puzzlelab/solvers/handsoftime/kind"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	tiles "github.com/puzzlelab/puzzlelab/solvers/tiles/kind"
)

func main() {
	lab.Main(lab.Lab{
		Puzzles: []*puzzle.Puzzle{puzzle.Of(handsoftime.Kind()), puzzle.Of(tiles.Kind()), puzzle.Of(colorwalk.Kind())},
		Studies: []study.Definition{pruning.Definition(), heuristics.Definition(), idastar.Definition(), lookahead.Definition(), scaling.Definition()},
	})
}
