package puzzle

import (
	"fmt"
	"strconv"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"

	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Size is the size of instances to generate.
type Size struct {
	Text    string // canonical text of the size, which [Kind.ParseSize] parses
	Cells   int    // number that [Kind.Size] returns for an instance of this size
	Numbers []int  // numbers that Text contains, in the order in which families hash them
}

// SizeN returns the size for a single number, which is also the number of cells.
func SizeN(n int) Size { return Size{Text: strconv.Itoa(n), Cells: n, Numbers: []int{n}} }

// ParseN returns a [Kind.ParseSize] function that accepts the numbers in the given range, written
// like "100" or "1k". The argument things is the plural of the unit in error messages, such as
// "nodes".
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
