package draw

import (
	"cmp"
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"

	"github.com/puzzlelab/puzzlelab/plots/chart"
)

// paperTheme is the theme of print for journals that want all text black and no grid.
const paperTheme = "paper"

// The resolution and the number of colours of a printed PNG.
const (
	printDPI    = 300
	printColors = 64
)

// Print implements [chart.Drawer]. The figure is laid out anew for the width, with text of
// its natural size, and higher if the names have no room otherwise. Only where they still
// have none is it drawn smaller, so far that no text but exponents is below 5 pt. A width
// for which that is not enough is an error.
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

// fitted returns the figure in the size in which it is laid out for a width, and scaled to
// have that width.
func (f sheet) fitted(width vg.Length) (sheet, error) {
	const least = 5 / noteSize // of the size of a text
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

// uncoloured returns ink for what is more than a shade of grey, which is left.
func uncoloured(c color.NRGBA) color.NRGBA {
	const grey = 24 // difference between components
	if max(c.R, c.G, c.B)-min(c.R, c.G, c.B) > grey {
		return ink
	}
	return c
}
