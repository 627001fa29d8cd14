package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// draft is a figure under construction: its texts and a chart.
type draft struct {
	Figure
	chart.Chart
	items []string // descriptions of curves or rows for the text alternative
	err   error    // the first error in the data to draw
}

// newDraft begins a figure two columns wide, for the function named kind.
func newDraft(kind, id, title string, height Length) *draft {
	return &draft{Figure: Figure{Kind: kind, ID: id, Title: title, Width: TwoColumns, Height: height}}
}

// say adds text to the text alternative.
func (ch *draft) say(format string, args ...any) { ch.Alt += fmt.Sprintf(format, args...) }

// item adds text to the list with which the next call of list ends.
func (ch *draft) item(format string, args ...any) {
	ch.items = append(ch.items, fmt.Sprintf(format, args...))
}

// list adds a sentence to the text alternative that ends with the items.
func (ch *draft) list(format string, args ...any) {
	ch.say(format+" %s.", append(args, numerals.Enumerate(ch.items))...)
}

// plural matches labels that begin with a plural, other than ratios, and words matches names of more
// than one word.
var plural, words = lazy.Regexp(`^\w*[^s\W]s\b[^÷]*$`), lazy.Regexp(`^.*[ ,].*$`)

// aloud returns the label of an axis as part of a sentence: "median CPU time (in seconds)" for "CPU
// time, median (s)", "number of places on the ring" for "places on the ring, n", and "ratio of
// length to optimum" for "length ÷ optimum".
func aloud(label string) string {
	name, unit, _ := strings.Cut(label, " (")
	unit, closed := strings.CutSuffix(unit, ")")
	if !closed || strings.Contains(unit, " ") { // a remark
		name, unit = label, ""
	}
	name, last, _ := strings.Cut(name, ", ")
	if a, b, ratio := strings.Cut(name, " ÷ "); ratio && !strings.Contains(a, "(") {
		name = "ratio of " + a + " to " + b
	} else if plural().MatchString(name) {
		name = "number of " + name
	}
	switch {
	case last == "mean" || last == "median":
		name = last + " " + name
	case utf8.RuneCountInString(last) > 1: // not a symbol
		name += " (" + last + ")"
	}
	if unit == "" {
		return name
	}
	return name + " (in " + cmp.Or(map[string]string{"s": "seconds"}[unit], unit) + ")"
}

// quoted returns a name for a sentence, with quotation marks around names that are more than a word.
func quoted(name string) string { return words().ReplaceAllString(name, "“$0”") }

// keep stores an error, unless there is an earlier one.
func (ch *draft) keep(err error) { ch.err = cmp.Or(ch.err, err) }

// check records an error unless ok is true.
func (ch *draft) check(ok bool, format string, args ...any) {
	if !ok {
		ch.keep(fmt.Errorf("plots: "+format, args...))
	}
}

// given returns an interval with the given ends, or an unknown one if both are zero.
func given(low, high float64) stats.Interval {
	if low == 0 && high == 0 {
		return stats.Interval{Low: math.NaN(), High: math.NaN()}
	}
	return stats.Interval{Low: low, High: high}
}

// inside records an error if an interval has only one end, or does not contain the value. If the
// figure has two axes, axis names the one in question.
func (ch *draft) inside(where, axis string, value float64, i stats.Interval) {
	ch.check(math.IsNaN(i.Low) == math.IsNaN(i.High), "%s: its ends are %v and %v; give both or neither", where, i.Low, i.High)
	ch.check(!i.Known() || i.Contains(value), "%s: %s %v is not between %sLow %v and %[4]sHigh %[6]v", where, cmp.Or(axis, "Value"), value, axis, i.Low, i.High)
}

// distinct records an error for empty and duplicate names.
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

// rows makes the chart a chart of rows, one for each series, with names at the left and cells at
// the right, in columns with the given headings.
func (ch *draft) rows(heads ...string) { ch.Y, ch.XGrid, ch.Heads = rowAxis(ch.names()), true, heads }

// behind adds a layer below the series.
func (ch *draft) behind(class string, marks ...chart.Mark) {
	ch.Under = append(ch.Under, chart.Layer{Class: class, Marks: marks})
}

func rowsHeight(n int) Length { return chart.RowHeight*Length(n) + chart.RowsHeight }

// rowAxis returns a vertical axis with names: row i is at −i.
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

// missing returns a figure that says that data are missing, so that a report can be made even for a
// sweep that has just begun. what names the missing data; it may be "".
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

// finished returns the figure for a sheet. It returns an error for an invalid ID, so that the
// mistake shows up where the figure is made.
func (ch *draft) finished(s chart.Sheet) (Figure, error) {
	ch.sheet = s
	ch.keep(ch.valid())
	if ch.err != nil {
		return Figure{}, ch.err
	}
	return ch.Figure, nil
}

// span collects the values that an axis must show.
type span struct {
	log       bool
	lo, hi    float64 // lo > hi if there are no values yet
	zeros     bool    // on a logarithmic axis: some values are zero, which have no logarithm and are drawn separately
	fractions bool    // some values are not whole numbers
	draft     *draft  // receives the first error about a value
}

func (ch *draft) span(log bool) span {
	return span{log: log, lo: math.Inf(1), hi: math.Inf(-1), draft: ch}
}

// add adds values. If one of them has no place on the axis, the error names it by what.
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

// interval adds a value, and its interval if that is known.
func (s *span) interval(where, axis string, value float64, i stats.Interval) {
	s.add(where+", "+axis, value)
	if i.Known() {
		s.add(where+", "+axis, i.Low, i.High)
	}
	s.draft.inside(where, axis, value, i)
}

// positive adds values, and refuses zero, for figures whose logarithmic axis has no place for it.
func (s *span) positive(what string, values ...float64) {
	s.add(what, values...)
	s.draft.check(!s.log || !slices.Contains(values, 0), "%s: 0 has no place on a logarithmic axis; draw it on a linear one", what)
}

// axis returns the axis for the span with some space at both ends.
func (s *span) axis(label string) chart.Axis {
	a := chart.Axis{Log: s.log, Lo: s.lo, Hi: s.hi}
	a.Label, a.Seconds = strings.CutSuffix(label, " (s)")
	switch {
	case s.lo <= s.hi:
	case s.log:
		a.Lo, a.Hi = 1, 10 // all values are zero
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

// beyond returns the value above the end of the axis by a share of its length.
func beyond(a chart.Axis, share float64) float64 {
	if a.Log {
		return a.Hi * math.Pow(a.Hi/a.Lo, share)
	}
	return a.Hi + share*(a.Hi-a.Lo)
}

// limit draws the limit on the values of an axis as a line, if there is a limit.
func (s *span) limit(value float64, label, axis string, upright bool) {
	if value > 0 {
		s.add("Cap", value)
		unit, name := 1.0, ""
		if strings.HasSuffix(axis, " (s)") {
			unit, name = number.SecondsUnit(value)
			name = number.Thin + name
		}
		s.draft.behind("", chart.Rule{Class: "limit", Value: value, Upright: upright, Label: cmp.Or(label, "limit "+number.Short(value/unit)+name), In: 3})
	}
}

// arrowRoom is the share of an axis that an arrow above the largest value takes.
const arrowRoom = 0.06

// reach is the largest number on an axis; its square must be a finite number.
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
			return fmt.Errorf("plots: %s: %v is negative and cannot be drawn on a logarithmic axis; use a linear axis", what, v)
		}
	}
	return nil
}

// places returns the place of each element.
func places[T any](of []T, at func(T) chart.Place) []chart.Place {
	out := make([]chart.Place, len(of))
	for i, v := range of {
		out[i] = at(v)
	}
	return out
}

// stretches returns the longest intervals of indices below n in which something holds, as pairs of
// the first index and the index after the last.
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

// stairs returns a line that is level between corners and starts at the given level. At a corner it
// reaches the level of that corner.
func stairs(level float64, corners ...chart.Place) (pts []chart.Place) {
	for _, c := range corners {
		pts = append(pts, chart.To(c.X, level), c)
		level = c.Y
	}
	return pts
}

// onward continues a non-empty line horizontally from its last point to the right edge.
func onward(pts []chart.Place) []chart.Place {
	if len(pts) > 0 {
		pts = append(pts, chart.To(chart.Edge, pts[len(pts)-1].Y))
	}
	return pts
}

// band returns the area between two lines.
func band(upper, lower []chart.Place) chart.Area {
	slices.Reverse(lower)
	return chart.Area{At: append(upper, lower...), Tone: chart.Tone{Opacity: 0.13}}
}

// discs returns points of one size in a color of the theme.
func discs(size Length, color string, at ...chart.Place) chart.Points {
	return chart.Points{At: at, Shape: chart.Disc, Size: chart.Size{Most: size}, Tone: chart.Tone{Color: color}}
}

// lines returns several lines in one style.
func lines(style chart.Line, each ...[]chart.Place) (marks chart.Marks) {
	for _, at := range each {
		style.At = at
		marks = append(marks, style)
	}
	return marks
}

// errorBar returns a thin line with a short stroke across each end.
func errorBar(from, to chart.Place, dx, dy Length, tone chart.Tone) chart.Marks {
	return lines(chart.Line{Tone: tone, Width: chart.ThinLine, Free: true},
		[]chart.Place{from, to}, []chart.Place{from.By(-dx, -dy), from.By(dx, dy)}, []chart.Place{to.By(-dx, -dy), to.By(dx, dy)})
}

// moreThan marks a number in a text alternative if it is only a lower bound.
func moreThan(bound bool, number string) string {
	if bound {
		return "more than " + number
	}
	return number
}
