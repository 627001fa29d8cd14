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

// Dot is one row of a [Dots] figure: a value, with its interval or the single
// values behind it if there are any.
type Dot struct {
	Name      string
	Value     float64
	Low, High float64   // ends of the interval; both 0 or both NaN for none
	Each      []float64 // drawn as strokes behind the value, in any order
	Note      string    // printed at the right in place of the interval; rich text
}

// DotOf is a row with an estimate, its BCa interval and the values behind it.
func DotOf(name string, e stats.Estimate, each []float64) Dot {
	return Dot{Name: name, Value: e.Value, Low: e.BCa.Low, High: e.BCa.High, Each: each}
}

// Reference is a value that the rows of a [Dots] figure are compared with.
type Reference struct {
	At    float64
	Label string // rich text; the number if empty
}

// DotsOptions say how a [Dots] figure is drawn.
type DotsOptions struct {
	XLabel     string // with the unit
	Value      string // head of the column of values; "value" if empty
	Note       string // head of the column of intervals or notes; "interval" if empty
	Log        bool
	References []Reference // lines with their names above the rows

	Width, Height Length // 0 means 7 inches and what the rows need
}

// Dots draws a value per row with its interval, names at the left and numbers at
// the right: a dot plot (Cleveland, The Elements of Graphing Data, 1985). The axis
// need not begin at zero, and there may be several values to compare with. Effects
// that are tested against none are drawn by [Forest].
//
// A figure without rows says so. Values outside their interval, names given twice
// and bad IDs are errors.
func Dots(id, title string, opt DotsOptions, rows []Dot) (Figure, error) {
	ch := newDraft("Dots", id, title, cmp.Or(opt.Width, TwoColumns), cmp.Or(opt.Height, dotsHeight(len(rows))))
	xs := ch.span(opt.Log)
	ch.data = heads("row", "what", cmp.Or(opt.XLabel, "value"), "low", "high")
	ch.say("Dot plot of %s.", cmp.Or(opt.XLabel, "values"))
	var values []float64
	single := false
	rows = slices.Clone(rows)
	for i := range rows {
		r := &rows[i]
		where := fmt.Sprintf("row %q", r.Name)
		xs.positive(where, r.Value)
		xs.positive(where, r.Each...)
		if r.Low == 0 && r.High == 0 {
			r.Low, r.High = math.NaN(), math.NaN()
		}
		ch.check(math.IsNaN(r.Low) == math.IsNaN(r.High), "%s: its ends are %v and %v; give both or neither", where, r.Low, r.High)
		if r.known() {
			xs.positive(where+", Low and High", r.Low, r.High)
			ch.check(r.Low <= r.Value && r.Value <= r.High, "%s: Value %v is not between Low %v and High %v", where, r.Value, r.Low, r.High)
		}
		single = single || len(r.Each) > 0
		values = append(values, r.Value)
		r.describe(ch)
		ch.Series = append(ch.Series, chart.Series{Class: "row", Name: r.Name, Marks: r.marks(-float64(i))})
	}
	if len(rows) == 0 || ch.err != nil {
		return ch.missing("there are no rows")
	}
	var refs chart.References
	opt.References = slices.SortedStableFunc(slices.Values(opt.References), func(a, b Reference) int { return cmp.Compare(a.At, b.At) })
	for _, ref := range opt.References {
		xs.positive(fmt.Sprintf("reference %q", ref.Label), ref.At)
		ch.data.add(number.Unmarked(ref.Label), "reference", ref.At, "", "")
		refs.At, refs.Labels = append(refs.At, ref.At), append(refs.Labels, cmp.Or(ref.Label, number.Short(ref.At)))
	}
	ch.X = xs.axis(opt.XLabel)
	heads := []string{cmp.Or(opt.Value, "value")}
	noted := slices.ContainsFunc(rows, func(r Dot) bool { return r.known() || r.Note != "" })
	if noted {
		heads = append(heads, cmp.Or(opt.Note, "interval"))
	}
	digits := number.Column(values...)
	for i, r := range rows {
		ch.Series[i].Cells = []string{digits(r.Value), cmp.Or(r.Note, interval(digits, r.Low, r.High))}[:len(heads)]
	}
	ch.rows(heads...)
	ch.Under = append(ch.Under, rowLines(len(rows)))
	if len(opt.References) > 0 {
		ch.Under = append(ch.Under, chart.Layer{Class: "guides", Marks: chart.Marks{refs}})
	}
	describeReferences(ch, opt.References)
	ch.Caption = fmt.Sprintf("%s, by row.", capitalised(cmp.Or(opt.XLabel, "values")))
	if slices.ContainsFunc(rows, Dot.known) {
		ch.Caption += " Lines are intervals."
	}
	if single {
		ch.Caption += " Strokes are the single values behind a point."
	}
	return ch.figure()
}

// dotsHeight gives a row less room when there are many, as the eye then
// compares columns of points more than single rows.
func dotsHeight(n int) Length {
	row := Length(chart.RowHeight)
	if n > 8 {
		row = 15
	}
	return row*Length(n) + rowsHeight(0) + 4
}

// known reports whether the row has an interval.
func (r Dot) known() bool { return !math.IsNaN(r.Low) }

// interval prints the ends of an interval, nothing if they are not known.
func interval(digits func(float64) string, low, high float64) string {
	switch i := (stats.Interval{Low: low, High: high}); {
	case !i.Known():
		return ""
	case i.Open():
		return "(open)"
	}
	return "[" + digits(low) + ", " + digits(high) + "]"
}

// rowLines are fine lines along the rows, which lead the eye from the name to the
// point.
func rowLines(n int) (l chart.Layer) {
	for i := range n {
		row := -float64(i)
		l.Marks = append(l.Marks, chart.Line{At: []chart.Place{chart.To(-chart.Edge, row), chart.To(chart.Edge, row)}, Tone: chart.Tone{Color: "grid"}, Width: chart.Hairline})
	}
	return l
}

func (r Dot) marks(row float64) chart.Marks {
	height := chart.Size{Most: 8, Share: 0.5}
	each := chart.Points{Shape: chart.Tick, Size: height, Tone: chart.Tone{Color: "6", Opacity: 0.75}}
	for _, v := range r.Each {
		each.At = append(each.At, chart.To(v, row))
	}
	marks := chart.Marks{each}
	if r.known() {
		across := chart.Size{Most: 8 * 0.3, Share: 0.5 * 0.3}
		marks = append(marks, chart.Interval{From: chart.To(r.Low, row), To: chart.To(r.High, row), Level: true, Tone: chart.Tone{Color: "1"}, Width: chart.CurveWidth, Across: across})
	}
	return append(marks, chart.Points{At: []chart.Place{chart.To(r.Value, row)}, Shape: chart.Disc, Size: chart.Size{Most: 5.6}, Tone: chart.Tone{Color: "1"}, Halo: 1.4})
}

// describe adds a row to the table and to the text alternative.
func (r Dot) describe(ch *draft) {
	low, high := ends(r.known(), r.Low, r.High)
	ch.data.add(r.Name, "value", r.Value, low, high)
	for _, v := range r.Each {
		ch.data.add(r.Name, "single", v, "", "")
	}
	ch.say(" %s: %s", r.Name, number.Spoken(r.Value))
	if r.known() {
		ch.say(", %s to %s", number.Spoken(r.Low), number.Spoken(r.High))
	}
	if n := len(r.Each); n > 0 {
		ch.say(", %s single values from %s to %s", number.Count(n), number.Spoken(slices.Min(r.Each)), number.Spoken(slices.Max(r.Each)))
	}
	ch.say(".")
}

func describeReferences(ch *draft, refs []Reference) {
	var said []string
	for _, ref := range refs {
		at := number.Spoken(ref.At)
		if ref.Label != "" {
			at = number.Unmarked(ref.Label) + ", " + at
		}
		said = append(said, at)
	}
	if len(said) > 0 {
		ch.say(" For comparison: %s.", strings.Join(said, ", "))
	}
}
