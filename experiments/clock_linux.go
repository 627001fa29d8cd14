package experiments

import (
	"time"

	"golang.org/x/sys/unix"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

const clockName = "CPU time of the thread, or of the process for timed and isolated trials"

// clock is the CPU clock for trials that are not timed. When trials run in parallel, it is the
// clock of the calling thread, and the goroutine must be locked to that thread.
var clock int32 = unix.CLOCK_THREAD_CPUTIME_ID

// timeProcess makes clock count all threads of the process.
func timeProcess() { clock = unix.CLOCK_PROCESS_CPUTIME_ID }

// waited caches the CPU time of the child processes that this process has waited for. The value
// stays valid as long as there are no new children. The cache matters because a query takes a tenth
// as long as the shortest trials.
var waited struct {
	cpu   time.Duration
	still bool
}

// childless notes that the process has no children.
func childless() { waited.still = true }

// cpuTime reads the CPU clock for trials in a mode. Timed trials run alone, so their clock counts
// all threads of the process and the child processes that it has waited for.
func cpuTime(mode trial.Mode) time.Duration {
	var ts unix.Timespec
	of := clock
	if mode == trial.Timed {
		of = unix.CLOCK_PROCESS_CPUTIME_ID
	}
	if err := unix.ClockGettime(of, &ts); err != nil {
		return 0
	}
	if of != unix.CLOCK_PROCESS_CPUTIME_ID {
		return time.Duration(ts.Nano())
	}
	if !waited.still {
		var children unix.Rusage
		_ = unix.Getrusage(unix.RUSAGE_CHILDREN, &children)
		waited.cpu = time.Duration(children.Utime.Nano() + children.Stime.Nano())
	}
	waited.still = false // the next trial may start some
	return time.Duration(ts.Nano()) + waited.cpu
}
