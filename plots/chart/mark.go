package chart

import "math"

// Length is a length in points, 1/72 inch.
type Length float64

// Inch is the length of an inch.
const Inch Length = 72

// Place is where something is in the data area: values on the axes, infinite ones at
// its edges; then moved by some points, and up by a share of the size of its mark.
type Place struct {
	X, Y   float64
	DX, DY Length
	Up     float64
}

// To is the place of two values.
func To(x, y float64) Place { return Place{X: x, Y: y} }

// By returns the place moved by some points.
func (pl Place) By(dx, dy Length) Place {
	pl.DX, pl.DY = pl.DX+dx, pl.DY+dy
	return pl
}

// Rise returns the place moved up by a share of the size of its mark.
func (pl Place) Rise(share float64) Place {
	pl.Up += share
	return pl
}

// Edge is the value at an end of an axis, whatever the axis shows: +Edge at the upper end.
var Edge = math.Inf(1)

// Tone is a colour of the theme by its name, with an opacity; 0 means 1. Without a name it
// is the colour of the series.
type Tone struct {
	Color   string  `json:"color,omitempty"`
	Opacity float64 `json:"opacity,omitempty"`
}

// Size is a length that the layout may decide: a share of a unit of an axis, the vertical
// one if not OnX, between two lengths. Without a share it is the larger one.
type Size struct {
	Least Length  `json:"least,omitempty"`
	Most  Length  `json:"most,omitempty"`
	Share float64 `json:"share,omitempty"`
	OnX   bool    `json:"onX,omitempty"`
}

// Shape is the outline of a marker; the series decides if it is empty.
type Shape string

// The shapes with a meaning of their own. A tick is a short upright stroke.
const (
	Disc    Shape = "disc"
	Diamond Shape = "diamond"
	Tick    Shape = "tick"
)

// Mark is a part of what a figure shows: one of the types below.
type Mark any

// Line joins places by straight lines, clipped to the data area unless Free.
type Line struct {
	At []Place `json:"at"`
	Tone
	Width  Length   `json:"width,omitempty"`  // 0 means as wide as the series
	Dashes []Length `json:"dashes,omitempty"` // none means a full line
	Dashed bool     `json:"dashed,omitempty"` // with the dashes of the series
	Size   Size     `json:"size,omitzero"`
	Free   bool     `json:"free,omitempty"`
}

// Area fills a polygon, clipped to the data area unless Free.
type Area struct {
	At []Place `json:"at"`
	Tone
	Size Size `json:"size,omitzero"`
	Free bool `json:"free,omitempty"`
}

// Points is a marker at each of some places, of the size that markers of the series have
// unless one is given.
type Points struct {
	At    []Place `json:"at"`
	Shape Shape   `json:"shape,omitempty"`
	Size  Size    `json:"size,omitzero"`
	Tone
	Open bool   `json:"open,omitempty"`
	Halo Length `json:"halo,omitempty"` // of paper around it: added to its diameter
	// Spaced leaves out points that are nearer to the one before than a ninth of the data
	// area and a little more, which differs for series of other numbers; the first and the
	// last stay. 0 leaves out none.
	Spaced int `json:"spaced,omitempty"`
}

// Arrow shows that the true value lies beyond a place: above it, or to the right.
type Arrow struct {
	At Place `json:"at"`
	Tone
	Right bool `json:"right,omitempty"`
}

// Rule is a value of an axis as a line across the data area with its name: of the vertical
// axis, near its left end or, if lines are there and it may move, near the right one; or
// of the horizontal axis, above the data area. A class makes it a part of the drawing.
type Rule struct {
	Class   string  `json:"class,omitempty"`
	Value   float64 `json:"value"`
	Upright bool    `json:"upright,omitempty"`
	Label   string  `json:"label,omitempty"` // rich text
	In      Length  `json:"in,omitempty"`    // from the edge to the name of a level line
	Moves   bool    `json:"moves,omitempty"`
}

// Bars is an upright bar around each place, a unit wide.
type Bars struct {
	At []Place `json:"at"`
}

// Cells is a grid of cells, a unit wide and high.
type Cells struct {
	Cells []Cell `json:"cells"`
	Gap   Size   `json:"gap"` // between them
}

// Numbers is the texts in the middle of cells, on their shades, if there is room for all
// of them.
type Numbers struct {
	Cells []Cell `json:"cells"`
}

// Cell is a cell of a grid, whose shade is a share of the scale.
type Cell struct {
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Shade float64 `json:"shade"`
	Text  string  `json:"text,omitempty"`
}

// Names names places, off each other, off what is drawn and off markers, which take a
// share of their size to all sides.
type Names struct {
	Names []Name  `json:"names"`
	Share float64 `json:"share"`
}

// Name is the name of a place, in the colour of a series if it has one. Minor ones are
// left out where there is no room; on a narrow sheet, the loose ones as well, and wide
// ones anyway.
type Name struct {
	Text   string  `json:"text"`
	At     []Place `json:"at"`              // any one of them
	Inset  bool    `json:"inset,omitempty"` // it begins at an edge: in by half its width
	Large  bool    `json:"large,omitempty"`
	Rich   bool    `json:"rich,omitempty"`
	Color  string  `json:"color,omitempty"` // of the theme
	Series string  `json:"series,omitempty"`
	Clear  Length  `json:"clear,omitempty"` // from the place to the text
	Minor  bool    `json:"minor,omitempty"`
	Loose  bool    `json:"loose,omitempty"`
	Wide   bool    `json:"wide,omitempty"`
}

// Heads is a name above each column of a grid, column 1 first.
type Heads struct {
	Names []string `json:"names"`
}

// Risk is the numbers at risk, written below the numbers of the horizontal axis.
type Risk struct {
	Of []AtRisk `json:"of"`
}

// AtRisk is the number of a series at risk, up to each value of the horizontal axis.
type AtRisk struct {
	Name  string       `json:"name"`
	Steps [][2]float64 `json:"steps"`
}

// Sides is a line of no effect at a value of the horizontal axis, and what its sides mean.
type Sides struct {
	Value float64 `json:"value"`
	Below string  `json:"below,omitempty"`
	Above string  `json:"above,omitempty"`
}

// References is values of the horizontal axis as lines, their names side by side above the
// data area, in the order of the values.
type References struct {
	At     []float64 `json:"at"`
	Labels []string  `json:"labels"` // rich text
}

// Slope is the name of a rising line through the place of two equal values.
type Slope struct {
	Value float64 `json:"value"`
	Text  string  `json:"text"`
}

// Diagonal is the diagonal of equal axes, up to an edge beyond which are the runs that a
// limit stopped, with lines of a factor of ten. Points have a diameter.
type Diagonal struct {
	Edge    float64 `json:"edge"`
	Capped  bool    `json:"capped,omitempty"`
	Decades bool    `json:"decades,omitempty"`
	Points  []Place `json:"points"`
	Dot     Length  `json:"dot"`
}

// Density is counts of points on a grid of 48 × 48 cells: where both values are equal, and
// in the looks of two series where one of them is less.
type Density struct {
	At []Place `json:"at"`
	X  string  `json:"x"`
	Y  string  `json:"y"`
}

// Verdict summarizes the points around a diagonal, in a text on either side of it where
// the fewest points are in the way.
type Verdict struct {
	Diagonal
	Upper Sentence `json:"upper"`
	Lower Sentence `json:"lower,omitzero"`
}

// Sentence is a line in the colour of a series, or in ink, and a small one below it.
type Sentence struct {
	Who    string `json:"who"`
	What   string `json:"what"`
	Series string `json:"series,omitempty"`
}
