package chart

import "fmt"

// Usual lengths.
const (
	Hairline    = 0.5
	ThinLine    = 0.8
	CurveWidth  = 1.6
	MarkSize    = 5.0        // diameter of a marker on a curve
	LineHeight  = 10.0       // of a small text
	RowHeight   = 24.0       // of a row of boxes or intervals
	RowsHeight  = 66.0       // of a chart of rows besides its rows
	UsualHeight = 3.3 * Inch // of a chart of curves
)

// Sheet is a figure as it is drawn: one chart, several side by side on the same axes, or
// a notice that there is nothing to draw.
type Sheet struct {
	Version int    `json:"version"`
	ID      string `json:"-"` // every id in a drawing begins with it
	Title   string `json:"-"`
	Alt     string `json:"-"` // the description
	Width   Length `json:"width"`
	Height  Length `json:"height,omitempty"` // 0 means what suits the width

	Charts  []Chart  `json:"charts,omitempty"`
	Columns int      `json:"columns,omitempty"` // of charts; 0 for one chart alone
	Notice  string   `json:"notice,omitempty"`  // instead of charts
	Scheme  []string `json:"scheme,omitempty"`  // names of series in the order in which they get their looks
}

// Chart is a data area with its axes and what is drawn in it.
type Chart struct {
	X      Axis     `json:"x"`
	Y      Axis     `json:"y"`
	XGrid  bool     `json:"xGrid,omitempty"`  // upright grid lines
	YGrid  bool     `json:"yGrid,omitempty"`  // level grid lines
	Framed bool     `json:"framed,omitempty"` // a line at the left as well as at the bottom
	Square bool     `json:"square,omitempty"` // the axes are equal: same length, same ticks
	Head   Length   `json:"head,omitempty"`   // kept free above the data
	Foot   Length   `json:"foot,omitempty"`   // and below the label of the horizontal axis
	Tall   Length   `json:"tall,omitempty"`   // more room for what is drawn above and below a row
	Heads  []string `json:"heads,omitempty"`  // of the columns beside rows
	Scale  *Scale   `json:"scale,omitempty"`  // what the shades of cells mean

	Wide  Length   `json:"wide"` // the size that it is made for
	High  Length   `json:"high"`
	Panel string   `json:"panel,omitempty"` // its title among several
	Names []string `json:"names,omitempty"` // names of the series of all, which have looks together

	Under  []Layer  `json:"under,omitempty"` // drawn below the series
	Series []Series `json:"series,omitempty"`
	Over   []Layer  `json:"over,omitempty"` // drawn above the series
}

// Axis is one direction of a chart.
type Axis struct {
	Label   string   `json:"label,omitempty"` // with the unit; rich text
	Log     bool     `json:"log,omitempty"`
	Percent bool     `json:"percent,omitempty"` // values are shares
	Whole   bool     `json:"whole,omitempty"`   // values are whole numbers, and so are the ticks of a linear axis
	Seconds bool     `json:"seconds,omitempty"` // values are seconds, and ticks have SI prefixes
	Rows    []string `json:"rows"`              // names instead of numbers: row i is at −i
	Lo      float64  `json:"lo"`
	Hi      float64  `json:"hi"`
	Zero    float64  `json:"zero,omitempty"`  // logarithmic: where the value 0 is drawn; 0 if there is none
	Least   float64  `json:"least,omitempty"` // logarithmic with a zero: the least value above it

	// Where values beyond a limit are drawn, and where the values below it end; 0 if there
	// is no limit.
	Rim  float64 `json:"rim,omitempty"`
	Edge float64 `json:"edge,omitempty"`
}

// Layer is marks that are drawn together, as a named part of the drawing if they have a
// class.
type Layer struct {
	Class string `json:"class,omitempty"`
	Name  string `json:"name,omitempty"`
	Marks Marks  `json:"marks,omitempty"`
}

// Series is what has a name in a chart.
type Series struct {
	Class string   `json:"class,omitempty"` // of its part of the drawing; "series" if empty, which have a look
	Name  string   `json:"name,omitempty"`
	Note  string   `json:"note,omitempty"`  // a second line of its label; rich text
	Cells []string `json:"cells,omitempty"` // written at the end of its row, a column each; rich text
	Ruler bool     `json:"ruler,omitempty"` // not data but a line to compare them with
	Shift Length   `json:"shift,omitempty"` // to the right of where it belongs, so that it can be told from others
	Under Layer    `json:"under,omitzero"`  // drawn below all series
	Marks Marks    `json:"marks,omitempty"`

	// The name is at the right, level with the end of the curve: the middle of these
	// places. Without any it is not there.
	End    []Place `json:"end,omitempty"`
	Loose  bool    `json:"loose,omitempty"`  // no line leads from the name to the end of the curve: many curves end there
	Beside bool    `json:"beside,omitempty"` // the name is beside the data, unless there is no room, on a narrow sheet
}

// Scale maps counts from 1 to Most to shades, logarithmically.
type Scale struct {
	Heading string  `json:"heading"`
	Most    float64 `json:"most"`
}

// CheckSize returns an error for a size that a figure cannot have. A longer side than 40
// inches is a mistake of units.
func CheckSize(id string, width, height Length) error {
	if !(width >= Inch && width <= 40*Inch && height >= Inch/2 && height <= 40*Inch) {
		return fmt.Errorf("plots: figure %q: size %.4g × %.4g pt is out of range (want 72 × 36 to 2880 × 2880)", id, width, height)
	}
	return nil
}
