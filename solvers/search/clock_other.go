//go:build !unix

package search

import "time"

// CPUClock is the name of the time that CPUTime measures.
const CPUClock = "wall clock"

var clockStart = time.Now()

// CPUTime returns wall time, because this system has no CPU clock that can be
// read.
func CPUTime() time.Duration { return time.Since(clockStart) }
