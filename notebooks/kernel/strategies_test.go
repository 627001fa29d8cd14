//go:build unix

package kernel

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/puzzlelab/puzzlelab/notebooks/engine"
	"github.com/puzzlelab/puzzlelab/notebooks/install"
)

// A sweep of two strategies on three instances, in cells.
const (
	hiddenType = `import (
	"context"
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/store"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

type hidden struct{ number int }

func (h hidden) String() string { return fmt.Sprint(h.number) }

func (h hidden) is(n int) bool { return h.number == n }`
	hiddenStrategies = `func found(n int) puzzle.Finding {
	return puzzle.Finding{Outcome: search.Measured, Cost: n}
}

// step is how far stride goes.
func step() int { return 2 }

func walk(_ context.Context, h hidden, _ uint64, _ search.Limits) (puzzle.Finding, error) {
	n := 0
	for !h.is(n) { n++ }
	return found(n), nil
}

var stride = func(_ context.Context, h hidden, _ uint64, _ search.Limits) (puzzle.Finding, error) {
	n := 0
	for n < h.number { n += step() }
	return found(n), nil
}

func apart() int { return 1 }`
	hiddenSweep = `var sweep = experiments.Sweep{
	Study: "hidden",
	Strategies: puzzle.Erased([]puzzle.Strategy[hidden]{{Name: "walk", Version: 1, Run: walk}, {Name: "stride", Version: 1, Run: stride}}...),
	Instances: []experiments.Instance{{Set: "hand", Text: "5", Puzzle: hidden{5}}, {Set: "hand", Index: 1, Text: "9", Puzzle: hidden{9}}, {Set: "hand", Index: 2, Text: "12", Puzzle: hidden{12}}},
}`
	hiddenRun = `%%%%
kept, err := store.Open(%q)
if err != nil { panic(err) }
summary, err := sweep.Run(context.Background(), kept, nil)
if err != nil { panic(err) }
fmt.Println(summary.Ran, "run,", summary.Reused, "reused", apart())`
)

// hiddenRuns are the ways to run the cells; each returns what the last one writes.
func hiddenRuns(t *testing.T) map[string]func(t *testing.T, sources []string) string {
	all := map[string]func(t *testing.T, sources []string) string{"kernel": oneByOne(t)}
	for name, run := range runs() {
		if name == "gonb" && !*exhaustive {
			continue
		}
		all[name] = func(t *testing.T, sources []string) string {
			nb, err := run(t, sources...)
			if err != nil {
				t.Fatal(err)
			}
			return shown(nb.Cells[3])
		}
	}
	return all
}

func TestAStrategyOfACellRunsAgainWhenItsSourceChanges(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs cells for a minute")
	}
	for name, run := range hiddenRuns(t) {
		t.Run(name, func(t *testing.T) {
			sources := []string{hiddenType, hiddenStrategies, hiddenSweep, fmt.Sprintf(hiddenRun, t.TempDir())}
			for _, step := range []struct {
				what, old, now string
				ran            int
				all            bool // ways to run the cells take the step; the others are for kernels, and -exhaustive
			}{
				{"nothing yet", "", "", 6, true},
				{"a comment", "how far", "HOW FAR", 0, true},
				{"what no strategy uses", "return 1", "return 3", 0, false},
				{"the body of a strategy", "n := 0\n\tfor !h", "n := 1\n\tfor !h", 3, true},
				{"what a strategy calls", "return 2", "return 3", 3, false},
				{"what both call", "Cost: n", "Cost: n + 1", 6, false},
				{"a method of the instances", "h.number == n", "n == h.number", 6, true},
				{"how many instances", "{Set: \"hand\", Text", "{Set: \"more\", Text: \"4\", Puzzle: hidden{4}}, {Set: \"hand\", Text", 2, false},
				{"back again", "n := 1\n\tfor !h", "n := 0\n\tfor !h", 4, false},
			} {
				if name != "kernel" && !step.all && !*exhaustive {
					continue
				}
				for i := range sources {
					if step.old != "" {
						sources[i] = strings.Replace(sources[i], step.old, step.now, 1)
					}
				}
				got := run(t, sources)
				if want := fmt.Sprintf("stdout: \"%d run", step.ran); !strings.HasPrefix(got, want) {
					t.Errorf("%s has changed: %s, want %s", step.what, got, want)
				}
			}
		})
	}
}

func TestATimedTrialOfACellEndsAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs cells for a minute")
	}
	for name, run := range hiddenRuns(t) {
		t.Run(name, func(t *testing.T) {
			sources := []string{
				hiddenType, strings.Replace(hiddenStrategies, "n := 0", "fmt.Println(h.number)\n\tif h.number == 9 { go panic(\"nine\"); select {} }\n\tn := 0", 1),
				strings.Replace(hiddenSweep, "Study:", "Mode: trial.Timed, Study:", 1),
				strings.Replace(fmt.Sprintf(hiddenRun, t.TempDir()), "apart()", "summary.Failed()", 1),
			}
			got := run(t, sources)
			if !strings.HasPrefix(got, "stdout: \"6 run, 0 reused 1 of 6 trials failed (1 of walk), the first hidden/hand/0/1/walk: the process of the trial ended with exit status 2: panic: nine (") {
				t.Error(got)
			}
		})
	}
}

// compiled is what compiles cells of this folder. Finding it takes longer than a cell.
var compiled = sync.OnceValues(func() (install.Spec, error) {
	return install.Command(context.Background(), "", install.Compiled, os.Stderr)
})

// oneByOne returns a function that runs those of the cells that have changed and the last one as a kernel does, which
// does not know what follows, and returns what the last writes.
func oneByOne(t *testing.T) func(t *testing.T, sources []string) string {
	spec, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Start(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	ran, number := map[int]string{}, 0
	return func(t *testing.T, sources []string) (text string) {
		for i, source := range sources {
			if ran[i] == source && i < len(sources)-1 {
				continue
			}
			ran[i] = source
			number++
			text = "stdout: \""
			err := e.Run(t.Context(), engine.Cell{Number: number, Source: source, Emit: func(o engine.Output) { text += o.Text }})
			if err != nil {
				t.Fatal(err)
			}
		}
		return text
	}
}
