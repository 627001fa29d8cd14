package measure_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

// word is an instance of a puzzle of words.
type word string

func (w word) String() string { return string(w) }

// letters counts how often each letter is in a word; words of two letters are too short.
func letters(_ context.Context, w word, _ uint64, _ search.Limits) (map[string]float64, puzzle.Finding, error) {
	if len(w) == 2 {
		return nil, puzzle.Finding{Outcome: search.LimitNodes}, nil
	}
	n := map[string]float64{}
	for _, letter := range string(w) {
		n[string(letter)]++
	}
	if w == "nan" {
		n["n"] = math.NaN()
	}
	return n, puzzle.Finding{Meter: search.Meter{Expanded: uint64(len(w))}}, nil
}

// sweep counts the letters of words and returns the rows.
func sweep(t testing.TB, kept *store.Store, words ...word) experiments.Summary {
	t.Helper()
	s := experiments.Sweep{
		Study: "words", Code: "1", Seed: 1,
		Strategies: []puzzle.Strategy[puzzle.Instance]{measure.Measurement[word, map[string]float64](letters).As(puzzle.Strategy[puzzle.Instance]{Name: "letters", Version: 1})},
	}
	for i, w := range words {
		s.Instances = append(s.Instances, experiments.Instance{Set: "words", Index: i, Text: string(w), Puzzle: w})
	}
	summary, err := experiments.RunAll(t.Context(), kept, nil, s)
	if err != nil {
		t.Fatal(err)
	}
	return summary
}

func TestWhatWasMeasuredIsStoredAndReused(t *testing.T) {
	kept, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sweep(t, kept, "otto", "is")
	again := sweep(t, kept, "otto", "is", "nan")
	if again.Ran != 1 {
		t.Errorf("%d trials were run, want the new one", again.Ran)
	}
	otto, is, nan := &again.Trials[0], &again.Trials[1], &again.Trials[2]
	if n, ok := measure.Of[map[string]float64](otto); !ok || fmt.Sprint(n) != "map[o:2 t:2]" || otto.Outcome != search.Measured || otto.Meter.Expanded != 4 {
		t.Errorf("%v %v, %v after %d nodes", n, ok, otto.Outcome, otto.Meter.Expanded)
	}
	if n, ok := measure.Of[map[string]float64](is); ok || is.Outcome != search.LimitNodes {
		t.Errorf("a measurement that was stopped has the result %v: %v", n, is.Outcome)
	}
	if !strings.Contains(nan.Error, "NaN") {
		t.Errorf("a number that JSON cannot hold: %q", nan.Error)
	}
}

func TestAResultOfAnotherTypeIsNone(t *testing.T) {
	for _, result := range []string{"", "x", `[1]`, `{"Other":1}`} {
		if r, ok := measure.Of[*struct{ Nodes int }](&trial.Trial{Result: result}); ok {
			t.Errorf("%q is %+v", result, r)
		}
	}
	if _, ok := measure.Of[[]int](nil); ok {
		t.Error("no trial has a result")
	}
}

func TestMeasurementsStandBesideTheStrategiesOfAPuzzle(t *testing.T) {
	strategy := measure.Names(render.Puzzle(), puzzle.Pattern[puzzle.Instance]{
		Strategy: puzzle.Strategy[puzzle.Instance]{Name: "tiles-N", Version: 1}, Number: puzzle.Count("number", "1"),
		Bind: func(s *puzzle.Strategy[puzzle.Instance], c puzzle.Choice) {
			*s = measure.Measurement[tiles.Board, []int](func(_ context.Context, b tiles.Board, _ uint64, _ search.Limits) ([]int, puzzle.Finding, error) {
				return b.Tiles()[:c.Int("")], puzzle.Finding{}, nil
			}).As(*s)
		},
	})
	board, err := tiles.ParseBoard("8 1 3 4 0 2 7 6 5", tiles.BlankLast)
	if err != nil {
		t.Fatal(err)
	}
	s, err := strategy("tiles-2")
	if err != nil || s.Name != "tiles-2" {
		t.Fatal(s.Name, err)
	}
	if f, err := s.Run(t.Context(), board, 0, search.Limits{}); err != nil || f.Result != "[8,1]" {
		t.Errorf("%q, %v", f.Result, err)
	}
	if s, err := strategy("astar/manhattan"); err != nil || s.Name != "astar/manhattan" {
		t.Error(s.Name, err)
	}
	if _, err := strategy("tiles-0"); err == nil {
		t.Error("tiles-0: no error")
	}
}

func ExampleMetric() {
	deepest := measure.Metric(func(_ *trial.Trial, histogram []int) float64 { return float64(len(histogram) - 1) })
	fmt.Println(deepest.Value(&trial.Trial{Result: "[1,2,4,8]"}), deepest.Value(&trial.Trial{}))
	// Output: 3 NaN
}
