package experiments

import (
	"time"

	"golang.org/x/sys/unix"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
)

const clockName = "CPU time of the thread; of the process for timed and isolated trials"

// clock is the one of trials that are not timed: that of the calling thread, to which the
// goroutine must be locked, where trials run beside each other.
var clock int32 = unix.CLOCK_THREAD_CPUTIME_ID

// timeProcess makes that the clock of all threads of the process.
func timeProcess() { clock = unix.CLOCK_PROCESS_CPUTIME_ID }

// waited is the CPU time of the processes that this one has waited for, as it was last asked.
// It is still that if there were none since then: to ask takes a tenth of the shortest trials.
var waited struct {
	cpu   time.Duration
	still bool
}

// childless notes that the process has no children.
func childless() { waited.still = true }

// cpuTime returns the CPU time that the clock of trials of a mode tells. That of timed ones,
// which run alone, is of the process with all of its threads and the processes that it has
// waited for.
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
	waited.still = false // whoever runs next may start some
	return time.Duration(ts.Nano()) + waited.cpu
}
