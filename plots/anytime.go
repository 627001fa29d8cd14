package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// Improvement is one improvement of the solution during an anytime search: after an effort of X,
// the best cost fell to Cost.
type Improvement struct{ X, Cost float64 }

// Run is one run of an anytime search on one instance.
type Run struct {
	// Steps lists the improvements in order: X must not decrease, and Cost must not increase. Steps
	// is empty if the run found no solution.
	Steps []Improvement
	End   float64 // effort at which the run stopped; 0 means the effort at the last improvement
}

// Trace holds the runs of one strategy. There is one run per instance.
type Trace struct {
	Name string
	Runs []Run
}

// AnytimeOptions sets the labels and axes of an [Anytime] figure.
type AnytimeOptions struct {
	// XLabel and YLabel are the axis labels, with units. To compare different instances, use costs
	// relative to the optimum.
	XLabel, YLabel string
	LinearX        bool    // whether the horizontal axis is linear instead of logarithmic
	Optimal        float64 // cost of the line labeled "optimal"; 0 for no line
}

// Anytime draws the best cost so far as a function of the effort spent. Each run is a thin
// staircase from its first solution to its end, and the mean over runs is a thick staircase. A run
// that has ended keeps its last cost in the mean. The mean begins when every successful run has
// found its first solution, so it covers the same instances everywhere. Runs without a solution are
// not in the mean.
//
// If no run found a solution, the figure says so. Anytime returns an error if steps are out of
// order, costs increase, or the ID is invalid.
func Anytime(id, title string, opt AnytimeOptions, traces []Trace) (Figure, error) {
	x, y := cmp.Or(opt.XLabel, "effort"), cmp.Or(opt.YLabel, "cost")
	ch := newDraft("Anytime", id, title, chart.UsualHeight)
	xs, ys := ch.span(!opt.LinearX), ch.span(false)
	ch.data = heads("trace", "run", x, y)
	ch.Caption = fmt.Sprintf("The curves show the smallest %s so far against the %s", aloud(y), aloud(x))
	ch.Alt = ch.Caption + "."
	several, unsolved := false, false
	for _, t := range traces {
		for i, r := range t.Runs {
			r.check(ch, fmt.Sprintf("trace %q, run %d", t.Name, i+1), &xs, &ys)
		}
		solved := t.solved()
		if len(solved) == 0 || ch.err != nil {
			continue
		}
		several, unsolved = several || len(solved) > 1, unsolved || len(solved) < len(t.Runs)
		mean := meanOf(solved)
		t.describe(ch, mean)
		s := chart.Series{Name: t.Name, Under: fine(t.Name, solved), Marks: strong(mean, len(ch.Series)), End: []chart.Place{chart.To(mean.end(), mean.best(mean.end()))}}
		if len(solved) < len(t.Runs) {
			s.Note = fmt.Sprintf("%s of %s solved", number.Count(len(solved)), number.Count(len(t.Runs)))
		}
		ch.Series = append(ch.Series, s)
	}
	if len(ch.Series) == 0 || ch.err != nil {
		return ch.missing("no run found a solution")
	}
	if opt.Optimal != 0 {
		ys.add("Optimal", opt.Optimal)
		ch.behind("", chart.Rule{Class: "guides", Value: opt.Optimal, Label: "optimal", In: 4, Moves: true})
	}
	ch.X, ch.Y, ch.YGrid, ch.Framed = xs.axis(opt.XLabel), ys.axis(opt.YLabel), true, true
	if several {
		ch.Caption += "; thin lines show single runs, and thick lines show their means, starting where every run has a solution"
	}
	ch.Caption += "."
	if unsolved {
		ch.Caption += " Runs without a solution are counted next to the name and are not in the mean."
	}
	return ch.figure()
}

// check checks a run and extends the axes to include it.
func (r Run) check(ch *draft, where string, xs, ys *span) {
	ch.keep(checkValues(where+", End", xs.log, r.End))
	for i, s := range r.Steps {
		at := fmt.Sprintf("%s, step %d", where, i+1)
		xs.add(at+", X", s.X)
		ys.add(at+", Cost", s.Cost)
		before := r.Steps[max(i-1, 0)]
		ch.check(s.X >= before.X && s.Cost <= before.Cost, "%s: cost %v at %v follows %v at %v; the best cost never rises and X never falls",
			at, s.Cost, s.X, before.Cost, before.X)
	}
	if n := len(r.Steps); n > 0 {
		ch.check(r.end() >= r.Steps[n-1].X, "%s: its End %v is before its last step at %v", where, r.End, r.Steps[n-1].X)
		xs.add(where, r.end())
	}
}

// end returns the effort at which the run stopped, or NaN if it is unknown.
func (r Run) end() float64 {
	switch n := len(r.Steps); {
	case r.End != 0:
		return r.End
	case n > 0:
		return r.Steps[n-1].X
	}
	return math.NaN()
}

// best returns the best cost found up to x, which must not be before the first solution.
func (r Run) best(x float64) float64 {
	return r.Steps[sort.Search(len(r.Steps), func(i int) bool { return r.Steps[i].X > x })-1].Cost
}

// solved returns the runs that found a solution.
func (t Trace) solved() []Run {
	return slices.DeleteFunc(slices.Clone(t.Runs), func(r Run) bool { return len(r.Steps) == 0 })
}

// meanOf returns the mean cost over runs with a solution. It begins where each of them has found
// its first.
func meanOf(runs []Run) (mean Run) {
	begin := math.Inf(-1)
	var at []float64
	for _, r := range runs {
		begin, mean.End = max(begin, r.Steps[0].X), max(mean.End, r.end())
		for _, s := range r.Steps {
			at = append(at, s.X)
		}
	}
	slices.Sort(at)
	for _, x := range slices.Compact(at) {
		if x < begin {
			continue
		}
		sum := 0.0
		for _, r := range runs {
			sum += r.best(x)
		}
		mean.Steps = append(mean.Steps, Improvement{x, sum / float64(len(runs))})
	}
	return mean
}

// descent returns the run as a line that is level between steps and continues to the end of the
// run.
func (r Run) descent() []chart.Place {
	corners := append(places(r.Steps, Improvement.place), chart.To(r.end(), r.best(r.end())))
	pts := stairs(r.Steps[0].Cost, corners...)
	return pts[1 : len(pts)-1]
}

func (s Improvement) place() chart.Place { return chart.To(s.X, s.Cost) }

// fine returns the single runs as thin lines, each with a dot at its first solution. For one run it
// returns nothing, since the mean is the same line.
func fine(name string, runs []Run) chart.Layer {
	if len(runs) < 2 {
		return chart.Layer{}
	}
	l, first := chart.Layer{Class: "runs", Name: name}, discs(2, "")
	first.Tone.Opacity = 0.55
	for _, r := range runs {
		l.Marks = append(l.Marks, chart.Line{At: r.descent(), Tone: chart.Tone{Opacity: 0.38}, Width: 0.7})
		first.At = append(first.At, r.Steps[0].place())
	}
	l.Marks = append(l.Marks, first)
	return l
}

// strong returns the mean as a thick line, with markers at its ends and at some steps in between.
func strong(mean Run, row int) chart.Marks {
	pts := mean.descent()
	return chart.Marks{
		chart.Line{At: pts, Tone: chart.Tone{Color: "paper", Opacity: 0.8}, Width: chart.CurveWidth + 1.6},
		chart.Line{At: pts, Width: chart.CurveWidth + 0.3, Dashed: true},
		chart.Points{At: append(places(mean.Steps, Improvement.place), pts[len(pts)-1]), Spaced: row + 1},
	}
}

// describe adds the runs to the table and to the text alternative.
func (t Trace) describe(ch *draft, mean Run) {
	for i, run := range t.Runs {
		cost, end := any(""), run.End
		for _, s := range run.Steps {
			ch.data.add(t.Name, i+1, s.X, s.Cost)
			cost, end = s.Cost, max(end, s.X)
		}
		ch.data.add(t.Name, i+1, end, cost)
	}
	first, last := mean.Steps[0], mean.Steps[len(mean.Steps)-1]
	ch.say(" For %s, %s of %s found a solution, and their mean goes from %s at %s to %s at %s.", quoted(t.Name), number.Count(len(t.solved())), runs(len(t.Runs)),
		number.Spoken(first.Cost), number.Spoken(first.X), number.Spoken(last.Cost), number.Spoken(mean.End))
}

// TargetOptions sets the labels and axes of a [Target] figure.
type TargetOptions struct {
	XLabel, YLabel string // labels of the axes for the target costs (XLabel) and for the effort (YLabel), with units
	LinearX        bool   // whether the axis of target costs is linear, which suits costs relative to the optimum
	Targets        []float64
}

// Target draws the expected effort to reach a target cost, as a function of the target, from runs
// of anytime searches. The expected effort is the total effort of all runs, each up to the target
// or its end, divided by the number of runs that reached the target. This is the average cost of a
// search that is restarted until it succeeds (the expected running time of Hansen et al., COCO,
// Optimization Methods and Software 36, 2021). If no run reached a target, the total effort is
// drawn as a lower bound.
//
// Target shows the effort for fixed costs, whereas [Anytime] shows the cost for fixed efforts.
// Every run must have an End, so that the effort of unsuccessful runs is known.
func Target(id, title string, opt TargetOptions, traces []Trace) (Figure, error) {
	targets := slices.Sorted(slices.Values(opt.Targets))
	var curves []Curve
	alt := ""
	for _, t := range traces {
		c := Curve{Name: t.Name}
		for i, target := range targets {
			effort, reached := t.effort(target)
			if math.IsNaN(effort) {
				return Figure{}, fmt.Errorf("plots: target: a run of %q has neither steps nor an End", t.Name)
			}
			if effort > 0 {
				c.Points = append(c.Points, Point{X: target, Y: effort / float64(max(reached, 1)), Censored: reached == 0})
			}
			if i == 0 {
				alt += fmt.Sprintf(" %s reaches %s in %s of %s.", t.Name, number.Spoken(target), number.Count(reached), runs(len(t.Runs)))
			}
		}
		curves = append(curves, c)
	}
	f, err := Growth(id, title, CurveOptions{
		XLabel: cmp.Or(opt.XLabel, "target"), YLabel: cmp.Or(opt.YLabel, "expected effort"), LogX: !opt.LinearX, LogY: true,
	}, curves)
	f.Kind = "Target"
	if err == nil && !f.empty() {
		f.Caption = strings.TrimSpace("Effort of all runs until the target, divided by the number of runs that reached it. " + f.Caption)
		f.Alt += alt
	}
	return f, err
}

// effort returns the total effort that the runs spent until they reached a target or ended, and how
// many reached it. The effort is NaN if it is unknown.
func (t Trace) effort(target float64) (sum float64, reached int) {
	for _, r := range t.Runs {
		spent := r.end()
		if i := slices.IndexFunc(r.Steps, func(s Improvement) bool { return s.Cost <= target }); i >= 0 {
			spent, reached = r.Steps[i].X, reached+1
		}
		sum += spent
	}
	return sum, reached
}
