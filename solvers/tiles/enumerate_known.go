package tiles

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
)

// KnownHistogram is a depth histogram that was computed or published, for
// figures that should not wait for it.
type KnownHistogram struct {
	Width, Height int
	Blank         int // cell of the blank in the goal
	Source        string
	// LineMoves says that a move shifts any number of tiles in a line, not one.
	LineMoves bool
	Counts    Histogram
}

// Complete reports whether the histogram counts all positions, and not only
// those of the first depths.
func (k KnownHistogram) Complete() bool {
	all := uint64(1)
	for i := uint64(3); i <= uint64(k.Width*k.Height); i++ {
		all *= i
	}
	return k.Counts.Positions() == all
}

// KnownHistograms returns the complete histograms of 2×2, 3×2, 4×2, 5×2, 6×2,
// 3×3 and 4×3, for one goal of each class of cells that mirroring makes equal
// (of 6×2 for the corner alone); and what is published of the 15-puzzle, as far
// as it is. The tests of the package compute the complete ones again (those of
// 12 cells under -exhaustive) and the first depths of the others. The caller
// may change what is returned.
func KnownHistograms() []KnownHistogram {
	list := slices.Clone(knownHistograms())
	for i := range list {
		list[i].Counts = slices.Clone(list[i].Counts)
	}
	return list
}

var knownHistograms = puzzle.KnownFile(Source, "sets/histograms.txt", parseHistogram)

// parseHistogram reads one line of the file.
func parseHistogram(line string) (k KnownHistogram, err error) {
	line, k.Source, _ = strings.Cut(line, " source=")
	size, figures, _ := strings.Cut(line, " ")
	if k.Width, k.Height, err = puzzle.ParseWxH(size); err != nil {
		return k, err
	}
	return k, puzzle.ReadFigures(name, figures, func(key, value string) (err error) {
		switch key {
		case "blank":
			k.Blank, err = strconv.Atoi(value)
		case "line-moves":
			k.LineMoves = true
		default: // counts
			for n := range strings.SplitSeq(value, ",") {
				count, wrong := strconv.ParseUint(n, 10, 64)
				k.Counts, err = append(k.Counts, count), errors.Join(err, wrong)
			}
		}
		return err
	})
}
