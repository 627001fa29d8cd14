package trials

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/notebooks/internal/sent"
	"github.com/puzzlelab/puzzlelab/reports/origin"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// fakeStudy returns what it is told, and remembers its setting.
type fakeStudy struct {
	setting experiments.Setting
	summary experiments.Summary
	err     error
	runs    int
}

type noLine struct{}

func (noLine) Set(string)  {}
func (noLine) Done(string) {}

func (f *fakeStudy) Run(_ context.Context, s experiments.Setting, p experiments.Progress) (experiments.Summary, error) {
	f.setting = s
	if f.runs++; f.runs > 1 {
		f.summary.Ran = 0
	}
	p.Update(experiments.Status{Study: "fake", Total: 1, Done: 1, Final: true})
	return f.summary, f.err
}

func TestTrialsTakesItsSettingFromTheEnvironment(t *testing.T) {
	t.Setenv(experiments.RootVariable, "/somewhere")
	t.Setenv(experiments.ScaleVariable, "full")
	f := &fakeStudy{summary: experiments.Summary{Study: "fake", Trials: make([]trial.Trial, 3)}}
	if got := sent.Trials(f, noLine{}).(frame.Frame); got.Len() != 3 {
		t.Errorf("%d trials, want the 3 of the study", got.Len())
	}
	if want := (experiments.Setting{Root: "/somewhere", Scale: experiments.Full}); f.setting != want {
		t.Errorf("the study ran with %+v, want %+v", f.setting, want)
	}
}

func TestTrialsEndsTheCellWithOneLine(t *testing.T) {
	t.Setenv(experiments.RootVariable, t.TempDir())
	for _, c := range []struct {
		name, scale string
		err         error
		want        string
	}{
		{"a study that fails", "", errors.New("no room left"), "no room left\n"},
		{"no such scale", "huge", nil, "experiments: PUZZLELAB_SCALE=\"huge\" is not a scale (want quick, standard or full)\n"},
	} {
		t.Setenv(experiments.ScaleVariable, c.scale)
		var log strings.Builder
		trials, status := load(&fakeStudy{err: c.err}, noLine{}, &log)
		if trials != nil || status != 1 || log.String() != c.want {
			t.Errorf("%s: %d trials, status %d, %q; want status 1 and %q", c.name, len(trials), status, log.String(), c.want)
		}
	}
}

func TestTrialsNameThoseThatFailed(t *testing.T) {
	t.Setenv(experiments.RootVariable, t.TempDir())
	f := &fakeStudy{summary: experiments.Summary{Study: "fake", Total: 2, Trials: []trial.Trial{
		{Study: "fake", Set: "hills", Size: 3, Strategy: "walk", Error: "out of rope"}, {Strategy: "climb"},
	}}}
	var log strings.Builder
	const want = "fake: 1 of 2 trials failed (1 of walk), the first fake/hills/3/0/walk: out of rope\n"
	if trials, status := load(f, noLine{}, &log); len(trials) != 2 || status != 0 || log.String() != want {
		t.Errorf("%d trials, status %d, %q; want 2, 0 and %q", len(trials), status, &log, want)
	}
}

func TestTrialsAddWhereTheyComeFrom(t *testing.T) {
	root := t.TempDir()
	t.Setenv(experiments.RootVariable, root)
	file := filepath.Join(t.TempDir(), "provenance")
	t.Setenv(origin.Variable, file)
	f := &fakeStudy{summary: experiments.Summary{Study: "fake", Total: 2, Ran: 2, Trials: []trial.Trial{
		{Code: "source:1", Limits: search.Limits{Expanded: 1000, Time: time.Minute}}, {Code: "source:1"},
	}}}
	for range 2 { // cells
		sent.Trials(f, noLine{})
	}
	if f.runs != 3 {
		t.Errorf("the study ran %d times, want twice in the first cell, whose trials were new, and once in the second", f.runs)
	}
	line := `{"sections":[{"title":"Study","pairs":[{"key":"name","value":"fake"},{"key":"scale","value":"quick"},` +
		`{"key":"instances","value":"1"},{"key":"strategies","value":"1"},{"key":"trials","value":"2"},{"key":"stopped by a limit","value":"0"},` +
		`{"key":"limits","value":"1` + "\u202f" + `000 nodes expanded, 1m0s; none"},{"key":"code","value":"source:1"}]}],"journal":"` + filepath.Join(root, ".trials", "fake") + `","ran":`
	got, err := os.ReadFile(file)
	if diff := cmp.Diff(line+"2}\n"+line+"0}\n", string(got)); diff != "" || err != nil {
		t.Errorf("error %v, (-want +got):\n%s", err, diff)
	}

	t.Setenv(origin.Variable, t.TempDir())
	var log strings.Builder
	if _, status := load(f, noLine{}, &log); status != 1 || !strings.Contains(log.String(), "is a directory") {
		t.Errorf("status %d, said %q, want 1 and that the file cannot be written", status, &log)
	}
}
