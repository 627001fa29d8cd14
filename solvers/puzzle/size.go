package puzzle

import (
	"fmt"
	"strconv"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/wording"

	"github.com/puzzlelab/puzzlelab/internal/numerals"
)

// Size is a size of instances to generate.
type Size struct {
	Text    string // canonical, as [Kind.ParseSize] reads it
	Cells   int    // as [Kind.Size] has it
	Numbers []int  // what Text says, in the order in which families hash it
}

// SizeN returns the size of instances of n things.
func SizeN(n int) Size { return Size{Text: strconv.Itoa(n), Cells: n, Numbers: []int{n}} }

// ParseN returns a [Kind.ParseSize] of sizes that are a number of things, from
// least to most: "100", "1k". Errors call them things, a plural: "nodes".
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
