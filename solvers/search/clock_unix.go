//go:build unix

package search

import (
	"syscall"
	"time"
)

// CPUClock names the clock that CPUTime reads, for use in reports.
const CPUClock = "CPU time of the process"

// CPUTime returns the CPU time used so far by the process, in all its threads and in the child
// processes that it has waited for.
func CPUTime() (cpu time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if syscall.Getrusage(who, &usage) == nil {
			cpu += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
	return cpu
}
