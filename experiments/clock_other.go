//go:build !linux

package experiments

import (
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

const clockName = search.CPUClock

// cpuTime returns the CPU time that the process has used. This is exact if one trial runs at a
// time, and too large if trials run side by side.
func cpuTime(trial.Mode) time.Duration { return search.CPUTime() }

func timeProcess() {}

func childless() {}
