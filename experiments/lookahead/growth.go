package lookahead

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/colorwalk/kind"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var growthSections = study.Sections{{
	Heading: "Larger boards, more colours",
	Text: "All boards of the series are of one size. Here square boards with a blank first cell, of three to eight colours and uniformly random as those of the series, are solved with proof, by A\\* with the layer bound and by the search through layers. " +
		"A limit on the nodes ends the hardest runs; they stay in as lower bounds. Clifford and others (2012) show that the hardest boards of *n*×*n* cells in *c* colours need moves in proportion to √*c*·*n*, and that random ones, with high probability, need at least in proportion to *n*.",
	Items: []study.Item{
		study.Figure("growth-sides", GrowthSidesFigure), study.Block("growth-linear", LinearClaim), study.Figure("growth-moves", GrowthMovesFigure), study.Block("growth-root", RootClaim),
		study.Figure("growth-astar", GrowthAStarFigure), study.Figure("growth-layered", GrowthLayeredFigure),
		study.Block("growth-table", GrowthTable), study.Block("growth-thin", ThinClaim), study.Block("growth-colours", ColorsClaim),
	},
}}

// uniformPrefix begins the sets of square boards; the number of colours
// follows. Sizes are cells.
const uniformPrefix = "uniform-"

const (
	astar      = "astar/layers"
	growthBeam = "beam-100/layers+distances"
)

// The numbers of colours of the square boards.
const fewestColors, mostColors = 3, 8

// largestSide is the side of the largest boards of so many colours: on larger
// ones a search would meet its limit on every board.
func largestSide(scale experiments.Scale, colors int) int {
	return study.At(scale, []int{18, 18, 18, 18, 14, 14}, []int{24, 24, 24, 20, 16, 16}, []int{28, 28, 28, 24, 20, 18})[colors-fewestColors]
}

// growthParts are the square boards of every size and number of colours.
func growthParts(scale experiments.Scale) ([]Part, error) {
	family, err := kind.Kind().Family("uniform")
	if err != nil {
		return nil, err
	}
	var instances []experiments.Instance[colorwalk.Board]
	for colors := fewestColors; colors <= mostColors; colors++ {
		for side := 10; side <= largestSide(scale, colors); side += study.At(scale, 4, 2, 2) {
			size := colorwalk.SizeOf(side, side, colors)
			instances = append(instances, experiments.Drawn(uniformPrefix+strconv.Itoa(colors), family, size, study.At(scale, 6, 12, 50), rootSeed)...)
		}
	}
	limits := search.Limits{Expanded: study.At[uint64](scale, 20_000, 100_000, 5_000_000)}
	return []Part{
		{Instances: instances, Strategies: []string{structureName, growthBeam}},
		{Instances: instances, Strategies: []string{exact, astar}, Limits: limits},
	}, nil
}

// square is the boards of one size and number of colours. The other lists are
// empty if a search has not proved the optimum of every board.
type square struct {
	colors, side int
	rows         frame.Frame
	regions      []float64
	optima, gaps []float64 // moves, and by how much they are above the layer bound at the start
	beam         []float64 // how many moves more growthBeam makes
}

func (s square) String() string { return fmt.Sprintf("%d×%d×%d", s.side, s.side, s.colors) }

// squares returns the square boards among the trials, by colours and then size.
func squares(trials frame.Frame) []square {
	var list []square
	for colors := fewestColors; colors <= mostColors; colors++ {
		for cells, rows := range frame.By(trials.Where(frame.Set.Is(uniformPrefix+strconv.Itoa(colors))), frame.Size) {
			s := square{colors: colors, side: int(math.Round(math.Sqrt(float64(cells)))), rows: rows}
			s.regions = rows.Where(frame.Strategy.Is(structureName)).Values(seen(regionsSeen))
			for _, board := range frame.By(rows.Where(answered), frame.Subject) {
				of := func(names ...string) *experiments.Trial { return board.Where(frame.Strategy.Is(names...)).First() }
				if start, best, beam := of(structureName), of(exact, astar), of(growthBeam); start != nil && best != nil && beam != nil {
					s.optima, s.gaps = append(s.optima, float64(best.Cost)), append(s.gaps, float64(best.Cost-start.Bound))
					s.beam = append(s.beam, float64(beam.Cost-best.Cost))
				}
			}
			if len(s.optima) < len(s.regions) {
				s.optima, s.gaps, s.beam = nil, nil, nil
			}
			if len(s.regions) > 0 {
				list = append(list, s)
			}
		}
	}
	return list
}

// proved returns the squares of which the optimum of every board is known.
func proved(all []square) []square {
	return slices.DeleteFunc(slices.Clone(all), func(s square) bool { return len(s.optima) == 0 })
}

// byColors returns the squares, a list for each number of colours.
func byColors(all []square) [][]square {
	var groups [][]square
	for i, s := range all {
		if i == 0 || s.colors != all[i-1].colors {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], s)
	}
	return groups
}

// curvesOf returns a curve for each number of colours, of a point of each square.
func curvesOf(all []square, point func(square) plots.Point) []plots.Curve {
	var curves []plots.Curve
	for _, group := range byColors(all) {
		curves = append(curves, plots.Curve{Name: study.Plural(group[0].colors, "colour"), Points: mapped(group, point)})
	}
	return curves
}

// nodes sums up what a search expanded.
func (s square) nodes(strategy string) frame.Cell {
	return s.rows.Where(frame.Strategy.Is(strategy)).Summary(experiments.Expanded)
}

// perSquare says how many boards of each size there are.
func perSquare(all []square) string {
	least, most := math.MaxInt, 0
	for _, s := range all {
		least, most = min(least, len(s.regions)), max(most, len(s.regions))
	}
	if least < most {
		return fmt.Sprintf("%d to %s", least, study.Plural(most, "board"))
	}
	return study.Plural(most, "board")
}

// GrowthSidesFigure shows the optimum against rows and columns.
func GrowthSidesFigure(trials frame.Frame) (plots.Figure, error) {
	f, err := optimaFigure(trials, "growth-sides", "The shortest solution against rows and columns", "rows + columns", square.sides, true)
	return f.Captioned("Means over %s of each size, with 95 %% bootstrap intervals. Lines are fitted to the means; what they say is by how many moves the optimum grows with a row or a column, if both grow together. %s", perSquare(squares(trials)), unprovedPhrase(squares(trials))), err
}

// GrowthMovesFigure shows the optimum against √colours × side.
func GrowthMovesFigure(trials frame.Frame) (plots.Figure, error) {
	f, err := optimaFigure(trials, "growth-moves", "The shortest solution against √colours × side", "√colours × side of the board (cells)", square.scale, false)
	return f.Captioned("The means of [[fig:growth-sides]]. If the optimum of random boards were in proportion to √colours × side, which no board exceeds by more than a constant factor, all lines would be one. %s", unprovedPhrase(squares(trials))), err
}

// optimaFigure shows the mean optimum of the sizes on which every board was
// solved, a curve for each number of colours.
func optimaFigure(trials frame.Frame, id, title, label string, x func(square) float64, fitted bool) (plots.Figure, error) {
	all := proved(squares(trials))
	curves := curvesOf(all, func(s square) plots.Point { return plots.PointOf(x(s), stats.Bootstrap{}.Mean(s.optima)) })
	for i, group := range byColors(all) {
		if fit := fitSides(group); fitted && fit.N >= 3 {
			curves[i].Fit, curves[i].FitLabel = fit.At, fmt.Sprintf("%.2f a row or column", fit.B)
		}
	}
	return plots.Growth(id, title, plots.CurveOptions{XLabel: label, YLabel: "moves of the shortest solution, mean", Bars: true, Height: 4 * 72}, curves)
}

// unprovedPhrase says how many sizes are left out because not every board of
// theirs was solved.
func unprovedPhrase(all []square) string {
	left := len(all) - len(proved(all))
	if left == 0 {
		return "Every board was solved with proof."
	}
	return fmt.Sprintf("Left out: %s on which not every board was solved.", study.Plural(left, "size"))
}

// sides is the number of rows and columns, scale is √colours × side.
func (s square) sides() float64 { return float64(2 * s.side) }
func (s square) scale() float64 { return math.Sqrt(float64(s.colors)) * float64(s.side) }

// optimum is the mean over the boards.
func (s square) optimum() float64 { return stats.Mean(s.optima) }

// fitSides fits the mean optimum by a line in rows and columns.
func fitSides(all []square) stats.Fit {
	return stats.FitLinear(mapped(all, square.sides), mapped(all, square.optimum))
}

// GrowthAStarFigure shows what A* expands against the regions of the board.
func GrowthAStarFigure(trials frame.Frame) (plots.Figure, error) {
	return growthFigure("growth-astar", "What A* expands", astar, trials)
}

// GrowthLayeredFigure shows the same of the search through layers.
func GrowthLayeredFigure(trials frame.Frame) (plots.Figure, error) {
	return growthFigure("growth-layered", "What the search through layers expands", exact, trials)
}

func growthFigure(id, title, strategy string, trials frame.Frame) (plots.Figure, error) {
	all := squares(trials)
	ran := slices.DeleteFunc(slices.Clone(all), func(s square) bool { return s.nodes(strategy).N == 0 })
	var limit uint64
	capped, runs := 0, 0
	for _, s := range ran {
		limit = max(limit, s.rows.NodeLimit())
		capped, runs = capped+s.nodes(strategy).Censored, runs+s.nodes(strategy).N
	}
	curves := curvesOf(ran, func(s square) plots.Point {
		c := s.nodes(strategy)
		return plots.Point{X: stats.Mean(s.regions), Y: c.Median.Value, Low: c.Q1.Value, High: c.Q3.Value, Censored: c.Median.Lower}
	})
	f, err := plots.Growth(id, title, plots.CurveOptions{
		XLabel: "regions of the board, mean", YLabel: "nodes expanded, median", LogY: true, Bars: true, Cap: float64(limit), CapLabel: "limit of " + study.Grouped(limit), Height: 4 * 72,
	}, curves)
	return f.Captioned("%s, %s of each size; bars reach from the lower to the upper quartile. The limit ended %d of %d runs, which count as what they had expanded; open markers with an arrow are lower bounds.",
		strategy, perSquare(all), capped, runs), err
}

// GrowthTable sums up the boards of every size.
func GrowthTable(trials frame.Frame) (reports.Table, error) {
	astarNodes, layerNodes := func(s square) frame.Cell { return s.nodes(astar) }, func(s square) frame.Cell { return s.nodes(exact) }
	return column.Fill(reports.Table{
		ID: "growth-table", Title: "Random boards by colours and size", Groups: 1,
		Caption: "Means over the boards of a size; nodes are those expanded. Where not every board was solved, optimum and gap are missing, and counts of capped runs are lower bounds.",
	}, squares(trials),
		column.Counts("colours", func(s square) int { return s.colors }), column.Counts("side", func(s square) int { return s.side }),
		column.Counts("boards", func(s square) int { return len(s.regions) }),
		column.Numbers("regions", reports.Number, func(s square) float64 { return stats.Mean(s.regions) }),
		column.Numbers("optimum", reports.Number, square.optimum).Digits(4),
		column.Numbers("gap", reports.Number, func(s square) float64 { return stats.Mean(s.gaps) }).Doc("optimum less layer bound at the start"),
		column.Numbers("beam optimal", reports.Percent, func(s square) float64 { return optimal(s.beam) }).Doc("share of the boards on which "+growthBeam+" finds a shortest solution"),
		column.On(astarNodes, column.Median("A*, median")), column.On(astarNodes, column.Max("A*, most")),
		column.On(layerNodes, column.Median("layers, median")), column.On(layerNodes, column.Max("layers, most")),
		column.Words("capped", func(s square) string { return cappedPhrase(s.nodes(astar)) + ", " + cappedPhrase(s.nodes(exact)) }).Doc("runs of A*, and of the search through layers, that the limit ended"),
	), nil
}

// cappedPhrase says how many runs the limit ended, if there were any.
func cappedPhrase(c frame.Cell) string {
	if c.N == 0 {
		return "–"
	}
	return strconv.Itoa(c.Censored)
}

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
			if off := math.Abs(fit.At(s.sides()) - s.optimum()); off > worst {
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
		each := mapped(s.optima, func(moves float64) float64 { return moves / s.scale() })
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
	var medians []string
	var samples [][]float64
	for _, s := range squares(trials) {
		c := s.nodes(astar)
		if s.side != side || c.N == 0 || c.Median.Lower {
			continue
		}
		nodes := s.rows.Where(frame.Strategy.Is(astar)).Outcomes(experiments.Expanded)
		samples = append(samples, mapped(nodes, func(o frame.Outcome) float64 { return o.Value.Value }))
		medians = append(medians, fmt.Sprintf("%s at %d", study.Grouped(uint64(math.Round(c.Median.Value))), s.colors))
	}
	if len(medians) < 3 {
		return claim, nil
	}
	least := stats.Bootstrap{}.Medians(samples, leastStep)
	return claim.DecidedBy(least.Firm(), reports.Above(least.BCa, factor),
		"Medians %s colours; the smallest factor is %.2f (95 %% interval %.2f to %.2f).", strings.Join(medians, ", "), least.Value, least.BCa.Low, least.BCa.High), nil
}

// leastStep returns the smallest factor between neighbours.
func leastStep(values []float64) float64 {
	least := math.Inf(1)
	for i := 1; i < len(values); i++ {
		least = min(least, values[i]/values[i-1])
	}
	return least
}
