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

// Length is a length in points (1/72 inch).
type Length = chart.Length

// Figure describes a figure as data. Its constructor fills in all fields. The caller may then
// change the exported ones.
type Figure struct {
	Kind    string // name of the constructor's family, such as "Growth"
	ID      string // unique on a page; consists of lower-case letters, digits and hyphens
	Title   string // title of the figure, which a page shows above it
	Caption string // how to read the figure: number of instances, limits, bands
	Alt     string // description for readers who cannot see the figure
	Timing  bool   // whether the figure shows measured times, which depend on the machine

	Width, Height Length // natural size; a height of 0 means a height that suits the width

	sheet chart.Sheet
	data  records // the data that the figure shows
}

// Usual widths: two columns and one column of a paper.
const (
	TwoColumns = 7 * chart.Inch
	OneColumn  = 3.4 * chart.Inch
)

// Scheme assigns looks (colors, dashes and markers) to series, such as the strategies of a study.
// It lists the names of series in the order of their looks. A series looks the same in all figures
// to which [Scheme.On] applies the scheme.
//
// A strategy that is not in the scheme looks like its heuristic or evaluation if that is in the
// scheme: "idastar/manhattan" looks like "manhattan". All other names follow those in the scheme in
// alphabetical order, so the order of series within a figure does not matter. From the ninth place
// on, colors repeat with different dashes and markers. In a figure with more than eight series, the
// series from the ninth place on are instead gray, with thin curves and no markers, so that the
// first eight stand out.
type Scheme []string

// On returns a copy of the figure that uses the scheme's looks.
func (s Scheme) On(f Figure) Figure {
	f.sheet.Scheme = s
	return f
}

// Describe returns everything needed by a page besides the picture.
func (f Figure) Describe() (id, title, caption, alt string, timing bool) {
	return f.ID, f.Title, f.Caption, f.Alt, f.Timing
}

// empty reports whether the figure only says that there is nothing to show.
func (f Figure) empty() bool { return f.sheet.Notice != "" }

// Captioned returns a copy of the figure with a different caption. A figure without data keeps its
// caption, which says that data are missing.
func (f Figure) Captioned(format string, args ...any) Figure {
	if !f.empty() {
		f.Caption = fmt.Sprintf(format, args...)
	}
	return f
}

// At returns a copy of the figure with a different width and a height that suits it. If the width
// is less than 4.2 inches, names are above the data instead of next to it.
func (f Figure) At(width Length) Figure {
	f.Width, f.Height = width, 0
	return f
}

// SVG draws the figure as a complete SVG document, which may also be inlined in an HTML page. The
// document needs no other files, and every id in it begins with the figure's ID.
//
// Like all methods that draw, SVG works only in a program that imports package plots/draw.
func (f Figure) SVG() ([]byte, error) { return f.drawn("svg") }

// PNG draws the figure as an image with 96 dots per inch and sixteen colors, for viewers that
// cannot show SVG. The image states its resolution, so that viewers show it at its natural size.
func (f Figure) PNG() ([]byte, error) { return f.drawn("png") }

// Narrow draws the figure as an SVG for a phone. It returns nil if the figure is already narrow.
// The page must also contain the normal SVG, because the narrow SVG uses its title, description and
// dark colors. Every id begins with the figure's ID and "-narrow".
func (f Figure) Narrow() ([]byte, error) { return f.drawn("narrow") }

// Linear draws the figure with linear axes, for a page that also contains the normal SVG. It
// returns nil if the figure has no logarithmic axis, compares by factors, or does not fit on linear
// axes.
func (f Figure) Linear() ([]byte, error) { return f.drawn("linear") }

func (f Figure) drawn(form string) ([]byte, error) {
	return f.by(func(d chart.Drawer, s chart.Sheet) ([]byte, error) { return d.Draw(s, form) })
}

// Print draws the figure for a printed page. format is "svg", or "png" for an image with 300 dots
// per inch. width is in points; 0 means the natural width. Journals often use 89, 120 and 183 mm.
// theme is "", or "paper" for journals that require black text and no grid. Text keeps its size
// unless names do not fit. If they do not fit even in smaller text, Print returns an error.
func (f Figure) Print(format string, width float64, theme string) ([]byte, error) {
	return f.by(func(d chart.Drawer, s chart.Sheet) ([]byte, error) { return d.Print(s, format, width, theme) })
}

// by draws the figure with the program's drawer.
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

// whole returns the sheet with the current texts and size of the figure.
func (f Figure) whole() chart.Sheet {
	s := f.sheet
	s.Version = chart.Version
	s.ID, s.Title, s.Alt, s.Width, s.Height = f.ID, f.Title, cmp.Or(f.Alt, f.Caption), f.Width, f.Height
	return s
}

// Undrawn returns the figure in its JSON form if this program cannot draw, and nil otherwise. The
// program that shows the figure then draws it.
func (f Figure) Undrawn() ([]byte, error) {
	if _, err := chart.Drawable(); err == nil {
		return nil, nil
	}
	if err := f.valid(); err != nil {
		return nil, err
	}
	return json.Marshal(f.whole())
}

// Drawing returns the SVG picture written by draw, and a PNG for programs that cannot show SVG. If
// the program has no drawer, png is nil, and the program that shows the picture converts it. The
// conversion to PNG supports only drawings of this project (see package internal/svg). For anything
// else, Drawing returns an error.
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
