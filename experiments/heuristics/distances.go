package heuristics

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/solvers/search"
	"github.com/puzzlelab/puzzlelab/solvers/tiles"
)

// perDistance is the most boards drawn at any distance: a board of the set
// by-distance has the index distance·perDistance + its number.
const perDistance = 1000

// distance is that of a trial's board, also if the run did not find it.
var distance = frame.NewFactor("distance", distanceOf)

func distanceOf(t *experiments.Trial) int { return t.Index / perDistance }

// byDistance returns n boards at every distance from the goal but 0, each board
// of that distance equally likely and none twice; all of them where there are
// fewer.
func byDistance(n int) []experiments.Instance[tiles.Board] {
	var list []experiments.Instance[tiles.Board]
	for d, there := range published(goalCells[0].cell) {
		for i := range min(n, perDistance, int(there)) {
			if d > 0 {
				list = append(list, experiments.Instance[tiles.Board]{
					Set: distanceSet, Index: d*perDistance + i, Size: side * side,
					Text: fmt.Sprintf("tiles by-distance@1 size=3x3 seed=%d distance=%d index=%d", rootSeed, d, i),
					Make: func() (tiles.Board, error) {
						boards, err := shuffled()
						if err != nil {
							return tiles.Board{}, err
						}
						return boards[d][i], nil
					},
				})
			}
		}
	}
	return list
}

// shuffled returns the boards of each distance in random order. It is made
// once, when a board is wanted: stored trials need none.
var shuffled = sync.OnceValues(func() ([][]tiles.Board, error) {
	all, err := tiles.EnumerateDistances(context.Background(), side, side, side*side-1, search.Limits{})
	if err != nil {
		return nil, err
	}
	boards := make([][]tiles.Board, len(all.Counts))
	for b, d := range all.All() {
		boards[d] = append(boards[d], b)
	}
	for d, at := range boards {
		r := rand.New(rand.NewPCG(rootSeed, uint64(d)))
		r.Shuffle(len(at), func(i, j int) { at[i], at[j] = at[j], at[i] })
	}
	return boards, nil
})
