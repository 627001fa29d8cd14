package frame

import (
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

func TestWhatVariesInACellIsAWarning(t *testing.T) {
	rows := func(change func(t *trial.Trial)) []trial.Trial {
		list := []trial.Trial{ran("a", 30, 0, 10, search.Solved), ran("a", 30, 1, 20, search.Solved), ran("a", 30, 2, 90, search.LimitNodes)}
		for i := range list {
			list[i].Limits.Expanded, list[i].Code = 90, "source:1"
		}
		another := ran("a", 30, 3, 80, search.LimitNodes)
		another.Limits.Expanded, another.Code = 90, "source:1"
		change(&another)
		return append(list, another)
	}
	for _, c := range []struct {
		name   string
		change func(t *trial.Trial)
		want   string // "" for no warning
	}{
		{"nothing", func(*trial.Trial) {}, ""},
		{"a version", func(t *trial.Trial) { t.Version = 2 }, "a at size 30: summed up together although they differ in version (1, 2)"},
		{"a code", func(t *trial.Trial) { t.Code = "source:2" }, "differ in code (2)"},
		{"a limit that stopped a run", func(t *trial.Trial) { t.Limits.Expanded = 80 }, "differ in the limits that stopped runs (2)"},
		// An answer within a limit is the same under a larger one.
		{"a limit of an answer", func(t *trial.Trial) { t.Limits.Expanded, t.Outcome = 80, search.Solved }, ""},
		{"repeats", func(t *trial.Trial) { t.Index, t.Instance, t.Repeat = 0, InstanceOf(t).Digest[:8]+"00000000", 1 }, "differ in repeats of an instance (1, 2)"},
		{"a mode", func(t *trial.Trial) { t.Mode = trial.Timed }, ""},
		{"a failed run", func(t *trial.Trial) { t.Error, t.Outcome, t.Version = "lost", search.Running, 2 }, "1 of 4 instances failed"},
		{"two at once", func(t *trial.Trial) { t.Version, t.Code = 2, "source:2" }, "differ in version (1, 2), code (2)"},
	} {
		got := Of(rows(c.change)).Summarize(trial.Expanded)[0].Warnings()
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !warned(got, c.want)) {
			t.Errorf("%s: warnings %q, want %q", c.name, got, c.want)
		}
	}
}

// A summary asks for one cell: if its rows mix several, it summarizes them together and says so.
func TestASummaryOfSeveralCellsIsAWarning(t *testing.T) {
	other := ran("b", 40, 0, 30, search.Solved)
	other.Set = "uniform"
	c := Of([]trial.Trial{ran("a", 30, 0, 10, search.Solved), other}).Summary(trial.Expanded)
	if c.N != 2 || c.Total.Value != 40 || !warned(c.Warnings(), "set (planted, uniform), size (30, 40), strategy (a, b)") {
		t.Errorf("%d instances, total %v, warnings %q", c.N, c.Total, c.Warnings())
	}
	// An older version of a trial does not count, so it does not vary either.
	old := ran("a", 30, 0, 7, search.Solved)
	old.Version = 0
	if c := Of([]trial.Trial{ran("a", 30, 0, 10, search.Solved), old}).Summary(trial.Expanded); len(c.Warnings()) != 1 || !warned(c.Warnings(), "same key") {
		t.Errorf("warnings %q, want the old version left out and nothing else", c.Warnings())
	}
}
