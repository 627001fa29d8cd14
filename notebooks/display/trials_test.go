package display

import (
	"context"
	"errors"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
)

// fakeStudy returns what it is told, and remembers its setting.
type fakeStudy struct {
	setting experiments.Setting
	summary experiments.Summary
	err     error
}

func (f *fakeStudy) Run(_ context.Context, s experiments.Setting, p experiments.Progress) (experiments.Summary, error) {
	f.setting = s
	p.Update(experiments.Status{Study: "fake", Total: 1, Done: 1, Final: true})
	return f.summary, f.err
}

func TestTrialsTakesItsSettingFromTheEnvironment(t *testing.T) {
	t.Setenv(experiments.RootVariable, "/somewhere")
	t.Setenv(experiments.ScaleVariable, "full")
	f := &fakeStudy{summary: experiments.Summary{Study: "fake", Trials: make([]experiments.Trial, 3)}}
	if got := Trials(f); len(got) != 3 {
		t.Errorf("%d trials, want the 3 of the study", len(got))
	}
	if want := (experiments.Setting{Root: "/somewhere", Scale: experiments.Full}); f.setting != want {
		t.Errorf("the study ran with %+v, want %+v", f.setting, want)
	}
}

func TestTrialsEndsTheCellOnErrors(t *testing.T) {
	t.Setenv(experiments.RootVariable, t.TempDir())
	panics := func(s Study) (err any) {
		defer func() { err = recover() }()
		Trials(s)
		return nil
	}
	broken := errors.New("no room left")
	if got := panics(&fakeStudy{err: broken}); got != broken {
		t.Errorf("a study that fails: panic %v, want its error", got)
	}
	t.Setenv(experiments.ScaleVariable, "huge")
	if got := panics(&fakeStudy{}); got == nil {
		t.Error("a scale that does not exist was accepted")
	}
}
