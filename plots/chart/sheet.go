package chart

import "fmt"

// Lengths that several kinds of figures share, in points.
const (
	Hairline    = 0.5
	ThinLine    = 0.8
	CurveWidth  = 1.6
	MarkSize    = 5.0        // diameter of a marker on a curve
	LineHeight  = 10.0       // height of a line of small text
	RowHeight   = 24.0       // height of a row with a box or an interval
	RowsHeight  = 66.0       // height of a chart with rows, apart from the rows
	UsualHeight = 3.3 * Inch // height of a chart with curves
)

// Sheet describes a figure for drawing. It contains one chart, several charts side by side with the
// same axes, or a notice that there is nothing to draw.
type Sheet struct {
	Version int    `json:"version"`
	ID      string `json:"-"` // prefix of every id in the drawing
	Title   string `json:"-"`
	Alt     string `json:"-"` // text alternative for screen readers
	Width   Length `json:"width"`
	Height  Length `json:"height,omitempty"` // height of the figure; 0 means a height that suits the width

	Charts  []Chart  `json:"charts,omitempty"`
	Columns int      `json:"columns,omitempty"` // number of charts per row; 0 for a single chart
	Notice  string   `json:"notice,omitempty"`  // text to show instead of charts
	Scheme  []string `json:"scheme,omitempty"`  // names of series in the order in which they get their looks
}

// Chart is a data area with its axes, layers and series.
type Chart struct {
	X      Axis     `json:"x"`
	Y      Axis     `json:"y"`
	XGrid  bool     `json:"xGrid,omitempty"`  // draw vertical grid lines
	YGrid  bool     `json:"yGrid,omitempty"`  // draw horizontal grid lines
	Framed bool     `json:"framed,omitempty"` // draw a line at the left edge as well as at the bottom
	Square bool     `json:"square,omitempty"` // use equal axes with the same length and ticks
	Foot   Length   `json:"foot,omitempty"`   // empty space below the label of the horizontal axis
	Tall   Length   `json:"tall,omitempty"`   // additional height of a row, for marks above and below it
	Heads  []string `json:"heads,omitempty"`  // headings of the columns at the right of the rows
	Scale  *Scale   `json:"scale,omitempty"`  // color bar for the shades of cells

	Wide  Length   `json:"wide"` // size for which the chart is designed
	High  Length   `json:"high"`
	Panel string   `json:"panel,omitempty"` // title of the chart if it is one of several
	Names []string `json:"names,omitempty"` // series names of all panels, so that they share looks

	Under  []Layer  `json:"under,omitempty"` // layers to draw below the series
	Series []Series `json:"series,omitempty"`
	Over   []Layer  `json:"over,omitempty"` // layers to draw above the series
}

// Axis describes one axis of a chart: its label, range and ticks.
type Axis struct {
	Label   string   `json:"label,omitempty"` // label with the unit, as rich text
	Log     bool     `json:"log,omitempty"`
	Percent bool     `json:"percent,omitempty"` // values are shares from 0 to 1
	Whole   bool     `json:"whole,omitempty"`   // values are whole numbers, and so are the ticks of a linear axis
	Seconds bool     `json:"seconds,omitempty"` // values are in seconds, and ticks have SI prefixes
	Rows    []string `json:"rows,omitempty"`    // names instead of numbers: row i is at −i, column i at i + 1
	Lo      float64  `json:"lo"`
	Hi      float64  `json:"hi"`
	Zero    float64  `json:"zero,omitempty"`  // on a logarithmic axis: where to draw the value 0; 0 if no value is 0
	Least   float64  `json:"least,omitempty"` // on a logarithmic axis with Zero: the smallest value above 0

	// Rim is the position of values beyond a limit. Edge is the end of the area for values below
	// the limit. Both are 0 if there is no limit.
	Rim  float64 `json:"rim,omitempty"`
	Edge float64 `json:"edge,omitempty"`
}

// Layer is a list of marks to draw together. A class makes it a named part of the drawing.
type Layer struct {
	Class string `json:"class,omitempty"`
	Name  string `json:"name,omitempty"`
	Marks Marks  `json:"marks,omitempty"`
}

// Series is a named part of a chart, such as a curve with its marks.
type Series struct {
	Class string   `json:"class,omitempty"` // name of its part of the drawing; "" means "series", which has a look
	Name  string   `json:"name,omitempty"`
	Note  string   `json:"note,omitempty"`  // second line of the label, as rich text
	Cells []string `json:"cells,omitempty"` // rich texts at the end of the row, one per column
	Ruler bool     `json:"ruler,omitempty"` // whether the series is not data but a line for comparison
	Shift Length   `json:"shift,omitempty"` // shift to the right in points, which separates the series from others
	Under Layer    `json:"under,omitzero"`  // layer to draw below all series
	Marks Marks    `json:"marks,omitempty"`

	// End holds the places where the curve ends. The name is on the right, at their average height.
	// If End is empty, the name is not written.
	End    []Place `json:"end,omitempty"`
	Loose  bool    `json:"loose,omitempty"`  // whether to draw no line from the name to the curve, because many curves end there
	Beside bool    `json:"beside,omitempty"` // whether to write the name next to the data; a narrow sheet may write it elsewhere
}

// Scale describes how a color bar shows counts. It is logarithmic and extends from 1 to Most.
type Scale struct {
	Heading string  `json:"heading"`
	Most    float64 `json:"most"`
}

// CheckSize returns an error if a figure's width or height is out of range. Both are in points. A
// side of more than 40 inches is probably in the wrong unit.
func CheckSize(id string, width, height Length) error {
	if !(width >= Inch && width <= 40*Inch && height >= Inch/2 && height <= 40*Inch) {
		return fmt.Errorf("plots: figure %q: size %.4g × %.4g pt is out of range (want 72 × 36 to 2880 × 2880)", id, width, height)
	}
	return nil
}
