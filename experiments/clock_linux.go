package experiments

import (
	"time"

	"golang.org/x/sys/unix"
)

const clockName = "CPU time of the thread"

// cpuTime returns the CPU time the calling thread has used. The goroutine
// must be locked to its thread. It is what getrusage reports for
// RUSAGE_THREAD, in nanoseconds instead of microseconds. Garbage collection
// on other threads is not in it.
func cpuTime() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}
