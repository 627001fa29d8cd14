package lookahead

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
)

var exactSections = study.Sections{{
	Heading: "How a shortest solution is proved",
	Text: "A lower bound says of a position how many moves are left at least. The layer bound of A. and S. Puchert plays with stronger moves: a colour that can be completed is, at one move; otherwise one move takes everything that touches the blank area, whatever its colour. What a search pays for is the gap between the bound at the start and the optimum. " +
		"A\\* keeps every position that it generates, and knows two for the same only if they are equal. The search through layers compares: of two positions after the same number of moves, one that has absorbed all that the other has makes the other superfluous. That this happens often is due to the *closure*: regions that open no way to others, and whose colour must be played at some time anyway, count as absorbed at once.",
	Items: []study.Item{
		study.Block("bounds", BoundsTable), study.Figure("exact-gap", GapFigure), study.Block("exact-gap-cost", GapClaim),
		study.Figure("exact-kept", KeptFigure), study.Block("exact-table", KeptTable), study.Block("exact-dominance", DominanceClaim), study.Block("exact-order-rule", OrderRuleClaim), study.Block("exact-agree", ExactAgreeClaim),
	},
}}

// plain is the search through layers with nothing but what it shares with
// earlier programs: the bound, the order rule, and one of equal positions.
const plain = exact + ",no-closure,no-dominance"

// omitted are the searches through layers that do without a part, with what
// they are called in figures.
var omitted = []struct{ strategy, title string }{
	{exact, "layers"},
	{exact + ",no-order-rule", "no order rule"},
	{exact + ",no-closure", "no closure"},
	{exact + ",no-dominance", "no dominance"},
	{plain, "neither closure nor dominance"},
	{plain + ",no-order-rule", "bound alone"},
}

// exactParts are the searches that prove optima, on boards of the series.
func exactParts(scale experiments.Scale) ([]Part, error) {
	var ablations []string
	for _, o := range omitted {
		if o.strategy != exact {
			ablations = append(ablations, o.strategy)
		}
	}
	return []Part{
		{Instances: firstOf(boardsAt(scale)), Strategies: []string{structureName, astar}},
		{Instances: firstOf(study.At(scale, 3, 12, seriesBoards)), Strategies: ablations},
	}, nil
}

// starts returns the layer bounds at the start of the series' boards.
func starts(trials frame.Frame) moves {
	m := moves{}
	for t := range onSeries(trials).Where(frame.Strategy.Is(structureName)).All() {
		m[t.Index] = t.Bound
	}
	return m
}

// BoundsTable compares what is known of a board at its start with the optimum.
func BoundsTable(trials frame.Frame) (reports.Table, error) {
	best := movesOf(onSeries(trials), exact)
	t := reports.Table{
		ID: "bounds", Title: "Lower bounds at the start",
		Caption: fmt.Sprintf("On %s.", boardsOf(trials)),
		Columns: []reports.Column{
			{Name: "bound"},
			{Name: "boards", Kind: reports.Count},
			{Name: "least", Kind: reports.Count},
			{Name: "mean", Kind: reports.Number, Digits: 4},
			{Name: "most", Kind: reports.Count},
			{Name: "below optimum", Kind: reports.Number, Digits: 4, Doc: "mean of optimum less bound"},
			{Name: "gap of 1, 2, 3, 4, 5, 6 or more", Doc: "number of boards on which the optimum is so much above the bound"},
		},
	}
	add := func(name string, m moves) {
		gaps := best.above(m)
		if len(gaps) == 0 {
			return
		}
		s := summarize(m.values())
		counts := "–"
		if name != optimum {
			var n [7]int
			for _, gap := range gaps {
				n[min(int(gap), 6)]++
			}
			counts = fmt.Sprintf("%d, %d, %d, %d, %d, %d", n[1], n[2], n[3], n[4], n[5], n[6])
		}
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Str(name), reports.Int(s.n), reports.Num(s.least), reports.Num(s.mean.Value), reports.Num(s.most), reports.Num(stats.Mean(gaps)), reports.Str(counts),
		})
	}
	add("colours left", observedOf(trials, colorsSeen))
	add("largest distance", observedOf(trials, eccentricitySeen))
	add("layer bound", starts(trials))
	add(optimum, best)
	return t, nil
}

// observedOf returns an observation of the structure of the series' boards.
func observedOf(trials frame.Frame, name string) moves {
	m := moves{}
	for t := range onSeries(trials).Where(frame.Strategy.Is(structureName)).All() {
		if v, ok := t.Observation(name); ok {
			m[t.Index] = int(v)
		}
	}
	return m
}

// byGap returns the nodes that a strategy expanded, by how far the optimum of
// the board is above the layer bound at the start.
func byGap(trials frame.Frame, strategy string) map[int][]float64 {
	rows := onSeries(trials)
	best, start, nodes := movesOf(rows, exact), starts(trials), nodesOf(rows, strategy)
	groups := map[int][]float64{}
	for _, board := range best.boards() {
		if bound, ok := start[board]; ok && nodes[board] > 0 {
			groups[best[board]-bound] = append(groups[best[board]-bound], nodes[board])
		}
	}
	return groups
}

// GapFigure shows the nodes of the exact searches against the gap of the bound.
func GapFigure(trials frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	counts := map[int]int{}
	for _, strategy := range []string{astar, exact} {
		groups := byGap(trials, strategy)
		curve := plots.Curve{Name: strategy}
		for _, gap := range slices.Sorted(maps.Keys(groups)) {
			q := stats.Quartiles(groups[gap])
			curve.Points = append(curve.Points, plots.Point{X: float64(gap), Y: q.Median, Low: q.Q1, High: q.Q3})
			counts[gap] = max(counts[gap], q.N)
		}
		if len(curve.Points) == 0 {
			continue
		}
		if fit := fitGap(groups); fit.N >= 3 {
			curve.Fit, curve.FitLabel = fit.At, fmt.Sprintf("× %.1f a move", fit.B)
		}
		curves = append(curves, curve)
	}
	f, err := plots.Growth("exact-gap", "What a move between bound and optimum costs", plots.CurveOptions{
		XLabel: "optimum − layer bound at the start (moves)", YLabel: "nodes expanded, median", LogY: true, Bars: true,
	}, curves)
	if err != nil || len(curves) == 0 {
		return f, err
	}
	var boards []string
	for _, gap := range slices.Sorted(maps.Keys(counts)) {
		boards = append(boards, fmt.Sprintf("%d at %d", counts[gap], gap))
	}
	f.Caption = fmt.Sprintf("On %s: %s. Bars reach from the lower to the upper quartile; lines are fitted to the logarithms of all boards, a factor for each move.", boardsOf(trials), strings.Join(boards, ", "))
	return f, nil
}

// fitGap fits the nodes of single boards by an exponential in the gap.
func fitGap(groups map[int][]float64) stats.Fit {
	var x, y []float64
	for _, gap := range slices.Sorted(maps.Keys(groups)) {
		for _, nodes := range groups[gap] {
			x, y = append(x, float64(gap)), append(y, nodes)
		}
	}
	return stats.FitExponential(x, y)
}

// GapClaim asks whether the gap decides what a proof costs.
func GapClaim(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided("exact-gap-cost", "Every move that the layer bound falls short of the optimum at the start multiplies the nodes of A* by more than 2.")
	fit := fitGap(byGap(trials, astar))
	if fit.N < stats.MinBootstrap || !fit.BInterval.Known() {
		return claim, nil
	}
	other := fitGap(byGap(trials, exact))
	return claim.DecidedBy(stats.Estimate{Value: fit.B, BCa: fit.BInterval, N: fit.N}, reports.Above(fit.BInterval, 2),
		"By %.2f (95 %% interval %.2f to %.2f, %s), in the search through layers by %.2f. The gap explains %.0f %% of the variance of the logarithm of A*'s nodes.",
		fit.B, fit.BInterval.Low, fit.BInterval.High, study.Plural(fit.N, "board"), other.B, 100*fit.R2), nil
}
