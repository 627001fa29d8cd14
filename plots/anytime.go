package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// Improvement is a moment of an anytime search: at X the best cost fell to Cost.
type Improvement struct{ X, Cost float64 }

// Run is one run of an anytime search.
type Run struct {
	Steps []Improvement // X not falling, Cost falling; none if no solution was found
	End   float64       // the X at which the run stopped; 0 means at its last step
}

// Trace is the runs of one strategy, one for each instance.
type Trace struct {
	Name string
	Runs []Run
}

// AnytimeOptions say how an [Anytime] figure is drawn.
type AnytimeOptions struct {
	XLabel, YLabel string  // with units; costs of different instances compare as ratios to the optimal one
	LinearX        bool    // a linear horizontal axis; logarithmic if not set
	Optimal        float64 // the optimal cost, drawn as a labelled line; 0 for none
	OptimalLabel   string  // "optimal" if empty

	Width, Height Length // 0 means 7 × 3.3 inches
}

// Anytime draws the cost of the best solution so far against the effort spent:
// a fine staircase for each run, from its first solution to its end, and a
// strong one for their mean. The mean begins where every run that finds a
// solution at all has found its first, because before that it would be one over
// changing instances; a run that has ended keeps its last cost.
//
// A figure without solutions says so. Steps out of order, costs that rise and bad
// IDs are errors.
func Anytime(id, title string, opt AnytimeOptions, traces []Trace) (Figure, error) {
	ch := newDraft("Anytime", id, title, cmp.Or(opt.Width, TwoColumns), cmp.Or(opt.Height, chart.UsualHeight))
	xs, ys := ch.span(!opt.LinearX), ch.span(false)
	ch.data = heads("trace", "run", cmp.Or(opt.XLabel, "effort"), cmp.Or(opt.YLabel, "cost"))
	ch.say("Best %s so far against %s.", cmp.Or(opt.YLabel, "cost"), cmp.Or(opt.XLabel, "effort"))
	var drawn []Trace
	for _, t := range traces {
		t.Runs = slices.Clone(t.Runs)
		for i := range t.Runs {
			t.Runs[i].check(ch, fmt.Sprintf("trace %q, run %d", t.Name, i+1), &xs, &ys)
		}
		if len(t.solved()) > 0 {
			drawn = append(drawn, t)
		}
	}
	if len(drawn) == 0 || ch.err != nil {
		return ch.missing("no run found a solution")
	}
	if opt.Optimal != 0 {
		ys.add("Optimal", opt.Optimal)
		ch.Under = append(ch.Under, chart.Layer{Marks: chart.Marks{chart.Rule{Class: "guides", Value: opt.Optimal, Label: cmp.Or(opt.OptimalLabel, "optimal"), In: 4, Moves: true}}})
	}
	ch.X, ch.Y, ch.YGrid, ch.Framed = xs.axis(opt.XLabel), ys.axis(opt.YLabel), true, true
	for i, t := range drawn {
		steps, end := t.mean()
		t.describe(ch, steps, end)
		ch.Series = append(ch.Series, chart.Series{
			Name: t.Name, Note: t.note(), Under: t.fine(), Marks: strong(steps, end, i),
			End: []chart.Place{chart.To(end, steps[len(steps)-1].Cost)},
		})
	}
	ch.Caption = fmt.Sprintf("Best %s so far against %s", cmp.Or(opt.YLabel, "cost"), cmp.Or(opt.XLabel, "effort"))
	if slices.ContainsFunc(drawn, func(t Trace) bool { return len(t.solved()) > 1 }) {
		ch.Caption += ": fine lines are single runs, strong ones their mean, from where each has its first solution"
	}
	ch.Caption += "."
	if slices.ContainsFunc(drawn, func(t Trace) bool { return len(t.solved()) < len(t.Runs) }) {
		ch.Caption += " Runs without a solution are counted beside the name and are not in the mean."
	}
	return ch.figure()
}

// check adds a run to the spans of the axes, and gives it steps of its own and
// an end.
func (r *Run) check(ch *draft, where string, xs, ys *span) {
	ch.keep(checkValues(where+", End", xs.log, r.End))
	r.Steps = slices.Clone(r.Steps)
	for i, s := range r.Steps {
		at := fmt.Sprintf("%s, step %d", where, i+1)
		xs.add(at+", X", s.X)
		ys.add(at+", Cost", s.Cost)
		before := r.Steps[max(i-1, 0)]
		ch.check(s.X >= before.X && s.Cost <= before.Cost, "%s: cost %v at %v follows %v at %v; the best cost never rises and X never falls",
			at, s.Cost, s.X, before.Cost, before.X)
	}
	if n := len(r.Steps); n > 0 {
		last := r.Steps[n-1].X
		ch.check(r.End == 0 || r.End >= last, "%s: its End %v is before its last step at %v", where, r.End, last)
		r.End = max(r.End, last)
		xs.add(where, r.End)
	}
}

// solved returns the runs that found a solution.
func (t Trace) solved() (out []Run) {
	for _, r := range t.Runs {
		if len(r.Steps) > 0 {
			out = append(out, r)
		}
	}
	return out
}

// note says how many runs found a solution, where it is not all of them.
func (t Trace) note() string {
	if n := len(t.solved()); n < len(t.Runs) {
		return fmt.Sprintf("%s of %s solved", number.Count(n), number.Count(len(t.Runs)))
	}
	return ""
}

// mean returns the steps of the mean cost over the runs with a solution, and
// where it ends.
func (t Trace) mean() (steps []Improvement, end float64) {
	runs := t.solved()
	begin := runs[0].Steps[0].X
	var at []float64
	for _, r := range runs {
		begin, end = max(begin, r.Steps[0].X), max(end, r.End)
		for _, s := range r.Steps {
			at = append(at, s.X)
		}
	}
	slices.Sort(at)
	next := make([]int, len(runs)) // the first step of each run not yet made
	for _, x := range slices.Compact(at) {
		sum := 0.0
		for i, r := range runs {
			for next[i] < len(r.Steps) && r.Steps[next[i]].X <= x {
				next[i]++
			}
			if next[i] > 0 {
				sum += r.Steps[next[i]-1].Cost
			}
		}
		if x >= begin {
			steps = append(steps, Improvement{x, sum / float64(len(runs))})
		}
	}
	return steps, end
}

// descent is a line that is level between steps and runs on to its end.
func descent(steps []Improvement, end float64) []chart.Place {
	var corners []step
	for _, s := range steps {
		corners = append(corners, step{s.X, s.Cost})
	}
	first, last := steps[0].Cost, steps[len(steps)-1].Cost
	return append(stairs(first, corners...)[1:], chart.To(end, last))
}

// fine are the single runs, each with a dot at its first solution; nothing of one
// run, which is the mean.
func (t Trace) fine() chart.Layer {
	runs := t.solved()
	if len(runs) < 2 {
		return chart.Layer{}
	}
	l := chart.Layer{Class: "runs", Name: t.Name}
	var first []chart.Place
	for _, r := range runs {
		l.Marks = append(l.Marks, chart.Line{At: descent(r.Steps, r.End), Tone: chart.Tone{Opacity: 0.38}, Width: 0.7})
		first = append(first, chart.To(r.Steps[0].X, r.Steps[0].Cost))
	}
	l.Marks = append(l.Marks, chart.Points{At: first, Shape: chart.Disc, Size: chart.Size{Most: 2}, Tone: chart.Tone{Opacity: 0.55}})
	return l
}

// strong is the mean, with markers at its ends and at some steps between.
func strong(steps []Improvement, end float64, row int) chart.Marks {
	pts := descent(steps, end)
	var at []chart.Place
	for _, s := range steps {
		at = append(at, chart.To(s.X, s.Cost))
	}
	return chart.Marks{
		chart.Line{At: pts, Tone: chart.Tone{Color: "paper", Opacity: 0.8}, Width: chart.CurveWidth + 1.6},
		chart.Line{At: pts, Width: chart.CurveWidth + 0.3, Dashed: true},
		chart.Points{At: append(at, pts[len(pts)-1]), Spaced: row + 1},
	}
}

// describe adds to the table and to the text alternative.
func (t Trace) describe(ch *draft, steps []Improvement, end float64) {
	for i, run := range t.Runs {
		cost := any("")
		for _, s := range run.Steps {
			ch.data.add(t.Name, i+1, s.X, s.Cost)
			cost = s.Cost
		}
		ch.data.add(t.Name, i+1, run.End, cost)
	}
	first, last := steps[0], steps[len(steps)-1]
	ch.say(" %s, %s of %s with a solution: mean %s at %s, %s at %s.", t.Name, number.Count(len(t.solved())), runs(len(t.Runs)),
		number.Spoken(first.Cost), number.Spoken(first.X), number.Spoken(last.Cost), number.Spoken(end))
}

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
