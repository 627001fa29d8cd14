package plots

import (
	"cmp"
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// SurvivalCurve is one curve of a [Survival] figure.
type SurvivalCurve struct {
	Name string
	stats.Survival
}

// SurvivalOptions say how a [Survival] figure is drawn.
type SurvivalOptions struct {
	XLabel string // with the unit
	YLabel string // "share not yet solved" if empty
	LogX   bool

	Width, Height Length // 0 means 7 × 3.3 inches and what the numbers at risk need
}

// Survival draws, for each strategy, the share of instances that are not yet solved
// at a cost, as [stats.KaplanMeier] estimates it of runs of which some were stopped:
// a staircase with its interval as a band, a short stroke where runs were stopped, and
// below the axis how many instances were still at risk at each of its numbers.
//
// A figure without instances says so.
func Survival(id, title string, opt SurvivalOptions, curves []SurvivalCurve) (Figure, error) {
	ch := newDraft("Survival", id, title, cmp.Or(opt.Width, TwoColumns), 0)
	xs := ch.span(opt.LogX)
	x, y := cmp.Or(opt.XLabel, "cost"), cmp.Or(opt.YLabel, "share not yet solved")
	ch.data = heads("curve", x, y, "low", "high", "at risk")
	ch.say("Survival curves by %s.", x)
	var drawn []SurvivalCurve
	for _, c := range curves {
		for _, s := range c.Steps {
			xs.add(fmt.Sprintf("curve %q", c.Name), s.Cost)
			low, high := ends(s.Interval.Known(), s.Interval.Low, s.Interval.High)
			ch.data.add(c.Name, s.Cost, s.Share, low, high, s.AtRisk)
		}
		if len(c.Steps) > 0 {
			drawn = append(drawn, c)
			ch.say(" %s: %s of %s solved, median %s.", c.Name, number.Count(c.Solved), number.Count(c.N), spokenMedian(c.Median()))
		}
	}
	if len(drawn) == 0 || ch.err != nil {
		return ch.missing("")
	}
	if !opt.LogX {
		xs.add("", 0)
	}
	ch.X, ch.YGrid = xs.axis(opt.XLabel), true
	ch.Y = chart.Axis{Label: y, Percent: true, Lo: 0, Hi: 1.03}
	ch.Foot = chart.LineHeight * Length(len(drawn)+1)
	ch.Height = cmp.Or(opt.Height, chart.UsualHeight+ch.Foot)
	risk := chart.Risk{}
	for _, c := range drawn {
		last := c.Steps[len(c.Steps)-1]
		ch.Series = append(ch.Series, chart.Series{Name: c.Name, Under: chart.Layer{Marks: c.band()}, Marks: c.marks(), End: []chart.Place{chart.To(last.Cost, last.Share)}})
		at := chart.AtRisk{Name: c.Name}
		for _, s := range c.Steps {
			at.Steps = append(at.Steps, [2]float64{s.Cost, float64(s.AtRisk)})
		}
		risk.Of = append(risk.Of, at)
	}
	ch.Over = append(ch.Over, chart.Layer{Class: "risk", Marks: chart.Marks{risk}})
	ch.Caption = "Share not yet solved by " + x + ", with 95 % bands (Kaplan and Meier); short strokes are runs stopped by a limit, numbers below the axis those at risk."
	return ch.figure()
}

func spokenMedian(v float64) string {
	if math.IsNaN(v) {
		return "not reached"
	}
	return number.Spoken(v)
}

// stairs returns a staircase of the steps, from the left edge.
func (c SurvivalCurve) stairs(share func(stats.SurvivalStep) float64) []chart.Place {
	pts := []chart.Place{chart.To(-chart.Edge, 1)}
	level := 1.0
	for _, s := range c.Steps {
		pts = append(pts, stairs(level, step{s.Cost, share(s)})...)
		level = share(s)
	}
	return pts
}

func (c SurvivalCurve) band() chart.Marks {
	bound := func(end func(stats.Interval) float64) []chart.Place {
		return c.stairs(func(s stats.SurvivalStep) float64 {
			if !s.Interval.Known() {
				return s.Share
			}
			return end(s.Interval)
		})
	}
	return chart.Marks{band(bound(func(i stats.Interval) float64 { return i.High }), bound(func(i stats.Interval) float64 { return i.Low }))}
}

// marks are the staircase and a stroke where runs were stopped.
func (c SurvivalCurve) marks() chart.Marks {
	var stopped []chart.Place
	for i, s := range c.Steps {
		left := s.AtRisk - s.Solved
		if i+1 < len(c.Steps) {
			left -= c.Steps[i+1].AtRisk
		}
		if left > 0 {
			stopped = append(stopped, chart.To(s.Cost, s.Share))
		}
	}
	return chart.Marks{
		chart.Line{At: c.stairs(func(s stats.SurvivalStep) float64 { return s.Share }), Dashed: true},
		chart.Points{At: stopped, Shape: chart.Tick, Size: chart.Size{Most: 7}},
	}
}
