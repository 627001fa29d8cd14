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
	Note      string    // printed at the right in place of the numbers; rich text
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
	opt.Width = cmp.Or(opt.Width, TwoColumns)
	if len(rows) == 0 {
		return missing(id, title, opt.Width, "there are no rows")
	}
	if opt.Height == 0 {
		opt.Height = dotsHeight(len(rows))
	}
	opt.References = slices.Clone(opt.References)
	slices.SortStableFunc(opt.References, func(a, b Reference) int { return cmp.Compare(a.At, b.At) })
	rows = slices.Clone(rows)
	var xs span
	names, notes := make([]string, len(rows)), make([]string, len(rows))
	for i := range rows {
		r := &rows[i]
		if r.Low == 0 && r.High == 0 {
			r.Low, r.High = math.NaN(), math.NaN()
		}
		if err := r.check(opt.Log); err != nil {
			return Figure{}, err
		}
		xs.add(r.Value)
		xs.add(r.Each...)
		if r.known() {
			xs.add(r.Low, r.High)
		}
		r.Each = slices.Clone(r.Each)
		names[i], notes[i] = r.Name, r.note()
	}
	if err := distinct(names); err != nil {
		return Figure{}, err
	}
	for _, ref := range opt.References {
		if err := positive(fmt.Sprintf("reference %q", ref.Label), opt.Log, ref.At); err != nil {
			return Figure{}, err
		}
		xs.add(ref.At)
	}

	ch := chart{x: xs.axis(opt.XLabel, opt.Log), y: rowAxis(names), xGrid: true}
	ch.right = columnRoom("", notes)
	ch.add(rowLines(len(rows)))
	if len(opt.References) > 0 {
		ch.add(referenceLines(opt.References))
	}
	for i, r := range rows {
		ch.add(r.layer(i))
	}
	ch.add(column("", notes))
	f, err := newFigure(id, title, opt.Width, opt.Height, ch.draw)
	f.Alt = describeDots(opt, rows)
	f.Caption = fmt.Sprintf("%s, by row.", capitalised(cmp.Or(opt.XLabel, "values")))
	if slices.ContainsFunc(rows, Dot.known) {
		f.Caption += " Lines are intervals."
	}
	if slices.ContainsFunc(rows, func(r Dot) bool { return len(r.Each) > 0 }) {
		f.Caption += " Strokes are the single values behind a point."
	}
	return f, err
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

func (r Dot) check(log bool) error {
	where := fmt.Sprintf("row %q", r.Name)
	if err := positive(where, log, append([]float64{r.Value}, r.Each...)...); err != nil {
		return err
	}
	if math.IsNaN(r.Low) != math.IsNaN(r.High) {
		return fmt.Errorf("plots: %s: its ends are %v and %v; give both or neither", where, r.Low, r.High)
	}
	if !r.known() {
		return nil
	}
	if err := positive(where+", Low and High", log, r.Low, r.High); err != nil {
		return err
	}
	if !(r.Low <= r.Value && r.Value <= r.High) {
		return fmt.Errorf("plots: %s: Value %v is not between Low %v and High %v", where, r.Value, r.Low, r.High)
	}
	return nil
}

// positive is checkValues for figures whose logarithmic axis has no zero.
func positive(what string, log bool, values ...float64) error {
	if err := checkValues(what, log, values...); err != nil {
		return err
	}
	if log && slices.Contains(values, 0) {
		return fmt.Errorf("plots: %s: 0 has no place on a logarithmic axis; draw it on a linear one", what)
	}
	return nil
}

// note is what stands at the right of the row.
func (r Dot) note() string {
	switch {
	case r.Note != "":
		return r.Note
	case r.known():
		return fmt.Sprintf("%s [%s, %s]", estimate(r.Value), estimate(r.Low), estimate(r.High))
	}
	return estimate(r.Value)
}

// rowLines draws a fine line along each row, which leads the eye from the name
// to the point.
func rowLines(n int) layer {
	return func(c draw.Canvas, _, y func(float64) vg.Length) error {
		var p vg.Path
		for i := range n {
			py := y(-float64(i))
			p.Move(vg.Point{X: c.Min.X, Y: py})
			p.Line(vg.Point{X: c.Max.X, Y: py})
		}
		c.SetLineStyle(draw.LineStyle{Color: grid, Width: hairline})
		c.Stroke(p)
		return nil
	}
}

// referenceLines draws the references, their names side by side above the rows.
func referenceLines(refs []Reference) layer {
	return func(c draw.Canvas, x, _ func(float64) vg.Length) error {
		beginGroup(c, "guides", "")
		defer endGroup(c)
		s := noteStyle
		s.color, s.anchor = ink, middle
		wish, size, text := make([]float64, len(refs)), make([]float64, len(refs)), make([]string, len(refs))
		for i, r := range refs {
			text[i] = cmp.Or(r.Label, shortNumber(r.At))
			wish[i], size[i] = x(r.At).Points(), s.width(text[i]).Points()+8
		}
		slices.Sort(wish) // equal to within rounding; spread wants an order
		middles, ok := spread(wish, size, (c.Min.X - 4).Points(), (c.Max.X + 4).Points())
		if !ok {
			return errors.New("the names of the references do not fit side by side; shorten them or make the figure wider")
		}
		for i, r := range refs {
			px := x(r.At)
			l := draw.LineStyle{Color: ink, Width: thinLine, Dashes: dashes[(i+len(dashes)-3)%4]}
			if len(refs) == 1 {
				l.Dashes = []vg.Length{4, 3}
			}
			c.StrokeLine2(l, px, c.Min.Y, px, c.Max.Y)
			at := vg.Point{X: vg.Length(middles[i]), Y: c.Max.Y + 4}
			half := vg.Length(size[i]/2) - 4
			c.StrokeLine2(draw.LineStyle{Color: rule, Width: hairline}, px, c.Max.Y, min(max(px, at.X-half), at.X+half), at.Y-2)
			write(c, s, at, text[i])
		}
		return nil
	}
}

func (r Dot) layer(row int) layer {
	return func(c draw.Canvas, x, y func(float64) vg.Length) error {
		beginGroup(c, "series", r.Name)
		defer endGroup(c)
		cy := y(-float64(row))
		height := min(8, (y(0)-y(-1))*0.5)
		strokes := make([]vg.Point, len(r.Each))
		for i, v := range r.Each {
			strokes[i] = vg.Point{X: x(v), Y: cy}
		}
		drawMarks(c, mark{shape: tick, size: height, color: fade(palette[5], 0.75)}, strokes...)
		if r.known() {
			s := draw.LineStyle{Color: palette[0], Width: curveWidth}
			low, high := x(r.Low), x(r.High)
			c.StrokeLine2(s, low, cy, high, cy)
			c.StrokeLine2(s, low, cy-height*0.3, low, cy+height*0.3)
			c.StrokeLine2(s, high, cy-height*0.3, high, cy+height*0.3)
		}
		at := vg.Point{X: x(r.Value), Y: cy}
		drawMarks(c, mark{shape: disc, size: 7, color: paper}, at)
		drawMarks(c, mark{shape: disc, size: 5.6, color: palette[0]}, at)
		return nil
	}
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
	for i, ref := range opt.References {
		if i == 0 {
			b.WriteString(" For comparison:")
		} else {
			b.WriteByte(',')
		}
		if ref.Label != "" {
			fmt.Fprintf(&b, " %s,", unmarked(ref.Label))
		}
		fmt.Fprintf(&b, " %s", spoken(ref.At))
		if i == len(opt.References)-1 {
			b.WriteByte('.')
		}
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
