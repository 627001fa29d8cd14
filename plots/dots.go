package plots

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
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

	Width, Height vg.Length // 0 means 7 inches and what the rows need
}

// Dots draws a value per row with its interval, names at the left and numbers at
// the right: a dot plot (Cleveland, The Elements of Graphing Data, 1985). The axis
// need not begin at zero, and there may be several values to compare with. Effects
// that are tested against none are drawn by [Forest].
//
// A figure without rows says so. Values outside their interval, names given twice
// and bad IDs are errors.
func Dots(id, title string, opt DotsOptions, rows []Dot) (Figure, error) {
	ch := newChart("Dots", id, title, cmp.Or(opt.Width, TwoColumns), cmp.Or(opt.Height, dotsHeight(len(rows))))
	xs := ch.span(opt.Log)
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
		r.Each = slices.Clone(r.Each)
		single = single || len(r.Each) > 0
		ch.series = append(ch.series, series{class: "row", name: r.Name, draw: func(p pane, _ look) { r.row(p, i) }})
	}
	if len(rows) == 0 || ch.err != nil {
		return ch.missing("there are no rows")
	}
	opt.References = slices.SortedStableFunc(slices.Values(opt.References), func(a, b Reference) int { return cmp.Compare(a.At, b.At) })
	for _, ref := range opt.References {
		xs.positive(fmt.Sprintf("reference %q", ref.Label), ref.At)
	}
	ch.x = xs.axis(opt.XLabel)
	heads := []string{cmp.Or(opt.Value, "value")}
	noted := slices.ContainsFunc(rows, func(r Dot) bool { return r.known() || r.Note != "" })
	if noted {
		heads = append(heads, cmp.Or(opt.Note, "interval"))
	}
	var values []float64
	for _, r := range rows {
		values = append(values, r.Value)
	}
	number := column(values...)
	for i, r := range rows {
		ch.series[i].cells = []string{number(r.Value), cmp.Or(r.Note, interval(number, r.Low, r.High))}[:len(heads)]
	}
	ch.rows(heads...)
	ch.under = append(ch.under, rowLines(len(rows)))
	if len(opt.References) > 0 {
		ch.under = append(ch.under, referenceLines(opt.References))
	}
	ch.Alt, ch.data = describeDots(opt, rows), opt.data(rows)
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
func dotsHeight(n int) vg.Length {
	row := rowHeight
	if n > 8 {
		row = 15
	}
	return row*vg.Length(n) + rowsHeight(0) + 4
}

// known reports whether the row has an interval.
func (r Dot) known() bool { return !math.IsNaN(r.Low) }

// interval prints the ends of an interval, nothing if they are not known.
func interval(number func(float64) string, low, high float64) string {
	switch i := (stats.Interval{Low: low, High: high}); {
	case !i.Known():
		return ""
	case i.Open():
		return "(open)"
	}
	return "[" + number(low) + ", " + number(high) + "]"
}

// rowLines draws a fine line along each row, which leads the eye from the name
// to the point.
func rowLines(n int) layer {
	return func(p pane) {
		var lines vg.Path
		for i := range n {
			segment(&lines, p.Min.X, p.row(i), p.Max.X, p.row(i))
		}
		p.stroke(draw.LineStyle{Color: grid, Width: hairline}, lines)
	}
}

// referenceLines draws the references, their names side by side above the rows.
func referenceLines(refs []Reference) layer {
	return func(p pane) {
		defer p.group("guides")()
		s := noteStyle.in(ink).from(middle)
		wish, size, text := make([]float64, len(refs)), make([]float64, len(refs)), make([]string, len(refs))
		for i, r := range refs {
			text[i] = cmp.Or(r.Label, shortNumber(r.At))
			wish[i], size[i] = p.x(r.At).Points(), s.width(text[i]).Points()+8
		}
		slices.Sort(wish) // equal to within rounding; spread wants an order
		middles, ok := spread(wish, size, (p.Min.X - 4).Points(), (p.Max.X + 4).Points())
		if !ok {
			p.fail(errors.New("the names of the references do not fit side by side; shorten them or make the figure wider"))
			return
		}
		for i, r := range refs {
			px := p.x(r.At)
			l := draw.LineStyle{Color: ink, Width: thinLine, Dashes: dashes[(i+len(dashes)-3)%4]}
			if len(refs) == 1 {
				l.Dashes = guide.Dashes
			}
			p.upright(l, px)
			at := vg.Point{X: vg.Length(middles[i]), Y: p.Max.Y + 3}
			half := vg.Length(size[i]/2) - 4
			p.StrokeLine2(draw.LineStyle{Color: rule, Width: hairline}, px, p.Max.Y, min(max(px, at.X-half), at.X+half), at.Y-2)
			p.write(s, at, text[i])
		}
	}
}

func (r Dot) row(p pane, i int) {
	at := vg.Point{X: p.x(r.Value), Y: p.row(i)}
	height := min(8, (p.y(0)-p.y(-1))*0.5)
	p.strokes(fade(palette[5], 0.75), height, r.Each, at.Y)
	if r.known() {
		low, high := vg.Point{X: p.x(r.Low), Y: at.Y}, vg.Point{X: p.x(r.High), Y: at.Y}
		p.bar(draw.LineStyle{Color: palette[0], Width: curveWidth}, low, high, upward.Scale(height*0.3))
	}
	p.marks(mark{shape: disc, size: 7, color: paper}, at)
	p.marks(mark{shape: disc, size: 5.6, color: palette[0]}, at)
}

// describeDots is the text alternative of a dot plot.
func describeDots(opt DotsOptions, rows []Dot) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Dot plot of %s.", cmp.Or(opt.XLabel, "values"))
	for _, r := range rows {
		fmt.Fprintf(&b, " %s: %s", r.Name, spoken(r.Value))
		if r.known() {
			fmt.Fprintf(&b, ", %s to %s", spoken(r.Low), spoken(r.High))
		}
		if n := len(r.Each); n > 0 {
			fmt.Fprintf(&b, ", %s single values from %s to %s", count(n), spoken(slices.Min(r.Each)), spoken(slices.Max(r.Each)))
		}
		b.WriteByte('.')
	}
	before := " For comparison:"
	for _, ref := range opt.References {
		b.WriteString(before)
		before = ","
		if ref.Label != "" {
			fmt.Fprintf(&b, " %s,", unmarked(ref.Label))
		}
		fmt.Fprintf(&b, " %s", spoken(ref.At))
	}
	if len(opt.References) > 0 {
		b.WriteByte('.')
	}
	return b.String()
}

// unmarked returns rich text as it is written where there is none: b^2, h_0.
func unmarked(text string) string {
	var b strings.Builder
	for _, r := range parseRich(text) {
		switch {
		case r.level > 0:
			b.WriteByte('^')
		case r.level < 0:
			b.WriteByte('_')
		}
		b.WriteString(r.text)
	}
	return b.String()
}
