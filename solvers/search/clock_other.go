//go:build !unix

package search

import "time"

// CPUClock names the clock that CPUTime reads, for use in reports.
const CPUClock = "wall clock"

var clockStart = time.Now()

// CPUTime returns the wall time since the program started, because this system has no CPU clock
// that the program can read.
func CPUTime() time.Duration { return time.Since(clockStart) }
