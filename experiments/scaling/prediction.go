package scaling

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study"
	"github.com/puzzlelab/puzzlelab/plots"
	"github.com/puzzlelab/puzzlelab/reports"
	"github.com/puzzlelab/puzzlelab/reports/column"
)

// heldOut is a size that a fit to smaller ones was asked about.
type heldOut struct {
	strategy string
	point    point
	best     fit   // of the fitted sizes
	fits     []fit // all models
}

// verdict is what was measured says of the prediction.
func (h heldOut) verdict() verdict { return h.point.judge(h.best) }

// heldOut returns every held-out point of every strategy.
func (q Question) heldOut(trials frame.Frame) []heldOut {
	var list []heldOut
	for _, s := range q.series(trials) {
		fitted, held := s.holdOut()
		for _, p := range held {
			if f, all := best(q.Models, fitted); f.known() {
				list = append(list, heldOut{s.strategy, p, f, all})
			}
		}
	}
	return list
}

// manyRows is the number of rows from which on they stand closer.
const manyRows = 8

// Prediction draws, for each held-out size with a known median, what the model nearest to
// the smaller sizes predicts, as a multiple of what was measured.
func (q Question) Prediction(trials frame.Frame) (plots.Figure, error) {
	var rows []plots.Interval
	capped := 0
	for _, h := range q.heldOut(trials) {
		if !h.point.known() {
			capped++
			continue
		}
		p, m := h.best.predict(h.point.x), h.point.cell.Median.Value
		rows = append(rows, plots.Interval{
			Name:  fmt.Sprintf("%s, %s (%s)", h.strategy, q.name(h.point.place), h.best.Name),
			Value: p.Value / m, Low: p.Interval.Low / m, High: p.Interval.High / m,
		})
	}
	f, err := plots.Forest(q.ID+"-prediction", "Predicted ÷ measured median at held-out sizes, "+q.What, plots.ForestOptions{
		XLabel: "predicted ÷ measured median", Below: "predicted too little", Above: "too much",
	}, rows)
	if err != nil || len(rows) == 0 {
		return f, err
	}
	if len(rows) > manyRows {
		f.Height *= 0.65
	}
	f.Caption = "The model nearest to the medians of the smaller sizes predicts those of the largest third."
	if capped > 0 {
		f.Caption += fmt.Sprintf(" Not drawn: %s at which only a lower bound was measured.", study.Plural(capped, "point"))
	}
	return f, nil
}

// HeldOut sets the prediction of every model beside what was measured.
func (q Question) HeldOut(trials frame.Frame) (reports.Table, error) {
	columns := []column.Of[heldOut]{
		column.Words("strategy", func(h heldOut) string { return h.strategy }),
		column.Words("fitted n", func(h heldOut) string { return span(h.best.points) }),
		column.On(func(h heldOut) place { return h.point.place }, q.where()),
		column.Bounds("measured", reports.Count, func(h heldOut) frame.Bounded { return h.point.cell.Median }),
	}
	for i, m := range q.Models {
		columns = append(columns, column.Cells(m.Formula, reports.Count, func(h heldOut) reports.Cell {
			p := h.fits[i].predict(h.point.x)
			return reports.Between(p.Value, p.Interval.Low, p.Interval.High)
		}))
	}
	return column.Fill(reports.Table{ID: q.ID + "-held-out", Title: "Larger sizes predicted from smaller ones, " + q.What, Groups: 1}, q.heldOut(trials), append(columns,
		column.Words("nearest model", func(h heldOut) string { return h.best.Formula }).Doc("to the medians of the fitted sizes"),
		column.Words("measured is", func(h heldOut) string { return h.verdict().String() }).Doc("inside or outside the nearest model's interval; not judged if the interval reaches over more than a factor of 100, which says nothing, or if only a lower bound was measured and the interval does not contradict it"),
	)...), nil
}
