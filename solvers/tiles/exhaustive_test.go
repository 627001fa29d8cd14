package tiles

import (
	"flag"
	"os"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search/searchtest"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/pdb"
)

// exhaustive asks for the checks that take minutes to hours:
//
//	go test ./solvers/tiles -exhaustive -timeout 0
var exhaustive = flag.Bool("exhaustive", false, "run the long checks too")

// Tests keep no tables in the user's folder.
func TestMain(m *testing.M) {
	os.Setenv(pdb.Variable, "none")
	searchtest.Main(m)
}
