//go:build !linux

package experiments

import (
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

const clockName = search.CPUClock

// cpuTime returns the CPU time the process has used: exact for one trial at a time, too large when
// trials run side by side.
func cpuTime(trial.Mode) time.Duration { return search.CPUTime() }

func timeProcess() {}

func childless() {}
