package colorwalk

import (
	"flag"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
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

func TestMain(m *testing.M) { searchtest.Main(m) }
