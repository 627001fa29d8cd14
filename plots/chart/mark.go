package chart

import "math"

// Length is a length in points, 1/72 inch.
type Length float64

// Inch is the length of an inch.
const Inch Length = 72

// Place is a position in the data area. It consists of values on the axes, where an infinite value
// means an edge, an offset in points, and an upward offset as a share of the size of the mark.
type Place struct {
	X, Y   float64
	DX, DY Length
	Up     float64
}

// To returns the place with the given values on the axes.
func To(x, y float64) Place { return Place{X: x, Y: y} }

// By returns the place with an added offset in points.
func (pl Place) By(dx, dy Length) Place {
	pl.DX, pl.DY = pl.DX+dx, pl.DY+dy
	return pl
}

// Rise returns the place moved up by a share of the size of its mark.
func (pl Place) Rise(share float64) Place {
	pl.Up += share
	return pl
}

// Edge is the value at the end of any axis: +Edge is the upper end, −Edge the lower.
var Edge = math.Inf(1)

// Tone is a named color of the theme with an opacity; 0 means 1. Without a name it is the color of
// the series.
type Tone struct {
	Color   string  `json:"color,omitempty"`
	Opacity float64 `json:"opacity,omitempty"`
}

// Size is a length that may depend on the layout: a share of one unit on an axis, within two
// limits. The axis is vertical unless OnX is set. Without a share the size is the larger limit.
type Size struct {
	Least Length  `json:"least,omitempty"`
	Most  Length  `json:"most,omitempty"`
	Share float64 `json:"share,omitempty"`
	OnX   bool    `json:"onX,omitempty"`
}

// Shape is the outline of a marker. If it is empty, the series determines the outline.
type Shape string

// Shapes with a fixed meaning. A tick is a short vertical stroke.
const (
	Disc    Shape = "disc"
	Diamond Shape = "diamond"
	Tick    Shape = "tick"
)

// Mark is an element of a figure: one of the types below.
type Mark any

// Line connects places by straight lines. It is clipped to the data area unless Free is set.
type Line struct {
	At []Place `json:"at"`
	Tone
	Width  Length   `json:"width,omitempty"`  // 0 means the width of the series
	Dashes []Length `json:"dashes,omitempty"` // empty means a solid line
	Dashed bool     `json:"dashed,omitempty"` // use the dashes of the series
	Size   Size     `json:"size,omitzero"`
	Free   bool     `json:"free,omitempty"`
}

// Area fills a polygon. It is clipped to the data area unless Free is set.
type Area struct {
	At []Place `json:"at"`
	Tone
	Size Size `json:"size,omitzero"`
	Free bool `json:"free,omitempty"`
}

// Points draws a marker at each place. Without a size, the markers are as large as those of the
// series.
type Points struct {
	At    []Place `json:"at"`
	Shape Shape   `json:"shape,omitempty"`
	Size  Size    `json:"size,omitzero"`
	Tone
	Open bool   `json:"open,omitempty"`
	Halo Length `json:"halo,omitempty"` // width added to the diameter, in the color of the paper
	// Spaced leaves out points that are closer to the previous point than a ninth of the data area,
	// plus a small amount that differs between Spaced values. The first and the last point stay. 0
	// leaves out none.
	Spaced int `json:"spaced,omitempty"`
}

// Arrow shows that the true value is beyond a place: above it, or to the right.
type Arrow struct {
	At Place `json:"at"`
	Tone
	Right bool `json:"right,omitempty"`
}

// Rule draws a value on an axis as a line across the data area, with a label. For a value on the
// vertical axis, the label is near the left end or, if it may move and curves are in the way, near
// the right end. For a value on the horizontal axis, the label is above the data area. A class
// makes the rule a named part of the drawing.
type Rule struct {
	Class   string  `json:"class,omitempty"`
	Value   float64 `json:"value"`
	Upright bool    `json:"upright,omitempty"`
	Label   string  `json:"label,omitempty"` // rich text
	In      Length  `json:"in,omitempty"`    // distance from the edge to the label of a horizontal line
	Moves   bool    `json:"moves,omitempty"`
}

// Bars draws a vertical bar around each place, one unit wide.
type Bars struct {
	At []Place `json:"at"`
}

// Cells draws a grid of cells, one unit wide and high, and their texts if there is room for all of
// them.
type Cells struct {
	Cells []Cell `json:"cells"`
	Gap   Size   `json:"gap"` // between cells
}

// Cell is a cell of a grid. Its shade is a share of the scale.
type Cell struct {
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Shade float64 `json:"shade"`
	Text  string  `json:"text,omitempty"`
}

// Names writes names next to places. They avoid each other, other marks, and markers, which take a
// share of their size on all sides.
type Names struct {
	Names []Name  `json:"names"`
	Share float64 `json:"share"`
}

// Name is the name of a place, in the color of a series if it has one. A minor name is left out if
// there is no room. Narrow sheets also leave out loose names if there is no room, and always leave
// out wide ones.
type Name struct {
	Text   string  `json:"text"`
	At     []Place `json:"at"`              // any one of these places
	Inset  bool    `json:"inset,omitempty"` // whether the name is at an edge and therefore moved inward by half its width
	Large  bool    `json:"large,omitempty"`
	Rich   bool    `json:"rich,omitempty"`
	Color  string  `json:"color,omitempty"` // color of the theme
	Series string  `json:"series,omitempty"`
	Clear  Length  `json:"clear,omitempty"` // distance from the place to the text
	Minor  bool    `json:"minor,omitempty"`
	Loose  bool    `json:"loose,omitempty"`
	Wide   bool    `json:"wide,omitempty"`
}

// Risk writes the numbers at risk below the labels of the horizontal axis.
type Risk struct {
	Of []AtRisk `json:"of"`
}

// AtRisk holds, for one series, the number at risk at each value of the horizontal axis.
type AtRisk struct {
	Name  string       `json:"name"`
	Steps [][2]float64 `json:"steps"`
}

// Sides draws a line of no effect at a value of the horizontal axis, and explains what either side
// means.
type Sides struct {
	Value float64 `json:"value"`
	Below string  `json:"below,omitempty"`
	Above string  `json:"above,omitempty"`
}

// References draws values of the horizontal axis as lines, with their labels side by side above the
// data area, sorted by value.
type References struct {
	At     []float64 `json:"at"`
	Labels []string  `json:"labels"` // rich text
}

// Slope labels a rising line that goes through a place with two equal values.
type Slope struct {
	Value float64 `json:"value"`
	Text  string  `json:"text"`
}

// Diagonal draws the diagonal of equal axes and lines at factors of ten. It ends at an edge beyond
// which the runs stopped by a limit are. Dot is the diameter of the points.
type Diagonal struct {
	Edge    float64 `json:"edge"`
	Capped  bool    `json:"capped,omitempty"`
	Decades bool    `json:"decades,omitempty"`
	Points  []Place `json:"points"`
	Dot     Length  `json:"dot"`
}

// Density draws counts of points on a grid of 48 × 48 cells. It uses one look where both values are
// equal, and the looks of two series where one or the other value is smaller.
type Density struct {
	At []Place `json:"at"`
	X  string  `json:"x"`
	Y  string  `json:"y"`
}

// Verdict summarizes the points around a diagonal, with a text on each side, where it covers the
// fewest points.
type Verdict struct {
	Diagonal
	Upper Sentence `json:"upper"`
	Lower Sentence `json:"lower,omitzero"`
}

// Sentence is a line of text in the color of a series or in black, with a smaller line below it.
type Sentence struct {
	Who    string `json:"who"`
	What   string `json:"what"`
	Series string `json:"series,omitempty"`
}
