package chart

import "fmt"

// Drawer draws sheets.
type Drawer interface {
	// Draw returns a sheet as "svg" or as "png"; as SVG for a narrow screen ("narrow") or on
	// linear axes ("linear"), nil if there is no such form.
	Draw(s Sheet, form string) ([]byte, error)
	// Print returns a sheet for a page as "svg" or "png". The width is in points, 0 for the
	// natural one; the theme "" is the one for screens.
	Print(s Sheet, format string, width float64, theme string) ([]byte, error)
	// Raster returns an SVG picture as PNG.
	Raster(svg []byte) ([]byte, error)
}

var drawer Drawer

// Register makes d the drawer of the program. Package plots/draw does that when it is linked.
func Register(d Drawer) { drawer = d }

// Drawable returns the drawer of the program, or an error if none is linked.
func Drawable() (Drawer, error) {
	if drawer == nil {
		return nil, fmt.Errorf("plots: this program has nothing to draw figures with; import _ %q", "github.com/puzzlelab/puzzlelab/plots/draw")
	}
	return drawer, nil
}
