package searchtest

import (
	"os"
	"runtime/debug"
	"testing"
)

// Main runs the tests of a package with less frequent garbage collection; call
// it from TestMain. Searches produce a lot of garbage, and collecting it took
// up to a quarter of the time.
func Main(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
