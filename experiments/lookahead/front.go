package lookahead

import (
	"fmt"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var frontItems = []study.Item{
	figure("front", frontFigure), study.Claim(claims, "proof-cheaper"), figure("beams", beamsFigure), study.Block("front-table", frontTable), study.Claim(claims, "evaluation-first"), study.Claim(claims, "beam-optimal"),
	figure("front-times", frontTimesFigure), study.Block("times-table", timesTable),
}

var frontClaims = []claim.Claim{
	{ID: "proof-cheaper", Of: onDrawn, Population: anyBoard, Ask: func(f frame.Frame) (claim.Answer, error) {
		return claim.Below(claim.Ratio(f, trial.Generated, breadthFirst, exact, "board"), 1).
			Saying("CPU times are in [[table:times-table]]."), nil
	}},
	{ID: "evaluation-first", Of: onDrawn, Population: anyBoard, Ask: func(f frame.Frame) (claim.Answer, error) {
		return claim.Below(moreMoves(f, beam(100, "cells"), beam(10, bestEvaluation)), 0), nil
	}},
	{ID: "beam-optimal", Of: onDrawn, Population: anyBoard, Ask: func(f frame.Frame) (claim.Answer, error) {
		gaps := above(f, exact, beam(1000, bestEvaluation))
		_, same, _ := count(gaps)
		share := claim.Share("share of the boards on which it does", "board", same, len(gaps)).Called("share of boards on which the beam finds a shortest solution")
		return claim.Above(share.IfSolved(f.Match(exact, beam(1000, bestEvaluation))), 0.75), nil
	}},
}

// evaluations lists the functions by which beams choose positions, with the weakest first.
var evaluations = []string{"cells", "distances", "layers", "layers+distances"}

// beamsAt returns the names of the beams at a scale. The quick scale leaves out the most expensive
// ones.
func beamsAt(scale experiments.Scale) []string {
	names := beams(study.At(scale, beamWidths[:4], beamWidths[:4], beamWidths))
	if scale == experiments.Quick {
		names = slices.DeleteFunc(names, func(name string) bool {
			return strings.HasPrefix(name, beam(1000, "")) && name != beam(1000, bestEvaluation)
		})
	}
	return names
}

var beamWidths = []int{1, 10, 100, 1000, 10_000}

func beam(width int, evaluation string) string { return fmt.Sprintf("beam-%d/%s", width, evaluation) }

// weighted is best-first search with a bound on the excess length of its solutions.
const weighted = "wastar-1.2/layers"

// frontParts returns the searches that look further ahead than a few moves, and one that is a beam
// under another name.
func frontParts(scale experiments.Scale, seed uint64) ([]study.Part, error) {
	more := study.Map(courseBeams[:study.At(scale, 5, 6, 6)], func(w int) string { return beam(w, bestEvaluation) })
	return []study.Part{{Instances: drawn(boardsAt(scale), seed), Strategies: slices.Concat(beamsAt(scale), more, []string{byDistances, weighted})}}, nil
}

// beams returns the names of the beams with these widths and every evaluation.
func beams(widths []int) []string {
	var names []string
	for _, e := range evaluations {
		names = append(names, study.Map(widths, func(w int) string { return beam(w, e) })...)
	}
	return names
}

// frontFigure shows how many tried moves it costs to make fewer moves, for the algorithms of the
// series and the two that evaluate distances.
func frontFigure(trials frame.Frame) (plots.Figure, error) {
	rows := trials.Where(onDrawn.Pass)
	f, err := plots.Pareto("front", "Moves above the optimum and moves tried", triedOptions, seriesFamilies(rows, trial.Generated))
	return f.Captioned("The algorithms played on %s. Numbers are look-ahead depths, in moves. %s", boardsOf(rows, anyBoard), leftOut), err
}

// beamsFigure shows the same as frontFigure for beams, close to the optimum.
func beamsFigure(trials frame.Frame) (plots.Figure, error) {
	f, err := plots.Pareto("beams", "Beam search: moves above the optimum and moves tried", triedOptions, beamFamilies(trials.Where(onDrawn.Pass), trial.Generated))
	return f.Captioned("Numbers are beam widths, and all lines have points for the same widths. %s is the best algorithm in the series' table.", breadthFirst), err
}

const leftOut = "No algorithm is both cheaper and better than an algorithm on the gray line, the Pareto front. Round-robin, random and deep-path are not shown."

var triedOptions = plots.ParetoOptions{XLabel: "moves tried on the region graph, median", YLabel: "moves above the optimum, mean", Height: 4 * 72}

// seriesFamilies returns the algorithms of the series that are not far from the optimum, and those
// that evaluate distances.
func seriesFamilies(rows frame.Frame, cost trial.Metric) []plots.Family {
	depths := []string{"greedy", "gla-2", "gla-3", "gla-4", "gla-5", "gla-6"}
	families := []plots.Family{family(rows, cost, "greedy look-ahead", depths, func(name string) string {
		return "depth " + strings.TrimPrefix(strings.Replace(name, "greedy", "1", 1), "gla-")
	})}
	for _, name := range tabled() {
		if !slices.Contains(depths, name) && !slices.Contains(wild, name) {
			families = append(families, single(rows, cost, name))
		}
	}
	return append(families, single(rows, cost, byDistances), single(rows, cost, byBound), single(rows, cost, exact))
}

// beamFamilies returns the beams, and the searches shown with them.
func beamFamilies(rows frame.Frame, cost trial.Metric) []plots.Family {
	var families []plots.Family
	for _, e := range evaluations {
		var names []string
		for _, w := range beamWidths {
			if w > 1 || e != "cells" { // a beam of width one that evaluates cells is greedy
				names = append(names, beam(w, e))
			}
		}
		families = append(families, family(rows, cost, e, names, func(name string) string {
			if e == "distances" || e == "layers" {
				return "" // the widths are the same as in the neighboring lines, which leave no room for labels
			}
			_, width := setting(name)
			return fmt.Sprintf("width %d", width)
		}))
	}
	return append(families, single(rows, cost, weighted), single(rows, cost, breadthFirst), single(rows, cost, exact))
}

// wild lists the algorithms to leave out where the others must be distinguishable.
var wild = []string{"round-robin-skip", "random-skip", deepPath}

func single(rows frame.Frame, cost trial.Metric, name string) plots.Family {
	return family(rows, cost, shown(name), []string{name}, shown)
}

// family returns, for some strategies, the mean moves above the optimum as a function of the median
// of a metric.
func family(rows frame.Frame, cost trial.Metric, title string, names []string, label func(string) string) plots.Family {
	f := plots.Family{Name: title}
	for _, s := range known(scores(rows, names...)) {
		mean := s.gap()
		p := plots.Tradeoff{Label: label(s.name), X: s.median(cost), Y: mean.Value}
		if mean.BCa.High > mean.BCa.Low {
			p.YLow, p.YHigh = mean.BCa.Low, mean.BCa.High
		}
		f.Points = append(f.Points, p)
	}
	return f
}

// frontTable shows the moves of every beam and of the searches shown with them.
func frontTable(trials frame.Frame) (reports.Table, error) {
	rows := trials.Where(onDrawn.Pass)
	return column.Fill(reports.Table{ID: "front-table", Title: "Beam searches by width and evaluation", Groups: 1, Caption: fmt.Sprintf("The searches ran on %s.", boardsOf(rows, anyBoard))}, known(scores(rows, append(beams(beamWidths), weighted, exact)...)),
		column.Words("search", func(s score) string { search, _ := setting(s.name); return search }),
		column.Cells("width", reports.Count, func(s score) reports.Cell {
			if _, width := setting(s.name); width > 0 {
				return reports.Int(width)
			}
			return reports.Cell{}
		}),
		meanMoves, aboveOptimum, mostAbove, optimalShare, movesTried,
	), nil
}

// setting splits the name of a beam into the part that is the same for all widths, and the width. A
// search that is not a beam has no width.
func setting(name string) (search string, width int) {
	if _, err := fmt.Sscanf(name, "beam-%d/%s", &width, &search); err != nil {
		return name, 0
	}
	return "beam/" + search, width
}

// timeParts returns the trials that run one at a time.
func timeParts(scale experiments.Scale, _ uint64) ([]study.Part, error) {
	names := slices.Concat([]string{exact}, tabled(), []string{"gla-6", byDistances, weighted}, timedSearches, beamsAt(scale))
	return []study.Part{{Instances: firstOf(study.At(scale, 2, 10, 20)), Strategies: names, Mode: trial.Timed, Control: "greedy"}}, nil
}

// timed returns the trials that ran one at a time, without the control arm.
func timed(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Set.Is(seriesSet), frame.Mode.Is(trial.Timed), frame.NoControl)
}

// frontTimesFigure shows the same as frontFigure with CPU time as the cost.
func frontTimesFigure(trials frame.Frame) (plots.Figure, error) {
	rows := timed(trials)
	opt := triedOptions
	opt.XLabel = "CPU time per board, median (s)"
	f, err := plots.Pareto("front-times", "Moves above the optimum and CPU time", opt, seriesFamilies(rows, trial.Seconds))
	f.Timing = true
	return f.Captioned("The algorithms ran one at a time on %s, and each run built its own region graph. %s", boardsOf(rows, "boards of the series"), leftOut), err
}

// timesTable shows CPU times.
func timesTable(trials frame.Frame) (reports.Table, error) {
	rows := timed(trials)
	names := frame.Strategy.In(slices.Concat([]string{exact}, games(), beams(beamWidths))...).Of(rows)
	return column.Fill(reports.Table{ID: "times-table", Title: "CPU time per board", Timing: true, Caption: "The runs are the same as in [[fig:front-times]]."}, rows.Summarize(trial.Seconds, names...),
		column.Strategy(), column.Instances("boards"), column.Median("median").Kind(reports.Seconds), column.Max("most").Kind(reports.Seconds),
		column.Numbers("moves tried per second", reports.Count, func(c frame.Cell) float64 {
			return rows.Where(frame.Strategy.Is(c.Strategy)).Summary(triedPerSecond).Median.Value
		}).Doc("median number of moves made on the region graph per second of CPU time"),
	), nil
}

// triedPerSecond is the number of moves on the region graph per second of a timed trial.
var triedPerSecond = trial.Metric{
	Name: "moves tried per second", Unit: "1/s", Doc: "Number of moves made on the region graph per second of CPU time, including those that are tried and taken back.",
	Value: func(t *trial.Trial) float64 {
		return trial.Generated.Value(t) / trial.Seconds.Value(t)
	},
	Aggregate: trial.Median, Log: true, Digits: 3, Timing: true,
}
