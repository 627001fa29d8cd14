package idastar

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/analysis"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

var shapeItems = []study.Item{
	figure("shapes-depths", depthsFigure), study.Block("shapes-table", shapesTable), figure("shapes-lengths", lengthsFigure), study.Claim(claims, "shapes-narrow"),
	figure("shapes-growth", shapesGrowthFigure), study.Block("shapes-nodes", shapesNodesTable), study.Block("shapes-factors", shapesFactorsTable),
	study.Claim(claims, "shapes-narrow-nodes"),
}

var shapeClaims = []claim.Claim{
	{ID: "shapes-narrow", Ask: func(frame.Frame) (claim.Answer, error) {
		return longer(countsOf(narrowShape), countsOf(wideShape)), nil
	}},
	{
		ID: "shapes-narrow-nodes", Of: frame.Selection{Sets: []string{uniformSet + "-6x2", smallSet}, Strategies: []string{shapesStrategy}}, Population: "solvable 6×2 and 4×3 boards, with all boards of a shape equally likely",
		Ask: func(f frame.Frame) (claim.Answer, error) {
			expanded := func(s shape) []float64 { return values(f.Where(byShape.Is(s)), trial.Expanded.Value) }
			e := claim.Superiority("chance of more nodes on 6×2 than on 4×3", "board", expanded(narrowShape), expanded(wideShape)).Called("probability of expanding more nodes on a 6×2 board than on a 4×3 board")
			limit, ok := f.Restrict(shapesStrategy)
			if !ok {
				e.Short = "The searches did not have the same limit."
			} else if limit.Expanded > 0 {
				e.Note = fmt.Sprintf("Searches are cut off after %s nodes.", study.Grouped(limit.Expanded))
			}
			return claim.Above(e, 0.5), nil
		},
	},
}

// longer answers the claim that solutions are longer on 6×2 boards than on 4×3 boards, from the
// counts of all positions.
func longer(narrow, wide tiles.Histogram) claim.Answer {
	found := map[string]bool{"mean": narrow.Mean() > wide.Mean(), "largest": narrow.Max() > wide.Max()}
	return claim.Every("length", []string{"mean", "largest"}, found).Saying("Over all %s positions of each shape, optimal solutions have %.2f moves on average and at most %d on 6×2 boards, and %.2f on average and at most %d on 4×3 boards.",
		study.Grouped(narrow.Positions()), narrow.Mean(), narrow.Max(), wide.Mean(), wide.Max())
}

// shapesStrategy is the strategy that solves boards of all shapes.
const shapesStrategy = "idastar/linear-conflict"

// shape is the size of a board; in trials, the width is the longer side.
type shape struct{ width, height int }

func (s shape) String() string    { return fmt.Sprintf("%d×%d", s.width, s.height) }
func (s shape) cells() int        { return s.width * s.height }
func (s shape) has(side int) bool { return s.width == side || s.height == side }
func (s shape) compare(o shape) int {
	return cmp.Or(cmp.Compare(s.cells(), o.cells()), cmp.Compare(s.width, o.width))
}

// shapeOf returns the board shape of a trial on uniformly random boards, or the zero shape for
// other trials.
func shapeOf(t *trial.Trial) shape {
	var width, height int
	if t.Set == uniformSet {
		if side := int(math.Sqrt(float64(t.Size))); side*side == t.Size {
			return shape{side, side}
		}
	} else if _, err := fmt.Sscanf(t.Set, uniformSet+"-%dx%d", &width, &height); err == nil {
		return shape{max(width, height), min(width, height)}
	}
	return shape{}
}

var byShape = frame.NewFactorFunc("shape", shapeOf, shape.compare)

// familyName returns the name for boards with one side of the given length: "2 × m".
func familyName(side int) string { return fmt.Sprintf("%d × m", side) }

// sides lists the fixed sides of the board families that grow in one direction.
var sides = []int{2, 3, 4}

// drawnOn returns the trials on uniformly random boards of any shape.
func drawnOn(trials frame.Frame) frame.Frame {
	return trials.Where(frame.Strategy.Is(shapesStrategy), func(t *trial.Trial) bool { return shapeOf(t) != shape{} })
}

// family returns the trials on boards with one side of the given length, as one set in which the
// size is the number of cells.
func family(trials frame.Frame, side int) frame.Frame {
	var rows []trial.Trial
	for t := range drawnOn(trials).All() {
		if shapeOf(t).has(side) {
			row := *t
			row.Set = familyName(side)
			rows = append(rows, row)
		}
	}
	return frame.Of(rows)
}

// depths holds the number of positions of a shape at each distance from the goal.
type depths struct {
	tiles.KnownHistogram
	shape
}

// histograms returns the complete histograms for boards on which each move slides one tile, by the
// number of cells.
func histograms() (found []depths) {
	for _, h := range tiles.KnownHistograms() {
		if h.Complete() && !h.LineMoves {
			found = append(found, depths{h, shape{h.Width, h.Height}})
		}
	}
	slices.SortStableFunc(found, func(a, b depths) int { return a.compare(b.shape) })
	return found
}

// cornered returns the complete histograms for goals with the blank in a corner.
func cornered() []depths {
	return slices.DeleteFunc(histograms(), func(d depths) bool { return d.Blank != 0 })
}

// depthsFigure shows the share of positions at each distance from the goal.
func depthsFigure(frame.Frame) (plots.Figure, error) {
	series := study.Map(cornered(), func(d depths) plots.Counts {
		return plots.Counts{Name: d.shape.String(), Counts: study.Map(d.Counts, func(n uint64) float64 { return float64(n) })}
	})
	text := "All positions are counted, for the goal with the blank in a corner. The counts for 4×4 boards are from OEIS A089484 (R. E. Korf and P. Schultze, 2005); we enumerated the positions of the other shapes."
	options := plots.HistogramOptions{XLabel: "length of a shortest solution (moves)", YLabel: "share of all positions", LogY: true, Percent: true}
	return captioned(text)(plots.Histograms("shapes-depths", "Share of positions at each distance from the goal", options, series))
}

// shapesTable shows mean and maximum solution length for every board size and every cell of the
// goal's blank.
func shapesTable(frame.Frame) (reports.Table, error) {
	text := "There is one row for each goal cell of the blank, except for mirror images. Cells are numbered row by row, starting from 0."
	return column.Fill(reports.Table{ID: "shapes-table", Title: "Lengths of shortest solutions over all positions", Groups: 1, Caption: text}, histograms(),
		column.Words("board", func(d depths) string { return d.shape.String() }),
		column.Words("goal's blank", func(d depths) string {
			return fmt.Sprintf("%s (cell %d)", cellKinds[kindOf(d.Blank, d.width, d.height)], d.Blank)
		}),
		column.Counts("positions", func(d depths) uint64 { return d.Counts.Positions() }),
		column.Numbers("mean length", reports.Number, func(d depths) float64 { return d.Counts.Mean() }).Unit("moves").Digits(4),
		column.Counts("most frequent", func(d depths) int { return d.Counts.Mode() }).Unit("moves"),
		column.Counts("longest", func(d depths) int { return d.Counts.Max() }).Unit("moves"),
		column.Counts("positions whose shortest solution is that long", func(d depths) uint64 { return d.Counts[d.Counts.Max()] }),
	), nil
}

// lengthsFigure shows mean and maximum solution length as a function of the number of cells.
func lengthsFigure(frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	for i, name := range []string{"longest", "mean"} {
		for _, side := range sides {
			curve := plots.Curve{Name: familyName(side) + ", " + name}
			for _, d := range cornered() {
				if d.has(side) {
					length := []float64{float64(d.Counts.Max()), d.Counts.Mean()}[i]
					curve.Points = append(curve.Points, plots.Point{X: float64(d.cells()), Y: length})
				}
			}
			curves = append(curves, curve)
		}
	}
	text := "Lengths are computed over all positions, for the goal with the blank in a corner. Each curve joins the shapes that have one side of 2, 3 or 4 cells."
	options := plots.CurveOptions{XLabel: cellsLabel, YLabel: "length of shortest solutions (moves)"}
	return captioned(text)(plots.Growth("shapes-lengths", "Solution length, by number of cells", options, curves))
}

// cellsLabel is the label of axes that show sizes.
const cellsLabel = "cells of the board"

// countsOf returns the histogram of an enumerated shape.
func countsOf(s shape) tiles.Histogram {
	all := cornered()
	return all[slices.IndexFunc(all, func(d depths) bool { return d.shape == s })].Counts
}

// The two shapes with twelve cells.
var narrowShape, wideShape = shape{6, 2}, shape{4, 3}

// shapesGrowthFigure shows the nodes of IDA* as a function of the number of cells.
func shapesGrowthFigure(trials frame.Frame) (plots.Figure, error) {
	var curves []plots.Curve
	for _, side := range sides {
		rows := family(trials, side)
		_, drawn, err := plots.CurvesOf(rows, trial.Expanded, shapesStrategy)
		if err != nil {
			return plots.Figure{}, err
		}
		for _, curve := range drawn {
			curve.Name = familyName(side)
			if g, err := analysis.Scaling(rows, trial.Expanded, shapesStrategy); err == nil && len(g.Sizes) >= 3 {
				curve.Fit, curve.FitLabel = g.Fit.At, fmt.Sprintf("×%.2f per cell", g.Factor.Value)
			}
			curves = append(curves, curve)
		}
	}
	text := "Each curve joins the shapes that have one side of 2, 3 or 4 cells. Straight lines show the growth factors in [[table:shapes-factors]]."
	options := plots.CurveOptions{XLabel: cellsLabel, YLabel: "nodes expanded, median", LogY: true, Bars: true}
	return captioned(text)(plots.Growth("shapes-growth", "Number of nodes that IDA* expands, by number of cells", options, curves))
}

// shapesNodesTable summarizes the nodes of IDA* on boards of every shape.
func shapesNodesTable(trials frame.Frame) (reports.Table, error) {
	type shaped = frame.Group[shape]
	expanded := func(g shaped) frame.Cell { return g.Summary(trial.Expanded) }
	return column.Fill(reports.Table{ID: "shapes-nodes", Title: "IDA* with linear conflict on uniform boards", Caption: "The table shows the quartiles and the maximum of the number of nodes expanded."}, frame.Groups(drawnOn(trials), byShape),
		column.Words("board", func(g shaped) string { return g.Value.String() }),
		column.Counts("cells", func(g shaped) int { return g.Value.cells() }),
		column.On(expanded, column.Instances("boards")), column.On(expanded, column.Capped()),
		column.Estimates("mean length", reports.Number, meanLength).Unit("moves").Doc("mean length of a shortest solution, shown only if all boards were solved"),
		column.On(expanded, column.Q1("lower quartile")), column.On(expanded, column.Median("median")),
		column.On(expanded, column.Q3("upper quartile")), column.On(expanded, column.Max("most")),
	), nil
}

// meanLength returns the mean solution length, if every board was solved.
func meanLength(g frame.Group[shape]) stats.Estimate {
	if g.Count(frame.Answered) < g.Len() {
		return stats.Estimate{Value: math.NaN()}
	}
	return stats.Bootstrap{}.Mean(g.Values(trial.Cost))
}

// shapesFactorsTable shows the factor by which the median grows with one more cell, for each family
// of boards.
func shapesFactorsTable(trials frame.Frame) (reports.Table, error) {
	var fits []analysis.Growth
	for _, side := range sides {
		rows := family(trials, side)
		if len(frame.Size.Of(rows)) < 3 {
			continue
		}
		g, err := analysis.Scaling(rows, trial.Expanded, shapesStrategy)
		if err != nil {
			return reports.Table{}, err
		}
		g.Strategy = familyName(side)
		fits = append(fits, g)
	}
	t := column.GrowthTable(fits...)
	t.ID, t.Title = "shapes-factors", "Growth of the median number of nodes per additional cell"
	t.Columns[0].Name = "boards"
	return t, nil
}
