package colorwalk

import (
	"errors"
	"fmt"
	"math"
)

// The size of the series' boards, and how many of them can be made: the sines
// of seeds up to a few million are exact enough on every machine.
const (
	seriesRows, seriesCols, seriesColors = 20, 30, 5
	seriesBoards                         = 10_000
)

// seriesName is the name of a published set, behind whose last board the
// program's generator goes on.
const seriesName = "series"

// series repeats the generator of the series' program: a random number is
// the fraction of 10,000 times the sine of a seed that counts up from 1, so
// that board number index takes the seeds behind 600·index. The series plays
// the first hundred.
func series(index int) (Board, error) {
	if index < 0 || index >= seriesBoards {
		return Board{}, fmt.Errorf("colorwalk: the series has no board %d (want 0 to %d)", index, seriesBoards-1)
	}
	cells := make([]Color, seriesRows*seriesCols)
	for i := range cells {
		draw := seriesColors * seriesDraw(index*len(cells)+i+1)
		if i == 0 {
			continue // a number is drawn for the blank cell, too
		}
		if math.Abs(draw-math.Round(draw)) < seriesMargin {
			return Board{}, errors.New("colorwalk: the last digits of a sine decide the colour of a cell, and they differ between machines")
		}
		cells[i] = 1 + Color(draw)
	}
	return NewBoard(seriesRows, seriesCols, 0, cells)
}

// seriesMargin is how near to the border between two colours a draw may be. It
// is a hundred times what an error in the last bit of the sine makes, so that
// every machine makes the same boards.
const seriesMargin = 1e-9

// seriesDraw returns the random number in [0, 1) of a seed.
func seriesDraw(seed int) float64 {
	x := float64(math.Sin(float64(seed)) * 10_000) // rounded here: no fused multiply and subtract
	return x - math.Floor(x)
}
