package chart

import "fmt"

// Drawer turns sheets into pictures. Package plots/draw implements it.
type Drawer interface {
	// Draw returns a picture of a sheet in one of four forms: "svg", "png", "narrow" (SVG for a
	// narrow screen) or "linear" (SVG with linear axes). It returns nil if the sheet has no narrow
	// or linear form.
	Draw(s Sheet, form string) ([]byte, error)
	// Print returns a picture of a sheet for a printed page. The format is "svg" or "png". The
	// width is in points; 0 means the natural width. The theme is "paper" for black text without a
	// grid, or "" for the theme used on screens.
	Print(s Sheet, format string, width float64, theme string) ([]byte, error)
	// Raster converts an SVG picture drawn by this project to PNG.
	Raster(svg []byte) ([]byte, error)
}

var drawer Drawer

// Register sets the drawer that the program uses. Package plots/draw calls Register when it is
// imported.
func Register(d Drawer) { drawer = d }

// Drawable returns the registered drawer. It returns an error if the program does not import
// package plots/draw.
func Drawable() (Drawer, error) {
	if drawer == nil {
		return nil, fmt.Errorf("plots: this program cannot draw figures; import _ %q", "github.com/puzzlelab/puzzlelab/plots/draw")
	}
	return drawer, nil
}
