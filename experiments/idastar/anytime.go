package idastar

import (
	"fmt"
	"math"
	"strconv"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

var anytimeItems = []study.Item{
	figure("anytime", anytimeFigure), study.Block("anytime-nodes", anytimeTable), study.Claim(claims, "anytime-proof"), study.Claim(claims, "anytime-cheap"),
}

var anytimeClaims = []claim.Claim{
	{
		ID: "anytime-proof", Statement: "What ARA* ends with is optimal in every run, and every solution on the way is better than the one before.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			rows := onKorf(f, anytime()...)
			done, wrong := 0, 0
			for t := range rows.Where(solved).All() {
				found := improvementsOf(t)
				sound := t.Cost == shortest(t) && len(found) > 0 && found[len(found)-1].cost == float64(t.Cost)
				for j := 1; j < len(found); j++ {
					sound = sound && found[j].cost < found[j-1].cost && found[j].nodes >= found[j-1].nodes
				}
				if done++; !sound {
					wrong++
				}
			}
			return claim.Every("run", rows.Len(), done, wrong).Saying("It is so in %d of %s.", done-wrong, study.Plural(done, "finished run")), nil
		},
	},
	{
		ID: "anytime-cheap", Statement: "Early solutions are cheap: until the last one is proved to be shortest ARA* expands less than twice the nodes of A* on a typical one of Korf's easier boards, with Manhattan distance.",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			const ara = "ara/manhattan" + improvementsOption
			return claim.Below(claim.Ratio(onKorf(f, ara, "astar/manhattan"), experiments.Expanded, "astar/manhattan", ara, "board"), 2), nil
		},
	},
}

// anytime names ARA* with each heuristic of the comparison, reporting every
// solution on the way.
func anytime() []string {
	return []string{"ara/manhattan" + improvementsOption, "ara/lc-wd" + improvementsOption}
}

// improvement is a solution found on the way to the best.
type improvement struct{ cost, nodes float64 }

// improvementsOf returns the solutions that a trial of ARA* reported, in the
// order they were found.
func improvementsOf(t *experiments.Trial) []improvement {
	var found []improvement
	for n := 1; ; n++ {
		cost, ok := t.Observation("cost-" + strconv.Itoa(n))
		nodes, timed := t.Observation("nodes-" + strconv.Itoa(n))
		if !ok || !timed {
			return found
		}
		found = append(found, improvement{cost, nodes})
	}
}

// improved is a metric of the solutions that a trial of ARA* reported; NaN
// without one.
func improved(of func(t *experiments.Trial, found []improvement) float64) experiments.Metric {
	return experiments.Metric{Value: func(t *experiments.Trial) float64 {
		if found := improvementsOf(t); len(found) > 0 {
			return of(t, found)
		}
		return math.NaN()
	}}
}

// What ARA* has found and expanded until its first solution and its last.
var (
	solutions  = improved(func(_ *experiments.Trial, found []improvement) float64 { return float64(len(found)) })
	firstRatio = improved(func(t *experiments.Trial, found []improvement) float64 { return found[0].cost / float64(shortest(t)) })
	toFirst    = improved(func(_ *experiments.Trial, found []improvement) float64 { return found[0].nodes })
	toShortest = improved(func(_ *experiments.Trial, found []improvement) float64 { return found[len(found)-1].nodes })
)

// anytimeFigure shows how the best solution so far comes down.
func anytimeFigure(trials frame.Frame) (plots.Figure, error) {
	rows := onKorf(trials, anytime()...)
	var traces []plots.Trace
	for _, r := range each(rows, anytime()...) {
		trace := plots.Trace{Name: "ara/" + r.heuristic()}
		for _, c := range matched(rows, r.strategy) {
			t := c.Trials[0]
			run := plots.Run{End: float64(t.Meter.Expanded)}
			for _, i := range improvementsOf(t) {
				run.Steps = append(run.Steps, plots.Improvement{X: i.nodes, Cost: i.cost / float64(shortest(t))})
			}
			trace.Runs = append(trace.Runs, run)
		}
		traces = append(traces, trace)
	}
	f, err := plots.Anytime("anytime", "The best solution of ARA* against nodes expanded", plots.AnytimeOptions{
		XLabel: "nodes expanded", YLabel: "length of the best solution ÷ optimal", Optimal: 1,
	}, traces)
	f.Caption = fmt.Sprintf("%s of Korf's hundred; a fine line is one board, from its first solution to the proof, a strong line the mean over boards from where all have a solution. The first weight is 5. %s",
		study.Capitalised(study.Plural(rows.Instances(), "board")), limitsOf(rows))
	return f, err
}

// proofRatios is what the proof of ARA* takes in multiples of A*'s nodes, on the
// boards that both solved.
func proofRatios(trials frame.Frame, heuristic string) []float64 {
	both := matched(trials, "ara/"+heuristic+improvementsOption, "astar/"+heuristic).Solved()
	ratios := both.Values(experiments.Expanded, 0)
	for i, nodes := range both.Values(experiments.Expanded, 1) {
		ratios[i] /= nodes
	}
	return ratios
}

// anytimeTable says how far the solutions of ARA* are apart.
func anytimeTable(trials frame.Frame) (reports.Table, error) {
	rows := onKorf(trials, anytime()...)
	geoMean := func(m experiments.Metric) func(ran) stats.Estimate {
		return func(r ran) stats.Estimate { return stats.Bootstrap{}.GeoMean(r.solvedBoards(m)) }
	}
	return column.Fill(reports.Table{
		ID: "anytime-nodes", Title: "ARA*: from the first solution to the proof",
		Caption: "Geometric means of nodes expanded, over the boards that ARA* finished, with 95 % bootstrap intervals. The last column is over the boards that A* solved as well. " + limitsOf(rows),
	}, each(rows.Where(solved), anytime()...),
		column.Words("heuristic", ran.heuristic),
		column.Counts("boards", ran.Len),
		column.Numbers("solutions", reports.Number, func(r ran) float64 { return stats.Mean(r.solvedBoards(solutions)) }).Doc("better and better ones on the way, mean"),
		column.Estimates("first ÷ optimal", reports.Number, func(r ran) stats.Estimate { return stats.Bootstrap{}.Mean(r.solvedBoards(firstRatio)) }).Doc("length of the first solution, mean"),
		column.Estimates("to the first", reports.Count, geoMean(toFirst)),
		column.Estimates("to a shortest", reports.Count, geoMean(toShortest)),
		column.Estimates("to the proof", reports.Count, geoMean(experiments.Expanded)),
		column.Estimates("proof ÷ A*", reports.Ratio, func(r ran) stats.Estimate {
			return stats.Bootstrap{}.GeoMean(proofRatios(trials, r.heuristic()))
		}).Doc("nodes of ARA* ÷ nodes of A* on the same board, geometric mean"),
	), nil
}
