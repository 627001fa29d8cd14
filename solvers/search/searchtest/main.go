package searchtest

import (
	"os"
	"runtime/debug"
	"testing"
)

// Main runs the tests of a package that searches, as its TestMain, with less
// frequent garbage collections. Searches make much garbage, and collecting it
// took up to a quarter of the time.
func Main(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
