package reports

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Printed is a cell as readers see it: first Text, then a space that is Pad digits wide, then
// Interval, then Note. Each writer joins these parts in its own format.
type Printed struct {
	Text     string // value in words or digits, such as "0.784×", "> 60 000" or "–"
	Interval string // interval, such as "[0.741, 0.815]" or "(open)"; "" if there is none
	Note     string // letter that marks the footnote; "" if there is none
	Exact    string // exact integer, or fraction with six digits, if Text shows fewer digits; otherwise ""
	Numeric  bool   // whether the cell is a number, or a missing value in a column of numbers
	Best     bool   // whether to print the value in bold

	// Pad is the width of the space after Text, in digits, that aligns decimal points in a
	// right-aligned column. If Point is set, the space also includes the width of a decimal point.
	Pad   int
	Point bool

	fraction int // digits after the point
	suffix   string
}

// Padding returns the space after Text. The argument figure is a space as wide as a digit, and
// point is a space as wide as a decimal point.
func (p Printed) Padding(figure, point string) string {
	s := strings.Repeat(figure, p.Pad)
	if p.Point {
		return point + s
	}
	return s
}

// NoRows is the text that writers print for a table without rows.
const NoRows = "This table has no rows."

// Print returns all cells as readers see them. The table must be valid.
func (t Table) Print() [][]Printed {
	rows := make([][]Printed, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = make([]Printed, len(row))
	}
	for j := range t.Columns {
		col := t.inOneUnit(j)
		for i, row := range t.Rows {
			rows[i][j] = col.print(row[j])
		}
		alignPoints(rows, j)
	}
	t.markBest(rows)
	return rows
}

// shown is a column with the number that determines the unit of all its cells, or 0 if each cell has
// its own unit.
type shown struct {
	Column
	model float64
}

// inOneUnit returns column j with the unit and the precision in which all its numbers can be
// printed, and unchanged if they differ too much. Estimates of counts keep three digits.
func (t Table) inOneUnit(j int) shown {
	col := shown{Column: t.Columns[j]}
	smallest, largest, estimates := math.Inf(1), 0.0, false
	for _, row := range t.Rows {
		if x := math.Abs(row[j].Number); row[j].hasNumber() && x != 0 && finite(x) {
			smallest, largest, estimates = min(smallest, x), max(largest, x), estimates || row[j].Form == Estimated
		}
	}
	switch col.Kind {
	case Count:
		col.Full = col.Full || largest < 1e8 && !estimates
	case Seconds, Bytes:
		if largest < 1e4*smallest {
			col.model = math.Sqrt(smallest * largest)
		}
	}
	return col
}

// Print formats a single cell of the column, independently of the other cells.
func (col Column) Print(c Cell) string {
	p := shown{Column: col}.print(c)
	return strings.TrimSpace(p.Text + " " + p.Interval)
}

func (col shown) print(c Cell) Printed {
	p := Printed{Numeric: col.Kind != Words || c.hasNumber(), Note: NoteMark(c.Note)}
	switch {
	case c.Form == Missing:
		p.Text = "–"
		return p
	case c.Form == Worded:
		p.Text, p.Numeric = c.Text, false
		return p
	}
	x := c.Number
	if c.Censored {
		x = col.lowerBound(x)
	}
	number, suffix := col.number(x)
	if c.Censored {
		number = ">" + thin + number
	}
	p.Text, p.suffix = number+suffix, suffix
	if _, fraction, ok := strings.Cut(number, "."); ok {
		p.fraction = len(fraction)
	}
	if c.Form == Estimated {
		p.Interval = col.interval(c)
	}
	if exact := c.exact(); told(number, suffix) != c.Number {
		if c.Number != math.Trunc(c.Number) {
			exact = strconv.FormatFloat(c.Number, 'g', 6, 64)
		}
		p.Exact = exact
	}
	return p
}

// told returns the number that a printed text shows, or NaN if its digits alone do not determine
// it.
func told(number, suffix string) float64 {
	x, err := strconv.ParseFloat(strings.TrimPrefix(plain(number), ">"), 64)
	switch suffix {
	case "", "×", thin + "s", thin + "B":
	case thin + "%":
		x = numerals.Portable(x / 100)
	default:
		return math.NaN()
	}
	if err != nil {
		return math.NaN()
	}
	return x
}

// digits returns the number of significant digits to print: the column's own, or the default for
// its kind.
func (col Column) digits() int {
	switch {
	case col.Digits > 0:
		return col.Digits
	case col.Kind == PValue:
		return 2
	}
	return 3
}

// number prints x in the style of the column. It returns what follows the last digit as the suffix.
func (col shown) number(x float64) (number, suffix string) {
	digits, model := col.digits(), cmp.Or(col.model, x)
	switch col.Kind {
	case Count:
		return count(x, digits, col.Full)
	case Ratio:
		number, power := significant(x, digits)
		return number, power + "×"
	case Seconds:
		return seconds(x, model, digits)
	case Percent:
		return percent(x, col.Digits)
	case Bytes:
		return bytesText(x, model, digits)
	case PValue:
		return pValue(x, digits), ""
	case Words:
		if x == math.Trunc(x) {
			return count(x, digits, col.Full)
		}
	}
	return significant(x, digits)
}

// lowerBound rounds x down if printing would round it up.
func (col shown) lowerBound(x float64) float64 {
	if number, suffix := col.number(x); plain(number+suffix) == exactNumber(x) {
		return x
	}
	switch col.Kind {
	case Percent:
		return math.Floor(x*1000) / 1000
	case Bytes: // the digits shown are those in the printed unit
		unit := 1.0
		for cmp.Or(col.model, math.Abs(x))/unit >= 1024 {
			unit *= 1024
		}
		return floorDigits(x/unit, col.digits()) * unit
	case Count, Words:
		if math.Abs(x) < 100_000 {
			return math.Floor(x)
		}
	}
	return floorDigits(x, col.digits())
}

// interval prints the ends of an interval, or says that it is open if they are too far apart to be
// informative. Plain numbers get as many decimals as the estimate. If all three numbers have the
// same unit, the ends are printed without it.
func (col shown) interval(c Cell) string {
	if (stats.Interval{Low: c.Low, High: c.High}).Open() {
		return "(open)"
	}
	_, unit := col.number(c.Number)
	low, lowUnit := col.end(c.Low, c.Number)
	high, highUnit := col.end(c.High, c.Number)
	prefixed := unit != "×" && !strings.HasPrefix(unit, thin) // k, M or a power of ten belongs to the number
	if lowUnit != unit || highUnit != unit || prefixed {
		low, high = low+lowUnit, high+highUnit
	}
	return "[" + low + ", " + high + "]"
}

// end prints one end of the interval for an estimate.
func (col shown) end(x, estimate float64) (number, unit string) {
	number, unit = col.number(x)
	if col.Kind != Number && col.Kind != Ratio || strings.Contains(unit, "10") {
		return number, unit
	}
	places := decimals(estimate, col.digits())
	if x != 0 && math.Abs(x) < math.Pow10(-places) || math.Abs(estimate) >= 1e6 || math.Abs(estimate) < 1e-4 {
		return number, unit // the end would be rounded to zero, or the estimate itself is a power of ten
	}
	return fixed(x, places), unit
}

// plainer undoes the typography of a printed number.
var plainer = strings.NewReplacer(thin, "", minus, "-")

func plain(s string) string { return plainer.Replace(s) }

// NoteMark returns the mark of footnote n: a, b, … z, aa, … Footnotes are numbered from 1; for 0,
// NoteMark returns "". Marks are letters, because a raised digit after a number looks like an
// exponent.
func NoteMark(n int) string {
	mark := ""
	for ; n > 0; n = (n - 1) / 26 {
		mark = string(rune('a'+(n-1)%26)) + mark
	}
	return mark
}

// alignPoints sets Pad and Point in column j, if its numbers have the same unit. Decimal points of
// numbers in different units need not be aligned.
func alignPoints(rows [][]Printed, j int) {
	most, suffix, first := 0, "", true
	for _, row := range rows {
		p := row[j]
		if !p.Numeric || p.Text == "–" {
			continue
		}
		if !first && p.suffix != suffix {
			return
		}
		suffix, first = p.suffix, false
		most = max(most, p.fraction)
	}
	if most == 0 {
		return
	}
	for _, row := range rows {
		if p := &row[j]; p.Numeric {
			p.Pad = most - p.fraction
			p.Point = p.fraction == 0
			if p.Text == "–" {
				p.Pad += width(suffix) // takes the place of a digit
			}
		}
	}
}
