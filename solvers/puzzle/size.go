package puzzle

import (
	"fmt"
	"strconv"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"

	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Size is a size for generating instances.
type Size struct {
	Text    string // canonical form, for [Kind.ParseSize]
	Cells   int    // in the unit of [Kind.Size]
	Numbers []int  // the numbers in Text, in the order in which families hash them
}

// SizeN returns a size given by one number.
func SizeN(n int) Size { return Size{Text: strconv.Itoa(n), Cells: n, Numbers: []int{n}} }

// ParseN returns a [Kind.ParseSize] for sizes that are a number from least to most: "100", "1k".
// Errors use things as the unit, a plural: "nodes".
func ParseN(things string, least, most int) func(text string, c Choice) (Size, error) {
	return func(text string, _ Choice) (Size, error) {
		n, err := numerals.ParseCount(text)
		switch {
		case err != nil:
			return Size{}, fmt.Errorf("%s is %w", wording.Quote(text), err)
		case n < uint64(least):
			return Size{}, fmt.Errorf("%s is too small (want %d to %d %s)", text, least, most, things)
		case n > uint64(most):
			return Size{}, fmt.Errorf("%s is too large (want at most %d %s)", text, most, things)
		}
		return SizeN(int(n)), nil
	}
}
