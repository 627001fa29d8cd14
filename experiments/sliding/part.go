package sliding

import (
	"github.com/puzzlelab/puzzlelab/experiments/study"
)

// Part is one sweep of a study: every strategy on every board.
type Part = study.Part

// Plan is what a study of boards runs.
type Plan = study.Plan
