//go:build !unix

package experiments

import (
	"time"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

const clockName = "wall clock"

var clockStart = time.Now()

// cpuTime returns wall time: there is no CPU clock to read here.
func cpuTime(trial.Mode) time.Duration { return time.Since(clockStart) }

func timeProcess() {}

func childless() {}
