package render

import (
	"fmt"
	"slices"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/draw"
)

// In pictures, attributes give the colors of a light scheme, since every program understands
// attributes. For readers who prefer a dark scheme, a style sheet replaces the color of each class.
// Nothing is shown by hue alone: the colors of home rows differ in lightness, and marks differ in
// shape.
const (
	paperColor  = "#ffffff" // behind everything
	trayColor   = "#c9ccd1" // under the tiles, seen where the blank is
	inkColor    = "#222222"
	labelColor  = "#5f6368"
	accentColor = "#b3261e" // what costs extra moves, and the tile that moved
)

var darkRules = []draw.Rule{
	{Class: "paper", Property: "fill", Color: "#16181c"},
	{Class: "tray", Property: "fill", Color: "#050607"},
	{Class: "ink", Property: "fill", Color: "#f2f2f2"},
	{Class: "line", Property: "stroke", Color: "#f2f2f2"},
	{Class: "label", Property: "fill", Color: "#a9afb8"},
	{Class: "accent", Property: "fill", Color: "#ffb4a6"},
	{Class: "edge", Property: "stroke", Color: "#ffb4a6"},
}

// rowColors are the colors of tiles, from the first home row to the last. No board has more than
// twelve rows. Lightness and hue increase or decrease in equal steps in the color space OKLCH (B.
// Ottosson, A perceptual color space for image processing, 2020). The hue is 100° to 250°. The
// lightness is 0.96 to 0.74 with chroma 0.07, and 0.34 to 0.53 with chroma 0.06 in the dark scheme.
var (
	rowColors = [...]string{
		"#fcf4be", "#eaf1bb", "#d8eebc", "#c5eabf", "#b4e6c3", "#a4e0c8",
		"#97dace", "#8dd3d2", "#87cbd6", "#85c2d8", "#86b9d8", "#89afd6",
	}
	darkRowColors = [...]string{
		"#3f380e", "#3c4018", "#384723", "#334e2f", "#2e543b", "#295949",
		"#275e56", "#296363", "#2f666f", "#386a7b", "#446c85", "#516f8e",
	}
)

// rowColor returns the index of the color of a home row of a board.
func rowColor(row, height int) int { return row * (len(rowColors) - 1) / (height - 1) }

// darkRules returns the rules for a dark color scheme.
func (c *canvas) darkRules() []draw.Rule {
	rules := slices.Clone(darkRules)
	for row := range c.start.Height() {
		rules = append(rules, draw.Rule{Class: fmt.Sprintf("row%d", row), Property: "fill", Color: darkRowColors[rowColor(row, c.start.Height())]})
	}
	return rules
}

// stamped returns the name of a class inside a stamp.
func (c *canvas) stamped(class string) string { return draw.Stamped(c.ID, class) }
