package experiments

import (
	"time"

	"golang.org/x/sys/unix"
)

const clockName = "CPU time of the thread; of the process for isolated trials"

// clock is the one that trials are timed with: that of the calling thread, to which the
// goroutine must be locked, where trials run beside each other.
var clock int32 = unix.CLOCK_THREAD_CPUTIME_ID

// timeProcess makes that the clock of all threads of the process.
func timeProcess() { clock = unix.CLOCK_PROCESS_CPUTIME_ID }

// cpuTime returns the CPU time that the clock tells, in nanoseconds. Garbage collection
// on other threads is not in that of a thread.
func cpuTime() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(clock, &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}
