package idastar

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var predictionItems = []study.Item{
	figure("prediction", predictionFigure), study.Block("prediction-errors", predictionTable), study.Claim(claims, "prediction-close"),
	study.Block("prediction-korf", korfPredictionTable).Of(korf(korfNames...)).Whole(),
}

// prediction predicts how many nodes an iteration expands, given its bound, for one heuristic.
type prediction struct {
	tree   [][2][len(cellKinds)]float64
	shares [len(cellKinds)][]float64 // share of the boards with each estimate, by kind of cell
}

// predictionOf reads the sampled distribution of a heuristic. ok is false if the heuristic was not
// sampled.
func predictionOf(trials frame.Frame, heuristic string) (p prediction, ok bool) {
	t := equilibriumTrial(trials, samplePrefix, heuristic)
	if t == nil {
		return p, false
	}
	all, _ := measure.Of[shares](t)
	for kind, name := range cellKinds {
		p.shares[kind] = all[name]
	}
	p.tree = treeKinds(4, 4, maxBound)
	return p, true
}

// equilibriumTrial returns the trial that samples a heuristic, or nil if there is none.
func equilibriumTrial(trials frame.Frame, prefix, heuristic string) *trial.Trial {
	return trials.Where(frame.Set.Is(equilibriumSet), frame.Answered, func(t *trial.Trial) bool {
		return strings.HasPrefix(t.Strategy, prefix) && heuristicOf(t.Strategy) == heuristic
	}).First()
}

// within returns the share of boards with the blank on the given kind of cell whose estimate does
// not exceed the argument most, among boards whose estimate has the same parity as most. Each kind
// has equally many cells of each parity.
func (p *prediction) within(kind, most int) float64 {
	share, all := 0.0, 0.0
	for v := most & 1; v < len(p.shares[kind]); v += 2 {
		all += p.shares[kind][v]
		if v <= most {
			share += p.shares[kind][v]
		}
	}
	if all == 0 {
		return 0
	}
	return share / all
}

// expanded returns the predicted mean number of nodes that an iteration with the given bound
// expands. The mean is over all boards whose bounds have that parity.
func (p *prediction) expanded(bound int) float64 {
	sum := 0.0
	for depth := 0; depth <= bound; depth++ {
		for kind := range cellKinds {
			sum += p.tree[depth][bound&1][kind] * p.within(kind, bound-depth)
		}
	}
	return sum
}

// treeKinds returns how many nodes of each kind of cell are at each depth of the search tree
// without inverse moves. There are two averages: over the starts whose blank is an even number of
// moves from cell 0, and over the others. The parity of a board's bounds determines which average
// applies.
func treeKinds(width, height, depth int) [][2][len(cellKinds)]float64 {
	cells := width * height
	levels := make([][2][len(cellKinds)]float64, depth+1)
	for parity := range 2 {
		// Number of nodes whose blank is on a cell and came from another, at index cell*cells+from.
		// At the start, the blank counts as coming from its own cell.
		nodes := make([]float64, cells*cells)
		for cell := range cells {
			if apart(0, cell, width)&1 == parity {
				nodes[cell*cells+cell] = 1
			}
		}
		starts := stats.Sum(nodes)
		for level := range levels {
			for i, n := range nodes {
				levels[level][parity][kindOf(i/cells, width, height)] += n / starts
			}
			nodes = children(nodes, cells, width)
		}
	}
	return levels
}

// children returns the numbers of nodes at the next depth.
func children(nodes []float64, cells, width int) []float64 {
	next := make([]float64, cells*cells)
	for i, n := range nodes {
		cell, from := i/cells, i%cells
		for to := range cells {
			if n > 0 && to != from && apart(cell, to, width) == 1 {
				next[to*cells+cell] += n
			}
		}
	}
	return next
}

// boundMean is the mean number of nodes within a bound over boards, as predicted and as measured.
type boundMean struct {
	heuristic       string
	bound           int
	draws, solved   int // boards drawn, and how many of them were left out
	predicted, mean float64
	stdErr          float64        // standard error of the mean; 0 if unknown
	interval        stats.Interval // interval for the mean
}

// Columns of the two tables that compare predicted with measured node counts.
var (
	heuristicColumn = column.Words("heuristic", func(b boundMean) string { return b.heuristic })
	boundColumn     = column.Counts("bound", func(b boundMean) int { return b.bound })
	predictedColumn = column.Numbers("predicted", reports.Number, func(b boundMean) float64 { return b.predicted }).Digits(4)
	measuredColumn  = column.Cells("measured", reports.Number, func(b boundMean) reports.Cell { return reports.Between(b.mean, b.interval.Low, b.interval.High) }).Digits(4)
)

// boundMeans returns the bounds for a heuristic that was both sampled and counted.
func boundMeans(trials frame.Frame, heuristic string) []boundMean {
	p, ok := predictionOf(trials, heuristic)
	t := equilibriumTrial(trials, boundedPrefix, heuristic)
	if !ok || t == nil {
		return nil
	}
	var all []boundMean
	list, _ := measure.Of[[]withinBound](t)
	for _, b := range list {
		if b.Draws < 2 {
			continue
		}
		mean := b.Sum / b.Draws
		// There are thousands of draws, so the normal approximation is good enough.
		stdErr := math.Sqrt(max(0, b.Squares/b.Draws-mean*mean) / (b.Draws - 1))
		half := 1.96 * stdErr
		all = append(all, boundMean{heuristic, b.Bound, int(b.Draws), 0, p.expanded(b.Bound), mean, stdErr, stats.Interval{Low: mean - half, High: mean + half, Level: 0.95}})
	}
	return all
}

// largestBounds returns the n largest bounds for every heuristic.
func largestBounds(trials frame.Frame, n int) []boundMean {
	var largest []boundMean
	for _, h := range heuristicsOfKorf {
		all := boundMeans(trials, h)
		largest = append(largest, all[max(0, len(all)-n):]...)
	}
	return largest
}

// predictionFigure shows predicted and measured nodes as a function of the bound.
func predictionFigure(trials frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	draws := 0
	for _, h := range heuristicsOfKorf {
		p, _ := predictionOf(trials, h)
		curve := plots.Curve{Name: h}
		for _, m := range boundMeans(trials, h) {
			if m.mean > 0 && m.interval.Low > 0 {
				curve.Points = append(curve.Points, plots.Point{X: float64(m.bound), Y: m.mean, Low: m.interval.Low, High: m.interval.High})
				draws = max(draws, m.draws)
			}
		}
		// The line between two bounds connects the predictions.
		curve.Fit = func(x float64) float64 {
			low := math.Floor(x)
			a, b := p.expanded(int(low)), p.expanded(int(math.Ceil(x)))
			return a * math.Pow(b/a, x-low)
		}
		if len(curve.Points) > 0 {
			curve.FitFrom = curve.Points[0].X
			curves = append(curves, curve)
		}
	}
	text := fmt.Sprintf("Points show means over random boards, from %s draws for each bound, and lines show predictions. The search does not stop at goals.", study.Grouped(uint64(draws)))
	options := plots.CurveOptions{XLabel: "bound on f (moves)", YLabel: "nodes expanded, mean", LogY: true, Bars: true}
	return captioned(text)(plots.Growth("prediction", "Number of nodes expanded in an iteration, predicted and measured", options, curves))
}

// predictionTable shows the error of the prediction for each bound.
func predictionTable(trials frame.Frame) (reports.Table, error) {
	text := "The measured values are means over random boards whose estimates have the same parity as the bound. Boards near the goal are drawn more often and weighted less. The table shows only the largest bounds."
	return column.Fill(reports.Table{ID: "prediction-errors", Title: "Number of nodes expanded in an iteration, predicted and measured on random boards", Groups: 1, Caption: text}, largestBounds(trials, 6),
		heuristicColumn, boundColumn, column.Counts("draws", func(b boundMean) int { return b.draws }).Doc("number of draws, about half of which give solvable boards"),
		predictedColumn, measuredColumn,
		column.Numbers("error", reports.Percent, func(b boundMean) float64 { return b.predicted/b.mean - 1 }).Doc("(predicted − measured) ÷ measured"),
		column.Cells("within the interval", reports.Words, func(b boundMean) reports.Cell { return column.YesNo(b.interval.Contains(b.predicted)) }).Doc("whether the prediction is within the interval of the measured mean"),
	), nil
}

// closeness is the relative error up to which the claims call a prediction close.
const closeness = 0.1

var predictionClaims = []claim.Claim{{
	ID: "prediction-close", Of: frame.Selection{Sets: []string{equilibriumSet}}, Population: "15-puzzle boards, with those near the goal drawn more often and weighted less",
	Ask: func(f frame.Frame) (claim.Answer, error) {
		var parts []claim.Answer
		for _, h := range heuristicsOfKorf {
			all := boundMeans(f, h)
			for back, which := range []string{"the largest bound", "the largest but one"} {
				var b boundMean
				if at := len(all) - 1 - back; at >= 0 {
					b = all[at]
				}
				e := claim.Normal(fmt.Sprintf("prediction ÷ mean with %s at %s", h, which), "draw", b.predicted, b.mean, b.stdErr, b.draws).Called(fmt.Sprintf("ratio of the predicted to the measured mean number of nodes (%s at %s)", h, [...]string{"the largest bound", "the second largest bound"}[back]))
				parts = append(parts, claim.Equivalent(e, 1-closeness, 1+closeness))
			}
		}
		return claim.All(parts...), nil
	},
}}

// korfPredictionTable compares the prediction with the iterations on Korf's hundred boards.
func korfPredictionTable(trials frame.Frame) (reports.Table, error) {
	var rows []boundMean
	for _, r := range each(korfRows(trials), korfNames...) {
		p, ok := predictionOf(trials, heuristic(r))
		if !ok || r.Len() < len(korfBoards()) {
			continue
		}
		for bound := 40; bound <= 49; bound++ {
			if counts, solved := iterationsAt(r.Frame, bound); len(counts) >= stats.MinBootstrap {
				mean := stats.Bootstrap{}.Mean(counts)
				rows = append(rows, boundMean{heuristic(r), bound, len(counts), solved, p.expanded(bound), mean.Value, 0, mean.BCa})
			}
		}
	}
	text := "Measured values are computed over boards that were not solved within the bound. The prediction is a mean over all positions; for predictions for given starts, see Zahavi, Felner, Burch and Holte (JAIR 37, 2010)."
	return column.Fill(reports.Table{ID: "prediction-korf", Title: "Number of nodes expanded in an iteration, predicted and measured on Korf's boards", Groups: 1, Caption: text}, rows,
		heuristicColumn, boundColumn, column.Counts("boards", func(b boundMean) int { return b.draws }),
		column.Counts("solved", func(b boundMean) int { return b.solved }).Doc("number of boards excluded because this or an earlier iteration finds a solution"),
		predictedColumn, measuredColumn,
		column.Numbers("predicted ÷ measured", reports.Ratio, func(b boundMean) float64 { return b.predicted / b.mean }),
	), nil
}

// iterationsAt returns the nodes expanded in each board's iteration with the given bound, and the
// number of boards that were solved before that iteration was complete. Both leave out boards whose
// bounds have the other parity.
func iterationsAt(rows frame.Frame, bound int) (expanded []float64, solved int) {
	for t := range rows.All() {
		its := t.Meter.Iterations
		if len(its) == 0 || (its[0].Bound-bound)&1 != 0 {
			continue
		}
		at := slices.IndexFunc(complete(t), func(it search.Iteration) bool { return it.Bound == bound })
		switch {
		case its[0].Bound > bound:
			expanded = append(expanded, 0)
		case at >= 0:
			expanded = append(expanded, float64(its[at].Expanded))
		default:
			solved++
		}
	}
	return expanded, solved
}
