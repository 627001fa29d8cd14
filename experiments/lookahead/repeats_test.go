package lookahead

import (
	"fmt"
	"math"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// repeated are random games on boards, with the number of moves and
// up to four more.
func repeated(moves, boards int) (trials []trial.Trial) {
	for i := range boards {
		for r := range repeatGames {
			trials = append(trials, trial.Trial{
				Set: repeatSet, Index: i, Size: 600, Instance: fmt.Sprint("game ", i), Strategy: lucky, Mode: trial.Budget, Repeat: r,
				Outcome: search.Solved, Cost: moves + r%5,
			})
		}
	}
	return trials
}

// Two in five games have fewer moves than two more than the least: a tie is no
// success. A board without a game in turn has nothing to compare with.
func TestSuccessIsCountedOnEachBoard(t *testing.T) {
	trials := append(repeated(50, 3), gamesOf(inTurn, 52, 49)...)
	list := draws(frame.Of(trials))
	if len(list) != 2 || list[0].wins != 10 || list[1].wins != 0 || len(list[0].moves) != repeatGames {
		t.Fatalf("%+v, want 10 and 0 of %d games on two boards", list, repeatGames)
	}
	table, err := luckTable(frame.Of(trials))
	if err != nil {
		t.Fatal(err)
	}
	share := table.Rows[0][6] // Clopper and Pearson's interval of 10 in 25 is from 0.2113 to 0.6133
	if share.Number != 0.4 || math.Abs(share.Low-0.2113) > 1e-4 || math.Abs(share.High-0.6133) > 1e-4 {
		t.Errorf("10 of 25: %+v", share)
	}
}

func TestRandomGamesAreRepeatedWithOtherSeeds(t *testing.T) {
	parts, err := repeatParts(experiments.Quick, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		s, err := strategy(p.Strategies[0])
		if err != nil || !s.Randomised || p.Repeats < 25 || len(p.Instances) < 10 {
			t.Errorf("%s: randomized %v, %d repeats on %d boards, %v", p.Strategies[0], s.Randomised, p.Repeats, len(p.Instances), err)
		}
	}
}
