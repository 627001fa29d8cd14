package scaling

import (
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
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

// Prediction draws, for each held-out size with a known median, what the best
// model of the smaller sizes predicts, as a multiple of what was measured.
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
	f.Caption = "Each strategy's best model of the smaller sizes predicts the median at the largest third; lines are 95 % prediction intervals. Where they reach the line at 1 (open, grey) the measured median is inside."
	if capped > 0 {
		f.Caption += fmt.Sprintf(" Not drawn: %s at which only a lower bound was measured; see [[table:%s-held-out]].", study.Plural(capped, "point"), q.ID)
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
	return column.Fill(reports.Table{
		ID: q.ID + "-held-out", Title: "Larger sizes predicted from smaller ones, " + q.What, Groups: 1,
		Caption: "The largest third of the sizes with a known median is held out, and whatever is larger. Predictions of the median with 95 % prediction intervals; a measured median marked by > is a lower bound.",
	}, q.heldOut(trials), append(columns,
		column.Words("best model", func(h heldOut) string { return h.best.Formula }).Doc("with the smallest criterion on the fitted sizes"),
		column.Words("measured is", func(h heldOut) string { return h.verdict().String() }).Doc("inside or outside the best model's interval; open if the interval reaches over more than a factor of 100, which says nothing, or if only a lower bound was measured that it does not contradict"),
	)...), nil
}

// expected is the share of measured medians inside 95 % intervals from which on
// they are called good, with some allowance for how few there are.
const expected = 0.9

// fewestJudged is the number of judged medians below which that share is not
// asked for.
const fewestJudged = 5

// Predicted asks whether the prediction intervals hold what they promise.
func (q Question) Predicted(trials frame.Frame) (reports.Claim, error) {
	claim := study.Undecided(q.ID+"-predicted", fmt.Sprintf("Small %s predict larger ones: at least nine in ten of the measured medians at held-out sizes are inside the 95 %% prediction interval of the strategy's best model.", q.Small))
	var counts [3]int
	var worst heldOut
	tooLittle, farthest := 0, 0.0
	for _, h := range q.heldOut(trials) {
		v := h.verdict()
		counts[v]++
		if v != outside {
			continue
		}
		off := math.Log(h.point.cell.Median.Value / h.best.at(h.point.x))
		if off > 0 {
			tooLittle++
		}
		if math.Abs(off) > farthest {
			farthest, worst = math.Abs(off), h
		}
	}
	decided := counts[inside] + counts[outside]
	if decided == 0 {
		return claim, nil
	}
	claim.Evidence = fmt.Sprintf("%d of %s inside", counts[inside], study.Plural(decided, "median"))
	p := misses(decided, counts[outside])
	if n := counts[outside]; n > 0 {
		claim.Evidence += fmt.Sprintf(", %d outside with too little predicted and %d with too much (p = %.2g for so many misses of intervals that are right, if each missed by itself), the farthest %s at %s: %s predicted, %s measured",
			tooLittle, n-tooLittle, p, worst.strategy, q.name(worst.point.place), rounded(worst.best.at(worst.point.x)), rounded(worst.point.cell.Median.Value))
	}
	if counts[open] > 0 {
		claim.Evidence += fmt.Sprintf("; left open: %d more, where the interval is too wide to say anything or only a lower bound was measured", counts[open])
	}
	claim.Evidence += fmt.Sprintf(". Strategies run on the same %ss, and the sizes of one share a fit, so misses come together.", q.Noun)
	switch {
	case decided < fewestJudged:
		claim.Evidence += fmt.Sprintf(" Fewer than %d medians decide nothing.", fewestJudged)
	case float64(counts[inside]) >= expected*float64(decided):
		claim.Holds = reports.Holds
	case p < 0.05:
		claim.Holds = reports.Fails
	}
	return claim, nil
}

// misses returns the probability that at least so many of n independent 95 %
// intervals miss.
func misses(n, atLeast int) float64 {
	const miss = 1 - stats.DefaultLevel
	p, term := 0.0, math.Pow(1-miss, float64(n)) // of exactly k misses
	for k := range n + 1 {
		if k >= atLeast {
			p += term
		}
		term *= float64(n-k) / float64(k+1) * miss / (1 - miss)
	}
	return p
}
