package search

import (
	"sync/atomic"
	"time"
)

// building is the CPU time marked by [Building], in nanoseconds.
var building atomic.Int64

// Building starts to count the CPU time of the process as time for building tables, until the
// returned function is called. Code that builds a table for several searches calls it with defer
// search.Building()(). Calls must not be nested or concurrent, because the same time would then
// count twice.
func Building() (done func()) {
	start := CPUTime()
	return func() { building.Add(int64(CPUTime() - start)) }
}

// Spent returns the CPU time of the process so far in two parts: tables is the time marked by
// [Building], and searching is the rest.
func Spent() (searching, tables time.Duration) {
	tables = time.Duration(building.Load())
	return CPUTime() - tables, tables
}
