package pruning

import (
	"math"
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments"
	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// pair returns trials of two strategies on n planted rings of a size, b with the
// given multiple of what a expands.
func pair(n, size int, a, b string, ratio float64) []experiments.Trial {
	nodes := func(i int) float64 { return 10_000 + 100*float64(i%7) }
	return slices.Concat(
		studytest.Each(n, func(i int) experiments.Trial { return studytest.Ran("planted", size, i, a, uint64(nodes(i))) }),
		studytest.Each(n, func(i int) experiments.Trial {
			return studytest.Ran("planted", size, i, b, uint64(nodes(i)*ratio*(1+0.01*float64(i%5))))
		}))
}

// growing returns pruning and the standard search on six sizes, with a share of
// the nodes that changes by a factor with each.
func growing(factor float64) (trials []experiments.Trial) {
	for k := range 6 {
		trials = append(trials, pair(15, 20+5*k, "standard", "pruning", 0.5*math.Pow(factor, float64(k)))...)
	}
	return trials
}

func timedPair(ratio float64) []experiments.Trial {
	trials := pair(20, speedSize, "contraction", "pruning+sorting", ratio)
	for i := range trials {
		trials[i].Mode, trials[i].CPU, trials[i].Runs = experiments.Timed, float64(trials[i].Meter.Expanded)*1e-6, 1
	}
	return trials
}

func decisions(most uint64, outcome search.Outcome) []experiments.Trial {
	trials := studytest.Each(10, func(i int) experiments.Trial {
		return studytest.Ran("planted", 10_000, i, "contraction", uint64(i))
	})
	trials[9].Meter.Expanded, trials[9].Outcome = most, outcome
	for i := range trials {
		trials[i].Mode = experiments.Timed
	}
	return trials
}

// cycles returns rings whose free cycles grow by slopes with ln n.
func cycles(even, odd float64) (trials []experiments.Trial) {
	for k, n := range []int{1000, 2000, 4000, 8000, 16_000, 32_000} {
		for _, side := range []struct {
			size  int
			slope float64
		}{{n, even}, {n + 1, odd}} {
			for i := range 10 {
				x := studytest.Ran("planted", side.size, i, "orientation"+structureOption, 1)
				x.Outcome = search.Measured
				wobble := 0.02 * float64(k%2*2-1)
				x.Observed = []puzzle.Observation{{Name: freeCycles, Value: side.slope*math.Log(float64(side.size)) + wobble}}
				trials = append(trials, x)
			}
		}
	}
	return trials
}

// solvable returns rings of two sizes of which one in so many can be solved.
func solvable(even, odd int) (trials []experiments.Trial) {
	for _, side := range []struct{ size, every int }{{10, even}, {11, odd}} {
		for i := range 60 {
			x := studytest.Ran("uniform", side.size, i, "contraction"+startsOption, 1)
			if i%side.every == 0 {
				x.Observed = []puzzle.Observation{{Name: solvableStarts, Value: 1}}
			}
			trials = append(trials, x)
		}
	}
	return trials
}

func TestClaimsFollowFromTheirTrials(t *testing.T) {
	sorting := func(n int, ratio float64) []experiments.Trial {
		return pair(n, sortingSize, "pruning", "pruning+sorting", ratio)
	}
	spread := sorting(60, 1)
	for i := range spread {
		if i >= 60 && i%3 == 0 { // with sorting
			spread[i].Meter.Expanded *= 9
		}
	}
	studytest.Flips(t, claims, Definition().Lead,
		studytest.Flip{ID: "growth-lower", Want: claim.Holds, Trials: growing(0.8)},
		studytest.Flip{ID: "growth-lower", Want: claim.Fails, Trials: growing(1.3)},
		studytest.Flip{ID: "growth-lower", Want: claim.Undecided, Trials: pair(30, 20, "standard", "pruning", 0.1)},
		studytest.Flip{ID: "sorting-saves", Want: claim.Holds, Trials: sorting(60, 0.8)},
		// What once turned the claim and left the lead as it was.
		studytest.Flip{ID: "sorting-saves", Want: claim.Fails, Trials: sorting(60, 3)},
		studytest.Flip{ID: "sorting-saves", Want: claim.Undecided, Trials: sorting(9, 0.5)},
		studytest.Flip{ID: "sample-too-small", Want: claim.Holds, Trials: spread},
		studytest.Flip{ID: "sample-too-small", Want: claim.Fails, Trials: sorting(60, 0.8)},
		studytest.Flip{ID: "sample-too-small", Want: claim.Undecided, Trials: sorting(20, 0.8)},
		studytest.Flip{ID: "speed", Want: claim.Holds, Trials: timedPair(2000)},
		studytest.Flip{ID: "speed", Want: claim.Fails, Trials: timedPair(3)},
		studytest.Flip{ID: "few-decisions", Want: claim.Holds, Trials: decisions(20, search.Solved)},
		studytest.Flip{ID: "few-decisions", Want: claim.Fails, Trials: decisions(101, search.LimitNodes)},
		studytest.Flip{ID: "few-decisions", Want: claim.Undecided, Trials: decisions(20, search.LimitNodes)},
		studytest.Flip{ID: "cycles-logarithmic", Want: claim.Holds, Trials: cycles(1, 0.5)},
		studytest.Flip{ID: "cycles-logarithmic", Want: claim.Fails, Trials: cycles(2, 0.5)},
		studytest.Flip{ID: "odd-solvable", Want: claim.Holds, Trials: solvable(6, 2)},
		studytest.Flip{ID: "odd-solvable", Want: claim.Fails, Trials: solvable(2, 6)},
		studytest.Flip{ID: "odd-solvable", Want: claim.Undecided, Trials: solvable(3, 3)},
	)
}
