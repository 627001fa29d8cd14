package kind

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/puzzletest"
)

func TestKindConforms(t *testing.T) { puzzletest.Conform(t, Kind()) }
