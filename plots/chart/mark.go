package chart

import "math"

// Length is a length in points (1/72 inch).
type Length float64

// Inch is the number of points in an inch.
const Inch Length = 72

// Place is a position in the data area. It consists of values on the two axes, an offset in points,
// and an upward offset as a share of the mark's size. An infinite value means the edge of the data
// area.
type Place struct {
	X, Y   float64
	DX, DY Length
	Up     float64
}

// To returns the place with the values x and y on the axes.
func To(x, y float64) Place { return Place{X: x, Y: y} }

// By returns the place, moved by dx points to the right and dy points up.
func (pl Place) By(dx, dy Length) Place {
	pl.DX, pl.DY = pl.DX+dx, pl.DY+dy
	return pl
}

// Rise returns the place moved up by the given fraction of the mark's size.
func (pl Place) Rise(share float64) Place {
	pl.Up += share
	return pl
}

// Edge is a value of a [Place] that means the upper end of the axis. −Edge means the lower end.
var Edge = math.Inf(1)

// Tone is the color and opacity of a mark. Color is the name of a color in the theme; "" means the
// color of the series. An opacity of 0 means 1.
type Tone struct {
	Color   string  `json:"color,omitempty"`
	Opacity float64 `json:"opacity,omitempty"`
}

// Size is a length that may depend on the layout. It is the given share of one unit on an axis, but
// at least Least and at most Most. The axis is the horizontal one if OnX is set, and the vertical
// one otherwise. If the share is 0, the size is Most.
type Size struct {
	Least Length  `json:"least,omitempty"`
	Most  Length  `json:"most,omitempty"`
	Share float64 `json:"share,omitempty"`
	OnX   bool    `json:"onX,omitempty"`
}

// Shape is the outline of a marker; "" means the shape of the series.
type Shape string

// Shapes that do not depend on the series. A tick is a short vertical stroke.
const (
	Disc    Shape = "disc"
	Diamond Shape = "diamond"
	Tick    Shape = "tick"
)

// Mark is an element of a figure. It must have one of the mark types in this package, such as
// [Line] or [Points].
type Mark any

// Line connects places with straight lines. It is clipped to the data area unless Free is set.
type Line struct {
	At []Place `json:"at"`
	Tone
	Width  Length   `json:"width,omitempty"`  // line width; 0 means the line width of the series
	Dashes []Length `json:"dashes,omitempty"` // alternating lengths of dashes and gaps; empty means a solid line
	Dashed bool     `json:"dashed,omitempty"` // whether to use the dash pattern of the series
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

// Points draws a marker at each place. If Size is zero, the markers have the size of the series'
// markers.
type Points struct {
	At    []Place `json:"at"`
	Shape Shape   `json:"shape,omitempty"`
	Size  Size    `json:"size,omitzero"`
	Tone
	Open bool   `json:"open,omitempty"`
	Halo Length `json:"halo,omitempty"` // width of a margin around each marker, in the color of the paper
	// Spaced, if not 0, thins out the markers of a curve. Points are omitted if they are closer to
	// the previous marker than about a ninth of the width of the data area. The first and last
	// points always have markers. The exact distance depends on the value of Spaced, so that
	// markers of different curves do not coincide.
	Spaced int `json:"spaced,omitempty"`
}

// Arrow shows that the true value is beyond a place: above it, or to its right if Right is set.
type Arrow struct {
	At Place `json:"at"`
	Tone
	Right bool `json:"right,omitempty"`
}

// Rule draws a labeled line across the data area at a given value. If Upright is set, the line is
// vertical and its label is above the data area. Otherwise, the line is horizontal and its label is
// near the left end. If Moves is set, the label moves to the right end when a curve is in the way.
// Class, if not empty, is the class of the rule's group in the SVG.
type Rule struct {
	Class   string  `json:"class,omitempty"`
	Value   float64 `json:"value"`
	Upright bool    `json:"upright,omitempty"`
	Label   string  `json:"label,omitempty"` // text of the label, as rich text
	In      Length  `json:"in,omitempty"`    // distance of the label from the left edge, for a horizontal line
	Moves   bool    `json:"moves,omitempty"`
}

// Bars draws a vertical bar for each place, from the bottom of the data area up to the place. A bar
// is as wide as one unit on the horizontal axis.
type Bars struct {
	At []Place `json:"at"`
}

// Cells draws a grid of cells, each one unit wide and one unit high. It writes the texts of the
// cells only if all of them fit.
type Cells struct {
	Cells []Cell `json:"cells"`
	Gap   Size   `json:"gap"` // space between cells
}

// Cell is a cell in a grid. Shade is its position on the color scale, from 0 to 1.
type Cell struct {
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Shade float64 `json:"shade"`
	Text  string  `json:"text,omitempty"`
}

// Names writes names next to places. The names avoid each other and the marks of the chart. Share
// is the distance to keep from a marker, as a share of the marker's size.
type Names struct {
	Names []Name  `json:"names"`
	Share float64 `json:"share"`
}

// Name is a label for a place. A name that belongs to a series has the color of the series. If
// there is not enough room, names marked Minor are omitted; on narrow sheets, names marked Loose
// are omitted too. Narrow sheets always omit names marked Wide.
type Name struct {
	Text   string  `json:"text"`
	At     []Place `json:"at"`              // possible places; the name is written at one of them
	Inset  bool    `json:"inset,omitempty"` // whether to move the name inward from the edge of the data area by half of the name's width
	Large  bool    `json:"large,omitempty"`
	Rich   bool    `json:"rich,omitempty"`
	Color  string  `json:"color,omitempty"` // name of a color in the theme; "" means the usual color of notes
	Series string  `json:"series,omitempty"`
	Clear  Length  `json:"clear,omitempty"` // distance from the place to the text
	Minor  bool    `json:"minor,omitempty"`
	Loose  bool    `json:"loose,omitempty"`
	Wide   bool    `json:"wide,omitempty"`
}

// Risk writes a table below the horizontal axis, with one row per series. It shows how many
// instances are still at risk, that is, neither solved nor stopped.
type Risk struct {
	Of []AtRisk `json:"of"`
}

// AtRisk holds the number of instances in one series that are still at risk, that is, neither
// solved nor stopped. Each step contains a value on the horizontal axis and the number at risk from
// that value on.
type AtRisk struct {
	Name  string       `json:"name"`
	Steps [][2]float64 `json:"steps"`
}

// Sides draws the line of no effect at a value on the horizontal axis. Below and Above describe the
// meaning of smaller and larger values.
type Sides struct {
	Value float64 `json:"value"`
	Below string  `json:"below,omitempty"`
	Above string  `json:"above,omitempty"`
}

// References draws a vertical line at each value in At. The labels are side by side above the data
// area, in the order of the values.
type References struct {
	At     []float64 `json:"at"`
	Labels []string  `json:"labels"` // texts of the labels, as rich text, in the order of At
}

// Slope writes a label next to the diagonal, at the point where both coordinates equal Value.
type Slope struct {
	Value float64 `json:"value"`
	Text  string  `json:"text"`
}

// Diagonal draws the diagonal of a chart with equal axes, from the lower left corner to Edge on
// both axes. Points beyond Edge show runs that a limit stopped. If Decades is set, Diagonal also
// draws parallel lines at factors of ten. Dot is the diameter of the points.
type Diagonal struct {
	Edge    float64 `json:"edge"`
	Capped  bool    `json:"capped,omitempty"`
	Decades bool    `json:"decades,omitempty"`
	Points  []Place `json:"points"`
	Dot     Length  `json:"dot"`
}

// Density shows the number of points in each cell of a 48 × 48 grid as the area of a square. A
// square has the color of the series with the smaller value, or a neutral color if both values are
// equal.
type Density struct {
	At []Place `json:"at"`
	X  string  `json:"x"`
	Y  string  `json:"y"`
}

// Verdict summarizes the points around a diagonal, with a text on each side. Each text is placed
// where it covers the fewest points.
type Verdict struct {
	Diagonal
	Upper Sentence `json:"upper"`
	Lower Sentence `json:"lower,omitzero"`
}

// Sentence is a line of text with a smaller line below it. It has the color of a series, or is
// black.
type Sentence struct {
	Who    string `json:"who"`
	What   string `json:"what"`
	Series string `json:"series,omitempty"`
}
