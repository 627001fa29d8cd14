package lookahead

import (
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
)

// timeParts are trials that run one at a time.
func timeParts(scale experiments.Scale) ([]Part, error) {
	names := slices.Concat([]string{exact}, tabled(), []string{"gla-6", byDistances, weighted}, beams(widths(scale)))
	return []Part{{Instances: firstOf(study.At(scale, 3, 10, 20)), Strategies: names, Mode: experiments.Timed}}, nil
}

// timed returns the trials that ran one at a time.
func timed(trials []experiments.Trial) []experiments.Trial {
	return analysis.Where(trials, analysis.Sets(seriesSet), analysis.InMode(experiments.Timed))
}

// FrontTimesFigure is FrontFigure in CPU time.
func FrontTimesFigure(trials []experiments.Trial) (plots.Figure, error) {
	rows := timed(trials)
	opt := triedOptions
	opt.XLabel = "CPU seconds a board, median over boards"
	f, err := plots.Pareto("front-times", "Moves above the optimum against CPU time", opt, seriesFamilies(rows, experiments.Seconds))
	f.Timing = true
	f.Caption = fmt.Sprintf("One run at a time on %s of the series. All run on the same region graph, which is made anew in every run. Bars, where there are ten boards or more, are 95 %% bootstrap intervals of the mean. %s", study.Plural(len(movesOf(rows, exact)), "board"), leftOut)
	return f, err
}

// TimesTable gives CPU times.
func TimesTable(trials []experiments.Trial) (reports.Table, error) {
	rows := timed(trials)
	t := reports.Table{
		ID: "times-table", Title: "CPU time a board", Timing: true,
		Caption: fmt.Sprintf("One run at a time on %s of the series, with the region graph made anew in every run.", study.Plural(len(movesOf(rows, exact)), "board")),
		Columns: []reports.Column{
			{Name: "strategy"},
			{Name: "boards", Kind: reports.Count},
			{Name: "median", Kind: reports.Seconds},
			{Name: "most", Kind: reports.Seconds},
			{Name: "moves tried a second", Kind: reports.Count, Doc: "moves made on the region graph ÷ CPU seconds, median"},
		},
	}
	for _, name := range study.Strategies(rows, slices.Concat([]string{exact}, games(), beams(beamWidths))) {
		at := analysis.Where(rows, analysis.Strategies(name))
		seconds := analysis.Summarize(at, experiments.Seconds)[0]
		speed := analysis.Summarize(at, triedPerSecond)[0]
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(name), reports.Int(seconds.N), reports.Num(seconds.Median), reports.Num(seconds.Max), reports.Num(speed.Median),
		})
	}
	return t, nil
}

// triedPerSecond is the speed of a timed trial in moves on the region graph.
var triedPerSecond = experiments.Metric{
	Name: "moves tried a second", Unit: "1/s", Doc: "Moves made on the region graph, tried ones included, per CPU second.",
	Value: func(t *experiments.Trial) float64 {
		return experiments.Generated.Value(t) / experiments.Seconds.Value(t)
	},
	Aggregate: experiments.Median, Log: true, Digits: 3, Timing: true,
}
