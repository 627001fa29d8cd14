package lookahead

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

var growthItems = []study.Item{
	figure("growth-sides", growthSidesFigure), study.Claim(claims, "growth-linear"), figure("growth-moves", growthMovesFigure), study.Claim(claims, "growth-root"),
	growthFigure("growth-astar", "Number of nodes that A* expands", astar), growthFigure("growth-layered", "Number of nodes that the search in layers expands", exact),
	study.Block("growth-table", growthTable), study.Claim(claims, "growth-thin"), study.Claim(claims, "growth-colours"),
}

var growthClaims = []claim.Claim{
	{ID: "growth-linear", Of: squaresOf(fewestColors), Population: anySquare, Ask: func(f frame.Frame) (claim.Answer, error) {
		var off []float64
		for _, group := range byColors(proved(squares(f))) {
			if last := len(group) - 1; last >= stats.MinSizes-1 {
				line := fitSides(group[:last]).At(group[last].sides())
				off = append(off, study.Map(group[last].optima, func(moves float64) float64 { return moves - line })...)
			}
		}
		return claim.Equivalent(claim.Mean("moves above the line through the smaller boards", "board", off).Called("mean difference in moves (optimum minus prediction from the smaller boards)"), -1, 1), nil
	}},
	{ID: "growth-root", Of: squaresOf(fewestColors, sideOfAll), Population: anySquare, Ask: func(f frame.Frame) (claim.Answer, error) {
		all := proved(squares(f))
		fit := stats.FitPower(study.Map(all, square.colours), study.Map(all, square.optimum))
		boards := slices.Concat(study.Map(all, func(s square) []float64 { return s.optima })...)
		return claim.Above(claim.Slope("exponent of the colours in the mean optimum", "board", fit, len(boards)).Called("exponent of the number of colors in the mean optimum"), 0.5).Saying("%s", unprovedPhrase(squares(f))), nil
	}},
	{ID: "growth-thin", Of: squaresOf(7, sideOfAll), Population: anySquare, Ask: func(f frame.Frame) (claim.Answer, error) {
		return claim.Above(claim.Most(f, trial.Expanded, astar, exact, "board", 1).Called("share of boards on which the search in layers expands fewer nodes than A*"), 0.5), nil
	}},
	{ID: "growth-colours", Of: squaresOf(fewestColors, sideOfAll), Population: anySquare, Ask: func(f frame.Frame) (claim.Answer, error) {
		all := slices.DeleteFunc(squares(f), func(s square) bool { return s.nodes(astar).N == 0 })
		samples := study.Map(all, func(s square) []frame.Bounded {
			return study.Map(s.rows.Where(frame.Strategy.Is(astar)).Outcomes(trial.Expanded), func(o frame.Outcome) frame.Bounded { return o.Value })
		})
		return claim.Above(claim.Growth("factor by which a colour multiplies the median nodes of A*", "board", stats.Exponential, study.Map(all, square.colours), samples).Called("factor by which each additional color multiplies the median number of nodes that A* expands"), 2), nil
	}},
}

// sideOfAll is the side for which there are boards with every number of colors.
const sideOfAll = 14

// anySquare describes the population that square boards are samples from.
const anySquare = "random square boards, with equally many boards of each size and number of colors"

// squaresOf selects the square boards with at least that many colors, and with one of the given
// sides or any side.
func squaresOf(colors int, sides ...int) frame.Selection {
	s := frame.Selection{Sizes: study.Map(sides, func(side int) int { return side * side })}
	for c := colors; c <= mostColors; c++ {
		s.Sets = append(s.Sets, uniformPrefix+strconv.Itoa(c))
	}
	return s
}

// uniformPrefix is the prefix of the sets of square boards; the number of colors follows. Sizes are
// numbers of cells.
const uniformPrefix = "uniform-"

const (
	astar      = "astar/layers"
	growthBeam = "beam-100/layers+distances"
)

// The smallest and the largest number of colors on square boards.
const fewestColors, mostColors = 3, 8

// largestSide returns the side of the largest boards with a number of colors. On larger ones a
// search would reach its limit on every board.
func largestSide(scale experiments.Scale, colors int) int {
	return study.At(scale, []int{18, 18, 18, 18, 14, 14}, []int{24, 24, 24, 20, 16, 16}, []int{28, 28, 28, 24, 20, 18})[colors-fewestColors]
}

// growthParts returns the square boards of every size and number of colors.
func growthParts(scale experiments.Scale, seed uint64) ([]study.Part, error) {
	var instances []experiments.Instance
	for colors := fewestColors; colors <= mostColors; colors++ {
		for side := 10; side <= largestSide(scale, colors); side += study.At(scale, 4, 2, 2) {
			n := study.At(scale, 6, 12, 50)
			if side == sideOfAll { // most claims are about this side
				n = max(n, 10)
			}
			instances = append(instances, random(uniformPrefix+strconv.Itoa(colors), side, side, colors, n, seed)...)
		}
	}
	limits := search.Limits{Expanded: study.At[uint64](scale, 20_000, 100_000, 5_000_000)}
	return []study.Part{
		{Instances: instances, Strategies: []string{structureName, growthBeam}},
		{Instances: instances, Strategies: []string{exact, astar}, Limits: limits},
	}, nil
}

// square holds the boards of one size and number of colors. The other lists are empty unless a
// search proved the optimum of every board.
type square struct {
	colors, side int
	rows         frame.Frame
	regions      []float64
	optima, gaps []float64 // optimum in moves, and how far it is above the layer bound at the start
	beam         []float64 // additional moves of growthBeam
}

// squares returns the square boards among the trials, sorted by number of colors and then by size.
func squares(trials frame.Frame) []square {
	var list []square
	for colors := fewestColors; colors <= mostColors; colors++ {
		for cells, rows := range frame.By(trials.Where(frame.Set.Is(uniformPrefix+strconv.Itoa(colors))), frame.Size) {
			s := square{colors: colors, side: int(math.Round(math.Sqrt(float64(cells)))), rows: rows}
			s.regions = rows.Where(frame.Strategy.Is(structureName)).Values(shaped(func(s *shape) int { return s.Regions }))
			for _, board := range frame.By(rows.Where(frame.Answered), frame.Subject) {
				of := func(names ...string) *trial.Trial { return board.Where(frame.Strategy.Is(names...)).First() }
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

// proved returns the squares for which the optimum of every board is known.
func proved(all []square) []square {
	return slices.DeleteFunc(slices.Clone(all), func(s square) bool { return len(s.optima) == 0 })
}

// byColors returns one list of squares for each number of colors.
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

// curvesOf returns one curve for each number of colors, with a point for each square.
func curvesOf(all []square, point func(square) plots.Point) []plots.Curve {
	var curves []plots.Curve
	for _, group := range byColors(all) {
		curves = append(curves, plots.Curve{Name: study.Plural(group[0].colors, "color"), Points: study.Map(group, point)})
	}
	return curves
}

// nodes summarizes the nodes that a search expanded.
func (s square) nodes(strategy string) frame.Cell {
	return s.rows.Where(frame.Strategy.Is(strategy)).Summary(trial.Expanded)
}

// growthSidesFigure shows the optimum as a function of rows plus columns.
func growthSidesFigure(trials frame.Frame) (plots.Figure, error) {
	f, err := optimaFigure(trials, "growth-sides", "Length of a shortest solution, by rows plus columns", "rows + columns", square.sides, true)
	return f.Captioned("Lines are fitted to the means. A slope is the number of additional moves per additional row or column if both grow together. %s", unprovedPhrase(squares(trials))), err
}

// growthMovesFigure shows the optimum as a function of √colors × side.
func growthMovesFigure(trials frame.Frame) (plots.Figure, error) {
	f, err := optimaFigure(trials, "growth-moves", "Length of a shortest solution, by √colors × side", "√colors × side of the board (cells)", square.scale, false)
	return f.Captioned("The means are the same as in [[fig:growth-sides]]. If optima were proportional to √colors × side, all lines would coincide. %s", unprovedPhrase(squares(trials))), err
}

// optimaFigure shows the mean optimum for the sizes at which every board was solved, with a curve
// for each number of colors.
func optimaFigure(trials frame.Frame, id, title, label string, x func(square) float64, fitted bool) (plots.Figure, error) {
	all := proved(squares(trials))
	curves := curvesOf(all, func(s square) plots.Point { return plots.PointOf(x(s), stats.Bootstrap{}.Mean(s.optima)) })
	for i, group := range byColors(all) {
		if fit := fitSides(group); fitted && fit.N >= 3 {
			curves[i].Fit, curves[i].FitLabel = fit.At, fmt.Sprintf("%.2f per row or column", fit.B)
		}
	}
	return plots.Growth(id, title, plots.CurveOptions{XLabel: label, YLabel: "moves in a shortest solution, mean", Bars: true, Height: 4 * 72}, curves)
}

// unprovedPhrase says how many sizes are left out because not all of their boards were solved.
func unprovedPhrase(all []square) string {
	left := len(all) - len(proved(all))
	if left == 0 {
		return "Every board was solved, and every solution was proved to be shortest."
	}
	return fmt.Sprintf("This excludes %s, for which some boards were not solved.", study.Plural(left, "size"))
}

// sides returns rows plus columns, colours the number of colors, and scale √colors × side.
func (s square) sides() float64   { return float64(2 * s.side) }
func (s square) colours() float64 { return float64(s.colors) }
func (s square) scale() float64   { return math.Sqrt(float64(s.colors)) * float64(s.side) }

// optimum returns the mean optimum over the boards.
func (s square) optimum() float64 { return stats.Mean(s.optima) }

// fitSides fits a line to the mean optimum as a function of rows plus columns.
func fitSides(all []square) stats.Fit {
	return stats.FitLinear(study.Map(all, square.sides), study.Map(all, square.optimum))
}

// growthFigure shows the nodes that a search expands as a function of the number of regions on the
// board.
func growthFigure(id, title, strategy string) study.Item {
	return figure(id, func(trials frame.Frame) (plots.Figure, error) {
		ran := slices.DeleteFunc(slices.Clone(squares(trials)), func(s square) bool { return s.nodes(strategy).N == 0 })
		limit := slices.Max(append(study.Map(ran, func(s square) uint64 { return s.rows.NodeLimit() }), 0))
		curves := curvesOf(ran, func(s square) plots.Point {
			c := s.nodes(strategy)
			return plots.Point{X: stats.Mean(s.regions), Y: c.Median.Value, Low: c.Q1.Value, High: c.Q3.Value, Censored: c.Median.Lower}
		})
		f, err := plots.Growth(id, title, plots.CurveOptions{
			XLabel: "regions of the board, mean", YLabel: "nodes expanded, median", LogY: true, Bars: true, Cap: float64(limit), CapLabel: "limit of " + study.Grouped(limit), Height: 4 * 72,
		}, curves)
		return f.Captioned("Each point shows random boards of one size, searched by %s.", strategy), err
	})
}

// growthTable summarizes the boards of every size.
func growthTable(trials frame.Frame) (reports.Table, error) {
	astarNodes, layerNodes := func(s square) frame.Cell { return s.nodes(astar) }, func(s square) frame.Cell { return s.nodes(exact) }
	return column.Fill(reports.Table{ID: "growth-table", Title: "Random boards by colors and size", Groups: 1, Caption: "Values are means, medians or shares over the boards of a row. The optimum and the gap are missing if some boards were not solved."}, squares(trials),
		column.Counts("colors", func(s square) int { return s.colors }), column.Counts("side", func(s square) int { return s.side }),
		column.Counts("boards", func(s square) int { return len(s.regions) }),
		column.Numbers("regions", reports.Number, func(s square) float64 { return stats.Mean(s.regions) }),
		column.Numbers("optimum", reports.Number, square.optimum).Digits(4),
		column.Numbers("gap", reports.Number, func(s square) float64 { return stats.Mean(s.gaps) }).Doc("mean difference between the optimum and the layer bound at the start"),
		column.Numbers("beam optimal", reports.Percent, func(s square) float64 { return optimal(s.beam) }).Doc("share of boards on which "+growthBeam+" finds a shortest solution"),
		column.On(astarNodes, column.Median("A*, median")), column.On(astarNodes, column.Max("A*, most")),
		column.On(layerNodes, column.Median("layers, median")), column.On(layerNodes, column.Max("layers, most")),
		column.Words("capped", func(s square) string { return cappedPhrase(s.nodes(astar)) + ", " + cappedPhrase(s.nodes(exact)) }).Doc("numbers of runs that the limit stopped, for A* and for the search in layers"),
	), nil
}

// cappedPhrase says how many runs a limit stopped, if any.
func cappedPhrase(c frame.Cell) string {
	if c.N == 0 {
		return "–"
	}
	return strconv.Itoa(c.Censored)
}
