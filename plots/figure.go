package plots

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// Length is a length in points, 1/72 inch.
type Length = chart.Length

// Figure is what a figure shows, as data. Constructors fill all fields; a caller may change
// the exported ones afterwards.
type Figure struct {
	Kind    string // name of the function that makes figures of its kind, "Growth"
	ID      string // lower-case letters, digits and hyphens; unique on a page
	Title   string // what the figure shows
	Caption string // how to read it: numbers of instances, limits, bands
	Alt     string // the same in words, for those who cannot see it
	Timing  bool   // depends on the machine that ran the trials

	Width, Height Length // natural size; a height of 0 is one that suits the width

	sheet chart.Sheet
	data  records // what it shows
}

// The usual sizes: two columns and one column of a paper.
const (
	TwoColumns = 7 * chart.Inch
	OneColumn  = 3.4 * chart.Inch
)

// Scheme names series, such as the strategies of a study, in the order in which
// they get their colours, dashes and markers, so that a series looks the same in
// all figures drawn [Scheme.On] it.
//
// A name that is not in the scheme looks like its heuristic or evaluation, if that is:
// "idastar/manhattan" like "manhattan". Other names come after the scheme,
// in the order of the names, so that it does not matter in which order the series
// of a figure are given. From the ninth place on colours come again, with other
// dashes and markers; in a figure of more than eight series they are grey instead,
// curves fine and without markers, and the first eight places stand out.
type Scheme []string

// On returns the figure in the looks of the scheme.
func (s Scheme) On(f Figure) Figure {
	f.sheet.Scheme = s
	return f
}

// Describe returns what a page needs to know of the figure besides its picture.
func (f Figure) Describe() (id, title, caption, alt string, timing bool) {
	return f.ID, f.Title, f.Caption, f.Alt, f.Timing
}

// empty reports whether the figure shows that there is nothing to show.
func (f Figure) empty() bool { return f.sheet.Notice != "" }

// Captioned returns the figure with another caption than its constructor gave it. A figure
// without data keeps its own, which says what is missing.
func (f Figure) Captioned(format string, args ...any) Figure {
	if !f.empty() {
		f.Caption = fmt.Sprintf(format, args...)
	}
	return f
}

// At returns the figure laid out for another width, with the height that suits it.
// On a sheet of less than 4.2 inches, names are above the data instead of beside them.
func (f Figure) At(width Length) Figure {
	f.Width, f.Height = width, 0
	return f
}

// SVG returns the figure as a document of its own that may also be placed
// inside an HTML page: it refers to nothing outside, and every id in it begins
// with the ID of the figure.
//
// Like the other methods that draw it needs package plots/draw in the program, which the
// program imports for that alone.
func (f Figure) SVG() ([]byte, error) { return f.drawn("svg") }

// PNG returns the figure as an image of 96 dots per inch and sixteen colours
// for readers who cannot show SVG. It states its resolution, so that it has its
// natural size.
func (f Figure) PNG() ([]byte, error) { return f.drawn("png") }

// Narrow returns the figure laid out for a phone, as SVG for a page that also has
// the other one, whose title, description and dark colours it shares; nothing if the
// figure is narrow anyway. Every id in it begins with the ID of the figure and
// "-narrow".
func (f Figure) Narrow() ([]byte, error) { return f.drawn("narrow") }

// Linear returns the figure on linear axes, for a page as in Narrow; nothing if
// it has no logarithmic axis, compares by factors, or cannot be laid out on linear axes.
func (f Figure) Linear() ([]byte, error) { return f.drawn("linear") }

func (f Figure) drawn(form string) ([]byte, error) {
	return f.by(func(d chart.Drawer, s chart.Sheet) ([]byte, error) { return d.Draw(s, form) })
}

// Print draws the figure for a page, as "svg" or as a "png" of 300 dots per inch, with a
// width in points and in a theme: "", or "paper" for journals that want all text black and no
// grid. A width of 0 is the natural one; 89, 120 and 183 mm are usual in journals. Text
// keeps its size unless the names have no room; a width for which that is not enough is
// an error.
func (f Figure) Print(format string, width float64, theme string) ([]byte, error) {
	return f.by(func(d chart.Drawer, s chart.Sheet) ([]byte, error) { return d.Print(s, format, width, theme) })
}

// by lets the drawer of the program draw the figure.
func (f Figure) by(draw func(chart.Drawer, chart.Sheet) ([]byte, error)) ([]byte, error) {
	if err := f.valid(); err != nil {
		return nil, err
	}
	d, err := chart.Drawable()
	if err != nil {
		return nil, err
	}
	return draw(d, f.whole())
}

// whole is the sheet with what the figure says now.
func (f Figure) whole() chart.Sheet {
	s := f.sheet
	s.Version = chart.Version
	s.ID, s.Title, s.Alt, s.Width, s.Height = f.ID, f.Title, cmp.Or(f.Alt, f.Caption), f.Width, f.Height
	return s
}

// Undrawn returns the JSON form of the figure if the program has nothing to draw it with,
// and nil otherwise. Whoever shows it draws it then.
func (f Figure) Undrawn() ([]byte, error) {
	if _, err := chart.Drawable(); err == nil {
		return nil, nil
	}
	if err := f.valid(); err != nil {
		return nil, err
	}
	return json.Marshal(f.whole())
}

// Drawing returns what draw writes, an SVG picture, and the same as a PNG for readers who
// are shown no SVG. There is no PNG if the program has nothing to draw with; the program
// that shows the picture makes it then. The PNG knows what this project draws; see package internal/svg.
// Anything else is an error.
func Drawing(draw func(io.Writer) error) (svg, png []byte, err error) {
	var picture bytes.Buffer
	if err := draw(&picture); err != nil {
		return nil, nil, err
	}
	if d, missing := chart.Drawable(); missing == nil {
		png, err = d.Raster(picture.Bytes())
	}
	return picture.Bytes(), png, err
}

var validID = regexp.MustCompile(`^[a-z0-9-]+$`)

func (f Figure) valid() error {
	switch {
	case f.sheet.Charts == nil && !f.empty():
		return errors.New("plots: the figure is empty; make it with a constructor such as plots.Growth")
	case !validID.MatchString(f.ID):
		return fmt.Errorf("plots: %q is not a figure ID (want lower-case letters, digits and hyphens)", f.ID)
	}
	return chart.CheckSize(f.ID, f.Width, cmp.Or(f.Height, chart.Inch))
}
