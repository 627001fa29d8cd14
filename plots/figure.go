package plots

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"

	"gonum.org/v1/plot/vg"
)

// Figure is one drawing, ready to be rendered. Constructors fill all fields; a
// caller may change the exported ones afterwards.
type Figure struct {
	Kind    string // name of the function that draws figures of its kind, "Growth"
	ID      string // lower-case letters, digits and hyphens; unique on a page
	Title   string // what the figure shows
	Caption string // how to read it: numbers of instances, limits, bands
	Alt     string // the same in words, for those who cannot see it
	Timing  bool   // depends on the machine that ran the trials
	empty   bool   // shows that there is nothing to show

	Width, Height vg.Length // natural size in points

	drawing drawing
	scheme  Scheme
	data    records // what it shows
}

// drawing is what is drawn of a figure, as data: a chart, panels, or a notice.
type drawing interface {
	paint(sheet pane) error
	fit(width vg.Length, scheme Scheme) vg.Length // the height that suits a width
}

// The usual sizes: two columns and one column of a paper.
const (
	TwoColumns = 7 * vg.Inch
	OneColumn  = 3.4 * vg.Inch
)

// Describe returns what a page needs to know of the figure besides its picture.
func (f Figure) Describe() (id, title, caption, alt string, timing bool) {
	return f.ID, f.Title, f.Caption, f.Alt, f.Timing
}

// Captioned returns the figure with a caption, which says more than that of its
// constructor. A figure without data keeps its own, which says what is missing.
func (f Figure) Captioned(format string, args ...any) Figure {
	if !f.empty {
		f.Caption = fmt.Sprintf(format, args...)
	}
	return f
}

// SVG returns the figure as a document of its own that may also be placed
// inside an HTML page: it refers to nothing outside, and every id in it begins
// with the ID of the figure.
func (f Figure) SVG() ([]byte, error) {
	if err := f.valid(); err != nil {
		return nil, err
	}
	c := f.svgCanvas()
	if err := f.render(c, "SVG", false); err != nil {
		return nil, err
	}
	return f.document(c), nil
}

// At returns the figure laid out for another width, with the height that suits it.
// On a sheet of less than 4.2 inches, names do not stand beside the data but above
// them.
func (f Figure) At(width vg.Length) Figure {
	if f.drawing != nil {
		f.Height = f.drawing.fit(width, f.scheme)
	}
	f.Width = width
	return f
}

// phone is the width of a figure on a phone, in a page with its margins: 330 pixels.
const phone vg.Length = 247.5

// Narrow returns the figure laid out for a phone, as SVG to stand in a page beside
// the other one, whose title, description and dark colours it shares; nothing if the
// figure is narrow anyway. Every id in it begins with the ID of the figure and
// "-narrow".
func (f Figure) Narrow() ([]byte, error) {
	if err := f.valid(); err != nil || f.Width <= phone || f.empty {
		return nil, err
	}
	return f.At(phone).form("narrow")
}

// Linear returns the figure on linear axes, to stand in a page as Narrow does; nothing if
// it has no logarithmic axis, compares by factors, or cannot be laid out on linear axes.
func (f Figure) Linear() ([]byte, error) {
	ch, ok := f.drawing.(chart)
	if err := f.valid(); err != nil || !ok || ch.square || !ch.x.log && !ch.y.log {
		return nil, err
	}
	ch.x, ch.y = ch.x.linear(), ch.y.linear()
	f.drawing = ch
	svg, crowded := f.form("linear")
	if crowded != nil {
		return nil, nil
	}
	return svg, nil
}

// form draws the figure for a page that has its words and colours already.
func (f Figure) form(name string) ([]byte, error) {
	c := newSVGCanvas(f.ID+"-"+name, f.Width, f.Height)
	if err := f.render(c, name+" SVG", false); err != nil {
		return nil, err
	}
	return c.document(f.ID, ""), nil
}

func (f Figure) svgCanvas() *svgCanvas { return newSVGCanvas(f.ID, f.Width, f.Height) }

// document returns what was drawn with its words.
func (f Figure) document(c *svgCanvas) []byte {
	return c.document(f.ID, fmt.Sprintf("<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n<style>%s</style>\n",
		f.ID, escape(f.Title), f.ID, escape(cmp.Or(f.Alt, f.Caption)), darkStyle(c.used)))
}

// PNG returns the figure as an image of 96 dots per inch and sixteen colours
// for readers who cannot show SVG. It states its resolution, so that it has its
// natural size.
func (f Figure) PNG() ([]byte, error) {
	if err := f.valid(); err != nil {
		return nil, err
	}
	return f.png(pngDPI, pngDPI, maxColors, false)
}

// png draws the figure at one resolution and states another, both in dots per inch.
func (f Figure) png(dpi int, stated float64, colors int, plain bool) ([]byte, error) {
	c := newRaster(f.Width, f.Height, dpi)
	if err := f.render(c, "PNG", plain); err != nil {
		return nil, err
	}
	return encodePNG(c.canvas, stated, colors)
}

// render draws the figure on c. gonum/plot and the canvases report broken
// input by panicking; here such a panic becomes an error.
func (f Figure) render(c canvas, format string, plain bool) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("plots: figure %q: drawing it as %s failed: %v", f.ID, format, r)
		}
	}()
	sheet := vg.Rectangle{Max: vg.Point{X: f.Width, Y: f.Height}}
	if err = f.drawing.paint(pane{canvas: c, Rectangle: sheet, scheme: f.scheme, plain: plain, height: f.Height, err: &err, sheet: sheet}); err != nil {
		return fmt.Errorf("plots: figure %q: %w", f.ID, err)
	}
	return nil
}

var validID = regexp.MustCompile(`^[a-z0-9-]+$`)

// maxSide bounds a figure: a longer side is a mistake of units.
const maxSide = 40 * vg.Inch

func (f Figure) valid() error {
	switch {
	case f.drawing == nil:
		return errors.New("plots: the figure is empty; make it with a constructor such as plots.Growth")
	case !validID.MatchString(f.ID):
		return fmt.Errorf("plots: %q is not a figure ID (want lower-case letters, digits and hyphens)", f.ID)
	case !(f.Width >= vg.Inch && f.Width <= maxSide && f.Height >= vg.Inch/2 && f.Height <= maxSide):
		return fmt.Errorf("plots: figure %q: size %.4g × %.4g pt is out of range (want 72 × 36 to 2880 × 2880)",
			f.ID, f.Width.Points(), f.Height.Points())
	}
	return nil
}
