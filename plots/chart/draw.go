package chart

import "fmt"

// Drawer turns sheets into pictures. Package plots/draw implements it.
type Drawer interface {
	// Draw returns a picture of a sheet in one of four forms: "svg", "png", "narrow" (SVG for a
	// narrow screen) or "linear" (SVG with linear axes). It returns nil for a missing narrow or
	// linear form.
	Draw(s Sheet, form string) ([]byte, error)
	// Print returns a picture of a sheet for a printed page, as "svg" or "png". width is in points;
	// 0 means the natural width. The theme "" is the theme for screens.
	Print(s Sheet, format string, width float64, theme string) ([]byte, error)
	// Raster converts an SVG picture drawn by this project to PNG.
	Raster(svg []byte) ([]byte, error)
}

var drawer Drawer

// Register makes d the program's drawer. Package plots/draw calls Register when it is imported.
func Register(d Drawer) { drawer = d }

// Drawable returns the program's drawer, or an error if the program does not import one.
func Drawable() (Drawer, error) {
	if drawer == nil {
		return nil, fmt.Errorf("plots: this program has nothing to draw figures with; import _ %q", "github.com/puzzlelab/puzzlelab/plots/draw")
	}
	return drawer, nil
}
