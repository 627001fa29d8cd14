//go:build !unix

package search

import "time"

// CPUClock says what CPUTime measures.
const CPUClock = "wall clock"

var clockStart = time.Now()

// CPUTime returns wall time: there is no CPU clock to read here.
func CPUTime() time.Duration { return time.Since(clockStart) }
