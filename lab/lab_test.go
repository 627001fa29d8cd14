package lab

import (
	"context"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// number is an instance that is one.
type number int

func (n number) String() string { return strconv.Itoa(int(n)) }

// squares is a minimal study: two instances, one strategy, one table.
func squares() study.Definition {
	plan := study.Plan{
		Study: "squares", Code: []fs.FS{search.Source},
		Strategy: func(name string) (puzzle.Strategy[puzzle.Instance], error) {
			return puzzle.Strategy[puzzle.Instance]{Name: name, Run: func(_ context.Context, inst puzzle.Instance, _ uint64, _ search.Limits) (puzzle.Finding, error) {
				return puzzle.Finding{Outcome: search.Measured, Meter: search.Meter{Expanded: uint64(inst.(number) * inst.(number))}}, nil
			}}, nil
		},
		Parts: []study.Part{{
			Instances:  []experiments.Instance{{Set: "numbers", Size: 3, Text: "3", Puzzle: number(3)}, {Set: "numbers", Size: 4, Text: "4", Puzzle: number(4)}},
			Strategies: []string{"count"},
		}},
	}
	return study.Definition{
		Name: "squares", Title: "How do squares grow?", Source: "Euclid",
		Plan: study.Fixed(plan),
		Items: []study.Item{
			study.Block("nodes", func(trials frame.Frame) (reports.Table, error) {
				t := column.TrialTable(trials, trial.Expanded)
				t.ID = "nodes"
				return t, nil
			}),
		},
	}
}

func ExampleLab_Run() {
	l := Lab{Studies: []study.Definition{squares()}}
	l.Run([]string{"list", "studies", "figures"}, strings.NewReader(""), os.Stdout, os.Stderr)
	// Output:
	// studies
	//   squares
	//       How do squares grow?
	//       source: Euclid
	//
	// figures of squares
	//   nodes
	//       table: Trials by size and strategy
}

func TestAStudyOfOnesOwnIsRunDrawnAndReported(t *testing.T) {
	l := Lab{Studies: []study.Definition{squares()}}
	t.Chdir(t.TempDir())
	for _, c := range []struct{ args, want string }{
		{"run squares --out out --json", `{"study":"squares","set":"numbers","size":3,"strategy":"count","instances":1,"solved":0,"measured":1,`},
		{"figures squares --out out", "out/squares/tables/nodes.csv\n"},
		{"report squares --out out --to md", "out/squares/report.md\n"},
		{"reproduce --out out --no-notebook", "out/squares/index.html\nout/index.html\n"},
		{"__complete run s", "squares\tHow do squares grow?\n"},
	} {
		var stdout, stderr strings.Builder
		if status := l.Run(strings.Fields(c.args), strings.NewReader(""), &stdout, &stderr); status != 0 || !strings.HasPrefix(stdout.String(), c.want) {
			t.Errorf("%s: status %d, printed %q, said %q; want 0 and %q", c.args, status, &stdout, &stderr, c.want)
		}
	}
	var stderr strings.Builder
	if status := l.Run(strings.Fields("run squares --sizes 3"), strings.NewReader(""), io.Discard, &stderr); status != 2 || !strings.Contains(stderr.String(), "cannot run in parts") {
		t.Errorf("status %d, said %q; want 2: nothing of the study can be chosen", status, &stderr)
	}
}

func TestTwoStudiesOfOneNameAreRefused(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Lab{Studies: []study.Definition{squares(), squares()}}.Run([]string{"version"}, strings.NewReader(""), io.Discard, io.Discard)
}

func TestHintsNameTheProgramAsItIsCalled(t *testing.T) {
	for path, want := range map[string]string{
		"/tmp/go-build1/b001/exe/pancake": "go run .", "/home/me/.cache/go-build/c5/c5f9-d/pancake": "go run .",
		"./pancake": "pancake", "puzzlelab.exe": "puzzlelab",
	} {
		if got := programName(path); got != want {
			t.Errorf("%s is called as %q, want %q", path, got, want)
		}
	}
	l := Lab{Studies: []study.Definition{squares()}}
	var stdout, stderr strings.Builder
	l.run("go run .", []string{"figures", "squares", "--out", t.TempDir()}, strings.NewReader(""), &stdout, &stderr)
	l.run("go run .", []string{"figures", "-h"}, strings.NewReader(""), &stdout, &stderr)
	if said := stderr.String() + stdout.String(); !strings.Contains(said, "hint: run go run . run squares --out") || !strings.Contains(said, "\n  go run . figures STUDY|FILE.yaml [flags]") || strings.Contains(said, " puzzlelab figures") {
		t.Errorf("said %s", said)
	}
}
