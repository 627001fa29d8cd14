// Package draw draws what package chart describes, on the canvas of gonum/plot, in one
// theme: as SVG that is made to be read, and as PNG. A program that imports it can draw
// figures; cells of notebooks need not, as whoever shows what they make does it for them.
//
// Lengths are in points (1/72 inch); text is at least 7.5 pt, which is ten pixels of a
// screen. The same sheet gives the same bytes in every process.
package draw

import (
	"cmp"
	"fmt"

	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

func init() { chart.Register(drawer{}) }

// drawer draws with this package.
type drawer struct{}

// drawing is what is drawn of a figure: a chart, panels, or a notice.
type drawing interface {
	paint(sheet pane) error
	fit(width vg.Length, scheme []string) vg.Length // the height that suits a width
}

// sheet is a figure that is drawn.
type sheet struct {
	chart.Sheet
	width, height vg.Length
	drawing       drawing
}

func newSheet(s chart.Sheet) (sheet, error) {
	if s.Version != chart.Version {
		return sheet{}, fmt.Errorf("plots: figure %q: version %d of its data (want %d)", s.ID, s.Version, chart.Version)
	}
	f := sheet{Sheet: s, width: vg.Length(s.Width), height: vg.Length(s.Height), drawing: notice(s.Notice)}
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

// phone is the width of a figure on a phone, in a page with its margins: 330 pixels.
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
		return f.png(pngDPI, pngDPI, maxColors, false)
	case "narrow":
		if f.width <= phone || s.Notice != "" {
			return nil, nil
		}
		return f.at(phone).form(form)
	case "linear":
		if !alone || ch.Square || !ch.x.Log && !ch.y.Log {
			return nil, nil
		}
		ch.x, ch.y = ch.x.linear(), ch.y.linear()
		f.drawing = ch
		svg, crowded := f.form(form)
		if crowded != nil {
			return nil, nil
		}
		return svg, nil
	}
	return f.svg(1, false)
}

// at returns the figure laid out for another width.
func (f sheet) at(width vg.Length) sheet {
	f.width, f.height = width, f.drawing.fit(width, f.Scheme)
	return f
}

// form draws the figure for a page that has its words and colours already.
func (f sheet) form(name string) ([]byte, error) {
	c := newSVGCanvas(f.ID+"-"+name, f.width, f.height)
	if err := f.render(c, name+" SVG", false); err != nil {
		return nil, err
	}
	return c.document(f.ID, ""), nil
}

// svg draws the figure with its words, shown on a scale.
func (f sheet) svg(scale vg.Length, plain bool) ([]byte, error) {
	c := newSVGCanvas(f.ID, f.width, f.height)
	c.scale = scale
	if err := f.render(c, "SVG", plain); err != nil {
		return nil, err
	}
	return c.document(f.ID, fmt.Sprintf("<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n<style>%s</style>\n",
		f.ID, escape(f.Title), f.ID, escape(f.Alt), darkStyle(c.used))), nil
}

// png draws the figure at one resolution and states another, both in dots per inch. It
// has so many colours, and states its resolution so that it has its natural size.
func (f sheet) png(dpi int, stated float64, colors int, plain bool) ([]byte, error) {
	c := newRaster(f.width, f.height, dpi)
	if err := f.render(c, "PNG", plain); err != nil {
		return nil, err
	}
	return encodePNG(c.canvas, stated, colors)
}

// render draws the figure on c. gonum/plot and the canvases report broken
// input by panicking; here such a panic becomes an error.
func (f sheet) render(c canvas, format string, plain bool) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("plots: figure %q: drawing it as %s failed: %v", f.ID, format, r)
		}
	}()
	all := vg.Rectangle{Max: vg.Point{X: f.width, Y: f.height}}
	paint := f.drawing.paint(pane{canvas: c, Rectangle: all, scheme: f.Scheme, plain: plain, height: f.height, err: &err, sheet: all})
	if err = cmp.Or(paint, err); err != nil {
		return fmt.Errorf("plots: figure %q: %w", f.ID, err)
	}
	return nil
}

// notice is written in the place of a chart.
type notice string

func (n notice) fit(vg.Length, []string) vg.Length { return vg.Inch }

func (n notice) paint(sheet pane) error {
	sheet.write(style{size: labelSize, color: muted, anchor: middle, centred: true}, sheet.Max.Scale(0.5), string(n))
	return nil
}
