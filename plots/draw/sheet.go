// Package draw draws the figures that package chart describes. It writes SVG and PNG in a single
// theme, with the drawing primitives of gonum/plot. A program that imports this package can draw
// figures. Notebook cells need not import it, because the program that shows a figure draws it.
//
// Lengths are in points (1/72 inch). Text is at least 7.5 pt high, which is ten pixels on a screen.
// The same sheet gives the same bytes in every process.
package draw

import (
	"cmp"
	"fmt"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

func init() { chart.Register(drawer{}) }

// drawer implements [chart.Drawer].
type drawer struct{}

// drawing is the contents of a figure: a chart, panels, or a notice.
type drawing interface {
	paint(sheet pane) error
	fit(width vg.Length, scheme []string) vg.Length // returns the height that suits a width
}

// sheet is a figure while it is drawn.
type sheet struct {
	chart.Sheet
	width, height vg.Length
	drawing       drawing
	scale         vg.Length // scale of the output; the drawing uses unscaled lengths
	plain         bool      // for paper: without grid and colored text
}

func newSheet(s chart.Sheet) (sheet, error) {
	if s.Version != chart.Version {
		return sheet{}, fmt.Errorf("plots: figure %q: version %d of its data (want %d)", s.ID, s.Version, chart.Version)
	}
	f := sheet{Sheet: s, width: vg.Length(s.Width), height: vg.Length(s.Height), drawing: notice(s.Notice), scale: 1}
	switch {
	case s.Columns > 0:
		m := multiples{columns: s.Columns}
		for _, c := range s.Charts {
			m.panels = append(m.panels, newDrawn(c, true))
		}
		f.drawing = m
	case len(s.Charts) > 0:
		ch := newDrawn(s.Charts[0], false)
		if f.drawing = ch; ch.above && s.Width == ch.Wide && s.Height == ch.High {
			f.height = max(f.height, ch.fit(f.width, nil))
		}
	}
	if f.height == 0 {
		f.height = f.drawing.fit(f.width, s.Scheme)
	}
	return f, nil
}

// phone is the width of a figure on a phone, on a page with margins: 330 pixels.
const phone vg.Length = 247.5

// Draw implements [chart.Drawer].
func (drawer) Draw(s chart.Sheet, form string) ([]byte, error) {
	f, err := newSheet(s)
	if err != nil {
		return nil, err
	}
	ch, alone := f.drawing.(drawn)
	switch form {
	case "png":
		return f.png(pngDPI, maxColors)
	case "narrow":
		if f.width <= phone || s.Notice != "" {
			return nil, nil
		}
		return f.at(phone).svg(form)
	case "linear":
		if !alone || ch.Square || !ch.x.Log && !ch.y.Log {
			return nil, nil
		}
		ch.x, ch.y = ch.x.linear(), ch.y.linear()
		f.drawing = ch
		svg, _ := f.svg(form) // nothing if the layout is too crowded
		return svg, nil
	}
	return f.svg("")
}

// at returns the figure laid out for another width.
func (f sheet) at(width vg.Length) sheet {
	f.width, f.height = width, f.drawing.fit(width, f.Scheme)
	return f
}

// svg draws the figure in a form. A form other than "" is for a page that already contains the
// figure's texts and colors; the form "" includes them.
func (f sheet) svg(form string) ([]byte, error) {
	c := newSVGCanvas(f.ID, f.width, f.height)
	c.scale = f.scale
	if form != "" {
		c.id += "-" + form
	}
	if err := f.render(c, strings.TrimSpace(form+" SVG")); err != nil {
		return nil, err
	}
	head := ""
	if form == "" {
		head = fmt.Sprintf("<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n<style>%s</style>\n",
			f.ID, escape(f.Title), f.ID, escape(f.Alt), darkStyle(c.used))
	}
	return c.document(f.ID, head), nil
}

// png draws the figure with the given number of dots per inch, at its displayed size, and with the
// given number of colors. The PNG states its resolution, so that it is shown in its natural size.
func (f sheet) png(dpi vg.Length, colors int) ([]byte, error) {
	drawn := int(dpi*f.scale + 0.5)
	c := newRaster(f.width, f.height, drawn)
	if err := f.render(c, "PNG"); err != nil {
		return nil, err
	}
	return encodePNG(c.canvas, float64(drawn)/float64(f.scale), colors)
}

// render draws the figure on c. It turns panics, by which gonum/plot and the canvases report
// invalid input, into errors.
func (f sheet) render(c canvas, format string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("plots: figure %q: drawing it as %s failed: %v", f.ID, format, r)
		}
	}()
	all := vg.Rectangle{Max: vg.Point{X: f.width, Y: f.height}}
	paint := f.drawing.paint(pane{canvas: c, Rectangle: all, scheme: f.Scheme, plain: f.plain, height: f.height, err: &err, sheet: all})
	if err = cmp.Or(paint, err); err != nil {
		return fmt.Errorf("plots: figure %q: %w", f.ID, err)
	}
	return nil
}

// notice is a text shown instead of a chart.
type notice string

func (n notice) fit(vg.Length, []string) vg.Length { return vg.Inch }

func (n notice) paint(sheet pane) error {
	sheet.write(style{size: labelSize, color: muted, anchor: middle, centred: true}, sheet.Max.Scale(0.5), string(n))
	return nil
}
