package pruning

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// pair returns trials of two strategies on n planted rings of a size, b with the
// given multiple of what a expands.
func pair(n, size int, a, b string, ratio float64) []trial.Trial {
	nodes := func(i int) float64 { return 10_000 + 100*float64(i%7) }
	return slices.Concat(
		studytest.Each(n, func(i int) trial.Trial { return studytest.Ran("planted", size, i, a, uint64(nodes(i))) }),
		studytest.Each(n, func(i int) trial.Trial {
			return studytest.Ran("planted", size, i, b, uint64(nodes(i)*ratio*(1+0.01*float64(i%5))))
		}))
}

// growing returns pruning and the standard search on six sizes, with a share of
// the nodes that changes by a factor with each.
func growing(factor float64) (trials []trial.Trial) {
	for k := range 6 {
		trials = append(trials, pair(15, 20+5*k, "standard", "pruning", 0.5*math.Pow(factor, float64(k)))...)
	}
	return trials
}

// timedPair returns rings on which pruning+sorting takes a multiple of the time of contraction,
// and the control arm of contraction a multiple near 1.
func timedPair(ratio, control float64) []trial.Trial {
	trials := slices.Concat(pair(20, speedSize, "contraction", "pruning+sorting", ratio), pair(20, speedSize, "contraction", "contraction,control", control)[20:])
	for i := range trials {
		trials[i].Mode, trials[i].CPU, trials[i].Runs = trial.Timed, float64(trials[i].Meter.Expanded)*1e-6, 1
		trials[i].Conditions = trial.Conditions{Host: "here", Start: int64(i + 1), Order: i + 1, Calibration: 0.004}
	}
	return trials
}

// decisions returns n rings of which so many take a number of decisions, and the others ten.
func decisions(n, many int, most uint64, outcome search.Outcome) []trial.Trial {
	trials := studytest.Each(n, func(i int) trial.Trial { return studytest.Ran("planted", largestSize, i, structure[0], 10) })
	for i := range many {
		trials[i].Meter.Expanded, trials[i].Outcome = most, outcome
	}
	return trials
}

// cycles returns rings whose free cycles grow by slopes with ln n.
func cycles(even, odd float64) (trials []trial.Trial) {
	for k, n := range []int{1000, 2000, 3000, 10_000, 30_000, 100_000} {
		for _, side := range []struct {
			size  int
			slope float64
		}{{n, even}, {n + 1, odd}} {
			for i := range 10 {
				x := studytest.Ran("planted", side.size, i, structure[0], 1)
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
func solvable(even, odd int) (trials []trial.Trial) {
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

// stopped returns the trials with those of a strategy stopped from a size on.
func stopped(trials []trial.Trial, strategy string, from int) []trial.Trial {
	trials = slices.Clone(trials)
	for i := range trials {
		if trials[i].Strategy == strategy && trials[i].Size >= from {
			trials[i].Outcome = search.LimitNodes
		}
	}
	return trials
}

func TestQuestionsAreDeclared(t *testing.T) { studytest.Declared(t, ".", claims) }

// The mean of log ratios is off by x at 5 % in four of five samples of n if x√n is as many
// standard deviations as the normal quantiles of both add up to.
func TestDeviationIsTheLargestThatTheSampleOfTheWriteUpBears(t *testing.T) {
	quantiles := distuv.UnitNormal.Quantile(0.975) + distuv.UnitNormal.Quantile(0.8)
	if most := -math.Log(1-publishedSaving) * math.Sqrt(growthInstances) / quantiles; math.Abs(most-mostDeviation) > 0.005 || most > mostDeviation {
		t.Errorf("%d rings show a saving of %.3f up to a deviation of %.4f, not %v", growthInstances, publishedSaving, most, mostDeviation)
	}
}

func TestTheLawOfCyclesIsFittedFromItsFirstSize(t *testing.T) {
	if structureSizes[6] != asymptotic || !slices.Contains(structureSizes, largestSize) {
		t.Errorf("of %v the seventh is not %d, or %d is none", structureSizes, asymptotic, largestSize)
	}
}

func TestClaimsFollowFromTheirTrials(t *testing.T) {
	sorting := func(n int, ratio float64) []trial.Trial {
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
		// The share is then at most what was counted, and the size is left out.
		studytest.Flip{ID: "growth-lower", Want: claim.Holds, Trials: stopped(growing(0.8), "standard", 45)},
		studytest.Flip{ID: "growth-lower", Want: claim.Undecided, Trials: stopped(growing(0.8), "standard", 40)},
		studytest.Flip{ID: "growth-lower", Want: claim.Undecided, Trials: stopped(growing(0.8), "pruning", 45)},
		studytest.Flip{ID: "growth-lower", Want: claim.Fails, Trials: stopped(growing(1.3), "pruning", 45)},
		studytest.Flip{ID: "sorting-saves", Want: claim.Holds, Trials: sorting(60, 0.8)},
		// What once turned the claim and left the lead as it was.
		studytest.Flip{ID: "sorting-saves", Want: claim.Fails, Trials: sorting(60, 3)},
		studytest.Flip{ID: "sorting-saves", Want: claim.Undecided, Trials: sorting(9, 0.5)},
		studytest.Flip{ID: "sample-too-small", Want: claim.Holds, Trials: spread},
		studytest.Flip{ID: "sample-too-small", Want: claim.Fails, Trials: sorting(60, 0.8)},
		studytest.Flip{ID: "sample-too-small", Want: claim.Undecided, Trials: sorting(20, 0.8)},
		studytest.Flip{ID: "sample-too-small", Want: claim.Undecided, Trials: stopped(spread, "pruning", sortingSize)},
		studytest.Flip{ID: "speed", Want: claim.Holds, Trials: timedPair(2000, 1)},
		studytest.Flip{ID: "speed", Want: claim.Fails, Trials: timedPair(3, 1)},
		studytest.Flip{ID: "speed", Want: claim.Undecided, Trials: timedPair(2000, 1.2)},
		studytest.Flip{ID: "few-decisions", Want: claim.Holds, Trials: decisions(100, 1, fewDecisions+1, search.Solved)},
		studytest.Flip{ID: "few-decisions", Want: claim.Fails, Trials: decisions(100, 40, fewDecisions+1, search.LimitNodes)},
		studytest.Flip{ID: "few-decisions", Want: claim.Undecided, Trials: decisions(100, 10, fewDecisions+1, search.Solved)},
		studytest.Flip{ID: "few-decisions", Want: claim.Undecided, Trials: decisions(20, 0, 0, search.Solved)},
		studytest.Flip{ID: "cycles-logarithmic", Want: claim.Holds, Trials: cycles(1, 0.5)},
		studytest.Flip{ID: "cycles-logarithmic", Want: claim.Fails, Trials: cycles(2, 0.5)},
		studytest.Flip{ID: "odd-solvable", Want: claim.Holds, Trials: solvable(6, 2)},
		studytest.Flip{ID: "odd-solvable", Want: claim.Fails, Trials: solvable(2, 6)},
		studytest.Flip{ID: "odd-solvable", Want: claim.Undecided, Trials: solvable(3, 3)},
	)
}

// TestTheAnswerComparesTheSameRings adds rings on which only pruning ran, and on which it needs more.
func TestTheAnswerComparesTheSameRings(t *testing.T) {
	trials := growing(0.8)
	alone := slices.DeleteFunc(pair(40, 45, "standard", "pruning", 500), func(t trial.Trial) bool { return t.Strategy != "pruning" || t.Index < 15 })
	want, err := claims.Decide(frame.Of(trials), "growth-lower")
	got, err2 := claims.Decide(frame.Of(slices.Concat(trials, alone)), "growth-lower")
	if err != nil || err2 != nil || want.Added == "" || len(alone) != 25 || got.Added != want.Added {
		t.Errorf("with %d more rings of pruning: %q, want %q (%v, %v)", len(alone), got.Added, want.Added, err, err2)
	}
}
