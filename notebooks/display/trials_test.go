package display

import (
	"context"
	"errors"
	"strings"
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
		trials, status := loadTrials(&fakeStudy{err: c.err}, &log)
		if trials != nil || status != 1 || log.String() != c.want {
			t.Errorf("%s: %d trials, status %d, %q; want status 1 and %q", c.name, len(trials), status, log.String(), c.want)
		}
	}
}
