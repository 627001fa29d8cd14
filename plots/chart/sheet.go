package chart

import "fmt"

// Lengths in points that several kinds of figures share.
const (
	Hairline    = 0.5
	ThinLine    = 0.8
	CurveWidth  = 1.6
	MarkSize    = 5.0        // diameter of a marker on a curve
	LineHeight  = 10.0       // height of a line of small text
	RowHeight   = 24.0       // height of a row with a box or an interval
	RowsHeight  = 66.0       // height of a chart with rows, not counting the rows themselves
	UsualHeight = 3.3 * Inch // height of a chart with curves
)

// Sheet describes a figure for drawing. It contains one chart, several charts side by side with the
// same axes, or a notice that there is nothing to draw.
type Sheet struct {
	Version int    `json:"version"`
	ID      string `json:"-"` // prefix of every SVG id in the drawing
	Title   string `json:"-"`
	Alt     string `json:"-"` // text alternative for screen readers
	Width   Length `json:"width"`
	Height  Length `json:"height,omitempty"` // height of the figure; 0 means a height that suits the width

	Charts  []Chart  `json:"charts,omitempty"`
	Columns int      `json:"columns,omitempty"` // number of charts per row; 0 for a single chart
	Notice  string   `json:"notice,omitempty"`  // text to show if there are no charts
	Scheme  []string `json:"scheme,omitempty"`  // names of series, in the order in which colors and markers are assigned
}

// Chart is one data area with its axes, layers and series.
type Chart struct {
	X      Axis     `json:"x"`
	Y      Axis     `json:"y"`
	XGrid  bool     `json:"xGrid,omitempty"`  // whether to draw vertical grid lines
	YGrid  bool     `json:"yGrid,omitempty"`  // whether to draw horizontal grid lines
	Framed bool     `json:"framed,omitempty"` // whether to draw a line at the left edge as well as at the bottom
	Square bool     `json:"square,omitempty"` // whether both axes have the same length and ticks
	Foot   Length   `json:"foot,omitempty"`   // empty space below the label of the horizontal axis
	Tall   Length   `json:"tall,omitempty"`   // additional height per row, for marks above and below the row
	Heads  []string `json:"heads,omitempty"`  // headings of the text columns to the right of the rows
	Scale  *Scale   `json:"scale,omitempty"`  // color bar for the shades of cells; nil if there is none

	Wide  Length   `json:"wide"` // Wide and High are the width and height for which the chart is designed.
	High  Length   `json:"high"`
	Panel string   `json:"panel,omitempty"` // title of the chart if it is one of several
	Names []string `json:"names,omitempty"` // names of the series in all panels, so that a series has one style

	Under  []Layer  `json:"under,omitempty"` // layers to draw below the series
	Series []Series `json:"series,omitempty"`
	Over   []Layer  `json:"over,omitempty"` // layers to draw above the series
}

// Axis describes one axis of a chart: its label, range and ticks.
type Axis struct {
	Label   string   `json:"label,omitempty"` // label with the unit, as rich text
	Log     bool     `json:"log,omitempty"`
	Percent bool     `json:"percent,omitempty"` // whether values are shares from 0 to 1, shown as percentages
	Whole   bool     `json:"whole,omitempty"`   // whether values, and therefore the ticks of a linear axis, are whole numbers
	Seconds bool     `json:"seconds,omitempty"` // whether values are in seconds; the ticks then have SI prefixes
	Rows    []string `json:"rows,omitempty"`    // names to show instead of numbers: name i is at the value −i on the vertical axis, and at i + 1 on the horizontal axis
	Lo      float64  `json:"lo"`
	Hi      float64  `json:"hi"`
	Zero    float64  `json:"zero,omitempty"`  // on a logarithmic axis, the value at which zeros are drawn; 0 if there are no zeros
	Least   float64  `json:"least,omitempty"` // on a logarithmic axis with zeros, the smallest value above 0

	// Rim is the position of values beyond a limit. Edge is the upper end of the range for values
	// below the limit. Both are 0 if there is no limit.
	Rim  float64 `json:"rim,omitempty"`
	Edge float64 `json:"edge,omitempty"`
}

// Layer is a list of marks to draw together. Class, if not empty, is the class of the layer's group
// in the SVG.
type Layer struct {
	Class string `json:"class,omitempty"`
	Name  string `json:"name,omitempty"`
	Marks Marks  `json:"marks,omitempty"`
}

// Series is a named part of a chart, such as a curve with its marks.
type Series struct {
	Class string   `json:"class,omitempty"` // class of the series' group in the SVG; "" means "series"
	Name  string   `json:"name,omitempty"`
	Note  string   `json:"note,omitempty"`  // second line of the label, as rich text
	Cells []string `json:"cells,omitempty"` // rich texts to the right of the row, one per column
	Ruler bool     `json:"ruler,omitempty"` // whether the series is a line for comparison instead of data
	Shift Length   `json:"shift,omitempty"` // distance by which the marks are moved to the right, to keep series apart
	Under Layer    `json:"under,omitzero"`  // layer that has the look of this series and is drawn below all series
	Marks Marks    `json:"marks,omitempty"`

	// End holds the points where the lines of the series end. The name of the series is to the
	// right of them, at their average height. If End is empty, the name is omitted.
	End    []Place `json:"end,omitempty"`
	Loose  bool    `json:"loose,omitempty"`  // whether to omit the line between the curve and its name
	Beside bool    `json:"beside,omitempty"` // whether a mark next to the data already shows the name, so that only narrow sheets list it again
}

// Scale describes the color bar for counts. The bar is logarithmic and extends from 1 to Most.
type Scale struct {
	Heading string  `json:"heading"`
	Most    float64 `json:"most"`
}

// CheckSize returns an error if the size of a figure is not between 1 × ½ inch and 40 × 40 inches.
// A larger size was probably given in the wrong unit.
func CheckSize(id string, width, height Length) error {
	if !(width >= Inch && width <= 40*Inch && height >= Inch/2 && height <= 40*Inch) {
		return fmt.Errorf("plots: figure %q: size %.4g × %.4g pt is out of range (want 72 × 36 to 2880 × 2880)", id, width, height)
	}
	return nil
}
