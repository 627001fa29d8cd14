package tiles

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// exhaustive asks for the checks that take minutes to hours:
//
//	go test ./solvers/tiles -exhaustive -timeout 0
var exhaustive = flag.Bool("exhaustive", false, "run the long checks too")

// TestMain lets the collector wait: searches make much garbage and keep little,
// and collecting it took a quarter of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
