//go:build unix && !linux

package experiments

import (
	"time"

	"golang.org/x/sys/unix"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

const clockName = "CPU time of the process"

// cpuTime returns the CPU time the process has used: exact for one trial at a time, too large when
// trials run side by side.
func cpuTime(trial.Mode) time.Duration {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func timeProcess() {}

func childless() {}
