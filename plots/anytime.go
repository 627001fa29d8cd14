package plots

import (
	"cmp"
	"fmt"
	"slices"
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
	ch := newChart("Anytime", id, title, cmp.Or(opt.Width, TwoColumns), cmp.Or(opt.Height, growthHeight))
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
		ch.under = append(ch.under, layer{marks: []mark{ruleMark{class: "guides", value: opt.Optimal, label: cmp.Or(opt.OptimalLabel, "optimal"), in: 4, moves: true}}})
	}
	ch.x, ch.y, ch.yGrid, ch.framed = xs.axis(opt.XLabel), ys.axis(opt.YLabel), true, true
	for i, t := range drawn {
		steps, end := t.mean()
		t.describe(ch, steps, end)
		ch.series = append(ch.series, series{
			name: t.Name, note: t.note(), under: t.fine(), marks: strong(steps, end, i),
			end: []place{to(end, steps[len(steps)-1].Cost)},
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
func (r *Run) check(ch *chart, where string, xs, ys *span) {
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
		return fmt.Sprintf("%s of %s solved", count(n), count(len(t.Runs)))
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
func descent(steps []Improvement, end float64) []place {
	var corners []step
	for _, s := range steps {
		corners = append(corners, step{s.X, s.Cost})
	}
	first, last := steps[0].Cost, steps[len(steps)-1].Cost
	return append(stairs(first, corners...)[1:], to(end, last))
}

// fine are the single runs, each with a dot at its first solution; nothing of one
// run, which is the mean.
func (t Trace) fine() layer {
	runs := t.solved()
	if len(runs) < 2 {
		return layer{}
	}
	l := layer{class: "runs", name: t.Name}
	var first []place
	for _, r := range runs {
		l.marks = append(l.marks, lineMark{pts: descent(r.Steps, r.End), tone: tone{opacity: 0.38}, width: 0.7})
		first = append(first, to(r.Steps[0].X, r.Steps[0].Cost))
	}
	l.marks = append(l.marks, pointMark{at: first, shape: disc, size: size{most: 2}, tone: tone{opacity: 0.55}})
	return l
}

// strong is the mean, with markers at its ends and at some steps between.
func strong(steps []Improvement, end float64, row int) []mark {
	pts := descent(steps, end)
	var at []place
	for _, s := range steps {
		at = append(at, to(s.X, s.Cost))
	}
	return []mark{
		lineMark{pts: pts, tone: tone{"paper", 0.8}, width: curveWidth + 1.6},
		lineMark{pts: pts, width: curveWidth + 0.3, dashed: true},
		pointMark{at: append(at, pts[len(pts)-1]), spaced: row + 1},
	}
}

// describe adds to the table and to the text alternative.
func (t Trace) describe(ch *chart, steps []Improvement, end float64) {
	for i, run := range t.Runs {
		cost := any("")
		for _, s := range run.Steps {
			ch.data.add(t.Name, i+1, s.X, s.Cost)
			cost = s.Cost
		}
		ch.data.add(t.Name, i+1, run.End, cost)
	}
	first, last := steps[0], steps[len(steps)-1]
	ch.say(" %s, %s of %s with a solution: mean %s at %s, %s at %s.", t.Name, count(len(t.solved())), runs(len(t.Runs)),
		spoken(first.Cost), spoken(first.X), spoken(last.Cost), spoken(end))
}
