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

// draft is a figure being made: its words, and a chart.
type draft struct {
	Figure
	chart.Chart
	err error // the first thing that is wrong with what is to be drawn
}

// newDraft begins a figure that the function called kind makes, two columns wide.
func newDraft(kind, id, title string, height Length) *draft {
	return &draft{Figure: Figure{Kind: kind, ID: id, Title: title, Width: TwoColumns, Height: height}}
}

// say adds to the text alternative.
func (ch *draft) say(format string, args ...any) { ch.Alt += fmt.Sprintf(format, args...) }

// keep keeps the first error.
func (ch *draft) keep(err error) { ch.err = cmp.Or(ch.err, err) }

// check refuses what is to be drawn unless ok.
func (ch *draft) check(ok bool, format string, args ...any) {
	if !ok {
		ch.keep(fmt.Errorf("plots: "+format, args...))
	}
}

// given is an interval that is known unless both ends are zero.
func given(low, high float64) stats.Interval {
	if low == 0 && high == 0 {
		return stats.Interval{Low: math.NaN(), High: math.NaN()}
	}
	return stats.Interval{Low: low, High: high}
}

// inside refuses an interval that has one end, and a value outside of its interval. The
// names of both begin with the name of the axis, if there are two.
func (ch *draft) inside(where, axis string, value float64, i stats.Interval) {
	ch.check(math.IsNaN(i.Low) == math.IsNaN(i.High), "%s: its ends are %v and %v; give both or neither", where, i.Low, i.High)
	ch.check(!i.Known() || i.Contains(value), "%s: %s %v is not between %sLow %v and %[4]sHigh %[6]v", where, cmp.Or(axis, "Value"), value, axis, i.Low, i.High)
}

// distinct refuses names that are empty or occur twice.
func (ch *draft) distinct(names ...string) {
	for i, name := range names {
		ch.check(name != "", "a series has no name; every series needs one for its label")
		ch.check(!slices.Contains(names[:i], name), "two series are named %q; names must differ", name)
	}
}

// names returns the names of the series.
func (ch *draft) names() (names []string) {
	for _, s := range ch.Series {
		names = append(names, s.Name)
	}
	return names
}

// rows makes the chart one of rows, a series in each, with the names at the left
// and the cells at the right, in columns under the given heads.
func (ch *draft) rows(heads ...string) {
	ch.Y, ch.XGrid, ch.Heads = rowAxis(ch.names()), true, heads
}

// behind adds a layer below the series.
func (ch *draft) behind(class string, marks ...chart.Mark) {
	ch.Under = append(ch.Under, chart.Layer{Class: class, Marks: marks})
}

func rowsHeight(n int) Length { return chart.RowHeight*Length(n) + chart.RowsHeight }

// rowAxis is the vertical axis with names: row i is at −i.
func rowAxis(names []string) chart.Axis {
	return chart.Axis{Rows: names, Lo: -float64(len(names)) + 0.5, Hi: 0.5}
}

// figure returns the finished figure, or the first error.
func (ch *draft) figure() (Figure, error) {
	ch.distinct(ch.names()...)
	for _, a := range []chart.Axis{ch.X, ch.Y} {
		ch.check(drawable(a.Lo/1e10) && drawable(a.Hi/1e10), "axis %q: it would reach from %v to %v (want numbers up to %.0e)", a.Label, a.Lo, a.Hi, reach)
	}
	ch.Wide, ch.High = ch.Width, ch.Height
	return ch.finished(chart.Sheet{Charts: []chart.Chart{ch.Chart}})
}

// missing returns the figure of a chart without data, so that a report of a sweep that
// has just begun can still be made. It says what is missing, if that is given.
func (ch *draft) missing(what string) (Figure, error) {
	text := "no data"
	if what != "" {
		text += ": " + what
	}
	ch.Height, ch.data = chart.Inch, nil
	ch.Caption = capitalised(text) + "."
	ch.Alt = ch.Caption
	return ch.finished(chart.Sheet{Notice: text})
}

// finished returns the figure of a sheet. An ID that is not valid is an
// error here, so that the mistake shows where the figure is made.
func (ch *draft) finished(s chart.Sheet) (Figure, error) {
	ch.sheet = s
	ch.keep(ch.valid())
	if ch.err != nil {
		return Figure{}, ch.err
	}
	return ch.Figure, nil
}

// span collects the values an axis must show.
type span struct {
	log       bool
	lo, hi    float64 // lo > hi if there are none yet
	zeros     bool    // on a logarithmic axis: there are zeros, which have no logarithm and are drawn apart
	fractions bool    // some are not whole numbers
	draft     *draft  // keeps the first value that cannot be drawn
}

func (ch *draft) span(log bool) span {
	return span{log: log, lo: math.Inf(1), hi: math.Inf(-1), draft: ch}
}

// add takes values; the error names what they are if they have no place on the
// axis.
func (s *span) add(what string, values ...float64) {
	s.draft.keep(checkValues(what, s.log, values...))
	for _, v := range values {
		if s.log && v == 0 {
			s.zeros = true
			continue
		}
		s.lo, s.hi, s.fractions = min(s.lo, v), max(s.hi, v), s.fractions || v != math.Trunc(v)
	}
}

// interval takes a value and its interval, if that is known.
func (s *span) interval(where, axis string, value float64, i stats.Interval) {
	s.add(where+", "+axis, value)
	if i.Known() {
		s.add(where+", "+axis, i.Low, i.High)
	}
	s.draft.inside(where, axis, value, i)
}

// positive is add for figures whose logarithmic axis has no zero.
func (s *span) positive(what string, values ...float64) {
	s.add(what, values...)
	s.draft.check(!s.log || !slices.Contains(values, 0), "%s: 0 has no place on a logarithmic axis; draw it on a linear one", what)
}

// axis returns the axis that shows the span with a little air at both ends.
func (s *span) axis(label string) chart.Axis {
	a := chart.Axis{Log: s.log, Lo: s.lo, Hi: s.hi}
	a.Label, a.Seconds = strings.CutSuffix(label, " (s)")
	switch {
	case s.lo <= s.hi:
	case s.log:
		a.Lo, a.Hi = 1, 10 // only zeros
	default:
		a.Lo, a.Hi = 0, 1
	}
	if !s.log {
		air := cmp.Or(0.04*(a.Hi-a.Lo), max(math.Abs(a.Hi)*0.1, 0.5))
		a.Hi += air
		if a.Lo -= air; s.lo >= 0 {
			a.Lo = max(a.Lo, 0) // zero stays in the corner
		}
		return a
	}
	decades := max(math.Log10(a.Hi/a.Lo), 0.4)
	if s.zeros {
		a.Least = a.Lo
		a.Zero = a.Lo / math.Pow(10, max(0.1*decades, 0.25))
		a.Lo = a.Zero
	}
	air := math.Pow(10, 0.04*decades)
	a.Lo /= air
	a.Hi *= air
	return a
}

// beyond returns the value that is above the end of the axis by a share of its length.
func beyond(a chart.Axis, share float64) float64 {
	if a.Log {
		return a.Hi * math.Pow(a.Hi/a.Lo, share)
	}
	return a.Hi + share*(a.Hi-a.Lo)
}

// limit draws a limit on the values as a line, if there is one.
func (s *span) limit(value float64, label string, upright bool) {
	if value > 0 {
		s.add("Cap", value)
		s.draft.behind("", chart.Rule{Class: "limit", Value: value, Upright: upright, Label: cmp.Or(label, "limit "+number.Short(value)), In: 3})
	}
}

// arrowRoom is the share of an axis that an arrow takes above the largest value.
const arrowRoom = 0.06

// reach is the largest number on an axis: the square of its ends has to be a number.
const reach = 1e150

func drawable(v float64) bool { return math.Abs(v) <= reach }

// checkValues returns an error for numbers that have no place on an axis.
func checkValues(what string, log bool, values ...float64) error {
	for _, v := range values {
		switch {
		case math.IsNaN(v) || math.IsInf(v, 0):
			return fmt.Errorf("plots: %s: %v cannot be drawn; leave such values out or mark them as censored", what, v)
		case !drawable(v) || log && v > 0 && !drawable(1/v):
			return fmt.Errorf("plots: %s: %v cannot be drawn (want numbers up to %.0e, and on a logarithmic axis from %.0e); divide the values by a power of ten, or leave it out", what, v, reach, 1/reach)
		case log && v < 0:
			return fmt.Errorf("plots: %s: %v is negative and has no place on a logarithmic axis; draw it on a linear one", what, v)
		}
	}
	return nil
}

// places returns where each of some things is.
func places[T any](of []T, at func(T) chart.Place) []chart.Place {
	out := make([]chart.Place, len(of))
	for i, v := range of {
		out[i] = at(v)
	}
	return out
}

// stretches returns the longest stretches of the indices below n, each from one to
// another that is not in it, in which something holds.
func stretches(n int, holds func(i int) bool) (out [][2]int) {
	from := 0
	for i := range n + 1 {
		if i < n && holds(i) {
			continue
		}
		if i > from {
			out = append(out, [2]int{from, i})
		}
		from = i + 1
	}
	return out
}

// step is a corner of a staircase: at x it goes to y.
type step struct{ x, y float64 }

func (s step) place() chart.Place { return chart.To(s.x, s.y) }

// stairs are level between steps, from a level before the first.
func stairs(level float64, steps ...step) []chart.Place {
	var pts []chart.Place
	for _, s := range steps {
		pts = append(pts, chart.To(s.x, level), chart.To(s.x, s.y))
		level = s.y
	}
	return pts
}

// onward is a line that runs level to the right edge from where it ends, if it is any.
func onward(pts []chart.Place) []chart.Place {
	if len(pts) > 0 {
		pts = append(pts, chart.To(chart.Edge, pts[len(pts)-1].Y))
	}
	return pts
}

// band is the area between two lines.
func band(upper, lower []chart.Place) chart.Area {
	slices.Reverse(lower)
	return chart.Area{At: append(upper, lower...), Tone: chart.Tone{Opacity: 0.13}}
}

// discs are points of one size in a colour of the theme.
func discs(size Length, color string, at ...chart.Place) chart.Points {
	return chart.Points{At: at, Shape: chart.Disc, Size: chart.Size{Most: size}, Tone: chart.Tone{Color: color}}
}

// lines are several lines of one style.
func lines(style chart.Line, each ...[]chart.Place) (marks chart.Marks) {
	for _, at := range each {
		style.At = at
		marks = append(marks, style)
	}
	return marks
}

// errorBar is a fine line with a short stroke to either side of its ends.
func errorBar(from, to chart.Place, dx, dy Length) chart.Marks {
	return lines(chart.Line{Width: chart.ThinLine, Free: true},
		[]chart.Place{from, to}, []chart.Place{from.By(-dx, -dy), from.By(dx, dy)}, []chart.Place{to.By(-dx, -dy), to.By(dx, dy)})
}

// moreThan marks a number in a text alternative that is only a lower bound.
func moreThan(bound bool, number string) string {
	if bound {
		return "more than " + number
	}
	return number
}
