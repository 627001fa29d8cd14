package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
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

	Width, Height vg.Length // 0 means 7 × 3.3 inches
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
		ch.under = append(ch.under, func(p pane) {
			label, near := cmp.Or(opt.OptimalLabel, "optimal"), p.Max.X
			for _, t := range drawn {
				steps, _ := t.mean()
				for _, s := range steps {
					if p.y(s.Cost)-p.y(opt.Optimal) < 2*noteSize {
						near = min(near, p.x(s.X))
					}
				}
			}
			if p.Min.X+4+noteStyle.width(label) > near-markSize { // curves lie there
				p.write(noteStyle.from(end), vg.Point{X: p.Max.X - 4, Y: p.y(opt.Optimal) + 3 + markSize}, label)
				label = ""
			}
			level("guides", opt.Optimal, 4, label)(p)
		})
	}
	ch.x, ch.y, ch.yGrid, ch.framed = xs.axis(opt.XLabel), ys.axis(opt.YLabel), true, true
	for i, t := range drawn {
		ch.series = append(ch.series, series{
			name: t.Name, note: t.note(), under: t.fine,
			draw: func(p pane, l look) { t.strong(p, l, i) },
			end: func(p pane) vg.Point {
				steps, end := t.mean()
				return p.at(end, steps[len(steps)-1].Cost)
			},
		})
	}
	ch.Alt, ch.data = describeTraces(opt, drawn), opt.data(drawn)
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

// descent turns steps into a polyline that is level between them and runs on to
// its end.
func (p pane) descent(steps []Improvement, end float64) []vg.Point {
	var pts []vg.Point
	for i, s := range steps {
		pts = append(pts, p.at(s.X, steps[max(i-1, 0)].Cost), p.at(s.X, s.Cost))
	}
	return append(pts[1:], p.at(end, steps[len(steps)-1].Cost))
}

// fine draws the single runs, each with a dot at its first solution.
func (t Trace) fine(p pane, l look) {
	runs := t.solved()
	if len(runs) < 2 {
		return // the mean is the run
	}
	defer p.group("runs", "name", t.Name)()
	var first []vg.Point
	for _, r := range runs {
		p.line(p.descent(r.Steps, r.End), fade(l.color, 0.38), 0.7, nil)
		first = append(first, p.at(r.Steps[0].X, r.Steps[0].Cost))
	}
	p.marks(mark{shape: disc, size: 2, color: fade(l.color, 0.55)}, first...)
}

// strong draws the mean, with markers at its ends and at some steps
// between.
func (t Trace) strong(p pane, l look, row int) {
	steps, end := t.mean()
	pts := p.descent(steps, end)
	p.line(pts, fade(paper, 0.8), curveWidth+1.6, nil)
	p.line(pts, l.color, curveWidth+0.3, l.dashes)
	marks, last := pts[:1:1], pts[len(pts)-1]
	apart := (p.Max.X-p.Min.X)/9 + vg.Length(row%3)*4
	for _, s := range steps {
		if at := p.at(s.X, s.Cost); at.X >= marks[len(marks)-1].X+apart && at.X < last.X-apart/2 {
			marks = append(marks, at)
		}
	}
	p.marks(l.mark(markSize), append(marks, last)...)
}

// describeTraces is the text alternative of an anytime figure.
func describeTraces(opt AnytimeOptions, traces []Trace) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Best %s so far against %s.", cmp.Or(opt.YLabel, "cost"), cmp.Or(opt.XLabel, "effort"))
	for _, t := range traces {
		steps, end := t.mean()
		first, last := steps[0], steps[len(steps)-1]
		fmt.Fprintf(&b, " %s, %s of %s with a solution: mean %s at %s, %s at %s.", t.Name,
			count(len(t.solved())), runs(len(t.Runs)), spoken(first.Cost), spoken(first.X), spoken(last.Cost), spoken(end))
	}
	return b.String()
}
