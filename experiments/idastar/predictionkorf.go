package idastar

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
)

// closeness is how near the prediction is claimed to come.
const closeness = 0.1

// PredictionClaim asks how near the prediction comes at the two largest bounds.
func PredictionClaim(trials []experiments.Trial) (reports.Claim, error) {
	claim := study.Undecided("prediction-close", fmt.Sprintf("For every heuristic the prediction is within %.0f %% of the mean measured on random boards at the two largest bounds.", 100*closeness))
	names := predictedHeuristics(trials)
	worst, where := 0.0, ""
	certain, refuted, n := true, false, 0
	for _, h := range names {
		p, _ := predictionOf(trials, h)
		all := measuredBounds(trials, h)
		for _, m := range all[max(0, len(all)-2):] {
			predicted := p.expanded(m.bound)
			n++
			if e := predicted/m.mean - 1; math.Abs(e) >= math.Abs(worst) {
				worst, where = e, fmt.Sprintf("%s at bound %d", h, m.bound)
			}
			low, high := predicted/m.interval.High-1, predicted/m.interval.Low-1
			certain = certain && low >= -closeness && high <= closeness
			refuted = refuted || low > closeness || high < -closeness
		}
	}
	holds := reports.Undecided
	if certain || refuted {
		holds = reports.VerdictOf(!refuted)
	}
	return claim.Decided(n, holds,
		"The largest of %d errors is %+.1f %% (%s). The claim counts as decided if the intervals of the measured means, not only the means, bear it out.", n, 100*worst, where), nil
}

// KorfPredictionTable sets the prediction beside the iterations on Korf's
// hundred boards.
func KorfPredictionTable(trials []experiments.Trial) (reports.Table, error) {
	const all = 100
	t := reports.Table{
		ID: "prediction-korf", Title: "Nodes of an iteration, predicted and on Korf's boards", Groups: 1,
		Caption: "Mean nodes expanded by the complete iterations with that bound, 0 for boards whose estimate is above it, over the boards with estimates of its parity that were not solved within the bound, with 95 % bootstrap intervals. " +
			"The prediction is for the mean over all positions, which at such bounds hangs on the few near the goal; a hundred random boards hold none of them, and those that are solved are left out, so the prediction lies far above. " +
			"Formulas for given starts need distributions that depend on the parent (U. Zahavi, A. Felner, N. Burch, R. C. Holte, Journal of Artificial Intelligence Research 37, 2010). The table needs all hundred boards, which the quick scale does not run.",
		Columns: []reports.Column{
			{Name: "heuristic"},
			{Name: "bound", Kind: reports.Count},
			{Name: "boards", Kind: reports.Count},
			{Name: "solved", Kind: reports.Count, Doc: "boards left out because a solution ends the iteration or an earlier one"},
			{Name: "predicted", Kind: reports.Number, Digits: 4},
			{Name: "measured", Kind: reports.Number, Digits: 4},
			{Name: "predicted ÷ measured", Kind: reports.Ratio},
		},
	}
	rows := korfRows(trials)
	for _, h := range heuristicsOfKorf {
		p, ok := predictionOf(trials, h)
		of := analysis.Where(rows, analysis.Strategies("idastar/"+h))
		if !ok || len(of) < all {
			continue
		}
		for bound := 40; bound <= 49; bound++ {
			counts, solved := iterationsAt(of, bound)
			if len(counts) < stats.MinBootstrap {
				continue
			}
			mean := stats.Bootstrap{Seed: 1}.Mean(counts)
			predicted := p.expanded(bound)
			t.Rows = append(t.Rows, []reports.Cell{
				reports.Str(h), reports.Int(bound), reports.Int(len(counts)), reports.Int(solved),
				reports.Num(predicted), reports.Est(mean), reports.Num(predicted / mean.Value),
			})
		}
	}
	return t, nil
}

// iterationsAt returns what each board's iteration with that bound expanded,
// and how many boards were solved before it was complete. Boards with bounds of
// the other parity are in neither.
func iterationsAt(rows []experiments.Trial, bound int) (expanded []float64, solved int) {
	for i := range rows {
		its := rows[i].Meter.Iterations
		if len(its) == 0 || (its[0].Bound-bound)&1 != 0 {
			continue
		}
		if its[0].Bound > bound {
			expanded = append(expanded, 0)
			continue
		}
		found := false
		for _, it := range complete(&rows[i]) {
			if it.Bound == bound {
				expanded, found = append(expanded, float64(it.Expanded)), true
			}
		}
		if !found {
			solved++
		}
	}
	return expanded, solved
}
