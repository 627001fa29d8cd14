package chart

import "math"

// Length is a length in points (1/72 inch).
type Length float64

// Inch is the number of points in an inch.
const Inch Length = 72

// Place is a position in the data area: values on the axes, an offset in points, and an upward
// offset as a share of the mark's size. An infinite value means the edge of the axis.
type Place struct {
	X, Y   float64
	DX, DY Length
	Up     float64
}

// To returns the place with the given values on the axes.
func To(x, y float64) Place { return Place{X: x, Y: y} }

// By returns the place, moved by dx points to the right and dy points up.
func (pl Place) By(dx, dy Length) Place {
	pl.DX, pl.DY = pl.DX+dx, pl.DY+dy
	return pl
}

// Rise returns the place, moved up by a share of its mark's size.
func (pl Place) Rise(share float64) Place {
	pl.Up += share
	return pl
}

// Edge, as a value of a [Place], means the upper end of the axis; −Edge means the lower end.
var Edge = math.Inf(1)

// Tone is the color and opacity of a mark. Color names a color of the theme, or is "" for the color
// of the series. An opacity of 0 means 1.
type Tone struct {
	Color   string  `json:"color,omitempty"`
	Opacity float64 `json:"opacity,omitempty"`
}

// Size is a length that may depend on the layout. It is a share of one unit on an axis, but at
// least Least and at most Most. The axis is vertical unless OnX is set. Without a share, the size
// is Most.
type Size struct {
	Least Length  `json:"least,omitempty"`
	Most  Length  `json:"most,omitempty"`
	Share float64 `json:"share,omitempty"`
	OnX   bool    `json:"onX,omitempty"`
}

// Shape is the outline of a marker. If it is "", the series determines it.
type Shape string

// Shapes with a fixed meaning, independent of the series. A tick is a short vertical stroke.
const (
	Disc    Shape = "disc"
	Diamond Shape = "diamond"
	Tick    Shape = "tick"
)

// Mark is an element of a figure. It must be one of the types below.
type Mark any

// Line connects places with straight lines. It is clipped to the data area unless Free is set.
type Line struct {
	At []Place `json:"at"`
	Tone
	Width  Length   `json:"width,omitempty"`  // 0 means the line width of the series
	Dashes []Length `json:"dashes,omitempty"` // dash pattern; empty means a solid line
	Dashed bool     `json:"dashed,omitempty"` // use the dash pattern of the series
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

// Points draws a marker at each place. If no size is given, the markers are as large as the series'
// markers.
type Points struct {
	At    []Place `json:"at"`
	Shape Shape   `json:"shape,omitempty"`
	Size  Size    `json:"size,omitzero"`
	Tone
	Open bool   `json:"open,omitempty"`
	Halo Length `json:"halo,omitempty"` // width of a margin around each marker, in the color of the paper
	// Spaced thins out a curve's markers. It omits points that are closer to the previous marker
	// than about a ninth of the data area, but never the first and last points. Different values
	// give slightly different distances. 0 omits no points.
	Spaced int `json:"spaced,omitempty"`
}

// Arrow shows that the true value is beyond a place: above it, or to its right if Right is set.
type Arrow struct {
	At Place `json:"at"`
	Tone
	Right bool `json:"right,omitempty"`
}

// Rule draws a labeled line across the data area at a given value. If Upright is set, the value is
// on the horizontal axis, and the label is above the data area. Otherwise, the label is near the
// left end of the line. If Moves is set and curves are in the way, the label moves to the right
// end. A class makes the rule a named part of the drawing.
type Rule struct {
	Class   string  `json:"class,omitempty"`
	Value   float64 `json:"value"`
	Upright bool    `json:"upright,omitempty"`
	Label   string  `json:"label,omitempty"` // label as rich text
	In      Length  `json:"in,omitempty"`    // for a horizontal line: distance from the edge to the label
	Moves   bool    `json:"moves,omitempty"`
}

// Bars draws a vertical bar around each place. A bar is as wide as one unit on the horizontal axis.
type Bars struct {
	At []Place `json:"at"`
}

// Cells draws a grid of cells that are one unit wide and high. It writes the cells' texts only if
// there is room for all of them.
type Cells struct {
	Cells []Cell `json:"cells"`
	Gap   Size   `json:"gap"` // space between cells
}

// Cell is a cell in a grid. Shade is its place on the color scale, from 0 to 1.
type Cell struct {
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Shade float64 `json:"shade"`
	Text  string  `json:"text,omitempty"`
}

// Names writes names next to places. The names avoid each other, other marks and markers. Share is
// the distance between a name and a marker, as a share of the marker's size.
type Names struct {
	Names []Name  `json:"names"`
	Share float64 `json:"share"`
}

// Name is the name of a place, in the color of its series if it has one. If there is no room, minor
// names are omitted. On narrow sheets, loose names are omitted too if there is no room, and wide
// names are always omitted.
type Name struct {
	Text   string  `json:"text"`
	At     []Place `json:"at"`              // possible places, of which one is used
	Inset  bool    `json:"inset,omitempty"` // whether the name is at an edge, so that it must move inward by half its width
	Large  bool    `json:"large,omitempty"`
	Rich   bool    `json:"rich,omitempty"`
	Color  string  `json:"color,omitempty"` // name of a color of the theme
	Series string  `json:"series,omitempty"`
	Clear  Length  `json:"clear,omitempty"` // distance from the place to the text
	Minor  bool    `json:"minor,omitempty"`
	Loose  bool    `json:"loose,omitempty"`
	Wide   bool    `json:"wide,omitempty"`
}

// Risk writes a table of numbers at risk below the horizontal axis, with one row per series.
type Risk struct {
	Of []AtRisk `json:"of"`
}

// AtRisk lists how many instances in one series are still at risk. Each step is a pair of a value
// on the horizontal axis and the number at risk from that value on.
type AtRisk struct {
	Name  string       `json:"name"`
	Steps [][2]float64 `json:"steps"`
}

// Sides draws a line of no effect at a value on the horizontal axis. Below and Above say what
// values on each side mean.
type Sides struct {
	Value float64 `json:"value"`
	Below string  `json:"below,omitempty"`
	Above string  `json:"above,omitempty"`
}

// References draws a line at each of the values At on the horizontal axis. The labels are side by
// side above the data area, sorted by value.
type References struct {
	At     []float64 `json:"at"`
	Labels []string  `json:"labels"` // labels as rich text
}

// Slope writes a label along the diagonal, where both coordinates equal Value.
type Slope struct {
	Value float64 `json:"value"`
	Text  string  `json:"text"`
}

// Diagonal draws the diagonal of equal axes. If Decades is set, it also draws lines at factors of
// ten. The diagonal ends at Edge; runs stopped by a limit are beyond Edge. Dot is the diameter of
// the points.
type Diagonal struct {
	Edge    float64 `json:"edge"`
	Capped  bool    `json:"capped,omitempty"`
	Decades bool    `json:"decades,omitempty"`
	Points  []Place `json:"points"`
	Dot     Length  `json:"dot"`
}

// Density draws the number of points in each cell of a 48 × 48 grid. A cell has the color of the
// series with the smaller value, or a neutral color if both values are equal.
type Density struct {
	At []Place `json:"at"`
	X  string  `json:"x"`
	Y  string  `json:"y"`
}

// Verdict summarizes the points around a diagonal, with a text on each side. Each text is where it
// covers the fewest points.
type Verdict struct {
	Diagonal
	Upper Sentence `json:"upper"`
	Lower Sentence `json:"lower,omitzero"`
}

// Sentence is a line of text with a smaller line below it. It is in the color of a series, or
// black.
type Sentence struct {
	Who    string `json:"who"`
	What   string `json:"what"`
	Series string `json:"series,omitempty"`
}
