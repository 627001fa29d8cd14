package plots

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
	"github.com/puzzlelab/puzzlelab/plots/chart"
	"github.com/puzzlelab/puzzlelab/plots/internal/number"
)

// Dot is one row of a [Dots] figure. It holds a value and, optionally, the value's interval or the
// individual values that it summarizes.
type Dot struct {
	Name      string
	Value     float64
	Low, High float64   // Low and High are the ends of the interval; both are 0 or NaN if there is none.
	Each      []float64 // individual values in any order; they are drawn as strokes behind the value
	Note      string    // rich text to the right of the row, instead of the interval
}

// DotOf returns a row for an estimate with its BCa bootstrap interval. The slice each contains the
// individual values that the estimate summarizes.
func DotOf(name string, e stats.Estimate, each []float64) Dot {
	return Dot{Name: name, Value: e.Value, Low: e.BCa.Low, High: e.BCa.High, Each: each}
}

// Reference is a value that a [Dots] figure compares its rows with, such as a theoretical value.
type Reference struct {
	At    float64
	Label string // rich text above the line; "" means the value itself
}

// DotsOptions sets the labels and reference lines of a [Dots] figure.
type DotsOptions struct {
	XLabel     string // label of the horizontal axis, with its unit
	Value      string // heading of the column of values; "" means "value"
	Note       string // heading of the column of intervals or notes; "" means "interval"
	Log        bool
	References []Reference // labeled lines to compare the rows with
}

// Dots draws one value per row with its interval, with names on the left and numbers on the right.
// This is a dot plot (Cleveland, The Elements of Graphing Data, 1985). The axis need not begin at
// zero, and there may be several reference values. To compare effects with zero, use [Forest].
//
// If there are no rows, the figure says so. Dots returns an error for values outside their
// interval, duplicate names and invalid IDs.
func Dots(id, title string, opt DotsOptions, rows []Dot) (Figure, error) {
	ch := newDraft("Dots", id, title, dotsHeight(len(rows)))
	xs := ch.span(opt.Log)
	ch.data = heads("row", "what", cmp.Or(opt.XLabel, "value"), "low", "high")
	var values []float64
	for i, r := range rows {
		where := fmt.Sprintf("row %q", r.Name)
		xs.positive(where, r.Value)
		xs.positive(where, r.Each...)
		if i := r.ends(); i.Known() {
			xs.positive(where+", Low and High", i.Low, i.High)
		}
		ch.inside(where, "", r.Value, r.ends())
		values = append(values, r.Value)
		r.describe(ch)
		ch.Series = append(ch.Series, chart.Series{Class: "row", Name: r.Name, Marks: r.marks(-float64(i))})
	}
	if len(rows) == 0 || ch.err != nil {
		return ch.missing("there are no rows")
	}
	ch.list("This dot plot shows the %s:", aloud(cmp.Or(opt.XLabel, "value")))
	heads := []string{cmp.Or(opt.Value, "value"), cmp.Or(opt.Note, "interval")}
	if !slices.ContainsFunc(rows, func(r Dot) bool { return r.ends().Known() || r.Note != "" }) {
		heads = heads[:1]
	}
	digits := number.Column(values...)
	for i, r := range rows {
		ch.Series[i].Cells = []string{digits(r.Value), cmp.Or(r.Note, interval(digits, r.ends()))}[:len(heads)]
	}
	ch.rows(heads...)
	ch.rowLines()
	ch.references(opt.References, &xs)
	ch.X = xs.axis(opt.XLabel)
	ch.Caption = fmt.Sprintf("The points show the %s.", aloud(cmp.Or(opt.XLabel, "value")))
	if slices.ContainsFunc(rows, func(r Dot) bool { return r.ends().Known() }) {
		ch.Caption += " Lines show intervals."
	}
	if slices.ContainsFunc(rows, func(r Dot) bool { return len(r.Each) > 0 }) {
		ch.Caption += " Strokes show the individual values that a point summarizes."
	}
	return ch.figure()
}

// dotsHeight returns a height that gives each row less room if there are many rows, since readers
// then compare columns of points more than single rows.
func dotsHeight(n int) Length {
	row := Length(chart.RowHeight)
	if n > 8 {
		row = 15
	}
	return row*Length(n) + rowsHeight(0) + 4
}

// ends returns the interval of the row.
func (r Dot) ends() stats.Interval { return given(r.Low, r.High) }

// interval writes the ends of an interval, or "" if they are unknown.
func interval(digits func(float64) string, i stats.Interval) string {
	switch {
	case !i.Known():
		return ""
	case i.Open():
		return "(open)"
	}
	return "[" + digits(i.Low) + ", " + digits(i.High) + "]"
}

// rowLines draws thin lines along the rows, which lead the eye from the name to the point.
func (ch *draft) rowLines() {
	var lines chart.Marks
	for i := range ch.Series {
		row := -float64(i)
		lines = append(lines, chart.Line{At: []chart.Place{chart.To(-chart.Edge, row), chart.To(chart.Edge, row)}, Tone: chart.Tone{Color: "grid"}, Width: chart.Hairline})
	}
	ch.behind("", lines...)
}

// references draws the reference lines.
func (ch *draft) references(refs []Reference, xs *span) {
	var m chart.References
	var said []string
	for _, ref := range slices.SortedStableFunc(slices.Values(refs), func(a, b Reference) int { return cmp.Compare(a.At, b.At) }) {
		xs.positive(fmt.Sprintf("reference %q", ref.Label), ref.At)
		name := number.Unmarked(ref.Label)
		ch.data.add(name, "reference", ref.At, "", "")
		m.At, m.Labels = append(m.At, ref.At), append(m.Labels, cmp.Or(ref.Label, number.Short(ref.At)))
		said = append(said, cmp.Or(name, "the value")+" at "+number.Spoken(ref.At))
	}
	if len(refs) > 0 {
		ch.behind("guides", m)
		ch.say(" The chart also marks %s.", numerals.Enumerate(said))
	}
}

// marks returns the marks for a row: strokes for the single values, the interval and the point.
func (r Dot) marks(row float64) chart.Marks {
	each := places(r.Each, func(v float64) chart.Place { return chart.To(v, row) })
	marks := chart.Marks{chart.Points{At: each, Shape: chart.Tick, Size: chart.Size{Most: 8, Share: 0.5}, Tone: chart.Tone{Color: "6", Opacity: 0.75}}}
	if r.ends().Known() {
		low, high := chart.To(r.Low, row), chart.To(r.High, row)
		style := chart.Line{Tone: chart.Tone{Color: "1"}, Width: chart.CurveWidth, Size: chart.Size{Most: 8 * 0.3, Share: 0.5 * 0.3}, Free: true}
		marks = append(marks, lines(style, []chart.Place{low, high}, []chart.Place{low.Rise(-1), low.Rise(1)}, []chart.Place{high.Rise(-1), high.Rise(1)})...)
	}
	point := discs(5.6, "1", chart.To(r.Value, row))
	point.Halo = 1.4
	return append(marks, point)
}

// describe adds a row to the table and to the text alternative.
func (r Dot) describe(ch *draft) {
	ch.data.add(r.Name, "value", r.Value, r.ends())
	for _, v := range r.Each {
		ch.data.add(r.Name, "single", v, "", "")
	}
	said := number.Spoken(r.Value) + " for " + quoted(r.Name) + Interval{Low: r.ends().Low, High: r.ends().High}.spoken()
	if n := len(r.Each); n > 0 {
		said += fmt.Sprintf(" from %s values between %s and %s", number.Count(n), number.Spoken(slices.Min(r.Each)), number.Spoken(slices.Max(r.Each)))
	}
	ch.item("%s", said)
}
