package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// axis is one direction of a chart.
type axis struct {
	label   string // with the unit
	log     bool
	percent bool     // values are shares
	whole   bool     // values are whole numbers, and so are the ticks of a linear axis
	seconds bool     // values are seconds, and ticks have SI prefixes
	rows    []string // names instead of numbers: row i stands at −i
	lo, hi  float64
	zero    float64 // log axis: where the value 0 is drawn; 0 if there is none
	least   float64 // log axis with a zero: the least value above it

	// Where values beyond a limit are drawn, and where the values below it
	// end; 0 if there is no limit.
	rim, edge float64
}

// span collects the values an axis must show.
type span struct {
	log    bool
	lo, hi float64
	zeros  bool // on a log axis: there are zeros, which have no logarithm and stand apart
	any    bool
	chart  *chart // keeps the first value that cannot be drawn
}

func (ch *chart) span(log bool) span { return span{log: log, chart: ch} }

// add takes values; the error names what they are if they have no place on the
// axis.
func (s *span) add(what string, values ...float64) {
	s.chart.keep(checkValues(what, s.log, values...))
	for _, v := range values {
		switch {
		case s.log && v == 0:
			s.zeros = true
		case !s.any:
			s.lo, s.hi, s.any = v, v, true
		default:
			s.lo, s.hi = min(s.lo, v), max(s.hi, v)
		}
	}
}

// positive is add for figures whose logarithmic axis has no zero.
func (s *span) positive(what string, values ...float64) {
	s.add(what, values...)
	s.chart.check(!s.log || !slices.Contains(values, 0), "%s: 0 has no place on a logarithmic axis; draw it on a linear one", what)
}

// axis returns the axis that shows the span with a little air at both ends.
func (s *span) axis(label string) axis {
	a := axis{label: label, log: s.log, lo: s.lo, hi: s.hi}
	a.label, a.seconds = strings.CutSuffix(label, " (s)")
	if !s.log {
		if !s.any {
			a.hi = 1
		}
		air := cmp.Or(0.04*(a.hi-a.lo), max(math.Abs(a.hi)*0.1, 0.5))
		// Values that are never negative keep the zero in the corner.
		if a.lo >= 0 {
			a.lo = max(a.lo-air, 0)
		} else {
			a.lo -= air
		}
		a.hi += air
		return a
	}
	if !s.any {
		a.lo, a.hi = 1, 10 // only zeros
	}
	decades := max(math.Log10(a.hi/a.lo), 0.4)
	if s.zeros {
		a.least = a.lo
		a.zero = a.lo / math.Pow(10, max(0.1*decades, 0.25))
		a.lo = a.zero
	}
	air := math.Pow(10, 0.04*decades)
	a.lo /= air
	a.hi *= air
	return a
}

// linear returns the axis from zero on, if it is logarithmic.
func (a axis) linear() axis {
	if a.log {
		a.hi *= 1.04 / math.Pow(a.hi/a.lo, 0.037) // the air of one for that of the other
		a.log, a.lo, a.zero, a.least = false, 0, 0, 0
	}
	return a
}

// beyond returns what stands above the axis by a share of its length.
func (a axis) beyond(share float64) float64 {
	if a.log {
		return a.hi * math.Pow(a.hi/a.lo, share)
	}
	return a.hi + share*(a.hi-a.lo)
}

// arrowRoom is the share of an axis that an arrow takes above the largest value.
const arrowRoom = 0.06

// Normalize implements [plot.Normalizer] without its panic: zero and what is
// below stand at the labelled zero, or at the lower end.
func (a axis) Normalize(lo, hi, v float64) float64 {
	if !a.log {
		return (v - lo) / (hi - lo)
	}
	if v <= 0 {
		v = lo
		if a.zero > 0 {
			v = a.zero
		}
	}
	return math.Log(v/lo) / math.Log(hi/lo)
}

// tickHeight is what a label takes on a vertical axis.
func tickHeight(string) vg.Length { return tickSize * capHeight }

// most is the largest number of labels on an axis, however long it is.
const most = 11

// data says, for who reads the drawing, which values the positions between two have: kind
// of scale, both positions, the values there, the value below which stands 0 and that above
// which stands no other (0 for none), the unit and the label. It is empty for an axis of
// names.
func (a axis) data(from, to vg.Length) string {
	if a.rows != nil {
		return ""
	}
	kind, unit, label := "lin", "-", ""
	switch {
	case a.seconds:
		unit = "s"
	case a.percent:
		unit = "%"
	}
	if a.log {
		kind = "log"
	}
	for _, r := range titleStyle.runs(a.label) {
		label += r.text
	}
	return fmt.Sprintf("%s %s %s %.6g %.6g %.4g %.4g %s %s", kind, coarse(from.Points()), coarse(to.Points()), a.lo, a.hi, a.zero, a.edge, unit, label)
}

// ticks returns the ticks of an axis of the given length: as many labels as
// keep their distance, which is apart plus half of what extent says of both.
func (a axis) ticks(length, apart vg.Length, extent func(label string) vg.Length) []plot.Tick {
	if a.rows != nil {
		ticks := make([]plot.Tick, len(a.rows))
		for i, name := range a.rows {
			ticks[i] = plot.Tick{Value: -float64(i), Label: name}
		}
		return ticks
	}
	room := func(s, t plot.Tick) bool {
		d := length * vg.Length(math.Abs(a.Normalize(a.lo, a.hi, t.Value)-a.Normalize(a.lo, a.hi, s.Value)))
		return d >= apart+(extent(s.Label)+extent(t.Label))/2
	}
	ticks := a.numbers(most)
	for n := most - 1; n >= 2 && !allApart(ticks, room); n-- {
		ticks = a.numbers(n)
	}
	// The places of their own come first; numbers make way for them.
	if a.zero > 0 {
		zero := plot.Tick{Value: 0, Label: "0"}
		ticks = append([]plot.Tick{zero}, unlabel(ticks, zero, room)...)
	}
	if a.rim > 0 {
		limit := plot.Tick{Value: a.rim, Label: "limit"}
		ticks = slices.DeleteFunc(ticks, func(t plot.Tick) bool { return t.Value > a.edge })
		ticks = append(unlabel(ticks, limit, room), limit)
	}
	return ticks
}

// numbers returns the ticks with at most n labels.
func (a axis) numbers(n int) (ticks []plot.Tick) {
	switch {
	case a.log:
		ticks = logTicks(cmp.Or(a.least, a.lo), a.hi, n)
	case a.seconds:
		unit, name := secondsUnit(a.hi)
		ticks = linearTicks(a.lo, a.hi, n, unit, thin+name)
	case a.percent:
		ticks = linearTicks(a.lo, a.hi, n, 0.01, thin+"%")
	default:
		ticks = linearTicks(a.lo, a.hi, n, 1, "")
	}
	if a.whole && !a.log {
		ticks = slices.DeleteFunc(ticks, func(t plot.Tick) bool { return t.Value != math.Trunc(t.Value) })
	}
	for i, t := range ticks {
		switch {
		case t.IsMinor():
		case a.log && a.seconds:
			unit, name := secondsUnit(t.Value)
			ticks[i].Label = plainNumber(tidy(t.Value/unit, 1e-3)) + thin + name
		case a.whole && !a.log:
			ticks[i].Label = plainNumber(t.Value)
		}
	}
	return ticks
}

// secondsUnit returns the largest unit of time with an SI prefix, in seconds, that
// is not above a value, and its name.
func secondsUnit(v float64) (unit float64, name string) {
	names := [...]string{"s", "ms", "µs", "ns"}
	unit = 1
	i := 0
	for ; i+1 < len(names) && v < unit*(1-1e-9); i++ {
		unit /= 1000
	}
	return unit, names[i]
}

// unlabel takes the labels from ticks that have no room beside a fixed one.
func unlabel(ticks []plot.Tick, fixed plot.Tick, room func(s, t plot.Tick) bool) []plot.Tick {
	for i, t := range ticks {
		if !t.IsMinor() && !room(t, fixed) {
			ticks[i].Label = ""
		}
	}
	return ticks
}

// allApart reports whether neighbouring labels have room.
func allApart(ticks []plot.Tick, room func(s, t plot.Tick) bool) bool {
	last := -1
	for i, t := range ticks {
		if t.IsMinor() {
			continue
		}
		if last >= 0 && !room(ticks[last], t) {
			return false
		}
		last = i
	}
	return true
}

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
