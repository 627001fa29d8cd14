package reports

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Cell is one value in a table. The zero Cell is a missing value and is printed as "–". Use [Str],
// [Num], [Int], [Between] and [AtLeast] to make cells.
type Cell struct {
	Form      Form
	Text      string  // value of a cell whose Form is Worded
	Number    float64 // value of a cell whose Form is Numeric or Estimated; never NaN
	Low, High float64 // Low and High are the ends of the interval of a cell whose Form is Estimated; they are never NaN.
	Exact     string  // all digits of an integer that is too large for a float64; "" for other values
	Censored  bool    // whether a limit stopped the run; Number is then a lower bound, printed as "> 60 000"
	Best      bool    // whether to print the value in bold in a column with Tested set; see [Table.Test]
	Note      int     // number of the footnote that the cell refers to, counted from 1; 0 for none
}

// Form indicates which fields of a cell contain its value.
type Form uint8

// Forms of cells in a table.
const (
	Missing   Form = iota // the cell has no value
	Worded                // the value is the Text field
	Numeric               // the value is the Number field
	Estimated             // the value is the Number field, with an interval from Low to High
)

// Str returns a cell that contains words. Columns of numbers may also contain such cells.
func Str(s string) Cell { return Cell{Form: Worded, Text: s} }

// Num returns a cell that contains a number in the unit of its column, or a missing cell if x is
// NaN. Num rounds fractions to ten significant digits, so that they are the same on all machines.
func Num(x float64) Cell {
	if math.IsNaN(x) {
		return Cell{}
	}
	return Cell{Form: Numeric, Number: numerals.Portable(x)}
}

// Int returns a cell that contains an integer with all its digits.
func Int[T ~int | ~int32 | ~int64 | ~uint32 | ~uint64](n T) Cell {
	c := Cell{Form: Numeric, Number: float64(n)}
	if c.Number > 1<<53 || c.Number < -1<<53 {
		c.Exact = fmt.Sprint(n)
	}
	return c
}

// Between returns a cell that contains the estimate x and its interval from low to high, rounded as
// in [Num]. If x is NaN, the cell is missing. If low or high is NaN, the cell has no interval.
func Between(x, low, high float64) Cell {
	if math.IsNaN(x) || math.IsNaN(low) || math.IsNaN(high) {
		return Num(x)
	}
	return Cell{Form: Estimated, Number: numerals.Portable(x), Low: numerals.Portable(low), High: numerals.Portable(high)}
}

// AtLeast returns a cell for a run that a limit stopped at x, so x is a lower bound. The cell is
// printed in the form "> 60 000", rounded down.
func AtLeast(x float64) Cell {
	c := Num(x)
	c.Censored = c.Form == Numeric
	return c
}

// WithNote returns a copy of the cell that refers to footnote n of its table. Footnotes are
// numbered from 1.
func (c Cell) WithNote(n int) Cell {
	c.Note = n
	return c
}

func (c Cell) hasNumber() bool { return c.Form == Numeric || c.Form == Estimated }

// exact returns the number with all digits, for programs.
func (c Cell) exact() string {
	if c.Exact != "" {
		return c.Exact
	}
	return exactNumber(c.Number)
}

// exactNumber returns the shortest text that parses to x. It writes integers up to 10²¹ without an
// exponent.
func exactNumber(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e21 {
		return strconv.FormatFloat(x+0, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

func (c Cell) validate(notes int) error {
	switch {
	case c.Form > Estimated:
		return fmt.Errorf("%d is not a form of cell", uint8(c.Form))
	case c.Form != Worded && c.Text != "":
		return fmt.Errorf("text %q in a cell without text (use Str)", c.Text)
	case !c.hasNumber() && c != (Cell{Form: c.Form, Text: c.Text, Low: c.Low, High: c.High, Note: c.Note}):
		return fmt.Errorf("a number in a cell that is not a number (use Num)")
	case c.Form != Estimated && (c.Low != 0 || c.High != 0):
		return fmt.Errorf("interval [%v, %v] in a cell that is not an estimate (use Between)", c.Low, c.High)
	case slices.ContainsFunc([]float64{c.Number, c.Low, c.High}, math.IsNaN):
		return fmt.Errorf("NaN in a cell (leave it missing)")
	case c.Form == Estimated && c.Low > c.High:
		return fmt.Errorf("interval [%v, %v] ends below its start", c.Low, c.High)
	case c.Note < 0 || c.Note > notes:
		return fmt.Errorf("footnote %d (the table has %d)", c.Note, notes)
	case c.Exact != "":
		return checkExact(c.Exact, c.Number)
	}
	return nil
}

// checkExact returns an error unless exact consists of the digits of an integer that rounds to x.
func checkExact(exact string, x float64) error {
	digits := strings.TrimPrefix(exact, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return fmt.Errorf("exact value %q is not an integer", exact)
	}
	if y, _ := strconv.ParseFloat(exact, 64); y != x {
		return fmt.Errorf("exact value %s does not round to %v", exact, x)
	}
	return nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
