package lookahead

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
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

// square is the boards of one size and number of colours.
type square struct {
	colors, side   int
	rows           frame.Frame
	regions, roots []float64 // of every board
}

func (s square) String() string { return fmt.Sprintf("%d×%d×%d", s.side, s.side, s.colors) }

// squares returns the square boards among the trials, by colours and then size.
func squares(trials frame.Frame) []square {
	var list []square
	for colors := fewestColors; colors <= mostColors; colors++ {
		all := trials.Where(frame.Set.Is(uniformPrefix + strconv.Itoa(colors)))
		for _, cells := range frame.Size.Of(all) {
			s := square{colors: colors, side: int(math.Round(math.Sqrt(float64(cells)))), rows: all.Where(frame.Size.Is(cells))}
			for t := range s.rows.Where(frame.Strategy.Is(structureName)).All() {
				if n, ok := t.Observation(regionsSeen); ok {
					s.regions, s.roots = append(s.regions, n), append(s.roots, float64(t.Bound))
				}
			}
			if len(s.regions) > 0 {
				list = append(list, s)
			}
		}
	}
	return list
}

// optima returns the moves on the boards of which a search has proved them.
func (s square) optima() moves {
	m := movesOf(s.rows, exact)
	for board, n := range movesOf(s.rows, astar) {
		m[board] = n
	}
	return m
}

// root returns the layer bounds at the start, by board.
func (s square) root() moves {
	m := moves{}
	for t := range s.rows.Where(frame.Strategy.Is(structureName)).All() {
		m[t.Index] = t.Bound
	}
	return m
}

// proved reports whether the optimum of every board is known.
func (s square) proved() bool { return len(s.optima()) == len(s.regions) }

// nodes sums up what a search expanded; false if it was not run.
func (s square) nodes(strategy string) (frame.Cell, bool) {
	rows := s.rows.Where(frame.Strategy.Is(strategy))
	if rows.Len() == 0 {
		return frame.Cell{}, false
	}
	return rows.Summarize(experiments.Expanded)[0], true
}

// colorsName names a curve.
func colorsName(colors int) string { return study.Plural(colors, "colour") }

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
	all := squares(trials)
	curves := optimaCurves(all, func(s square) float64 { return float64(2 * s.side) })
	for colors, c := range curves {
		if fit := fitSides(all, colors); fit.N >= 3 {
			c.Fit, c.FitLabel = fit.At, fmt.Sprintf("%.2f a row or column", fit.B)
		}
	}
	f, err := plots.Growth("growth-sides", "The shortest solution against rows and columns", plots.CurveOptions{
		XLabel: "rows + columns", YLabel: "moves of the shortest solution, mean", Bars: true, Height: 4 * 72,
	}, inColors(curves))
	return f.Captioned("Means over %s of each size, with 95 %% bootstrap intervals. Lines are fitted to the means; what they say is by how many moves the optimum grows with a row or a column, if both grow together. %s", perSquare(all), unprovedPhrase(all)), err
}

// GrowthMovesFigure shows the optimum against √colours × side.
func GrowthMovesFigure(trials frame.Frame) (plots.Figure, error) {
	all := squares(trials)
	curves := optimaCurves(all, square.scale)
	f, err := plots.Growth("growth-moves", "The shortest solution against √colours × side", plots.CurveOptions{
		XLabel: "√colours × side of the board (cells)", YLabel: "moves of the shortest solution, mean", Bars: true, Height: 4 * 72,
	}, inColors(curves))
	return f.Captioned("The means of [[fig:growth-sides]]. If the optimum of random boards were in proportion to √colours × side, which no board exceeds by more than a constant factor, all lines would be one. %s", unprovedPhrase(all)), err
}

// optimaCurves returns the mean optimum of the sizes on which every board was
// solved, a curve for each number of colours.
func optimaCurves(all []square, x func(square) float64) map[int]*plots.Curve {
	curves := map[int]*plots.Curve{}
	for _, s := range all {
		if !s.proved() {
			continue
		}
		mean := stats.Bootstrap{}.Mean(s.optima().values())
		if curves[s.colors] == nil {
			curves[s.colors] = &plots.Curve{Name: colorsName(s.colors)}
		}
		curves[s.colors].Points = append(curves[s.colors].Points, plots.PointOf(x(s), mean))
	}
	return curves
}

// unprovedPhrase says how many sizes are left out because not every board of
// theirs was solved.
func unprovedPhrase(all []square) string {
	left := 0
	for _, s := range all {
		if !s.proved() {
			left++
		}
	}
	if left == 0 {
		return "Every board was solved with proof."
	}
	return fmt.Sprintf("Left out: %s on which not every board was solved.", study.Plural(left, "size"))
}

// scale is √colours × side.
func (s square) scale() float64 { return math.Sqrt(float64(s.colors)) * float64(s.side) }

// fitSides fits the mean optimum of boards of so many colours by a line in rows
// and columns.
func fitSides(all []square, colors int) stats.Fit {
	var x, y []float64
	for _, s := range all {
		if s.colors == colors && s.proved() {
			x, y = append(x, float64(2*s.side)), append(y, stats.Mean(s.optima().values()))
		}
	}
	return stats.FitLinear(x, y)
}

// inColors returns the curves in the order of the colours.
func inColors(curves map[int]*plots.Curve) []plots.Curve {
	var list []plots.Curve
	for colors := fewestColors; colors <= mostColors; colors++ {
		if c := curves[colors]; c != nil {
			list = append(list, *c)
		}
	}
	return list
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
	curves := map[int]*plots.Curve{}
	var limit uint64
	capped, runs := 0, 0
	for _, s := range all {
		c, ok := s.nodes(strategy)
		if !ok {
			continue
		}
		limit = max(limit, s.rows.NodeLimit())
		capped, runs = capped+c.Censored, runs+c.N
		if curves[s.colors] == nil {
			curves[s.colors] = &plots.Curve{Name: colorsName(s.colors)}
		}
		curves[s.colors].Points = append(curves[s.colors].Points, plots.Point{
			X: stats.Mean(s.regions), Y: c.Median.Value, Low: c.Q1.Value, High: c.Q3.Value, Censored: c.Median.Lower,
		})
	}
	f, err := plots.Growth(id, title, plots.CurveOptions{
		XLabel: "regions of the board, mean", YLabel: "nodes expanded, median", LogY: true, Bars: true, Cap: float64(limit), CapLabel: limitLabel(limit), Height: 4 * 72,
	}, inColors(curves))
	return f.Captioned("%s, %s of each size; bars reach from the lower to the upper quartile. The limit ended %d of %d runs, which count as what they had expanded; open markers with an arrow are lower bounds.",
		strategy, perSquare(all), capped, runs), err
}

func limitLabel(limit uint64) string {
	if limit == 0 {
		return ""
	}
	return "limit of " + study.Grouped(limit)
}

// GrowthTable sums up the boards of every size.
func GrowthTable(trials frame.Frame) (reports.Table, error) {
	all := squares(trials)
	t := reports.Table{
		ID: "growth-table", Title: "Random boards by colours and size", Groups: 1,
		Caption: "Means over the boards of a size; nodes are those expanded. Where not every board was solved, optimum and gap are missing, and counts of capped runs are lower bounds.",
		Columns: []reports.Column{
			{Name: "colours", Kind: reports.Count},
			{Name: "side", Kind: reports.Count},
			{Name: "boards", Kind: reports.Count},
			{Name: "regions", Kind: reports.Number},
			{Name: "optimum", Kind: reports.Number, Digits: 4},
			{Name: "gap", Kind: reports.Number, Doc: "optimum less layer bound at the start"},
			{Name: "beam optimal", Kind: reports.Percent, Doc: "share of the boards on which " + growthBeam + " finds a shortest solution"},
			{Name: "A*, median", Kind: reports.Count},
			{Name: "A*, most", Kind: reports.Count},
			{Name: "layers, median", Kind: reports.Count},
			{Name: "layers, most", Kind: reports.Count},
			{Name: "capped", Doc: "runs of A*, and of the search through layers, that the limit ended"},
		},
	}
	for _, s := range all {
		best := s.optima()
		row := []reports.Cell{
			reports.Int(s.colors), reports.Int(s.side), reports.Int(len(s.regions)), reports.Num(stats.Mean(s.regions)), {}, {}, {},
		}
		if s.proved() {
			row[4], row[5] = reports.Num(stats.Mean(best.values())), reports.Num(stats.Mean(best.above(s.root())))
			if gaps := movesOf(s.rows, growthBeam).above(best); len(gaps) > 0 {
				row[6] = reports.Num(share(gaps, 0))
			}
		}
		var capped []string
		for _, strategy := range []string{astar, exact} {
			c, ok := s.nodes(strategy)
			if !ok {
				row = append(row, reports.Cell{}, reports.Cell{})
				capped = append(capped, "–")
				continue
			}
			row = append(row, reports.Bounded(c.Median), reports.Bounded(c.Max))
			capped = append(capped, strconv.Itoa(c.Censored))
		}
		t.Rows = append(t.Rows, append(row, reports.Str(strings.Join(capped, ", "))))
	}
	return t, nil
}
