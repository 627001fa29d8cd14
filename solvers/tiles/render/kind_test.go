package render_test

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/puzzletest"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

func TestKindConforms(t *testing.T) { puzzletest.Conform(t, render.Kind()) }
