package searchtest

import (
	"os"
	"runtime/debug"
	"testing"
)

// Main runs the tests of a package, as its TestMain, with less frequent garbage
// collection. Searches produce much garbage, and collecting it took up to a
// quarter of the time.
func Main(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
