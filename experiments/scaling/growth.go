package scaling

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
)

// figureHeight leaves room for the names of seven strategies with their models.
const figureHeight = 4 * 72

// Growth draws the median number of nodes of each strategy with the model that
// fits it best.
func (q Question) Growth(trials frame.Frame) (plots.Figure, error) {
	all := q.series(trials)
	var curves []plots.Curve
	for _, s := range all {
		curve := plots.Curve{Name: s.strategy}
		for _, p := range s.points {
			curve.Points = append(curve.Points, plots.Point{
				X: p.x, Y: p.cell.Median.Value, Low: p.cell.Q1.Value, High: p.cell.Q3.Value, Censored: p.cell.Median.Lower,
			})
		}
		if f, _, ok := best(q.Models, s.known()); ok {
			curve.Fit, curve.FitLabel = f.at, f.note(q.Unit)
		}
		curves = append(curves, curve)
	}
	f, err := plots.Growth(q.ID+"-growth", "Nodes expanded on "+q.What, plots.CurveOptions{
		XLabel: q.Axis, YLabel: "nodes expanded, median", LogY: true, Bars: q.bars, Height: figureHeight,
	}, curves)
	if err != nil || len(all) == 0 {
		return f, err
	}
	spread := "bands"
	if q.bars {
		spread = "bars"
	}
	f.Caption = fmt.Sprintf("Medians over %s at each point; %s reach from the lower to the upper quartile. Lines are the best of the models of [[table:%s-fits]]. %s Open markers with an arrow are lower bounds, which no line is fitted to.",
		q.perSize(all), spread, q.ID, q.limits(trials))
	f.Caption += q.unplaced(trials)
	if q.ID == Boards.ID {
		f.Caption += " N = n!/2 is the number of positions."
	}
	return f, nil
}

// Nodes gives the median of every strategy at each size, side by side.
func (q Question) Nodes(trials frame.Frame) (reports.Table, error) {
	all := q.series(trials)
	t := reports.Table{
		ID: q.ID + "-nodes", Title: "Median number of nodes expanded on " + q.What, Across: true,
		Caption: q.limits(trials) + " A median marked by > rests on runs that a limit ended and is a lower bound; a missing one was not run.",
		Columns: []reports.Column{{Name: q.column(), Kind: q.columnKind()}, {Name: q.Noun + "s", Kind: reports.Count}},
	}
	row := map[place]int{}
	for _, p := range places(all) {
		row[p.place()] = len(t.Rows)
		t.Rows = append(t.Rows, append([]reports.Cell{q.label(p), reports.Int(p.cell.N)}, make([]reports.Cell, len(all))...))
	}
	mark := reports.Smallest
	if !q.alike {
		mark = reports.NoBest
	}
	for i, s := range all {
		t.Columns = append(t.Columns, reports.Column{Name: s.strategy, Kind: reports.Count, Best: mark})
		for _, p := range s.points {
			t.Rows[row[p.place()]][2+i] = reports.Bounded(p.cell.Median)
		}
	}
	return t, nil
}

// places returns a point for each place that any of the series has one at, in
// the order of x; of those at one place the one with the most instances.
func places(all []series) []point {
	at := map[place]int{}
	var union series
	for _, s := range all {
		for _, p := range s.points {
			i, seen := at[p.place()]
			switch {
			case !seen:
				at[p.place()] = len(union.points)
				union.points = append(union.points, p)
			case p.cell.N > union.points[i].cell.N:
				union.points[i] = p
			}
		}
	}
	union.sort()
	return union.points
}

// column names the column that says where a point is.
func (q Question) column() string {
	if q.shape != nil {
		return q.Noun
	}
	return "n"
}

func (q Question) columnKind() reports.Kind {
	if q.shape != nil {
		return reports.Words
	}
	return reports.Count
}

// label is the cell that says where a point is.
func (q Question) label(p point) reports.Cell {
	if q.shape != nil {
		return reports.Str(q.shape(p))
	}
	return reports.Int(p.size)
}

// Fits gives the parameters of the best model of each strategy, fitted to all
// sizes whose median is known, and how well each model does.
func (q Question) Fits(trials frame.Frame) (reports.Table, error) {
	t := reports.Table{
		ID: q.ID + "-fits", Title: "Models of the median number of nodes on " + q.What, Across: true,
		Caption: "Least squares on the logarithms of the medians. a and b belong to the model with the smallest criterion, which is in bold; their 95 % bootstrap intervals come from drawing the " + q.Noun + "s anew, and take the model for granted. Of three or four sizes the criterion says little.",
		Columns: []reports.Column{
			{Name: "strategy"},
			{Name: "n", Doc: "smallest to largest size fitted, and how many points"},
			{Name: "best model"},
			{Name: "a", Kind: reports.Number},
			{Name: "b", Kind: reports.Number, Digits: 4},
		},
	}
	for _, m := range q.Models {
		t.Columns = append(t.Columns, reports.Column{Name: "AIC, " + m.Formula, Kind: reports.Number, Best: reports.Smallest, Doc: modelDoc(m, q)})
	}
	for _, s := range q.series(trials) {
		points := s.known()
		f, all, ok := best(q.Models, points)
		row := []reports.Cell{reports.Str(s.strategy), reports.Str(span(points)), {}, {}, {}}
		if ok {
			a, b := f.parameters(points)
			row[2], row[3], row[4] = reports.Str(f.Formula), reports.Est(a), reports.Est(b)
		}
		for _, g := range all {
			if g.known() {
				row = append(row, criterion(g.line.AIC))
			} else {
				row = append(row, reports.Cell{})
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// modelDoc says in words what a model is.
func modelDoc(m Model, q Question) string {
	const what = "Akaike's criterion of "
	switch m.Name {
	case Exponential.Name:
		return what + "an exponential: b is the factor for one more " + q.Unit
	case Power.Name:
		return what + "a power of the size"
	case Root.Name:
		return what + "an exponential in √n"
	default:
		return what + "a power of the number of positions, N = n!/2"
	}
}

// criterion is missing where the curve goes through every point.
func criterion(aic float64) reports.Cell {
	if aic < -1e300 {
		return reports.Cell{}
	}
	return reports.Num(aic)
}

// span says which sizes points are of: "16–64 (10)".
func span(points []point) string {
	if len(points) == 0 {
		return "–"
	}
	first, last := points[0].x, points[len(points)-1].x
	if first == last {
		return fmt.Sprintf("%.3g (%d)", first, len(points))
	}
	return fmt.Sprintf("%.3g–%.3g (%d)", first, last, len(points))
}
