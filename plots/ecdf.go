package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// Distribution is one curve of an [ECDF] figure.
type Distribution struct {
	Name     string
	Answered []float64 // values of the instances that were answered, in any order
	Capped   int       // instances on which a limit stopped the run: they keep the curve below 100 %
}

// ECDFOptions say how an [ECDF] figure is drawn.
type ECDFOptions struct {
	XLabel   string // with the unit
	YLabel   string // "share of instances answered" if empty
	LogX     bool
	Numbers  bool    // numbers of instances instead of shares; see [Cactus]
	Cap      float64 // the limit on the values, drawn as a labelled line; 0 for none
	CapLabel string  // "limit" if empty
	Band     bool    // the 95 % interval of the share at each value, by Wilson; not of Numbers

	Width, Height Length // 0 means 7 × 3.3 inches
}

// Cactus draws, for each strategy, how many instances it answered within x, on a
// logarithmic axis: the cactus plot of solver competitions with its axes
// exchanged, so that it reads like [ECDF]. Instances on which a limit stopped the run keep a
// curve below the top.
func Cactus(id, title string, opt ECDFOptions, curves []Distribution) (Figure, error) {
	opt.LogX, opt.Numbers = true, true
	return ECDF(id, title, opt, curves)
}

// ECDF draws, for each strategy, the share of instances it answered within x:
// the empirical distribution function. A curve rises at each value and ends at
// 100 %, or runs level to the right end below it if a limit cut runs off.
func ECDF(id, title string, opt ECDFOptions, curves []Distribution) (Figure, error) {
	kind := "ECDF"
	if opt.Numbers {
		kind = "Cactus"
	}
	ch := newDraft(kind, id, title, cmp.Or(opt.Width, TwoColumns), cmp.Or(opt.Height, chart.UsualHeight))
	xs := ch.span(opt.LogX)
	ch.data = heads("curve", cmp.Or(opt.XLabel, "x"), "instances answered", "of instances")
	var drawn []Distribution
	most := 0
	for _, d := range curves {
		xs.add(fmt.Sprintf("distribution %q", d.Name), d.Answered...)
		ch.check(d.Capped >= 0, "distribution %q: Capped is %d; it is a number of runs", d.Name, d.Capped)
		if d.total() > 0 {
			d.Answered = slices.Sorted(slices.Values(d.Answered))
			drawn, most = append(drawn, d), max(most, d.total())
			if len(d.Answered) == 0 {
				ch.data.add(d.Name, "", 0, d.total())
			}
			for i, v := range d.Answered {
				if i+1 == len(d.Answered) || d.Answered[i+1] != v {
					ch.data.add(d.Name, v, i+1, d.total())
				}
			}
		}
	}
	if len(drawn) == 0 || ch.err != nil {
		return ch.missing("")
	}
	xs.limit(opt.Cap, opt.CapLabel, true)
	ch.check(!opt.Band || !opt.Numbers, "a band is one of shares; leave out Band or Numbers")
	what, top := "Share", "100"+number.Thin+"%"
	ch.X, ch.XGrid, ch.YGrid = xs.axis(opt.XLabel), true, true
	ch.Y = chart.Axis{Label: cmp.Or(opt.YLabel, "share of instances answered"), Percent: true, Hi: 1.03}
	if opt.Numbers {
		what, top = "Number", "the number of all instances"
		ch.Y = chart.Axis{Label: cmp.Or(opt.YLabel, "instances answered"), Whole: true, Hi: 1.03 * float64(most)}
	}
	for i, d := range drawn {
		whole := 1.0 // what a share of 1 is on the vertical axis
		if opt.Numbers {
			whole = float64(d.total())
		}
		sr := chart.Series{Name: d.Name, Note: d.note(), Loose: d.Capped == 0}
		sr.Marks = d.curve(i, whole)
		sr.End = []chart.Place{chart.To(chart.Edge, d.share()*whole).By(-chart.MarkSize/2-1, 0)}
		if opt.Band && len(d.Answered) > 0 {
			sr.Under.Marks = chart.Marks{band(d.bound(func(i stats.Interval) float64 { return i.High }), d.bound(func(i stats.Interval) float64 { return i.Low }))}
		}
		ch.Series = append(ch.Series, sr)
	}
	ch.Caption = what + " of instances answered, by " + cmp.Or(opt.XLabel, "value") + "."
	ch.Alt = ch.Caption + describeDistributions(drawn)
	if slices.ContainsFunc(drawn, func(d Distribution) bool { return d.Capped > 0 }) {
		ch.Caption += " Runs stopped by a limit keep a curve below " + top + "."
	}
	return ch.figure()
}

func (d Distribution) total() int { return len(d.Answered) + d.Capped }

func (d Distribution) share() float64 { return float64(len(d.Answered)) / float64(d.total()) }

// note says how many runs were answered, where it is not all of them.
func (d Distribution) note() string {
	if d.Capped == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s", number.Count(len(d.Answered)), number.Count(d.total()))
}

// steps returns the values at which the function rises, each with the share it
// rises to.
func (d Distribution) steps() []step {
	var out []step
	for i, v := range d.Answered {
		share := float64(i+1) / float64(d.total())
		if n := len(out); n > 0 && out[n-1].x == v {
			out[n-1].y = share
		} else {
			out = append(out, step{v, share})
		}
	}
	return out
}

// bound is a staircase at an end of the interval of the share at each value.
func (d Distribution) bound(end func(stats.Interval) float64) []chart.Place {
	steps := d.steps()
	for i, s := range steps {
		steps[i].y = end(stats.Wilson(int(math.Round(s.y*float64(d.total()))), d.total(), stats.DefaultLevel))
	}
	return append(stairs(0, steps...), chart.To(chart.Edge, steps[len(steps)-1].y))
}

// RunLengths draws, for each randomised strategy, the share of its runs on an
// instance that have solved it within x, with 95 % bands: a run-length distribution
// (Hoos and Stützle, Evaluating Las Vegas algorithms, UAI 1998). An exponential one is
// the sign of a search that restarts do not help. It is [ECDF] of runs instead of
// instances.
func RunLengths(id, title string, opt ECDFOptions, curves []Distribution) (Figure, error) {
	opt.Band, opt.YLabel = true, cmp.Or(opt.YLabel, "share of runs that solved it")
	f, err := ECDF(id, title, opt, curves)
	f.Kind = "RunLengths"
	if err == nil && !f.empty() {
		f.Caption = fmt.Sprintf("Share of runs that solved the instance, by %s, with 95 %% bands.", cmp.Or(opt.XLabel, "value"))
		f.Alt = "Run-length distributions by " + cmp.Or(opt.XLabel, "value") + "." + describeDistributions(curves)
	}
	return f, err
}

// sparse is the number of markers along a distribution.
const sparse = 6

// curve is a staircase from the first rise to the last, and on to the right edge if
// that is below 100 %, with markers; whole is what a share of 1 is on the vertical axis.
func (d Distribution) curve(i int, whole float64) chart.Marks {
	steps := d.steps()
	pts := stairs(0, steps...)
	if n := len(steps); n > 0 && steps[n-1].y < 1 {
		pts = append(pts, chart.To(chart.Edge, steps[n-1].y))
	}
	for i := range pts {
		pts[i].Y *= whole
	}
	// Markers stand at equal shares, shifted from series to series so that
	// those of curves that run together stay apart.
	var at []chart.Place
	for k := range sparse {
		share := (float64(k) + 0.25 + 0.7*float64(i%4)/4) / sparse
		if x, ok := reaching(steps, share); ok {
			at = append(at, chart.To(x, share*whole))
		}
	}
	return chart.Marks{chart.Line{At: pts, Dashed: true}, chart.Points{At: at}}
}

// reaching returns where a distribution reaches a share, if it does.
func reaching(steps []step, share float64) (x float64, ok bool) {
	i := slices.IndexFunc(steps, func(s step) bool { return s.y >= share })
	if i < 0 {
		return 0, false
	}
	return steps[i].x, true
}

// describeDistributions is the text alternative of an ECDF, behind its first
// sentence.
func describeDistributions(curves []Distribution) (alt string) {
	for _, d := range curves {
		d.Answered = slices.Sorted(slices.Values(d.Answered))
		alt += fmt.Sprintf(" %s: %s of %s answered", d.Name, number.Count(len(d.Answered)), number.Count(d.total()))
		if x, ok := reaching(d.steps(), 0.5); ok {
			alt += ", half of all by " + number.Spoken(x)
		}
		alt += "."
	}
	return alt
}

// Profile draws a performance profile (Dolan and Moré, Benchmarking optimization
// software with performance profiles, Mathematical Programming 91, 2002): for each
// name, on what share of the instances its cost is within a factor of the best of all
// on that instance. At a factor of 1 a curve shows how often its name is the best,
// at the right how much it solves at all.
//
// costs[i][j] is the cost of name j on instance i, NaN if it was not solved; the
// others are above 0. Instances that nobody solved count, as solved by none. The
// profile of two strategies depends on which others are in it (Gould and Scott, ACM
// TOMS 43, 2016).
func Profile(id, title string, opt ECDFOptions, names []string, costs [][]float64) (Figure, error) {
	curves := make([]Distribution, len(names))
	for j, name := range names {
		curves[j].Name = name
	}
	for i, row := range costs {
		if len(row) != len(names) {
			return Figure{}, fmt.Errorf("plots: profile: instance %d has %d costs (want %d, one for each name)", i, len(row), len(names))
		}
		best := math.Inf(1)
		for j, v := range row {
			if v <= 0 || math.IsInf(v, 0) {
				return Figure{}, fmt.Errorf("plots: profile: %q on instance %d: cost %v (want one above 0, or NaN if it was not solved)", names[j], i, v)
			}
			if v < best {
				best = v
			}
		}
		for j, v := range row {
			if math.IsNaN(v) {
				curves[j].Capped++
			} else {
				curves[j].Answered = append(curves[j].Answered, v/best)
			}
		}
	}
	what := cmp.Or(opt.XLabel, "cost")
	opt.LogX, opt.XLabel = true, what+" ÷ least on the instance"
	opt.YLabel = cmp.Or(opt.YLabel, "share of instances")
	f, err := ECDF(id, title, opt, curves)
	f.Kind = "Profile"
	if err != nil || f.empty() {
		return f, err
	}
	f.Caption = fmt.Sprintf("Share of %s on which the %s is within a factor of the least of all.", instances(len(costs)), what)
	f.Alt = "Performance profile of " + what + "."
	for _, c := range curves {
		wins := 0
		for _, v := range c.Answered {
			if v == 1 {
				wins++
			}
		}
		if len(costs) > 0 {
			f.Alt += fmt.Sprintf(" %s: least on %s of %s, solved %s, largest factor %s.", c.Name, number.Count(wins), number.Count(len(costs)), number.Count(len(c.Answered)), largest(c.Answered))
		}
	}
	return f, nil
}

func largest(values []float64) string {
	if len(values) == 0 {
		return "none"
	}
	return number.Spoken(slices.Max(values))
}
