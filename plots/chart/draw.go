package chart

import "fmt"

// Drawer draws sheets as pictures.
type Drawer interface {
	// Draw returns a sheet as "svg" or "png". The forms "narrow" and "linear" are SVG for a narrow
	// screen or with linear axes; Draw returns nil if the sheet does not have that form.
	Draw(s Sheet, form string) ([]byte, error)
	// Print returns a sheet for a printed page as "svg" or "png". The width is in points; 0 means
	// the natural width. The theme "" is the theme for screens.
	Print(s Sheet, format string, width float64, theme string) ([]byte, error)
	// Raster converts an SVG picture to PNG.
	Raster(svg []byte) ([]byte, error)
}

var drawer Drawer

// Register makes d the program's drawer. Package plots/draw calls it when a program imports that
// package.
func Register(d Drawer) { drawer = d }

// Drawable returns the program's drawer, or an error if none is linked into the program.
func Drawable() (Drawer, error) {
	if drawer == nil {
		return nil, fmt.Errorf("plots: this program has nothing to draw figures with; import _ %q", "github.com/puzzlelab/puzzlelab/plots/draw")
	}
	return drawer, nil
}
