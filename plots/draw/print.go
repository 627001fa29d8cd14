package draw

import (
	"cmp"
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// paperTheme is the print theme for journals that require black text and no grid.
const paperTheme = "paper"

// Resolution and number of colors of PNG pictures for print.
const (
	printDPI    = 300
	printColors = 64
)

// Print implements [chart.Drawer]. It lays out the figure again for the given width. Text keeps its
// natural size, and the figure becomes taller if names do not fit otherwise. If they still do not
// fit, Print scales the figure down until only exponents are smaller than 5 pt. If that is not
// enough, it returns an error.
func (drawer) Print(s chart.Sheet, format string, width float64, theme string) ([]byte, error) {
	f, err := newSheet(s)
	if err != nil {
		return nil, err
	}
	if f.plain = theme == paperTheme; theme != "" && !f.plain {
		return nil, fmt.Errorf("plots: figure %q: %q is not a theme (want %q, or none)", f.ID, theme, paperTheme)
	}
	if width != 0 {
		if f, err = f.fitted(vg.Length(width)); err != nil {
			return nil, err
		}
	}
	switch format {
	case "svg":
		return f.svg("")
	case "png":
		return f.png(printDPI, printColors)
	}
	return nil, fmt.Errorf("plots: figure %q: cannot draw it as %q (want svg or png)", f.ID, format)
}

// fitted returns the figure laid out for a width, possibly larger and scaled down to that width.
func (f sheet) fitted(width vg.Length) (sheet, error) {
	const least = 5 / noteSize // relative to the size of a text
	var first error
	for scale := vg.Length(1); scale >= least; scale -= 0.05 {
		for _, room := range []vg.Length{1, 1.25, 1.5, 2} {
			g := f.at(width / scale)
			g.height, g.scale = g.height*room, scale
			err := chart.CheckSize(g.ID, chart.Length(g.width), chart.Length(g.height))
			if err == nil {
				_, err = g.svg("")
			}
			if err == nil {
				return g, nil
			}
			first = cmp.Or(first, err)
		}
	}
	return f, fmt.Errorf("%w (%.4g mm wide, with text of 5 pt and more)", first, float64(width/vg.Millimeter))
}

// uncoloured returns black for any color that is not a gray, and grays unchanged.
func uncoloured(c color.NRGBA) color.NRGBA {
	const grey = 24 // maximum difference between components of a gray
	if max(c.R, c.G, c.B)-min(c.R, c.G, c.B) > grey {
		return ink
	}
	return c
}
