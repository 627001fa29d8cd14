package plots

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/puzzlelab/puzzlelab/internal/lazy"
	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// Length is a length in points (1/72 inch).
type Length = chart.Length

// Figure describes a figure as data. Its constructor sets all fields. The caller may then change
// the exported fields.
type Figure struct {
	Kind    string // name of the constructor, such as "Growth"
	ID      string // ID that is unique on a page; consists of lower-case letters, digits and hyphens
	Title   string // title that a page shows above the figure
	Caption string // text below the figure: how to read it, the number of instances, and the limits
	Alt     string // description for readers who cannot see the figure
	Timing  bool   // whether the figure shows measured times, which depend on the machine

	Width, Height Length // natural size in points; if Height is 0, the height suits the width

	sheet chart.Sheet
	data  records // the data that the figure shows
}

// Usual widths of figures in papers: across two columns, or in one column.
const (
	TwoColumns = 7 * chart.Inch
	OneColumn  = 3.4 * chart.Inch
)

// Scheme assigns looks (colors, dashes and markers) to series, such as the strategies of a study.
// It lists the names of series in the order of their looks. A series looks the same in all figures
// to which [Scheme.On] applies the scheme.
//
// If a strategy is not in the scheme but its heuristic or evaluation is, the strategy gets that
// look: "idastar/manhattan" looks like "manhattan". All other names follow the names in the scheme,
// in alphabetical order, so the order of series within a figure does not matter. There are eight
// colors. From the ninth name on, colors repeat with different dashes and markers. In a figure with
// more than eight series, the series from the ninth name on are instead gray, with thin curves and
// no markers, so that the first eight stand out.
type Scheme []string

// On returns a copy of the figure in the style of the scheme.
func (s Scheme) On(f Figure) Figure {
	f.sheet.Scheme = s
	return f
}

// Describe returns the texts that a page needs besides the picture, and whether the figure shows
// measured times.
func (f Figure) Describe() (id, title, caption, alt string, timing bool) {
	return f.ID, f.Title, f.Caption, f.Alt, f.Timing
}

// empty reports whether the figure only says that there is nothing to show.
func (f Figure) empty() bool { return f.sheet.Notice != "" }

// Captioned returns a copy of the figure with a new caption, formatted as by [fmt.Sprintf]. A
// figure without data keeps its caption, which says that there is no data.
func (f Figure) Captioned(format string, args ...any) Figure {
	if !f.empty() {
		f.Caption = fmt.Sprintf(format, args...)
	}
	return f
}

// At returns a copy of the figure with the given width and a height that suits it. If the width is
// less than 4.2 inches, names are above the data instead of next to it.
func (f Figure) At(width Length) Figure {
	f.Width, f.Height = width, 0
	return f
}

// SVG draws the figure as a complete SVG document, which can also be embedded in an HTML page. The
// document needs no other files, and every id in it begins with the figure's ID.
//
// Like all methods that draw, SVG returns an error unless the program imports package plots/draw.
func (f Figure) SVG() ([]byte, error) { return f.drawn("svg") }

// PNG draws the figure as an image with 96 dots per inch and at most sixteen colors, for viewers
// that cannot show SVG. The image includes its resolution, so that viewers show it at its natural
// size.
func (f Figure) PNG() ([]byte, error) { return f.drawn("png") }

// Narrow draws the figure as an SVG for the width of a phone. It returns nil if the figure is
// already that narrow. The page must also contain the normal SVG, because the narrow SVG uses its
// title, description and dark colors. Every id in the narrow SVG begins with the figure's ID and
// "-narrow".
func (f Figure) Narrow() ([]byte, error) { return f.drawn("narrow") }

// Linear draws the figure with linear axes, for a page that also contains the normal SVG. It
// returns nil if the figure has no logarithmic axis, if it compares values by factors, or if it
// does not fit on linear axes.
func (f Figure) Linear() ([]byte, error) { return f.drawn("linear") }

func (f Figure) drawn(form string) ([]byte, error) {
	return f.by(func(d chart.Drawer, s chart.Sheet) ([]byte, error) { return d.Draw(s, form) })
}

// Print draws the figure for a printed page. The format is "svg" or "png"; PNG images have 300 dots
// per inch. The width is in points; 0 means the natural width. Journals often use 89, 120 or 183
// mm. The theme is "paper" for black text without a grid, as some journals require, or "" for the
// usual theme. Text becomes smaller only if names do not fit. Print returns an error if they still
// do not fit.
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

// Undrawn returns the figure as JSON if this program cannot draw. The program that shows the figure
// can then draw it. If this program can draw, Undrawn returns nil.
func (f Figure) Undrawn() ([]byte, error) {
	if _, err := chart.Drawable(); err == nil {
		return nil, nil
	}
	if err := f.valid(); err != nil {
		return nil, err
	}
	return json.Marshal(f.whole())
}

// Drawing returns the SVG picture that draw writes, and the same picture as PNG for viewers that
// cannot show SVG. Only drawings of this project can be converted to PNG (see package
// internal/svg); for others, Drawing returns an error. If this program cannot draw, png is nil, and
// the program that shows the picture makes the PNG.
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

var validID = lazy.Regexp(`^[a-z0-9-]+$`)

func (f Figure) valid() error {
	switch {
	case f.sheet.Charts == nil && !f.empty():
		return errors.New("plots: the figure is empty; make it with a constructor such as plots.Growth")
	case !validID().MatchString(f.ID):
		return fmt.Errorf("plots: %q is not a figure ID (want lower-case letters, digits and hyphens)", f.ID)
	}
	return chart.CheckSize(f.ID, f.Width, cmp.Or(f.Height, chart.Inch))
}
