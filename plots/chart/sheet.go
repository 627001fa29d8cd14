package chart

import "fmt"

// Common lengths.
const (
	Hairline    = 0.5
	ThinLine    = 0.8
	CurveWidth  = 1.6
	MarkSize    = 5.0        // diameter of a marker on a curve
	LineHeight  = 10.0       // height of a line of small text
	RowHeight   = 24.0       // height of a row of boxes or intervals
	RowsHeight  = 66.0       // height of a chart of rows in addition to its rows
	UsualHeight = 3.3 * Inch // height of a chart of curves
)

// Sheet describes a figure for drawing: one chart, several charts side by side with the same axes,
// or a notice that there is nothing to draw.
type Sheet struct {
	Version int    `json:"version"`
	ID      string `json:"-"` // prefix of every id in a drawing
	Title   string `json:"-"`
	Alt     string `json:"-"` // text alternative
	Width   Length `json:"width"`
	Height  Length `json:"height,omitempty"` // 0 means a height that suits the width

	Charts  []Chart  `json:"charts,omitempty"`
	Columns int      `json:"columns,omitempty"` // number of charts side by side; 0 for a single chart
	Notice  string   `json:"notice,omitempty"`  // text shown instead of charts
	Scheme  []string `json:"scheme,omitempty"`  // names of series in the order in which they are assigned looks
}

// Chart is a data area with its axes and contents.
type Chart struct {
	X      Axis     `json:"x"`
	Y      Axis     `json:"y"`
	XGrid  bool     `json:"xGrid,omitempty"`  // draw vertical grid lines
	YGrid  bool     `json:"yGrid,omitempty"`  // draw horizontal grid lines
	Framed bool     `json:"framed,omitempty"` // draw a line at the left as well as at the bottom
	Square bool     `json:"square,omitempty"` // use equal axes: same length, same ticks
	Foot   Length   `json:"foot,omitempty"`   // space kept free below the label of the horizontal axis
	Tall   Length   `json:"tall,omitempty"`   // additional height for what is drawn above and below a row
	Heads  []string `json:"heads,omitempty"`  // headings of the columns next to rows
	Scale  *Scale   `json:"scale,omitempty"`  // meaning of the shades of cells

	Wide  Length   `json:"wide"` // width and height that the chart is designed for
	High  Length   `json:"high"`
	Panel string   `json:"panel,omitempty"` // title as one of several charts
	Names []string `json:"names,omitempty"` // names of the series in all panels, which share looks

	Under  []Layer  `json:"under,omitempty"` // drawn below the series
	Series []Series `json:"series,omitempty"`
	Over   []Layer  `json:"over,omitempty"` // drawn above the series
}

// Axis describes the horizontal or the vertical axis of a chart.
type Axis struct {
	Label   string   `json:"label,omitempty"` // with the unit; rich text
	Log     bool     `json:"log,omitempty"`
	Percent bool     `json:"percent,omitempty"` // values are shares
	Whole   bool     `json:"whole,omitempty"`   // values are whole numbers, and the ticks of a linear axis are too
	Seconds bool     `json:"seconds,omitempty"` // values are seconds, and ticks have SI prefixes
	Rows    []string `json:"rows,omitempty"`    // names instead of numbers: row i is at −i, column i at i + 1
	Lo      float64  `json:"lo"`
	Hi      float64  `json:"hi"`
	Zero    float64  `json:"zero,omitempty"`  // on a logarithmic axis: where to draw the value 0; 0 if no value is 0
	Least   float64  `json:"least,omitempty"` // on a logarithmic axis with a zero: the smallest value above it

	// Rim is where values beyond a limit are drawn, and Edge is where values below it end; 0 if
	// there is no limit.
	Rim  float64 `json:"rim,omitempty"`
	Edge float64 `json:"edge,omitempty"`
}

// Layer is a list of marks that are drawn together. With a class, it is a named part of the
// drawing.
type Layer struct {
	Class string `json:"class,omitempty"`
	Name  string `json:"name,omitempty"`
	Marks Marks  `json:"marks,omitempty"`
}

// Series is a named part of a chart, such as a curve.
type Series struct {
	Class string   `json:"class,omitempty"` // class of its part of the drawing; "" means "series", the class of parts with a look
	Name  string   `json:"name,omitempty"`
	Note  string   `json:"note,omitempty"`  // second line of the label; rich text
	Cells []string `json:"cells,omitempty"` // texts at the end of the row, one for each column; rich text
	Ruler bool     `json:"ruler,omitempty"` // not data, but a line to compare data with
	Shift Length   `json:"shift,omitempty"` // shift to the right, to distinguish it from other series
	Under Layer    `json:"under,omitzero"`  // drawn below all series
	Marks Marks    `json:"marks,omitempty"`

	// End holds the places at the end of the curve. The name is at the right, at the height of
	// their middle. Without places there is no name.
	End    []Place `json:"end,omitempty"`
	Loose  bool    `json:"loose,omitempty"`  // draw no line from the name to the end of the curve, because many curves end there
	Beside bool    `json:"beside,omitempty"` // write the name next to the data, or elsewhere if a narrow sheet has no room there
}

// Scale maps counts from 1 to Most to shades on a logarithmic scale.
type Scale struct {
	Heading string  `json:"heading"`
	Most    float64 `json:"most"`
}

// CheckSize returns an error for a size that a figure cannot have. A side longer than 40 inches is
// assumed to be in the wrong unit.
func CheckSize(id string, width, height Length) error {
	if !(width >= Inch && width <= 40*Inch && height >= Inch/2 && height <= 40*Inch) {
		return fmt.Errorf("plots: figure %q: size %.4g × %.4g pt is out of range (want 72 × 36 to 2880 × 2880)", id, width, height)
	}
	return nil
}
