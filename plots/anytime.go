package plots

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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
	opt.Width = cmp.Or(opt.Width, TwoColumns)
	opt.Height = cmp.Or(opt.Height, growthHeight)
	var drawn []Trace
	var names []string
	var xs, ys span
	for _, t := range traces {
		solved := 0
		t.Runs = slices.Clone(t.Runs)
		for i := range t.Runs {
			r := &t.Runs[i]
			if err := r.check(fmt.Sprintf("trace %q, run %d", t.Name, i+1), opt); err != nil {
				return Figure{}, err
			}
			if len(r.Steps) == 0 {
				continue
			}
			solved++
			r.Steps = slices.Clone(r.Steps)
			last := r.Steps[len(r.Steps)-1]
			r.End = max(r.End, last.X)
			xs.collect(!opt.LinearX, r.End)
			for _, s := range r.Steps {
				xs.collect(!opt.LinearX, s.X)
			}
			ys.add(r.Steps[0].Cost, last.Cost)
		}
		if solved > 0 {
			drawn, names = append(drawn, t), append(names, t.Name)
		}
	}
	if len(drawn) == 0 {
		return missing(id, title, opt.Width, "no run found a solution")
	}
	if err := distinct(names); err != nil {
		return Figure{}, err
	}
	if opt.Optimal != 0 {
		if err := checkValues("Optimal", false, opt.Optimal); err != nil {
			return Figure{}, err
		}
		ys.add(opt.Optimal)
	}

	ch := chart{x: xs.axis(opt.XLabel, !opt.LinearX), y: ys.axis(opt.YLabel, false), yGrid: true, framed: true}
	if opt.Optimal != 0 {
		ch.add(optimalLine(opt))
	}
	look := looks(names)
	for _, t := range drawn {
		ch.add(t.fine(look[t.Name]))
	}
	var labels []endLabel
	for i, t := range drawn {
		ch.add(t.strong(look[t.Name], i))
		labels = append(labels, endLabel{name: t.Name, note: t.note(), look: look[t.Name]})
	}
	ch.name(labels, func(i int, _ draw.Canvas, x, y func(float64) vg.Length) vg.Point {
		steps, end := drawn[i].mean()
		return vg.Point{X: x(end), Y: y(steps[len(steps)-1].Cost)}
	})
	f, err := newFigure(id, title, opt.Width, opt.Height, ch.draw)
	f.Alt = describeTraces(opt, drawn)
	f.Caption = fmt.Sprintf("Best %s so far against %s", cmp.Or(opt.YLabel, "cost"), cmp.Or(opt.XLabel, "effort"))
	if slices.ContainsFunc(drawn, func(t Trace) bool { return len(t.solved()) > 1 }) {
		f.Caption += ": fine lines are single runs, strong ones their mean, from where each has its first solution"
	}
	f.Caption += "."
	if slices.ContainsFunc(drawn, func(t Trace) bool { return len(t.solved()) < len(t.Runs) }) {
		f.Caption += " Runs without a solution are counted beside the name and are not in the mean."
	}
	return f, err
}

func (r Run) check(where string, opt AnytimeOptions) error {
	if err := checkValues(where+", End", !opt.LinearX, r.End); err != nil {
		return err
	}
	for i, s := range r.Steps {
		at := fmt.Sprintf("%s, step %d", where, i+1)
		if err := checkValues(at+", X", !opt.LinearX, s.X); err != nil {
			return err
		}
		if err := checkValues(at+", Cost", false, s.Cost); err != nil {
			return err
		}
		if i > 0 && (s.X < r.Steps[i-1].X || s.Cost > r.Steps[i-1].Cost) {
			return fmt.Errorf("plots: %s: cost %v at %v follows %v at %v; the best cost never rises and X never falls",
				at, s.Cost, s.X, r.Steps[i-1].Cost, r.Steps[i-1].X)
		}
	}
	if n := len(r.Steps); n > 0 && r.End != 0 && r.End < r.Steps[n-1].X {
		return fmt.Errorf("plots: %s: its End %v is before its last step at %v", where, r.End, r.Steps[n-1].X)
	}
	return nil
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
func descent(steps []Improvement, end float64, x, y func(float64) vg.Length) []vg.Point {
	var pts []vg.Point
	for i, s := range steps {
		if i > 0 {
			pts = append(pts, vg.Point{X: x(s.X), Y: y(steps[i-1].Cost)})
		}
		pts = append(pts, vg.Point{X: x(s.X), Y: y(s.Cost)})
	}
	return append(pts, vg.Point{X: x(end), Y: y(steps[len(steps)-1].Cost)})
}

// fine draws the single runs, each with a dot at its first solution.
func (t Trace) fine(l look) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) error {
		runs := t.solved()
		if len(runs) < 2 {
			return nil // the mean is the run
		}
		beginGroup(c, "runs", t.Name)
		defer endGroup(c)
		var first []vg.Point
		for _, r := range runs {
			line(c, descent(r.Steps, r.End, x, y), fade(l.color, 0.38), 0.7, nil)
			first = append(first, vg.Point{X: x(r.Steps[0].X), Y: y(r.Steps[0].Cost)})
		}
		drawMarks(c, mark{shape: disc, size: 2, color: fade(l.color, 0.55)}, first...)
		return nil
	}
}

// strong draws the mean, with markers at its ends and at some steps
// between.
func (t Trace) strong(l look, row int) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) error {
		beginGroup(c, "series", t.Name)
		defer endGroup(c)
		steps, end := t.mean()
		pts := descent(steps, end, x, y)
		line(c, pts, fade(paper, 0.8), curveWidth+1.6, nil)
		line(c, pts, l.color, curveWidth+0.3, l.dashes)
		marks := []vg.Point{pts[0]}
		apart := (c.Max.X-c.Min.X)/9 + vg.Length(row%3)*4
		for _, s := range steps {
			if at := (vg.Point{X: x(s.X), Y: y(s.Cost)}); at.X >= marks[len(marks)-1].X+apart && at.X < pts[len(pts)-1].X-apart/2 {
				marks = append(marks, at)
			}
		}
		marks = append(marks, pts[len(pts)-1])
		drawMarks(c, mark{shape: l.shape, size: markSize, color: l.color}, marks...)
		return nil
	}
}

// optimalLine draws the optimal cost, with its name below the line if there is
// room, at the left, where the curves are high.
func optimalLine(opt AnytimeOptions) layer {
	return func(c draw.Canvas, _, y func(float64) vg.Length) error {
		beginGroup(c, "guides", "")
		defer endGroup(c)
		py := y(opt.Optimal)
		c.StrokeLine2(draw.LineStyle{Color: rule, Width: thinLine, Dashes: []vg.Length{4, 3}}, c.Min.X, py, c.Max.X, py)
		write(c, noteStyle, vg.Point{X: c.Min.X + 4, Y: py + 3}, cmp.Or(opt.OptimalLabel, "optimal"))
		return nil
	}
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
