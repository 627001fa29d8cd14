package plots

import (
	"cmp"
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// SurvivalCurve is one curve in a [Survival] figure. It holds the name of a strategy and its
// estimated survival function.
type SurvivalCurve struct {
	Name string
	stats.Survival
}

// SurvivalOptions sets the labels of a [Survival] figure.
type SurvivalOptions struct {
	XLabel string // label of the horizontal axis, with its unit
	YLabel string // label of the vertical axis; "" means "share not yet solved"
	LogX   bool
}

// Survival draws, for each strategy, the share of instances not yet solved as a function of the
// cost. It uses the estimate of [stats.KaplanMeier], which takes into account that some runs were
// stopped before they solved their instance. A staircase shows the share, a band shows its
// confidence interval, and short strokes show the costs at which runs were stopped. Below the axis,
// the figure prints how many instances were still at risk (neither solved nor stopped) at each
// labeled cost.
//
// If there are no instances, the figure says so.
func Survival(id, title string, opt SurvivalOptions, curves []SurvivalCurve) (Figure, error) {
	ch := newDraft("Survival", id, title, 0)
	xs := ch.span(opt.LogX)
	x, y := cmp.Or(opt.XLabel, "cost"), cmp.Or(opt.YLabel, "share not yet solved")
	ch.data = heads("curve", x, y, "low", "high", "at risk")
	ch.say("This chart shows the %s against the %s.", aloud(y), aloud(x))
	var risk chart.Risk
	for _, c := range curves {
		if len(c.Steps) == 0 {
			continue
		}
		at := chart.AtRisk{Name: c.Name}
		for _, s := range c.Steps {
			xs.add(fmt.Sprintf("curve %q", c.Name), s.Cost)
			ch.data.add(c.Name, s.Cost, s.Share, s.Interval, s.AtRisk)
			at.Steps = append(at.Steps, [2]float64{s.Cost, float64(s.AtRisk)})
		}
		risk.Of = append(risk.Of, at)
		median := "not reached"
		if m := c.Median(); !math.IsNaN(m) {
			median = number.Spoken(m)
		}
		ch.say(" For %s, %s of %s ended with a solution, and the median is %s.", c.Name, number.Count(c.Solved), runs(c.N), median)
		ch.Series = append(ch.Series, c.series())
	}
	if len(ch.Series) == 0 || ch.err != nil {
		return ch.missing("")
	}
	if !opt.LogX {
		xs.add("", 0)
	}
	ch.X, ch.YGrid = xs.axis(opt.XLabel), true
	ch.Y = chart.Axis{Label: y, Percent: true, Lo: 0, Hi: 1.03}
	ch.Foot = chart.LineHeight * Length(len(ch.Series)+1)
	ch.Height = chart.UsualHeight + ch.Foot
	ch.Over = append(ch.Over, chart.Layer{Class: "risk", Marks: chart.Marks{risk}})
	ch.Caption = "The curves show the share not yet solved against the " + aloud(x) + ", with 95 % bands (Kaplan and Meier). Short strokes mark runs that a limit stopped, and the axis has the number of runs at risk below it."
	return ch.figure()
}

// series returns a staircase from the left edge, with its band and a stroke where runs were
// stopped.
func (c SurvivalCurve) series() chart.Series {
	start := chart.To(-chart.Edge, 1)
	share, low, high := []chart.Place{start}, []chart.Place{start}, []chart.Place{start}
	var stopped []chart.Place
	for i, s := range c.Steps {
		at := chart.To(s.Cost, s.Share)
		share, low, high = append(share, at), append(low, at), append(high, at)
		if s.Interval.Known() {
			low[i+1].Y, high[i+1].Y = s.Interval.Low, s.Interval.High
		}
		left := s.AtRisk - s.Solved
		if i+1 < len(c.Steps) {
			left -= c.Steps[i+1].AtRisk
		}
		if left > 0 {
			stopped = append(stopped, at)
		}
	}
	return chart.Series{
		Name:  c.Name,
		Under: chart.Layer{Marks: chart.Marks{band(stairs(1, high...)[1:], stairs(1, low...)[1:])}},
		Marks: chart.Marks{
			chart.Line{At: stairs(1, share...)[1:], Dashed: true},
			chart.Points{At: stopped, Shape: chart.Tick, Size: chart.Size{Most: 7}},
		},
		End: []chart.Place{share[len(share)-1]},
	}
}
