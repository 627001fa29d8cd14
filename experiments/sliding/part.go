package sliding

import (
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// Part is one sweep of a study: every strategy on every board.
type Part = study.Part[tiles.Board]

// Plan is what a study of boards runs.
type Plan = study.Plan[tiles.Board]
