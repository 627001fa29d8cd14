package pruning

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/reports"
)

// fewDecisions is the number of decisions below which a ring needs hardly any search.
const fewDecisions = 100

// largestSize is the size of the largest rings on which decisions are counted at every scale.
const largestSize = 30_000

// mostDeviation is the largest standard deviation of log ratios with which the write-up's sample
// detects its saving, at 5 %, in 80 % of cases.
const mostDeviation = 0.21

// median returns the median of the values at the given indices.
func median(values []float64, idx []int) float64 {
	return stats.Median(study.Map(idx, func(i int) float64 { return values[i] }))
}

// sample selects trials on planted rings of the given sizes, or of all sizes if none is given.
func sample(mode trial.Mode, strategies []string, sizes ...int) frame.Selection {
	return frame.Selection{Sets: []string{"planted"}, Sizes: sizes, Mode: mode, Strategies: strategies}
}

// words maps the placeholders in claims.md to their values.
var words = map[string]any{
	"asymptotic":      study.Grouped(asymptotic),
	"fewDecisions":    fewDecisions,
	"growthInstances": growthInstances,
	"largestSize":     study.Grouped(largestSize),
	"mostDeviation":   mostDeviation,
	"publishedSaving": fmt.Sprintf("%.0f", 100*publishedSaving),
	"sortingSize":     sortingSize,
	"speedSize":       speedSize,
}

var claims = study.Claims(files, plan, study.Say(
	files, words,
	claim.Claim{
		ID: "growth-lower", Of: sample(trial.Budget, []string{"standard", "pruning"}), Population: "planted rings",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			var x []float64
			var shares [][]frame.Bounded
			var said string
			for size, rows := range frame.By(f, frame.Size) {
				if both := rows.Match("standard", "pruning"); len(both) > 0 && len(both.Solved()) == len(both) {
					without, with := both.Values(trial.Expanded, 0), both.Values(trial.Expanded, 1)
					saving := stats.Bootstrap{}.Of(len(both), func(idx []int) float64 { return 100 - 100*median(with, idx)/median(without, idx) })
					said = fmt.Sprintf("On rings with %d places, pruning cuts the median of %s nodes by %s %% (%s %%, %s).", size, study.Grouped(uint64(stats.Median(without))),
						saving.BCa.Number(saving.Value), saving.BCa.Phrase(), study.Plural(len(both), "ring"))
				}
				x, shares = append(x, float64(size)), append(shares, claim.Quotients(rows, trial.Expanded, "standard", "pruning", 1))
			}
			return claim.Below(claim.Growth("factor per node of the ring of the median of pruning ÷ standard", "ring", stats.Exponential, x, shares).Called("factor by which each place multiplies the median ratio of nodes expanded (pruning ÷ standard)"), 1).Saying("%s", said), nil
		},
	},
	claim.Claim{
		ID: "sorting-saves", Of: sample(trial.Budget, pruned, sortingSize), Population: fmt.Sprintf("planted rings with %d places", sortingSize),
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return claim.Below(claim.Ratio(f, trial.Expanded, "pruning", "pruning+sorting", "ring"), 1), nil
		},
	},
	claim.Claim{
		ID: "sample-too-small", Of: sample(trial.Budget, pruned, sortingSize), Population: fmt.Sprintf("planted rings with %d places", sortingSize),
		Ask: func(f frame.Frame) (claim.Answer, error) {
			pairs := f.Match("pruning", "pruning+sorting")
			solved := pairs.Solved()
			logs := study.Map(solved.Quotients(trial.Expanded, 0, 1), math.Log)
			e := claim.SD("log ratios of nodes, pruning+sorting ÷ pruning", "ring", logs).Called("standard deviation of the log ratios of nodes expanded (pruning+sorting ÷ pruning)")
			if len(solved) < len(pairs) {
				e.Short = "A run was stopped, so the standard deviation is unknown."
			}
			return claim.Above(e, mostDeviation), nil
		},
	},
	claim.Claim{
		ID: "speed", Timing: true, Of: sample(trial.Timed, []string{"contraction", "pruning+sorting"}, speedSize), Population: fmt.Sprintf("planted rings with %d places", speedSize),
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return claim.Above(claim.Ratio(f, trial.Seconds, "contraction", "pruning+sorting", "ring"), 100), nil
		},
	},
	claim.Claim{
		ID: "few-decisions", Of: sample(trial.Budget, structure, largestSize), Population: "planted rings with " + study.Grouped(largestSize) + " places",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			few := func(t *trial.Trial) bool { return frame.Answered(t) && t.Meter.Expanded <= fewDecisions }
			of := append(f.Share(few), frame.Proportion{})[0]
			return claim.Above(claim.Share(fmt.Sprintf("share with at most %d decisions", fewDecisions), "ring", of.Successes, of.N).Called(fmt.Sprintf("share of rings with at most %d decisions", fewDecisions)), 0.9), nil
		},
	},
	claim.Claim{
		ID: "cycles-logarithmic", Of: sample(trial.Budget, structure, structureSizes[6:]...), Population: fmt.Sprintf("planted rings with %s places or more", study.Grouped(asymptotic)),
		Ask: func(f frame.Frame) (claim.Answer, error) {
			return claim.All(
				claim.Equivalent(claim.Slope("slope on even rings", "ring", cyclesFit(f, 0), f.Count(ofParity(0))).Called("slope of the mean number of free cycles against ln n on even rings"), 0.75, 1.25),
				claim.Equivalent(claim.Slope("slope on odd rings", "ring", cyclesFit(f, 1), f.Count(ofParity(1))).Called("slope of the mean number of free cycles against ln n on odd rings"), 0.25, 0.75),
			), nil
		},
	},
	claim.Claim{
		ID: "odd-solvable", Of: frame.Selection{Sets: []string{"uniform"}, Sizes: []int{8, 9, 10, 11, 12, 13, 14, 15}}, Population: "uniformly random rings with 8 to 15 places",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			// Rings of two sizes are drawn independently, so pairing those with the same number is
			// arbitrary, but the mean difference equals the difference of the means.
			type draw struct{ size, index int }
			solvable := map[draw]float64{}
			for t := range f.Where(frame.Answered).All() {
				solvable[draw{t.Size, t.Index}] = min(1, observed(t, solvableStarts))
			}
			var more []float64
			for t := range f.Where(ofParity(1)).All() {
				odd, ran := solvable[draw{t.Size, t.Index}]
				if even, both := solvable[draw{t.Size - 1, t.Index}]; ran && both {
					more = append(more, odd-even)
				}
			}
			return claim.Above(claim.Mean("differences in solvability, odd less even", "arbitrary pair", more).Called("mean difference in the share of solvable rings (odd minus even)"), 0), nil
		},
	},
)...)

// speedSize is the size at which contraction and both strategies of the write-up are timed.
const speedSize = 75

// ofParity passes rings with an even (0) or odd (1) number of places.
func ofParity(odd int) frame.Filter {
	return func(t *trial.Trial) bool { return t.Size%2 == odd }
}

// Item makes the figure, table or claim with the given ID from the trials. It returns an error if
// the study has no item with this ID.
func Item(trials frame.Frame, id string) (reports.Block, error) { return Definition().Item(trials, id) }
