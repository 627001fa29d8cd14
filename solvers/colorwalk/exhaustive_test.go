package colorwalk

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// exhaustive asks for the checks that take minutes:
//
//	go test ./solvers/colorwalk -exhaustive -timeout 0
var exhaustive = flag.Bool("exhaustive", false, "run the long checks too")

// sample returns how many cases a test takes: some, or with -exhaustive all.
func sample(some, all int) int {
	if *exhaustive {
		return all
	}
	return some
}

// TestMain lets the collector wait: searches make much garbage and keep little,
// and collecting it took a quarter of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
