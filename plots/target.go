package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// TargetOptions say how a [Target] figure is drawn.
type TargetOptions struct {
	XLabel, YLabel string // of the targets and of the effort, with units
	LinearX        bool   // of the axis of targets; linear axes suit ratios to the optimal cost
	Targets        []float64

	Width, Height Length // 0 means 7 × 3.3 inches
}

// Target draws the expected effort to reach a target, against the target, from the
// runs of anytime searches: all effort spent until the target was reached, or until a
// run ended without, divided by the number of runs that reached it. That is what a
// search that is started again until it succeeds needs on average (the expected
// running time of Hansen et al., COCO, Optimization Methods and Software 36, 2021).
// It is a view at fixed targets, as [Anytime] is one at fixed budgets. Where no run
// reached a target, all effort spent is a lower bound.
//
// Every run needs an End, so that what it spent in vain is known.
func Target(id, title string, opt TargetOptions, traces []Trace) (Figure, error) {
	targets := slices.Sorted(slices.Values(opt.Targets))
	var curves []Curve
	var alt strings.Builder
	for _, t := range traces {
		c := Curve{Name: t.Name}
		for _, target := range targets {
			effort, reached := t.effort(target)
			if math.IsNaN(effort) {
				return Figure{}, fmt.Errorf("plots: target: a run of %q has neither steps nor an End", t.Name)
			}
			if effort > 0 {
				c.Points = append(c.Points, Point{X: target, Y: effort / float64(max(reached, 1)), Censored: reached == 0})
			}
			if target == targets[0] {
				fmt.Fprintf(&alt, " %s reaches %s in %s of %s.", t.Name, number.Spoken(target), number.Count(reached), runs(len(t.Runs)))
			}
		}
		curves = append(curves, c)
	}
	f, err := Growth(id, title, CurveOptions{
		XLabel: cmp.Or(opt.XLabel, "target"), YLabel: cmp.Or(opt.YLabel, "expected effort"), LogX: !opt.LinearX, LogY: true,
		Width: opt.Width, Height: opt.Height,
	}, curves)
	f.Kind = "Target"
	if err != nil || f.empty() {
		return f, err
	}
	f.Caption = strings.TrimSpace("Effort of all runs until the target ÷ the runs that reached it. " + f.Caption)
	f.Alt += alt.String()
	return f, nil
}

// effort returns what all runs spent until they reached a target, or in vain, and how
// many reached it; NaN if that is not known.
func (t Trace) effort(target float64) (sum float64, reached int) {
	for _, r := range t.Runs {
		i := slices.IndexFunc(r.Steps, func(s Improvement) bool { return s.Cost <= target })
		switch {
		case i >= 0:
			sum, reached = sum+r.Steps[i].X, reached+1
		case r.End == 0 && len(r.Steps) == 0:
			return math.NaN(), 0
		case r.End == 0:
			sum += r.Steps[len(r.Steps)-1].X
		default:
			sum += r.End
		}
	}
	return sum, reached
}
