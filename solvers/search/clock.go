package search

import (
	"sync/atomic"
	"time"
)

// building is the CPU time that [Building] has counted.
var building atomic.Int64

// Building counts CPU time as spent on a table until done is called. Whoever builds a table
// that later searches use too brackets it: defer search.Building()(). Nested calls, and those
// of several goroutines at a time, would count time twice.
func Building() (done func()) {
	start := CPUTime()
	return func() { building.Add(int64(CPUTime() - start)) }
}

// Spent returns the CPU time of the process so far: what [Building] has counted, and the rest.
func Spent() (searching, tables time.Duration) {
	tables = time.Duration(building.Load())
	return CPUTime() - tables, tables
}
