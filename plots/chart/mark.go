package chart

import "math"

// Length is a length in points, 1/72 inch.
type Length float64

// Inch is the number of points in an inch.
const Inch Length = 72

// Place is a position in the data area. It consists of values on the axes, an offset in points, and
// an upward offset as a share of the mark's size. An infinite value on an axis means the edge.
type Place struct {
	X, Y   float64
	DX, DY Length
	Up     float64
}

// To returns the place with the given values on the axes.
func To(x, y float64) Place { return Place{X: x, Y: y} }

// By returns the place moved by dx to the right and by dy up, in points.
func (pl Place) By(dx, dy Length) Place {
	pl.DX, pl.DY = pl.DX+dx, pl.DY+dy
	return pl
}

// Rise returns the place moved up by a share of its mark's size.
func (pl Place) Rise(share float64) Place {
	pl.Up += share
	return pl
}

// Edge, as a value of a [Place], means the upper end of the axis; −Edge means the lower end.
var Edge = math.Inf(1)

// Tone is the color and opacity of a mark. Color names a color of the theme; "" means the color of
// the series. An opacity of 0 means 1.
type Tone struct {
	Color   string  `json:"color,omitempty"`
	Opacity float64 `json:"opacity,omitempty"`
}

// Size is a length that may depend on the layout: a share of one unit on an axis, but not less than
// Least and not more than Most. The axis is vertical unless OnX is set. Without a share, the size
// is Most.
type Size struct {
	Least Length  `json:"least,omitempty"`
	Most  Length  `json:"most,omitempty"`
	Share float64 `json:"share,omitempty"`
	OnX   bool    `json:"onX,omitempty"`
}

// Shape is the outline of a marker. If it is "", the series determines the outline.
type Shape string

// Shapes with a fixed meaning, independent of the series. A tick is a short vertical stroke.
const (
	Disc    Shape = "disc"
	Diamond Shape = "diamond"
	Tick    Shape = "tick"
)

// Mark is an element of a figure. It must be one of the types below.
type Mark any

// Line connects places by straight lines. It is clipped to the data area unless Free is set.
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

// Points draws a marker at each place. Without a size, the markers have the size of the series'
// markers.
type Points struct {
	At    []Place `json:"at"`
	Shape Shape   `json:"shape,omitempty"`
	Size  Size    `json:"size,omitzero"`
	Tone
	Open bool   `json:"open,omitempty"`
	Halo Length `json:"halo,omitempty"` // width of a margin around each marker, in the color of the paper
	// Spaced thins out the markers of a curve: it leaves out points that are closer to the previous
	// marker than about a ninth of the data area. Different values give slightly different
	// distances. The first and the last point stay. 0 leaves out none.
	Spaced int `json:"spaced,omitempty"`
}

// Arrow shows that the true value is beyond a place: above it or, if Right is set, to the right.
type Arrow struct {
	At Place `json:"at"`
	Tone
	Right bool `json:"right,omitempty"`
}

// Rule draws a line across the data area at a value of an axis, with a label. If Upright is set,
// the value is on the horizontal axis, and the label is above the data area. Otherwise the label is
// near the left end. If Moves is set and curves are in the way, it moves to the right end. A class
// makes the rule a named part of the drawing.
type Rule struct {
	Class   string  `json:"class,omitempty"`
	Value   float64 `json:"value"`
	Upright bool    `json:"upright,omitempty"`
	Label   string  `json:"label,omitempty"` // label as rich text
	In      Length  `json:"in,omitempty"`    // for a horizontal line: distance from the edge to the label
	Moves   bool    `json:"moves,omitempty"`
}

// Bars draws a vertical bar around each place. A bar is one unit of the horizontal axis wide.
type Bars struct {
	At []Place `json:"at"`
}

// Cells draws a grid of cells, one unit wide and high. It writes their texts only if there is room
// for all of them.
type Cells struct {
	Cells []Cell `json:"cells"`
	Gap   Size   `json:"gap"` // space between cells
}

// Cell is a cell of a grid. Shade is from 0 to 1, as a share of the scale.
type Cell struct {
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Shade float64 `json:"shade"`
	Text  string  `json:"text,omitempty"`
}

// Names writes names next to places. The names avoid each other, other marks and markers. Share is
// how far they stay away from a marker, as a share of the marker's size.
type Names struct {
	Names []Name  `json:"names"`
	Share float64 `json:"share"`
}

// Name is the name of a place, in the color of a series if it has one. If there is no room, a minor
// name is left out. Narrow sheets also leave out loose names if there is no room, and they always
// leave out wide names.
type Name struct {
	Text   string  `json:"text"`
	At     []Place `json:"at"`              // possible places, of which one is enough
	Inset  bool    `json:"inset,omitempty"` // the name is at an edge, so move it inward by half its width
	Large  bool    `json:"large,omitempty"`
	Rich   bool    `json:"rich,omitempty"`
	Color  string  `json:"color,omitempty"` // name of a color of the theme
	Series string  `json:"series,omitempty"`
	Clear  Length  `json:"clear,omitempty"` // distance from the place to the text
	Minor  bool    `json:"minor,omitempty"`
	Loose  bool    `json:"loose,omitempty"`
	Wide   bool    `json:"wide,omitempty"`
}

// Risk writes a table of the numbers at risk, one row per series, below the horizontal axis.
type Risk struct {
	Of []AtRisk `json:"of"`
}

// AtRisk lists how many instances of one series are still at risk. Each step is a pair: a value of
// the horizontal axis, and the number at risk from this value on.
type AtRisk struct {
	Name  string       `json:"name"`
	Steps [][2]float64 `json:"steps"`
}

// Sides draws a line of no effect at a value of the horizontal axis. Below and Above say what
// values on either side mean.
type Sides struct {
	Value float64 `json:"value"`
	Below string  `json:"below,omitempty"`
	Above string  `json:"above,omitempty"`
}

// References draws a line at each value of the horizontal axis in At. The labels are side by side
// above the data area, sorted by value.
type References struct {
	At     []float64 `json:"at"`
	Labels []string  `json:"labels"` // labels as rich text
}

// Slope writes a label along the diagonal, at the place where both coordinates are Value.
type Slope struct {
	Value float64 `json:"value"`
	Text  string  `json:"text"`
}

// Diagonal draws the diagonal of equal axes, and lines at factors of ten if Decades is set. The
// diagonal ends at Edge; runs that a limit stopped are beyond it. Dot is the diameter of the
// points.
type Diagonal struct {
	Edge    float64 `json:"edge"`
	Capped  bool    `json:"capped,omitempty"`
	Decades bool    `json:"decades,omitempty"`
	Points  []Place `json:"points"`
	Dot     Length  `json:"dot"`
}

// Density draws the number of points in each cell of a grid of 48 × 48 cells. Cells have the color
// of the series with the smaller value, or a neutral color where both values are equal.
type Density struct {
	At []Place `json:"at"`
	X  string  `json:"x"`
	Y  string  `json:"y"`
}

// Verdict summarizes the points around a diagonal, with a text on each side. A text is where it
// covers the fewest points.
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
