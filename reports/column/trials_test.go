package column

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s (%v) differs; got:\n%s\nwant:\n%s", path, err, got, want)
	}
}

// trials are 20 instances of two sizes, which "slow" expands three times the
// nodes on, up to a limit of 250.
func trials() []trial.Trial {
	var all []trial.Trial
	for _, size := range []int{10, 20} {
		for i := range 20 {
			for k, strategy := range []string{"fast", "slow"} {
				t := trial.Trial{
					Set: "made-up", Size: size, Index: i, Instance: fmt.Sprintf("%016x", size*100+i),
					Strategy: strategy, Mode: trial.Budget, Outcome: search.Solved,
				}
				t.Meter.Expanded = uint64((size + i) * size / 4 * (1 + 2*k))
				t.Limits.Expanded = 250
				if t.Meter.Expanded > 250 && size == 20 && strategy == "slow" {
					t.Meter.Expanded, t.Outcome = 250, search.LimitNodes
				}
				all = append(all, t)
			}
		}
	}
	return all
}

func TestTablesFromTrials(t *testing.T) {
	var b bytes.Buffer
	table := TrialTable(frame.Of(trials()), trial.Expanded, trial.Seconds)
	if !table.Timing {
		t.Error("a table with CPU times is not marked as timing")
	}
	if err := table.Text(&b); err != nil {
		t.Fatal(err)
	}
	pooled, err := analysis.Compare(frame.Of(trials()), trial.Expanded, "slow", "fast")
	if err != nil {
		t.Fatal(err)
	}
	bySize, err := analysis.CompareSizes(frame.Of(trials()), trial.Expanded, "slow", "fast")
	if err != nil {
		t.Fatal(err)
	}
	comparisons := append(bySize, pooled)
	for i := range comparisons {
		comparisons[i].Warnings = []string{fmt.Sprintf("%d of %d pairs", comparisons[i].Censored, comparisons[i].N)}
	}
	b.WriteString("\n")
	if err := ComparisonTable(comparisons...).Text(&b); err != nil {
		t.Fatal(err)
	}
	growth, err := analysis.Scaling(frame.Of(trials()), trial.Expanded, "fast")
	if err != nil {
		t.Fatal(err)
	}
	growth.Warnings = []string{"few sizes"}
	b.WriteString("\n")
	if err := GrowthTable(growth).Text(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "trials.txt", b.Bytes())
}

func TestTrialTableDoesNotDependOnOrder(t *testing.T) {
	forward, backward := trials(), trials()
	slices.Reverse(backward)
	var a, b bytes.Buffer
	if err := TrialTable(frame.Of(forward), trial.Expanded).CSV(&a); err != nil {
		t.Fatal(err)
	}
	if err := TrialTable(frame.Of(backward), trial.Expanded).CSV(&b); err != nil {
		t.Fatal(err)
	}
	if a.String() != b.String() {
		t.Errorf("forward:\n%s\nbackward:\n%s", &a, &b)
	}
}

func TestEmptyTablesAreValid(t *testing.T) {
	for _, table := range []reports.Table{TrialTable(frame.Frame{}), TrialTable(frame.Frame{}, trial.Expanded), ComparisonTable(), GrowthTable()} {
		if err := table.CSV(io.Discard); err != nil {
			t.Error(err)
		}
	}
}

func TestWarningsBecomeFootnotes(t *testing.T) {
	c := analysis.Comparison{Metric: trial.Expanded, A: "a", B: "b", Warnings: []string{"one", "two"}}
	table := ComparisonTable(c, analysis.Comparison{Metric: trial.Expanded, B: "d"}, c)
	if want := []string{"one; two."}; !slices.Equal(table.Notes, want) {
		t.Errorf("notes %q, want %q", table.Notes, want)
	}
	var marks []string
	for _, row := range table.Rows {
		marks = append(marks, fmt.Sprint(row[0].Note))
	}
	if got := strings.Join(marks, " "); got != "1 0 1" {
		t.Errorf("rows refer to notes %s, want 1 0 1", got)
	}
}

// A hundred runs each, ten on an instance: b solves every instance, but by one run in
// ten. a is slow and solves all, c is fast and solves six in ten: which of the two is
// ahead is a matter of what a stopped run counts.
func TestSurvivorsDoNotCompete(t *testing.T) {
	var trials []trial.Trial
	for index := range 10 {
		for repeat := range 10 {
			for strategy, of := range map[string]struct {
				solved int
				nodes  uint64
				cost   int
			}{"a": {10, 990, 30}, "b": {1, 10, 20}, "c": {6, 10, 25}} {
				row := trial.Trial{
					Set: "made-up", Size: 10, Index: index, Instance: fmt.Sprint(index), Strategy: strategy, Mode: trial.Budget, Repeat: repeat,
					Outcome: search.Solved, Cost: of.cost, Meter: search.Meter{Expanded: of.nodes}, Limits: search.Limits{Expanded: 1000},
				}
				if repeat >= of.solved {
					row.Outcome, row.Cost, row.Meter.Expanded = search.LimitNodes, 0, 1000
				}
				trials = append(trials, row)
			}
		}
	}
	var b bytes.Buffer
	if err := TrialTable(frame.Of(trials), trial.Expanded, trial.Cost).Text(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "survivors.txt", b.Bytes())
}
