package render

import (
	"fmt"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

// Palette is a set of colors for the cells of a board.
type Palette uint8

const (
	// SeriesPalette has the colors of the article series for numbers 1 to 5: teal, navy, red,
	// purple and amber.
	SeriesPalette Palette = iota
	// SafePalette uses the eight colors of M. Okabe and K. Ito, Color Universal Design (2008). They
	// are ordered so that the first five, six, and so on differ as much as possible for readers
	// with red-green color blindness. With this palette, cells also show digits.
	SafePalette
)

// palettes holds colors 1 to MaxColors of each palette. The first colors come from the palette's
// source. Each additional color is the candidate farthest from all previous colors and from the
// backgrounds. A test derives these colors.
var palettes = [...][colorwalk.MaxColors]string{
	SeriesPalette: {
		"#14b19f", "#0e274e", "#ec5257", "#6c2275", "#f9ac00", "#ad87ed", "#a1fa68", "#3b51d3", "#861309", "#a37734", "#22fcfd", "#62b811",
		"#b4065f", "#be47b8", "#2e5314", "#5682bb", "#ba929d", "#8ed09c", "#92c1fd", "#52102c", "#f398eb", "#1d487c", "#f7a597", "#26a9f1",
		"#25984d", "#f061ba", "#4621ac", "#a8a255", "#8c2faf", "#6c6610", "#7965f0", "#b1667e", "#944b40", "#322f0e", "#3c086b",
	},
	SafePalette: {
		"#0072b2", "#f0e442", "#d55e00", "#56b4e9", "#000000", "#e69f00", "#009e73", "#cc79a7", "#161d77", "#861309", "#252fb1", "#5471f5",
		"#454462", "#a2cd8b", "#a8372a", "#322843", "#d5e89d", "#3b51d3", "#9cc5d6", "#83ad6d", "#7a97fb", "#562c8b", "#55120b", "#603c3f",
		"#798940", "#7970d5", "#79508a", "#e18528", "#92c1fd", "#b2cb52", "#22fcfd", "#92768f", "#dcb1b3", "#b68bc9", "#576a4d",
	},
}

var paletteNames = []string{SeriesPalette: "series", SafePalette: "safe"}

// String returns the name of the palette as used in options.
func (p Palette) String() string {
	if int(p) < len(paletteNames) {
		return paletteNames[p]
	}
	return fmt.Sprintf("palette(%d)", uint8(p))
}

// Hex returns the palette's color for c as #rrggbb. For Blank, and for an invalid color or palette,
// it returns the gray of blank cells.
func (p Palette) Hex(c colorwalk.Color) string {
	if int(p) >= len(palettes) || c == colorwalk.Blank || c > colorwalk.MaxColors {
		return blankColor
	}
	return palettes[p][c-1]
}

// In pictures, attributes give the colors of a light scheme, since every program understands
// attributes. For readers who prefer a dark scheme, a style sheet replaces the color of each class.
// The colors of cells are the same in both schemes.
const (
	paperColor = "#ffffff" // behind everything
	blankColor = "#d9d9d9" // where cells have been removed
	freshColor = "#f4f4f4" // where the last ones have been
	inkColor   = "#111111" // text, and lines around cells
	labelColor = "#5f6368"
)

var darkRules = []draw.Rule{
	{Class: "paper", Property: "fill", Color: darkPaperColor},
	{Class: "blank", Property: "fill", Color: darkBlankColor},
	{Class: "fresh", Property: "fill", Color: "#7b828b"},
	{Class: "ink", Property: "fill", Color: "#f2f2f2"},
	{Class: "edge", Property: "stroke", Color: "#f8f8f8"},
	{Class: "halo", Property: "stroke", Color: darkPaperColor},
	{Class: "label", Property: "fill", Color: "#a9afb8"},
	{Class: "rule", Property: "stroke", Color: "#a9afb8"},
}

const (
	darkPaperColor = "#16181c"
	darkBlankColor = "#5c6168"
)
