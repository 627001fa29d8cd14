package render_test

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/handsoftime/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/puzzletest"
)

func TestKindConforms(t *testing.T) { puzzletest.Conform(t, render.Kind()) }
