package study

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// counting is a plan of n trials in a separate set.
func counting(set string, n int) Plan {
	part := Part{Strategies: []string{"count"}, Limits: search.Limits{Expanded: 100}}
	for i := range n {
		part.Instances = append(part.Instances, experiments.Instance{Set: set, Index: i, Size: 1, Text: fmt.Sprintf("%s %d", set, i), Puzzle: puzzle.Text(set)})
	}
	return Plan{
		Study: "counting", Code: []fs.FS{search.Source},
		Strategy: func(name string) (puzzle.Strategy[puzzle.Instance], error) {
			if name != "count" {
				return puzzle.Strategy[puzzle.Instance]{}, fmt.Errorf("no strategy is called %q", name)
			}
			return puzzle.Strategy[puzzle.Instance]{Name: name, Run: func(context.Context, puzzle.Instance, uint64, search.Limits) (puzzle.Finding, error) {
				return puzzle.Finding{Outcome: search.Measured, Meter: search.Meter{Expanded: 1}}, nil
			}}, nil
		},
		Parts: []Part{part},
	}
}

func TestPlansOfSeveralPuzzlesAreOneStudy(t *testing.T) {
	setting := experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}
	plans := Runner{counting("b", 3), counting("a", 2)}
	first, err := plans.Run(t.Context(), setting, nil)
	if err != nil || first.Study != "counting" || first.Total != 5 || first.Ran != 5 || first.Reused != 0 || first.Missing != 0 {
		t.Fatalf("%+v, %v; want 5 trials run", first, err)
	}
	if got := frame.Set.Of(frame.Of(first.Trials)); !slices.Equal(got, []string{"a", "b"}) || first.Trials[0].Set != "a" || len(first.Trials) != 5 {
		t.Errorf("%d trials of the sets %q, the first of %q; want 5 sorted by set", len(first.Trials), got, first.Trials[0].Set)
	}
	again, err := plans.Run(t.Context(), setting, nil)
	if err != nil || again.Ran != 0 || again.Reused != 5 || len(again.Trials) != 5 {
		t.Errorf("%+v, %v; want 5 trials reused", again, err)
	}
	rows := 0
	for _, s := range again.Load.Sources {
		rows += s.Rows
	}
	if rows != 5 {
		t.Errorf("sources of %d rows, want 5: %+v", rows, again.Load.Sources)
	}
}

func TestWhatIsMissingOfAllPlansIsCounted(t *testing.T) {
	setting := experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}
	if _, err := (Runner{counting("b", 3)}).Run(t.Context(), setting, nil); err != nil {
		t.Fatal(err)
	}
	plans := Runner{counting("a", 2), counting("b", 3), counting("c", 4)}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, err := plans.Run(ctx, setting, nil)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "3 of 9 trials") {
		t.Errorf("error %v, want one that says how far it came", err)
	}
	if s.Total != 9 || s.Missing != 6 || s.Reused != 3 || len(s.Trials) != 3 {
		t.Errorf("%+v; want 3 of 9 trials", s)
	}
	stored, err := plans.Stored(setting)
	if err != nil || !reflect.DeepEqual(stored, s) {
		t.Errorf("stored: %+v, %v; want the same: %+v", stored, err, s)
	}
}

func TestAPlanThatFailsEndsTheStudy(t *testing.T) {
	bad := counting("b", 3)
	bad.Parts[0].Strategies = []string{"cuont"}
	setting := experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}
	if _, err := (Runner{bad, counting("a", 2)}).Run(t.Context(), setting, nil); err == nil || !strings.Contains(err.Error(), "cuont") {
		t.Errorf("error %v, want the strategy that there is not", err)
	}
}

func TestTrialsAreRunAgainFromTheirText(t *testing.T) {
	setting := experiments.Setting{Root: t.TempDir(), Scale: experiments.Quick}
	planned := Runner{counting("a", 1)}
	all, err := planned.Run(t.Context(), setting, nil)
	if err != nil {
		t.Fatal(err)
	}
	row := all.Trials[0]
	reading := counting("b", 1)
	reading.Read = func(text string) (puzzle.Instance, error) {
		if text != "a 0" {
			return nil, errors.New("not mine")
		}
		return puzzle.Text(text), nil
	}
	scaled := Definition{Plan: func(c Choice) (Runner, error) {
		if c.Scale == experiments.Full {
			return planned, nil
		}
		return Runner{counting("b", 1)}, nil
	}}
	for name, rerun := range map[string]func(context.Context, *trial.Trial) (trial.Trial, error){
		"the plan that has it": planned.Rerun, "a plan that reads it": Runner{reading}.Rerun, "the second of two plans": Runner{counting("b", 2), planned[0]}.Rerun,
		"the scale that has it": func(ctx context.Context, row *trial.Trial) (trial.Trial, error) {
			return scaled.Rerun(ctx, row, Choice{})
		},
	} {
		again, err := rerun(t.Context(), &row)
		if diff := trial.Diff(&row, &again); err != nil || diff != nil {
			t.Errorf("%s: %q, %v", name, diff, err)
		}
	}
	other, none := row, row
	other.Text, other.Instance = "c 0", trial.Digest("c 0")
	none.Strategy = "sum"
	cases := map[string]struct {
		row  trial.Trial
		want string
	}{
		"a text that no plan reads": {other, "trial counting/a/1/0/count cannot be run again: not mine"},
		"another strategy":          {none, `trial counting/a/1/0/sum cannot be run again: no strategy is called "sum"`},
	}
	for name, c := range cases {
		_, err := Runner{counting("b", 1), reading}.Rerun(t.Context(), &c.row)
		if foreign, ok := errors.AsType[*ForeignError](err); !ok || foreign.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func TestRepeatsAreThePartsUnlessChosen(t *testing.T) {
	p := counting("a", 2)
	p.Parts = append(p.Parts, p.Parts[0])
	p.Parts[1].Repeats = 25
	for _, c := range []struct {
		plan int
		want [2]int
	}{{0, [2]int{0, 25}}, {3, [2]int{3, 3}}} {
		p.Repeats = c.plan
		sweeps, err := p.Sweeps()
		if err != nil || sweeps[0].Repeats != c.want[0] || sweeps[1].Repeats != c.want[1] {
			t.Errorf("%d repeats of the plan: %d and %d of the parts, %v; want %v", c.plan, sweeps[0].Repeats, sweeps[1].Repeats, err, c.want)
		}
	}
}
