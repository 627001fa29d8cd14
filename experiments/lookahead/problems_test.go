package lookahead

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// solvedProblems are the 99 problems, solved as published.
func solvedProblems() (trials []trial.Trial) {
	for i, p := range problems {
		trials = append(trials, trial.Trial{
			Set: problemSet, Index: i, Instance: fmt.Sprint(i), Size: p.side * p.side, Strategy: exact, Mode: trial.Timed,
			Outcome: search.Solved, Cost: p.optimum, Bound: p.optimum, Optimal: true, CPU: 0.5, Wall: 0.5, Runs: 1,
		})
	}
	return trials
}

// writeProblems writes boards in the form of the 99 problems, all of one colour but
// the last cell, into a folder.
func writeProblems(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for i, p := range problems {
		cells := strings.Repeat("1 ", p.side*p.side-1) + fmt.Sprint(p.colors)
		text := fmt.Sprintf("%d %d %d\n%s \n%d\n", p.side, p.side, p.colors, cells, p.optimum)
		name := fmt.Sprintf("%02d_%02d_%02d_%03d", p.side, p.side, p.colors, i)
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestProblemsAreThoseOfTheFolder(t *testing.T) {
	t.Setenv(problemVariable, "")
	if parts, err := problemParts(experiments.Standard, 1); err != nil || len(parts) != 0 {
		t.Errorf("without a folder: %d parts, %v; want none", len(parts), err)
	}
	folder := writeProblems(t)
	t.Setenv(problemVariable, folder)
	for scale, want := range map[experiments.Scale]int{experiments.Quick: 72, experiments.Standard: 99} {
		parts, err := problemParts(scale, 1)
		if err != nil || len(parts) != 1 || len(parts[0].Instances) != want {
			t.Fatalf("%s: %+v, %v; want %d boards", scale, parts, err, want)
		}
		for _, inst := range parts[0].Instances {
			board := inst.Puzzle.(colorwalk.Board)
			if p := problems[inst.Index]; inst.Size != p.side*p.side || board.Color(inst.Size-1).String() != "0123456789a"[p.colors:p.colors+1] || board.Start() != 0 {
				t.Errorf("%s: board %d is %v, want one of %+v", scale, inst.Index, inst.Puzzle, p)
			}
		}
	}
}

func TestOtherBoardsThanTheProblemsAreErrors(t *testing.T) {
	for name, change := range map[string]func(words []string) []string{
		"another optimum": func(w []string) []string { w[len(w)-1] = "19"; return w },
		"another size":    func(w []string) []string { w[1] = "13"; return w },
		"a cell too few":  func(w []string) []string { return append(w[:4], w[5:]...) },
		"no color":        func(w []string) []string { w[7] = "0"; return w },
		"too many colors": func(w []string) []string { w[7] = "7"; return w },
		"no number":       func(w []string) []string { w[7] = "x"; return w },
		"nothing":         func([]string) []string { return nil },
	} {
		folder := writeProblems(t)
		t.Setenv(problemVariable, folder)
		file := filepath.Join(folder, "12_12_06_000")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(strings.Join(change(strings.Fields(string(text))), " ")), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := problemParts(experiments.Quick, 1); err == nil || !strings.Contains(err.Error(), "12_12_06_000") {
			t.Errorf("%s: error %v, want one that names the file", name, err)
		}
	}
	t.Setenv(problemVariable, t.TempDir())
	if _, err := problemParts(experiments.Quick, 1); err == nil || !strings.Contains(err.Error(), problemVariable) {
		t.Errorf("an empty folder: error %v, want one that names %s", err, problemVariable)
	}
}

func TestProblemsTableSaysWhatWasRun(t *testing.T) {
	for _, c := range []struct {
		trials  []trial.Trial
		rows    int
		caption string
	}{
		{nil, 0, "This table is empty"},
		{solvedProblems()[:24], 4, "The 24 easy boards"},
		{solvedProblems(), 14, "All 99 boards"},
	} {
		table, err := problemsTable(frame.Of(c.trials))
		if err != nil || len(table.Rows) != c.rows || !strings.HasPrefix(table.Caption, c.caption) {
			t.Errorf("%d trials: %d rows, %q, %v; want %d and %q", len(c.trials), len(table.Rows), table.Caption, err, c.rows, c.caption)
		}
	}
	table, _ := problemsTable(frame.Of(solvedProblems()))
	all := table.Rows[len(table.Rows)-1]
	if boards, seconds, published := all[1].Number, all[7].Number, all[8].Number; boards != 99 || seconds != 49.5 || int(published) != 1678 {
		t.Errorf("in all %v boards, %v s, published %v s; want 99, 49.5 and 1678.9", boards, seconds, published)
	}
}
