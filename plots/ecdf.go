package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// Distribution is one curve in an [ECDF] figure.
type Distribution struct {
	Name     string
	Answered []float64 // effort for each instance with an answer, in any order
	// Capped is the number of instances whose runs were stopped by a limit. These instances count
	// in the total, so the curve stays below 100 %.
	Capped int
}

// ECDFOptions sets the labels, the limit and the height of an [ECDF] figure.
type ECDFOptions struct {
	XLabel   string // label of the horizontal axis, with its unit
	YLabel   string // label of the vertical axis; "" means "share of instances answered"
	LogX     bool
	Cap      float64 // limit on the values, shown as a labeled line; 0 for no line
	CapLabel string  // label of the line at Cap; "" means "limit" with the value

	Height Length // height of the figure; 0 means 3.3 inches

	numbers bool // show numbers of instances instead of shares; see [Cactus]
	bands   bool // show 95 % Wilson intervals for the shares; see [RunLengths]
}

// Cactus draws, for each strategy, the number of instances solved with effort at most x, on a
// logarithmic axis. This is the cactus plot of solver competitions with the axes swapped, so that
// it reads like [ECDF]. If some runs were stopped by a limit, the curve ends below the total number
// of instances.
func Cactus(id, title string, opt ECDFOptions, curves []Distribution) (Figure, error) {
	opt.LogX, opt.numbers = true, true
	f, err := ECDF(id, title, opt, curves)
	f.Kind = "Cactus"
	return f, err
}

// ECDF draws, for each strategy, the share of instances answered with an effort of at most x. This
// is the empirical distribution function. A curve rises at each value and ends at 100 %. If a limit
// stopped some runs, the curve ends below 100 % and continues horizontally to the right edge.
func ECDF(id, title string, opt ECDFOptions, curves []Distribution) (Figure, error) {
	ch := newDraft("ECDF", id, title, cmp.Or(opt.Height, chart.UsualHeight))
	xs := ch.span(opt.LogX)
	ch.data = heads("curve", cmp.Or(opt.XLabel, "x"), "instances answered", "of instances")
	most, capped := 0, false
	for _, d := range curves {
		xs.add(fmt.Sprintf("distribution %q", d.Name), d.Answered...)
		ch.check(d.Capped >= 0, "distribution %q: Capped is %d; it is a number of runs", d.Name, d.Capped)
		if d.total() <= 0 {
			continue
		}
		most, capped = max(most, d.total()), capped || d.Capped > 0
		if len(d.Answered) == 0 {
			ch.data.add(d.Name, "", 0, d.total())
		}
		for _, s := range d.steps() {
			ch.data.add(d.Name, s.X, s.Y, d.total())
		}
		ch.Series = append(ch.Series, d.series(len(ch.Series), opt))
		at := "at no value"
		if x, ok := d.reaching(0.5); ok {
			at = "at " + number.Spoken(x)
		}
		ch.item("%s for %s (%s of %s at the end)", at, quoted(d.Name), number.Count(len(d.Answered)), number.Count(d.total()))
	}
	if len(ch.Series) == 0 || ch.err != nil {
		return ch.missing("")
	}
	xs.limit(opt.Cap, opt.CapLabel, opt.XLabel, true)
	what, top := "share", "100"+number.Thin+"%"
	ch.X, ch.XGrid, ch.YGrid = xs.axis(opt.XLabel), true, true
	ch.Y = chart.Axis{Label: cmp.Or(opt.YLabel, "share of instances answered"), Percent: true, Hi: 1.03}
	if opt.numbers {
		what, top = "number", "the number of all instances"
		ch.Y = chart.Axis{Label: cmp.Or(opt.YLabel, "instances answered"), Whole: true, Hi: 1.03 * float64(most)}
	}
	ch.Caption = fmt.Sprintf("The curves show the %s of instances answered within a given %s.", what, aloud(cmp.Or(opt.XLabel, "value")))
	ch.list("%s The curves reach half of the instances", ch.Caption)
	if capped {
		ch.Caption += " Runs that a limit stopped keep a curve below " + top + "."
	}
	return ch.figure()
}

func (d Distribution) total() int { return len(d.Answered) + d.Capped }

// share returns n as a share of all instances.
func (d Distribution) share(n float64) float64 { return n / float64(d.total()) }

// steps returns the values at which the function rises, each with the number of instances after the
// rise.
func (d Distribution) steps() (out []chart.Place) {
	for i, v := range slices.Sorted(slices.Values(d.Answered)) {
		if n := len(out); n > 0 && out[n-1].X == v {
			out = out[:n-1]
		}
		out = append(out, chart.To(v, float64(i+1)))
	}
	return out
}

// reaching returns the value at which the distribution reaches a share, and whether it does.
func (d Distribution) reaching(share float64) (x float64, ok bool) {
	for _, s := range d.steps() {
		if d.share(s.Y) >= share {
			return s.X, true
		}
	}
	return 0, false
}

// series returns a staircase from the first rise to the last, which continues to the right edge if
// it ends below 100 %. Its six markers are at equal shares. They are shifted from series to series,
// so that the markers of overlapping curves stay apart.
func (d Distribution) series(i int, opt ECDFOptions) chart.Series {
	whole := 1.0 // the value of a share of 1 on the vertical axis
	if opt.numbers {
		whole = float64(d.total())
	}
	s := chart.Series{Name: d.Name, Loose: d.Capped == 0}
	s.End = []chart.Place{chart.To(chart.Edge, d.share(float64(len(d.Answered)))*whole).By(-chart.MarkSize/2-1, 0)}
	pts := stairs(0, d.steps()...)
	if d.Capped > 0 {
		s.Note = fmt.Sprintf("%s of %s", number.Count(len(d.Answered)), number.Count(d.total()))
		pts = onward(pts)
	}
	for i := range pts {
		pts[i].Y = d.share(pts[i].Y) * whole
	}
	var at []chart.Place
	for k := range 6 {
		share := (float64(k) + 0.25 + 0.7*float64(i%4)/4) / 6
		if x, ok := d.reaching(share); ok {
			at = append(at, chart.To(x, share*whole))
		}
	}
	s.Marks = chart.Marks{chart.Line{At: pts, Dashed: true}, chart.Points{At: at}}
	if opt.bands && len(d.Answered) > 0 {
		s.Under.Marks = chart.Marks{d.band()}
	}
	return s
}

// band returns the interval for the share at each value as an area.
func (d Distribution) band() chart.Area {
	low, high := d.steps(), d.steps()
	for i, s := range d.steps() {
		share := stats.Wilson(int(s.Y), d.total(), stats.DefaultLevel)
		low[i].Y, high[i].Y = share.Low, share.High
	}
	return band(onward(stairs(0, high...)), onward(stairs(0, low...)))
}

// RunLengths draws, for each randomized strategy, the share of its runs on one instance that found
// a solution with an effort of at most x. This is a run-length distribution (Hoos and Stützle,
// Evaluating Las Vegas algorithms, UAI 1998), with 95 % bands. If the distribution is exponential,
// restarts neither help nor harm. The figure is an [ECDF] over runs instead of instances.
func RunLengths(id, title string, opt ECDFOptions, curves []Distribution) (Figure, error) {
	opt.bands, opt.YLabel = true, cmp.Or(opt.YLabel, "share of runs that solved it")
	f, err := ECDF(id, title, opt, curves)
	f.Kind = "RunLengths"
	f.Alt = strings.Replace(f.Alt, "instances answered", "runs that solved the instance", 1)
	return f.Captioned("The curves show the share of runs that solved the instance, by %s, with 95 %% bands.", cmp.Or(opt.XLabel, "value")), err
}

// Profile draws a performance profile (Dolan and Moré, Benchmarking optimization software with
// performance profiles, Mathematical Programming 91, 2002). Each strategy has a curve. The best
// cost on an instance is the lowest cost among all strategies. A curve shows the share of instances
// on which the cost is within a given factor of the best cost. At factor 1, the curve shows how
// often the strategy is best. At the right end, it shows the share of instances that the strategy
// solves.
//
// costs[i][j] is the cost of strategy names[j] on instance i, or NaN if the strategy did not solve
// the instance. Costs must be above 0. Instances that no strategy solved also count. The curves
// depend on which strategies are included (Gould and Scott, ACM TOMS 43, 2016).
func Profile(id, title string, opt ECDFOptions, names []string, costs [][]float64) (Figure, error) {
	curves, wins := make([]Distribution, len(names)), make([]int, len(names))
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
				continue
			}
			curves[j].Answered = append(curves[j].Answered, v/best)
			if v == best {
				wins[j]++
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
	f.Caption = fmt.Sprintf("The curves show the share of %s on which the %s is within a factor of the smallest of all.", instances(len(costs)), aloud(what))
	f.Alt = f.Caption
	for j, c := range curves {
		f.Alt += fmt.Sprintf(" %s has the smallest value on %s, and solves %s", c.Name, instances(wins[j]), number.Count(len(c.Answered)))
		if len(c.Answered) > 0 {
			f.Alt += fmt.Sprintf(" within a factor of %s", number.Spoken(slices.Max(c.Answered)))
		}
		f.Alt += "."
	}
	return f, nil
}
