package searchtest

import (
	"os"
	"runtime/debug"
	"testing"
)

// Main is a TestMain for packages that search: it lets the garbage collector
// wait. Searches make much garbage and keep little, and collecting it took up to
// a quarter of the time.
func Main(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
