package plots

import (
	"cmp"
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"
)

// PaperTheme is the theme of [Figure.Print] for journals that want all text black and
// no grid.
const PaperTheme = "paper"

// The resolution and the number of colours of a printed PNG.
const (
	printDPI    = 300
	printColors = 64
)

// Print draws the figure for a page, as "svg" or as a "png" of 300 dots per inch,
// so many points wide and in a theme: "" or [PaperTheme]. A width of 0 is the
// natural one; 89, 120 and 183 mm are usual in journals.
//
// The figure is laid out anew for the width, with text of its natural size, and
// higher if the names have no room otherwise. Only where they still have none is it
// drawn smaller, so far that no text but exponents is below 5 pt. A width for which
// that is not enough is an error.
func (f Figure) Print(format string, width float64, theme string) ([]byte, error) {
	if theme != "" && theme != PaperTheme {
		return nil, fmt.Errorf("plots: figure %q: %q is not a theme (want %q, or none)", f.ID, theme, PaperTheme)
	}
	var err error
	scale := vg.Length(1)
	if width != 0 {
		if f, scale, err = f.fitted(vg.Length(width)); err != nil {
			return nil, err
		}
	}
	switch format {
	case "svg":
		c := f.svgCanvas()
		c.scale = scale
		if err := f.render(c, "SVG", theme == PaperTheme); err != nil {
			return nil, err
		}
		return f.document(c), nil
	case "png":
		dpi := int(printDPI*scale + 0.5)
		return f.png(dpi, float64(dpi)/float64(scale), printColors, theme == PaperTheme)
	}
	return nil, fmt.Errorf("plots: figure %q: cannot draw it as %q (want svg or png)", f.ID, format)
}

// fitted returns the figure in the size in which it is laid out for a width, and how
// much it shrinks to have that width.
func (f Figure) fitted(width vg.Length) (Figure, vg.Length, error) {
	const least = 5 / noteSize // of the size of a text
	var first error
	for scale := vg.Length(1); scale >= least; scale -= 0.05 {
		for _, room := range []vg.Length{1, 1.25, 1.5, 2} {
			g := f.At(width / scale)
			g.Height *= room
			err := g.valid()
			if err == nil {
				err = g.render(g.svgCanvas(), "SVG", false)
			}
			if err == nil {
				return g, scale, nil
			}
			first = cmp.Or(first, err)
		}
	}
	return f, 1, fmt.Errorf("%w (%.4g mm wide, with text of 5 pt and more)", first, float64(width/vg.Millimeter))
}

// uncoloured returns ink for what is more than a shade of grey, which is left.
func uncoloured(c color.NRGBA) color.NRGBA {
	const grey = 24 // difference between components
	if max(c.R, c.G, c.B)-min(c.R, c.G, c.B) > grey {
		return ink
	}
	return c
}
