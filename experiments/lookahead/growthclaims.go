package lookahead

import (
	"fmt"
	"math"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/reports"
)

// LinearClaim asks whether the optimum grows by the same number of moves with
// every row and column.
func LinearClaim(trials frame.Frame) (reports.Claim, error) {
	const most = 1.0
	claim := study.Undecided("growth-linear", "On square boards of these sizes the mean optimum is, with every number of colours, a linear function of rows and columns, to within a move, and its slope is larger the more colours there are.")
	worst, at, before := 0.0, "", math.Inf(-1)
	var slopes []string
	linear := true
	for _, group := range byColors(proved(squares(trials))) {
		fit := fitSides(group)
		if fit.N < 3 {
			continue
		}
		for _, s := range group {
			if off := math.Abs(fit.At(s.sides()) - stats.Mean(s.optima)); off > worst {
				worst, at = off, s.String()
			}
		}
		slopes = append(slopes, fmt.Sprintf("%.2f with %d", fit.B, group[0].colors))
		linear = linear && fit.B >= before && worst <= most
		before = fit.B
	}
	return claim.Decided(len(slopes), reports.VerdictOf(linear),
		"Slopes: %s colours. The lines are off by %.2f moves at worst, on boards of %s.", strings.Join(slopes, ", "), worst, at), nil
}

// sideOfAll is the side of boards that there are of every number of colours.
const sideOfAll = 14

// RootClaim asks whether the optimum of random boards grows with the square root
// of the colours, as the length of the hardest does.
func RootClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("growth-root", "On random boards of 14×14 cells, from three colours to eight, the optimum grows faster than the square root of the colours, with which the hardest boards grow in the long run.")
	var samples [][]float64
	var shares []string
	for _, s := range proved(squares(trials)) {
		if s.side != sideOfAll {
			continue
		}
		var each []float64
		for _, moves := range s.optima {
			each = append(each, moves/s.scale())
		}
		shares = append(shares, fmt.Sprintf("%.3f with %d", stats.Mean(each), s.colors))
		samples = append(samples, each)
	}
	if len(samples) < 3 {
		return claim, nil
	}
	first, last := samples[0], samples[len(samples)-1]
	claim.Evidence = fmt.Sprintf("Optimum ÷ (√colours × side) on boards of %d×%d cells: %s colours. It cannot go on like that: no board needs more than a constant multiple of √colours × side.", sideOfAll, sideOfAll, strings.Join(shares, ", "))
	low, high := stats.Bootstrap{}.Mean(first), stats.Bootstrap{}.Mean(last)
	claim.Holds = reports.Less(low.BCa, high.BCa)
	return claim, nil
}

// ThinClaim asks whether the search through layers needs fewer nodes than A* on
// boards that are not easy.
func ThinClaim(trials frame.Frame) (reports.Claim, error) {
	const hard = 5000
	claim := study.Undecided("growth-thin", fmt.Sprintf("On boards on which A* expands more than %s nodes, the search through layers needs less than a third of its nodes.", study.Grouped(hard)))
	var ours, theirs []float64
	for _, s := range squares(trials) {
		for _, c := range s.rows.Match(astar, exact).Solved() {
			if x, y := experiments.Expanded.Value(c.Trials[0]), experiments.Expanded.Value(c.Trials[1]); x > hard && y > 0 {
				theirs, ours = append(theirs, x), append(ours, y)
			}
		}
	}
	if len(ours) < stats.MinBootstrap {
		return claim, nil
	}
	ratio := stats.Bootstrap{}.RatioOfGeoMeans(ours, theirs)
	return claim.DecidedBy(ratio.Firm(), reports.Below(ratio.BCa, 1.0/3),
		"Nodes of %s ÷ nodes of %s, geometric mean over the %s that both solved: %.3g (95 %% interval %.3g to %.3g). To pick boards by what %s expands on them favours the other search; to leave out those that it did not finish does the contrary.",
		exact, astar, study.Plural(len(ours), "such board"), ratio.Value, ratio.BCa.Low, ratio.BCa.High, astar), nil
}

// ColorsClaim asks by how much another colour makes boards of one size harder.
func ColorsClaim(trials frame.Frame) (reports.Claim, error) {
	const side, factor = sideOfAll, 2
	claim := study.Undecided("growth-colours", fmt.Sprintf("On boards of %d×%d cells every further colour multiplies the nodes of A* by more than %d.", side, side, factor))
	var medians []float64
	var samples [][]float64
	evidence := "Medians"
	for _, s := range squares(trials) {
		c := s.nodes(astar)
		if s.side != side || c.N == 0 || c.Median.Lower {
			continue
		}
		var nodes []float64
		for t := range s.rows.Where(frame.Strategy.Is(astar)).All() {
			nodes = append(nodes, float64(t.Meter.Expanded))
		}
		if len(medians) > 0 {
			evidence += ","
		}
		evidence += fmt.Sprintf(" %s at %d", study.Grouped(uint64(math.Round(c.Median.Value))), s.colors)
		medians, samples = append(medians, c.Median.Value), append(samples, nodes)
	}
	if len(medians) < 3 {
		return claim, nil
	}
	least := stats.Bootstrap{}.Medians(samples, leastStep)
	return claim.DecidedBy(least.Firm(), reports.Above(least.BCa, factor),
		"%s colours; the smallest factor is %.2f (95 %% interval %.2f to %.2f).", evidence, least.Value, least.BCa.Low, least.BCa.High), nil
}

// leastStep returns the smallest factor between neighbours.
func leastStep(values []float64) float64 {
	least := math.Inf(1)
	for i := 1; i < len(values); i++ {
		least = min(least, values[i]/values[i-1])
	}
	return least
}
