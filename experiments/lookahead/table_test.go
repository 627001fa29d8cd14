package lookahead

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// The wanted figures are those of a separate port of the series' program.
func TestBatchesGiveTheKnownFigures(t *testing.T) {
	trials := slices.DeleteFunc(studytest.Frozen(t, "."), func(t experiments.Trial) bool { return !strings.HasPrefix(t.Strategy, "batch-") })
	want := map[string]struct {
		figures string
		agrees  agreement
	}{
		"RR with Skipping":              {"37/46.92/59/4.06", exactly},
		"Random with Skipping":          {"43/53.06/64/4.51", exactly},
		"Greedy":                        {"31/39.79/48/3.51", exactly},
		"Greedy Look-Ahead-2":           {"27/36.29/45/3.07", none},
		"Greedy Look-Ahead-5":           {"25/33.07/41/2.85", near},
		"Max Perimeter":                 {"29/37.36/44/3.22", exactly},
		"Max Perimeter Look-Ahead-2":    {"27/34.94/44/2.80", near},
		"Perimeter-Area Hybrid":         {"31/39.01/49/3.79", exactly},
		"Deep-Path":                     {"51/74.79/104/9.41", exactly},
		"Path-Area Hybrid":              {"35/44.21/54/3.53", exactly},
		"Path-Area Hybrid Look-Ahead-4": {"33/39.16/45/2.53", none},
		"BFS with Greedy Look-Ahead-5":  {"26/32.68/40/2.87", near},
	}
	for _, a := range published {
		s, agrees := a.reproduced(frame.Of(trials))
		w, known := want[a.title]
		if known && (fmt.Sprint(s) != w.figures || agrees != w.agrees) {
			t.Errorf("%s: %v, %q; want %s, %q", a.title, s, agrees, w.figures, w.agrees)
		}
	}
	if got := fmt.Sprint(summarize(batchOf(frame.Of(trials), "bfs-gla-5,literal"))); got != "25/32.07/39/2.78" {
		t.Errorf("breadth-first without the stray move: %s, want 25/32.07/39/2.78", got)
	}
	if got := fmt.Sprint(summarize(batchOf(frame.Of(trials), "gla-2,literal,stray"))); got != "28/37.01/46/3.06" {
		t.Errorf("look-ahead of 2 with a stray move: %s, want 28/37.01/46/3.06", got)
	}
	table, err := seriesTable(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	// 13 algorithms, published and literal; three stray rows; no games by themselves
	if len(table.Rows) != 13+13+3 || len(table.Notes) != 3 {
		t.Errorf("%d rows, %d notes; want 29 and 3", len(table.Rows), len(table.Notes))
	}
}

func TestAgreementIsInUnitsOfTheLastDigit(t *testing.T) {
	f := figures{25, 33.1, 41, 2.8}
	for _, c := range []struct {
		n           int
		least, most float64
		mean, sd    float64
		want        agreement
	}{
		{100, 25, 41, 33.1, 2.8, exactly},
		{100, 25, 41, 33.051, 2.849, exactly},
		{100, 25, 41, 33.049, 2.849, near},
		{100, 25, 41, 33.051, 2.851, near},
		{100, 25, 41, 33.19, 2.89, near},
		{100, 25, 41, 33.19, 2.91, meanOnly},
		{100, 24, 41, 33.1, 2.8, meanOnly},
		{100, 25, 42, 33.1, 2.8, meanOnly},
		{100, 25, 41, 33.21, 2.8, none},
		{99, 25, 41, 33.1, 2.8, unknown},
	} {
		s := summary{n: c.n, least: c.least, most: c.most, mean: stats.Estimate{Value: c.mean}, deviation: c.sd}
		if got := f.compare(s); got != c.want {
			t.Errorf("%+v: %q, want %q", c, got, c.want)
		}
	}
}

// batchTrial is a batch whose games all have the same moves but the first two.
func batchTrial(strategy string, first, second, others int) experiments.Trial {
	t := experiments.Trial{Set: batchSet, Strategy: inBatch(strategy), Outcome: search.Solved}
	for i := range batchGames {
		n := others
		switch i {
		case 0:
			n = first
		case 1:
			n = second
		}
		t.Observed = append(t.Observed, puzzle.Observation{Name: gameNumber(i + 1), Value: float64(n)})
	}
	return t
}
