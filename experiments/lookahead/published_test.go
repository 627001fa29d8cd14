package lookahead

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// The wanted figures are those of a separate port of the series' program.
func TestBatchesGiveTheKnownFigures(t *testing.T) {
	trials := slices.DeleteFunc(studytest.Frozen(t, "."), func(t trial.Trial) bool { return !strings.HasPrefix(t.Strategy, "batch-") })
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
	// 13 algorithms as the program plays them; three stray rows; no games by themselves
	if len(table.Rows) != 13+3 {
		t.Errorf("%d rows, want 16", len(table.Rows))
	}
}

// Every row that does not agree as printed says why, and the text of the series is
// set beside ours too.
func TestEveryPublishedNumberHasARowAndAReason(t *testing.T) {
	table, err := publishedTable(frame.Of(studytest.Frozen(t, ".")))
	if err != nil {
		t.Fatal(err)
	}
	agrees, missing := map[string]int{}, 0
	for _, row := range table.Rows {
		if agrees[row[3].Text]++; row[2].Form == reports.Missing {
			missing++
		}
		if (row[2].Form == reports.Missing) != (row[3].Text == "") || row[3].Text != "yes" && row[4].Text == "" {
			t.Errorf("%s: published %s, ours %q, agrees %q because %q", row[0].Text, row[1].Text, row[2].Text, row[3].Text, row[4].Text)
		}
	}
	if len(table.Rows) != len(published)+len(quotations) || agrees["yes"] != 10 || agrees["within a digit"] != 3 || agrees["no"] != 6 || missing != 4 {
		t.Errorf("%d rows, agreement %v; want 10 as printed, 3 within a digit and 6 not, and 4 that are not measured", len(table.Rows), agrees)
	}
}

func TestTimesOfZeroLeaveOursOut(t *testing.T) {
	for _, c := range []struct {
		name    string
		seconds float64
		ours    int
	}{{"no time", 0, 0}, {"a second", 1, 9}} {
		var trials []trial.Trial
		for _, strategy := range append([]string{depthFirst, exact}, timedSearches...) {
			x := studytest.Ran(seriesSet, 600, 0, strategy, 100_000)
			x.Mode, x.CPU, x.Runs = trial.Timed, c.seconds, 1
			trials = append(trials, x)
		}
		table, err := publishedTimes(frame.Of(trials))
		if err != nil {
			t.Fatal(err)
		}
		ours := 0
		for _, row := range table.Rows {
			if row[2].Form != reports.Missing {
				ours++
			}
			if row[1].Text == "" || row[3].Text == "" {
				t.Errorf("%s: published %q, difference %q", row[0].Text, row[1].Text, row[3].Text)
			}
		}
		if len(table.Rows) != 9 || ours != c.ours {
			t.Errorf("%s: %d rows with %d times of ours, want 9 with %d: %v", c.name, len(table.Rows), ours, c.ours, table.Rows)
		}
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
		s := summary{n: c.n, least: c.least, most: c.most, mean: c.mean, deviation: c.sd}
		if got := f.compare(s); got != c.want {
			t.Errorf("%+v: %q, want %q", c, got, c.want)
		}
	}
}

// batchTrial is a batch whose games all have the same moves but the first two.
func batchTrial(strategy string, first, second, others int) trial.Trial {
	moves := slices.Repeat([]int{others}, batchGames)
	moves[0], moves[1] = first, second
	return trial.Trial{Set: batchSet, Strategy: inBatch(strategy), Outcome: search.Solved, Result: studytest.Result(moves)}
}

// cutSearch is the depth-first search of part 8 on boards as they are, with its bound
// and as many nodes as it may go on to: the moves of the best line, the bound if
// there is none.
func cutSearch(b colorwalk.Board, bound, nodes int) int {
	colors := int(b.Colors())
	var expand func(b colorwalk.Board, depth, last int)
	expand = func(b colorwalk.Board, depth, last int) {
		for i := range colors {
			via := i
			if depth > 1 {
				via = (depth + i) % colors
			}
			next, removed := b.Apply(colorwalk.Color(via + 1))
			switch {
			case via == last || depth >= bound || removed == 0:
			case next.Solved():
				bound = depth
			case nodes > 0:
				nodes--
				expand(next, depth+1, via)
			}
		}
	}
	expand(b, 1, -1)
	return bound
}

// The searches whose results the text of the series prints, by a program apart. The
// one that is cut off at 30 moves finds nothing.
func TestSearchesOfTheTextComeOutAgain(t *testing.T) {
	board := series()[0].Board
	for i, c := range []struct {
		bound, nodes int
		want         search.Outcome
		moves        int
	}{{50, 550, search.Solved, 42}, {50, 5000, search.Solved, 42}, {30, 6800, search.Incomplete, 30}} {
		name := quotations[1+i].strategy
		f, err := played(name, board)
		got := cutSearch(board, c.bound, c.nodes)
		if err != nil || f.Outcome != c.want || c.want == search.Solved && f.Cost != c.moves || got != c.moves {
			t.Errorf("%s: %v, %d moves, %v; by a program apart %d, want %v and %d", name, f.Outcome, f.Cost, err, got, c.want, c.moves)
		}
	}
}
