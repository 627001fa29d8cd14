package tiles

import (
	"flag"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
)

// exhaustive asks for the checks that take minutes to hours:
//
//	go test ./solvers/tiles -exhaustive -timeout 0
var exhaustive = flag.Bool("exhaustive", false, "run the long checks too")

func TestMain(m *testing.M) { searchtest.Main(m) }
