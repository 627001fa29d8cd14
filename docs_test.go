package main

import (
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/notebooks/execute"
	"github.com/puzzlelab/puzzlelab/notebooks/nbformat"
	"github.com/puzzlelab/puzzlelab/solvers/command"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
	"github.com/puzzlelab/puzzlelab/solvers/tiles/render"
)

var docs = flag.Bool("docs", false, "run the Go of README.md and docs")

// The Go of a document is the cells of a notebook each: it runs as it is printed. The
// commands are run by .ci/run.
func TestTheGoOfDocumentsRuns(t *testing.T) {
	if !*docs {
		t.Skip("it takes a second a piece; asked for by -docs")
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	setting := experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}
	run := 0
	for _, page := range append(pages, "README.md") {
		for i, source := range blocks(t, page, "go") {
			nb := nbformat.New(nbformat.NewCell(nbformat.Code, source))
			spec, err := execute.Prepare(t.Context(), ".", t.Output(), nb)
			if err != nil {
				t.Fatal(err)
			}
			spec.Env = append(spec.Env, setting.Environ()...)
			if _, err := execute.Run(t.Context(), nb, execute.Options{Dir: ".", Kernel: spec, Log: io.Discard}); err != nil {
				t.Errorf("%s, piece %d: %v", page, i+1, err)
			}
			run++
		}
	}
	if run < 3 {
		t.Errorf("%d pieces of Go in README.md and %q (want 3 or more)", run, pages)
	}
}

// The README lists every command in the words of the help, except help, version and completion.
func TestReadmeListsTheCommands(t *testing.T) {
	var help strings.Builder
	if status := ours.Run([]string{"help"}, strings.NewReader(""), &help, io.Discard); status != 0 {
		t.Fatal("help: status", status)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := regexp.MustCompile(`(?m)^  ([a-z]+) {2,}(\S.*)$`).FindAllStringSubmatch(help.String(), -1)
	if len(listed) < 20 {
		t.Errorf("help lists %d commands (want 20 or more)", len(listed))
	}
	for _, command := range listed {
		row := "| `" + command[1] + "` | " + command[2] + " |\n"
		if !slices.Contains([]string{"completion", "help", "version"}, command[1]) && !strings.Contains(string(readme), row) {
			t.Errorf("README.md lacks the line %s", row)
		}
	}
}

// blocks returns the contents of the fenced blocks of a language in a Markdown file.
func blocks(t *testing.T, name, language string) []string {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for i, part := range strings.Split("\n"+string(text), "\n```"+language+"\n") {
		if i > 0 {
			source, _, _ := strings.Cut(part, "\n```")
			blocks = append(blocks, source)
		}
	}
	return blocks
}

// The solvers that docs/solvers.md shows find what ours do.
func TestSolversOfTheDocumentsAgreeWithOurs(t *testing.T) {
	page, err := filepath.Abs("docs/solvers.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	k := render.Kind()
	ours, err := k.Strategy("bfs")
	if err != nil {
		t.Fatal(err)
	}
	for _, solver := range []struct {
		language, tool, file string
		build, argv          []string
		lines                int // at most
		boards               []string
	}{
		{"python", "python3", "solver.py", nil, []string{"python3", "solver.py"}, 40, []string{"8 1 3 4 0 2 7 6 5", "1 2 3 4 5 6 7 8 0", "0 4 7 5 1 8 3 6 2"}},
		{"cpp", "g++", "solver.cpp", []string{"g++", "-o", "solver", "solver.cpp"}, []string{"./solver"}, 40, []string{"8 1 3 4 0 2 7 6 5", "1 2 3 4 5 6 7 8 0", "0 4 7 5 1 8 3 6 2"}},
		{"bash", "bash", "wrapper.sh", nil, []string{"bash", "wrapper.sh"}, 5, []string{"1 2 3 4 5 6 7 0 8"}},
	} {
		t.Run(solver.language, func(t *testing.T) {
			if _, err := exec.LookPath(solver.tool); err != nil {
				t.Skipf("no %s here", solver.tool)
			}
			source := blocks(t, page, solver.language)[0] + "\n"
			if n := strings.Count(source, "\n"); n > solver.lines {
				t.Errorf("%d lines, want at most %d", n, solver.lines)
			}
			if err := os.WriteFile(solver.file, []byte(source), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile("my-solver", []byte("#!/bin/sh\necho L\n"), 0o777); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", "."+string(os.PathListSeparator)+os.Getenv("PATH"))
			if solver.build != nil {
				if out, err := exec.Command(solver.build[0], solver.build[1:]...).CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			theirs, err := command.Strategy[tiles.Board](solver.language, solver.argv)
			if err != nil {
				t.Fatal(err)
			}
			sweep := experiments.Sweep{Study: "solvers", Check: puzzle.Checking(k.Check), Strategies: puzzle.Erased(ours, theirs), Limits: search.Limits{Expanded: 200_000, Time: time.Minute}}
			for i, text := range solver.boards {
				board, err := k.Instance(text)
				if err != nil {
					t.Fatal(err)
				}
				sweep.Instances = append(sweep.Instances, experiments.Instance{Set: "boards", Size: 9, Index: i, Text: text, Puzzle: board})
			}
			kept, err := store.Open(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			s, err := sweep.Run(t.Context(), kept, nil)
			if err != nil || len(s.Failures()) > 0 {
				t.Fatalf("%v, %v", s, err)
			}
			for i := 0; i < len(s.Trials); i += 2 { // by instance, then by strategy
				if a, b := s.Trials[i], s.Trials[i+1]; a.Outcome != search.Solved || b.Outcome != search.Solved || a.Cost != b.Cost {
					t.Errorf("%s: %s %v with cost %d, %s %v with cost %d", a.Text, a.Strategy, a.Outcome, a.Cost, b.Strategy, b.Outcome, b.Cost)
				}
			}
		})
	}
}
