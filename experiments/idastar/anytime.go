package idastar

import (
	"fmt"
	"strconv"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// anytime names ARA* with each heuristic of the comparison, reporting every
// solution on the way.
func anytime() []string {
	var names []string
	for _, h := range memoryHeuristics {
		names = append(names, anytimeName(h))
	}
	return names
}

func anytimeName(heuristic string) string { return "ara/" + heuristic + improvementsOption }

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

// AnytimeFigure shows how the best solution so far comes down.
func AnytimeFigure(trials frame.Frame) (plots.Figure, error) {
	rows := onKorf(trials, anytime()...)
	var traces []plots.Trace
	for _, h := range memoryHeuristics {
		of := byBoard(rows, anytimeName(h))
		trace := plots.Trace{Name: "ara/" + h}
		for _, index := range boardsOf(rows, anytimeName(h)) {
			t := of[index]
			run := plots.Run{End: float64(t.Meter.Expanded)}
			for _, i := range improvementsOf(t) {
				run.Steps = append(run.Steps, plots.Improvement{X: i.nodes, Cost: i.cost / float64(shortest(t))})
			}
			trace.Runs = append(trace.Runs, run)
		}
		if len(trace.Runs) > 0 {
			traces = append(traces, trace)
		}
	}
	f, err := plots.Anytime("anytime", "The best solution of ARA* against nodes expanded", plots.AnytimeOptions{
		XLabel: "nodes expanded", YLabel: "length of the best solution ÷ optimal", Optimal: 1,
	}, traces)
	f.Caption = fmt.Sprintf("%s of Korf's hundred; a fine line is one board, from its first solution to the proof, a strong line the mean over boards from where all have a solution. The first weight is 5. %s",
		study.Capitalised(study.Plural(rows.Instances(), "board")), limitsOf(rows))
	return f, err
}

// progress is what ARA* expanded until its first solution, until a shortest
// one, and in all, and what A* expanded on the same board; 0 if A* has not
// solved it.
type progress struct {
	firstRatio                    float64 // length of the first solution ÷ optimal
	first, optimal, proved, astar float64
	solutions                     float64
}

// progressOf returns the progress on every board that ARA* finished.
func progressOf(trials frame.Frame, heuristic string) []progress {
	name := anytimeName(heuristic)
	ara, best := byBoard(onKorf(trials, name), name), byBoard(onKorf(trials, "astar/"+heuristic), "astar/"+heuristic)
	var found []progress
	for _, index := range finishedBy(onKorf(trials, name), name) {
		t := ara[index]
		solutions := improvementsOf(t)
		if len(solutions) == 0 {
			continue
		}
		first, last := solutions[0], solutions[len(solutions)-1]
		p := progress{
			firstRatio: first.cost / float64(shortest(t)), first: first.nodes, optimal: last.nodes,
			proved: float64(t.Meter.Expanded), solutions: float64(len(solutions)),
		}
		if a := best[index]; a != nil && a.Outcome == search.Solved {
			p.astar = float64(a.Meter.Expanded)
		}
		found = append(found, p)
	}
	return found
}

// column returns a number of every progress that has it.
func column(all []progress, of func(progress) float64) []float64 {
	var values []float64
	for _, p := range all {
		if v := of(p); v == v && v > 0 {
			values = append(values, v)
		}
	}
	return values
}

// againstAStar is what the proof of ARA* takes in multiples of A*'s nodes.
func againstAStar(p progress) float64 {
	if p.astar == 0 {
		return nan
	}
	return p.proved / p.astar
}

// AnytimeTable says how far the solutions of ARA* are apart.
func AnytimeTable(trials frame.Frame) (reports.Table, error) {
	rows := onKorf(trials, anytime()...)
	t := reports.Table{
		ID: "anytime-nodes", Title: "ARA*: from the first solution to the proof",
		Caption: "Geometric means of nodes expanded, over the boards that ARA* finished, with 95 % bootstrap intervals. The last column is over the boards that A* solved as well. " + limitsOf(rows),
		Columns: []reports.Column{
			{Name: "heuristic"},
			{Name: "boards", Kind: reports.Count},
			{Name: "solutions", Kind: reports.Number, Doc: "better and better ones on the way, mean"},
			{Name: "first ÷ optimal", Kind: reports.Number, Doc: "length of the first solution, mean"},
			{Name: "to the first", Kind: reports.Count},
			{Name: "to a shortest", Kind: reports.Count},
			{Name: "to the proof", Kind: reports.Count},
			{Name: "proof ÷ A*", Kind: reports.Ratio, Doc: "nodes of ARA* ÷ nodes of A* on the same board, geometric mean"},
		},
	}
	for _, h := range memoryHeuristics {
		all := progressOf(trials, h)
		if len(all) == 0 {
			continue
		}
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(h), reports.Int(len(all)),
			reports.Num(stats.Mean(column(all, func(p progress) float64 { return p.solutions }))),
			reports.Est(stats.Bootstrap{}.Mean(column(all, func(p progress) float64 { return p.firstRatio }))),
			reports.Est(stats.Bootstrap{}.GeoMean(column(all, func(p progress) float64 { return p.first }))),
			reports.Est(stats.Bootstrap{}.GeoMean(column(all, func(p progress) float64 { return p.optimal }))),
			reports.Est(stats.Bootstrap{}.GeoMean(column(all, func(p progress) float64 { return p.proved }))),
			reports.Est(stats.Bootstrap{}.GeoMean(column(all, againstAStar))),
		})
	}
	return t, nil
}

// ProofClaim asks whether the last solution of ARA* is a shortest one.
func ProofClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("anytime-proof", "What ARA* ends with is optimal, and every solution on the way is better than the one before.")
	rows := onKorf(trials, anytime()...)
	runs, wrong := 0, 0
	for t := range rows.All() {
		if t.Outcome != search.Solved {
			continue
		}
		runs++
		solutions := improvementsOf(t)
		sound := t.Cost == shortest(t) && len(solutions) > 0 && solutions[len(solutions)-1].cost == float64(t.Cost)
		for j := 1; j < len(solutions); j++ {
			sound = sound && solutions[j].cost < solutions[j-1].cost && solutions[j].nodes >= solutions[j-1].nodes
		}
		if !sound {
			wrong++
		}
	}
	return claim.Decided(runs, reports.VerdictOf(wrong == 0),
		"It is so in %s of %s.", study.Grouped(uint64(runs-wrong)), study.Plural(runs, "run")), nil
}

// AnytimeClaim asks what the early solutions cost, against A* alone.
func AnytimeClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("anytime-cheap", "Early solutions are cheap: with Manhattan distance ARA* proves the best one with less than twice the nodes of A*.")
	ratios := column(progressOf(trials, "manhattan"), againstAStar)
	r := stats.Bootstrap{}.GeoMean(ratios)
	return claim.DecidedBy(r, reports.Below(r.Firm().BCa, 2),
		"Nodes of ARA* until the proof ÷ nodes of A*, geometric mean over the %s that both solved: %.3g (95 %% interval %.3g to %.3g).",
		study.Plural(len(ratios), "board"), r.Value, r.BCa.Low, r.BCa.High), nil
}
