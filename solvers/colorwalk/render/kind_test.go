package render_test

import (
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/programs"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/render"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/puzzletest"
)

func TestKindConforms(t *testing.T) { puzzletest.Conform(t, render.Kind()) }

// generate takes the published boards and those behind them for one list.
func TestTheSeriesGoesOnBehindItsPublishedBoards(t *testing.T) {
	set, _, err := render.Kind().Set("series")
	if err != nil || set.More == nil {
		t.Fatalf("the series goes on: %t, %v", set.More != nil, err)
	}
	members := set.Members()
	for i, m := range members {
		if got, err := programs.Series(i); err != nil || got != m.Instance || m.Facts == nil {
			t.Errorf("board %d is made as %v, %v, but published as %v", i, got, err, m.Instance)
		}
	}
	next, err := set.More(len(members))
	if err != nil || slices.ContainsFunc(members, func(m puzzle.Member[colorwalk.Board]) bool { return m.Instance == next }) {
		t.Errorf("board %d is %v, %v; want a new one", len(members), next, err)
	}
}
