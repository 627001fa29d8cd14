package programs

import (
	"math"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// On a row of three regions of different colours each has to be drawn in turn,
// which takes 3 draws in the mean with 3 colours: 9 moves. Of the useful ones
// there is always one only. The standard error of 4,000 games is 0.067.
func TestRandomDrawsAllColorsAlike(t *testing.T) {
	b := mustBoard(t, "0312")
	moves, passed := 0, uint64(0)
	for seed := range uint64(4000) {
		r := mustStrategy(t, "random").Solve(t.Context(), b, seed, search.Limits{})
		moves += r.Cost
		r = mustStrategy(t, "random-skip").Solve(t.Context(), b, seed, search.Limits{})
		passed += r.Pruned
		if colorwalk.FormatPath(r.Path) != "312" || r.Expanded != 3 || r.Generated != 3 {
			t.Fatalf("random-skip: %v, %+v", r.Path, r.Meter)
		}
	}
	if mean := float64(moves) / 4000; math.Abs(mean-9) > 0.3 {
		t.Errorf("random takes %v moves in the mean, want 9", mean)
	}
	if mean := float64(passed) / 4000; math.Abs(mean-6) > 0.3 {
		t.Errorf("random-skip passes over %v colors in the mean, want 6", mean)
	}
}

// The two must not make the same draws from one seed, as their paths would be
// the same but for the useless moves.
func TestRandomStrategiesHaveStreamsOfTheirOwn(t *testing.T) {
	b := seriesBoard(t, 0)
	path := func(name string) []colorwalk.Color {
		r := mustStrategy(t, name).Solve(t.Context(), b, 7, search.Limits{})
		_, removed, err := b.Replay(r.Path)
		if err != nil {
			t.Fatal(err)
		}
		var useful []colorwalk.Color
		for i, c := range r.Path {
			if removed[i] > 0 {
				useful = append(useful, c)
			}
		}
		return useful
	}
	if a, c := path("random"), path("random-skip"); colorwalk.FormatPath(a) == colorwalk.FormatPath(c) {
		t.Errorf("random and random-skip draw the same: %v", colorwalk.FormatPath(a))
	}
}
