package searchtest

import (
	"os"
	"runtime/debug"
	"testing"
)

// Main runs the tests of a package and collects garbage less often than usual; call it from
// TestMain. Searches produce a lot of garbage, and collecting it took up to a quarter of the time.
func Main(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
