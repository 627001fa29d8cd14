// Command puzzlelab runs search strategies on puzzles and writes reports. Run it with -h, or see
// the documentation of internal/cli.
package main

import (
	"embed"

	"github.com/puzzlelab/puzzlelab/experiments/heuristics"
	"github.com/puzzlelab/puzzlelab/experiments/idastar"
	"github.com/puzzlelab/puzzlelab/experiments/lookahead"
	"github.com/puzzlelab/puzzlelab/experiments/pruning"
	"github.com/puzzlelab/puzzlelab/experiments/scaling"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/lab"
	colorwalk "github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
	handsoftime "github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	tiles "github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

//go:embed notebooks/*.ipynb
var notebooks embed.FS

// ours lists what the commands work on, with one line for each puzzle and each study.
var ours = lab.Lab{
	Puzzles: []*puzzle.Puzzle{
		handsoftime.Puzzle(),
		tiles.Puzzle(),
		colorwalk.Puzzle(),
	},
	Studies: []study.Definition{
		pruning.Definition(),
		heuristics.Definition(),
		idastar.Definition(),
		lookahead.Definition(),
		scaling.Definition(),
	},
	Notebooks: notebooks,
}

func main() { lab.Main(ours) }
