package plots

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// draft is a figure being made: its words, and a chart.
type draft struct {
	Figure
	chart.Chart
	err error // the first thing that is wrong with what is to be drawn
}

// newDraft begins a figure that the function called kind makes.
func newDraft(kind, id, title string, width, height Length) *draft {
	return &draft{Figure: Figure{Kind: kind, ID: id, Title: title, Width: width, Height: height}}
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

// distinct refuses names that are empty or occur twice.
func (ch *draft) distinct(names ...string) {
	for i, name := range names {
		ch.check(name != "", "a series has no name; every series needs one for its label")
		ch.check(!slices.Contains(names[:i], name), "two series are named %q; names must differ", name)
	}
}

// rows makes the chart one of rows, a series in each, with the names at the left
// and the cells at the right, in columns under the given heads.
func (ch *draft) rows(heads ...string) {
	var names []string
	for _, s := range ch.Series {
		names = append(names, s.Name)
	}
	ch.Y, ch.XGrid, ch.Heads = rowAxis(names), true, heads
}

func rowsHeight(n int) Length { return chart.RowHeight*Length(n) + chart.RowsHeight }

// rowAxis is the vertical axis with names: row i stands at −i.
func rowAxis(names []string) chart.Axis {
	return chart.Axis{Rows: names, Lo: -float64(len(names)) + 0.5, Hi: 0.5}
}

// figure returns the finished figure, or the first error.
func (ch *draft) figure() (Figure, error) {
	var names []string
	for _, s := range ch.Series {
		names = append(names, s.Name)
	}
	ch.distinct(names...)
	for _, a := range []chart.Axis{ch.X, ch.Y} {
		ch.check(drawable(a.Lo/1e10) && drawable(a.Hi/1e10), "axis %q: it would reach from %v to %v (want numbers up to %.0e)", a.Label, a.Lo, a.Hi, reach)
	}
	ch.Wide, ch.High = ch.Width, ch.Height
	return ch.finished(chart.Sheet{Charts: []chart.Chart{ch.Chart}})
}

// missing returns the figure that stands in for a chart without data, so that a
// report of a sweep that has just begun can still be made. What there is none of
// may be said.
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
