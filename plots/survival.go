package plots

import (
	"cmp"
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
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
	ch := newChart("Survival", id, title, cmp.Or(opt.Width, TwoColumns), 0)
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
			ch.say(" %s: %s of %s solved, median %s.", c.Name, count(c.Solved), count(c.N), spokenMedian(c.Median()))
		}
	}
	if len(drawn) == 0 || ch.err != nil {
		return ch.missing("")
	}
	if !opt.LogX {
		xs.add("", 0)
	}
	ch.x, ch.yGrid = xs.axis(opt.XLabel), true
	ch.y = axis{label: y, percent: true, lo: 0, hi: 1.03}
	ch.foot = noteStep * Length(len(drawn)+1)
	ch.Height = cmp.Or(opt.Height, growthHeight+ch.foot)
	risk := riskMark{}
	for _, c := range drawn {
		last := c.Steps[len(c.Steps)-1]
		ch.series = append(ch.series, series{name: c.Name, under: layer{marks: c.band()}, marks: c.marks(), end: []place{to(last.Cost, last.Share)}})
		risk.of = append(risk.of, c.atRisk())
	}
	ch.over = append(ch.over, layer{class: "risk", marks: []mark{risk}})
	ch.Caption = "Share not yet solved by " + x + ", with 95 % bands (Kaplan and Meier); short strokes are runs stopped by a limit, numbers below the axis those at risk."
	return ch.figure()
}

func spokenMedian(v float64) string {
	if math.IsNaN(v) {
		return "not reached"
	}
	return spoken(v)
}

// stairs returns a staircase of the steps, from the left edge.
func (c SurvivalCurve) stairs(share func(stats.SurvivalStep) float64) []place {
	pts := []place{to(-edge, 1)}
	level := 1.0
	for _, s := range c.Steps {
		pts = append(pts, stairs(level, step{s.Cost, share(s)})...)
		level = share(s)
	}
	return pts
}

func (c SurvivalCurve) band() []mark {
	bound := func(end func(stats.Interval) float64) []place {
		return c.stairs(func(s stats.SurvivalStep) float64 {
			if !s.Interval.Known() {
				return s.Share
			}
			return end(s.Interval)
		})
	}
	return []mark{bandMark(bound(func(i stats.Interval) float64 { return i.High }), bound(func(i stats.Interval) float64 { return i.Low }))}
}

// marks are the staircase and a stroke where runs were stopped.
func (c SurvivalCurve) marks() []mark {
	var stopped []place
	for i, s := range c.Steps {
		left := s.AtRisk - s.Solved
		if i+1 < len(c.Steps) {
			left -= c.Steps[i+1].AtRisk
		}
		if left > 0 {
			stopped = append(stopped, to(s.Cost, s.Share))
		}
	}
	return []mark{
		lineMark{pts: c.stairs(func(s stats.SurvivalStep) float64 { return s.Share }), dashed: true},
		pointMark{at: stopped, shape: tick, size: size{most: 7}},
	}
}

// atRisk are the steps of the number at risk, up to each cost.
func (c SurvivalCurve) atRisk() atRisk {
	r := atRisk{name: c.Name}
	for _, s := range c.Steps {
		r.steps = append(r.steps, step{s.Cost, float64(s.AtRisk)})
	}
	return r
}
