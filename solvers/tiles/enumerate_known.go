package tiles

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle/known"
)

// KnownHistogram is a stored depth histogram, either computed or published. Figures use it so that
// they need not wait for an enumeration.
type KnownHistogram struct {
	Width, Height int
	Blank         int // cell of the blank in the goal
	Source        string
	// LineMoves reports whether a move may shift several tiles of a line at once.
	LineMoves bool
	Counts    Histogram
}

// Complete reports whether the histogram counts all positions, not only those
// at small depths.
func (k KnownHistogram) Complete() bool {
	all := uint64(1)
	for i := uint64(3); i <= uint64(k.Width*k.Height); i++ {
		all *= i
	}
	return k.Counts.Positions() == all
}

// KnownHistograms returns the complete histograms for 2×2, 3×2, 4×2, 5×2, 6×2, 3×3 and 4×3 boards,
// and the published part for the 15-puzzle. Goals whose blank cells are equivalent by reflection
// share one histogram. For 6×2 boards, there is only the histogram for a blank in the corner. The
// tests of the package recompute the complete histograms (with 12 cells only if the flag
// -exhaustive is set), and the first depths of the others. The caller may change the result.
func KnownHistograms() []KnownHistogram {
	list := slices.Clone(knownHistograms())
	for i := range list {
		list[i].Counts = slices.Clone(list[i].Counts)
	}
	return list
}

var knownHistograms = known.File(Source, "histograms.txt", parseHistogram)

// parseHistogram parses one line of histograms.txt:
//
//	3x2 blank=1: 1 3 4 4 … # complete enumeration
//	4x4 blank=0 line-moves: 1 6 18 … # OEIS A389728, its first terms
func parseHistogram(line string) (KnownHistogram, error) {
	figures, source, _ := strings.Cut(line, " # ")
	head, counts, _ := strings.Cut(figures, ":")
	k := KnownHistogram{Source: source}
	head, k.LineMoves = strings.CutSuffix(head, " line-moves")
	if _, err := fmt.Sscanf(head, "%dx%d blank=%d", &k.Width, &k.Height, &k.Blank); err != nil {
		return k, err
	}
	for word := range strings.FieldsSeq(counts) {
		n, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			return k, err
		}
		k.Counts = append(k.Counts, n)
	}
	return k, nil
}
