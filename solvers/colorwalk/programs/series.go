package programs

import (
	"errors"
	"fmt"
	"math"

	"github.com/puzzlelab/puzzlelab/solvers/colorwalk"
)

// The size of the series' boards, and the number of boards that [Series] can generate. The number
// is limited because sines are exact enough on every machine only for seeds up to a few million.
const (
	seriesRows, seriesCols, seriesColors = 20, 30, 5
	seriesBoards                         = 10_000
)

// Series returns the board that the program of the series generates for a zero-based index. The
// series uses the first hundred boards.
func Series(index int) (colorwalk.Board, error) {
	if index < 0 || index >= seriesBoards {
		return colorwalk.Board{}, fmt.Errorf("colorwalk: the series has no board %d (want 0 to %d)", index, seriesBoards-1)
	}
	draws := seriesDraws{seeds: index * seriesRows * seriesCols}
	b, err := draws.board()
	if draws.unsure {
		return colorwalk.Board{}, errors.New("colorwalk: the last digits of a sine decide the color of a cell, and they differ between machines")
	}
	return b, err
}

// seriesDraws is the generator of the program: a random number is the fraction
// of 10,000 times the sine of a seed that counts up from 1.
type seriesDraws struct {
	seeds  int
	unsure bool // a draw is so near to the border between two results that machines differ
}

// seriesMargin is the smallest allowed distance between a draw and the border between two
// results. It is a hundred times the effect of an error in the last bit of the sine, so every
// machine makes the same boards.
const seriesMargin = 1e-9

// Below returns a random number from 0 to n−1.
func (s *seriesDraws) Below(n int) int {
	s.seeds++
	x := float64(n) * seriesDraw(s.seeds)
	s.unsure = s.unsure || math.Abs(x-math.Round(x)) < seriesMargin
	return int(x)
}

// seriesDraw returns the random number in [0, 1) of a seed.
func seriesDraw(seed int) float64 {
	x := float64(math.Sin(float64(seed)) * 10_000) // rounded here: no fused multiply and subtract
	return x - math.Floor(x)
}

// board draws a board of the series.
func (s *seriesDraws) board() (colorwalk.Board, error) {
	cells := make([]colorwalk.Color, seriesRows*seriesCols)
	s.seeds++ // for the blank cell, too
	for i := range cells[1:] {
		cells[i+1] = colorwalk.Color(1 + s.Below(seriesColors))
	}
	return colorwalk.NewBoard(seriesRows, seriesCols, 0, cells)
}
