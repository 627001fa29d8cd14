package sliding

import (
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

func TestEasiestAreThoseWithTheFewestNodes(t *testing.T) {
	chosen := Known("korf100", Easiest("korf100", 10))
	if len(chosen) != 10 {
		t.Fatalf("%d boards", len(chosen))
	}
	most := uint64(0)
	for _, in := range chosen {
		k := Boards("korf100")[in.Index]
		if k.Board != in.Puzzle || k.Number != in.Index+1 {
			t.Errorf("instance %d is board %d", in.Index, k.Number)
		}
		most = max(most, k.Manhattan.Generated)
	}
	fewer := 0
	for _, k := range Boards("korf100") {
		if k.Manhattan.Generated <= most {
			fewer++
		}
	}
	if fewer != 10 {
		t.Errorf("%d boards need no more nodes than the hardest of the 10 easiest", fewer)
	}
}

func TestDrawnBoardsAreTheFamilys(t *testing.T) {
	for _, c := range []struct {
		width, height int
		set           string
	}{{3, 3, "uniform"}, {4, 3, "uniform-4x3"}} {
		drawn, err := Drawn("uniform", c.width, c.height, 5, 7)
		if err != nil {
			t.Fatal(err)
		}
		family, _ := render.Kind().Family("uniform")
		texts := map[string]bool{}
		for i, in := range drawn {
			got, err := in.Puzzle.(experiments.Made)()
			want, _ := family.Instance(tiles.SizeOf(c.width, c.height), 7, i)
			if err != nil || got != want || in.Set != c.set || in.Size != c.width*c.height || in.Index != i || texts[in.Text] {
				t.Errorf("instance %d: %v, %v, %+v; want %v of set %s", i, got, err, in, want, c.set)
			}
			texts[in.Text] = true
		}
	}
	if _, err := Drawn("unifrom", 3, 3, 1, 1); err == nil {
		t.Error("unifrom is a family")
	}
	if _, err := Drawn("uniform", 6, 6, 1, 1); err == nil {
		t.Error("6x6 is a size")
	}
}

func TestStrategyReportsWhatTheSolverFound(t *testing.T) {
	s, err := render.Kind().Strategy("idastar/manhattan,order=ulrd")
	if err != nil || s.Name != "idastar/manhattan" || !s.Optimal {
		t.Fatalf("%+v, %v", s, err)
	}
	k := Boards("lemtea8")[0]
	f, err := s.Run(t.Context(), k.Board, 0, search.Limits{})
	if err != nil || f.Cost != k.Optimal || f.Bound != k.Optimal || len(f.Meter.Iterations) == 0 {
		t.Errorf("%+v, %v; want cost %d", f, err, k.Optimal)
	}
	big, _ := tiles.Solved(5, 5, tiles.BlankLast)
	walking, err := render.Kind().Strategy("idastar/walking-distance")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := walking.Run(t.Context(), big, 0, search.Limits{}); err == nil || !strings.Contains(err.Error(), "5x5") {
		t.Errorf("walking distance on 5x5: %v", err)
	}
}
