package heuristics

import (
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/measure"
	"github.com/puzzlelab/puzzlelab/experiments/study/studytest"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// pair returns trials of two strategies on n uniform boards, b with the given
// multiple of what a enqueues and expands.
func pair(n int, a, b string, ratio uint64) []trial.Trial {
	ran := func(i int, strategy string, nodes uint64) trial.Trial {
		x := studytest.Ran(uniformSet, side*side, i, strategy, nodes)
		x.Meter.Generated = nodes
		return x
	}
	return slices.Concat(
		studytest.Each(n, func(i int) trial.Trial { return ran(i, a, 1000+uint64(i)) }),
		studytest.Each(n, func(i int) trial.Trial { return ran(i, b, ratio*(1000+uint64(i))) }))
}

// timedPair is pair with times in proportion to the nodes, and a control arm of a.
func timedPair(n int, a, b string, ratio uint64) []trial.Trial {
	trials := pair(n, a, b, ratio)
	trials = append(trials, pair(n, a, a+frame.ControlOption, 1)[n:]...)
	for i := range trials {
		trials[i].Mode, trials[i].CPU, trials[i].Runs = trial.Timed, float64(trials[i].Meter.Expanded)*1e-6, 1
	}
	return trials
}

// notControlled is timedPair of which no control arm was timed.
func notControlled(n int, a, b string, ratio uint64) []trial.Trial {
	return timedPair(n, a, b, ratio)[:2*n]
}

// quicker is a pair of which b expands twice as much in half of the time.
func quicker(n int, a, b string) []trial.Trial {
	trials := timedPair(n, a, b, 2)
	for i := n; i < 2*n; i++ {
		trials[i].CPU /= 4
	}
	return trials
}

// manyStopped returns pairs of which b has less on 70, and is given up far above a on the
// other 30, at a limit which is that of every run unless limits differ.
func manyStopped(a, b string, differ uint64) []trial.Trial {
	trials := pair(100, b, a, 2)
	for i := range 30 {
		t := &trials[i]
		t.Meter.Generated, t.Outcome = 1_000_000, search.LimitNodes
		t.Meter.Expanded, t.Limits.Expanded = 500_000+uint64(i)*differ, 500_000+uint64(i)*differ
	}
	return trials
}

// differing is a pair of which one board of b has another count.
func differing(trials []trial.Trial) []trial.Trial {
	trials[len(trials)-1].Meter.Stored++
	return trials
}

// surveys returns what the heuristics say of all positions of the first goals: each
// says more than the one before, and the last more than the distance by so much.
func surveys(goals, over int) (trials []trial.Trial) {
	names := heuristicNames()
	for _, goal := range goalCells[:goals] {
		for k, h := range names {
			x := trial.Trial{Set: everySet, Index: goal.cell, Strategy: surveyPrefix + h, Outcome: search.Measured}
			var all []surveyed
			for d, n := range published(goal.cell) {
				says := min(d, k)
				if k == len(names)-1 {
					says += over
				}
				all = append(all, surveyed{d, says, int(n)})
			}
			x.Result = studytest.Result(all)
			trials = append(trials, x)
		}
	}
	return trials
}

// miscounted returns surveys in which one goal has a position too many.
func miscounted() []trial.Trial {
	trials := surveys(1, 0)
	all, _ := measure.Of[[]surveyed](&trials[0])
	all[5].Positions++
	trials[0].Result = studytest.Result(all)
	return trials
}

// counted returns what A* must expand from ten starts, for the first goals: fewer
// with every heuristic, but for what is changed.
func counted(goals int, change ...func(*expanded)) (trials []trial.Trial) {
	for _, goal := range goalCells[:goals] {
		x := trial.Trial{Set: everySet, Index: goal.cell, Strategy: expansionsPrefix + "10", Outcome: search.Measured}
		e := expanded{Starts: make([]int, 32), Must: map[string][]float64{}}
		e.Starts[5] = 10
		for k, h := range heuristicNames() {
			e.Must[h] = make([]float64, 32)
			e.Must[h][5] = float64(1000 - k)
		}
		for _, c := range change {
			c(&e)
		}
		x.Result = studytest.Result(e)
		trials = append(trials, x)
	}
	return trials
}

// inBook returns A* with a multiple of the nodes that the textbook prints.
func inBook(times float64, of []printed) (trials []trial.Trial) {
	for _, p := range of {
		x := studytest.Ran(distanceSet, side*side, p.distance*perDistance, astar+p.heuristic, 1)
		x.Meter.Generated = uint64(times*p.nodes) - 1
		trials = append(trials, x)
	}
	return trials
}

func TestClaimsFollowFromTheirTrials(t *testing.T) {
	var flips []studytest.Flip
	add := func(id string, want claim.Verdict, trials ...[]trial.Trial) {
		flips = append(flips, studytest.Flip{ID: id, Want: want, Trials: slices.Concat(trials...)})
	}
	for id, c := range map[string]struct {
		pair       func(n int, a, b string, ratio uint64) []trial.Trial
		few        int // boards that decide nothing
		less, more string
	}{
		"manhattan-saves": {pair, 29, byManhattan, byHamming},
		"critical-saves":  {pair, 29, byManhattan, withParent},
		"list-saves":      {pair, 29, withClosedList, byManhattan},
		"table-saves":     {pair, 29, "astar/hamming", byHamming},
		"conflict-saves":  {pair, 29, "astar/linear-conflict", "astar/manhattan"},
		"list-costs-time": {timedPair, 9, byManhattan, withClosedList},
		"lc-wd-faster":    {timedPair, 9, "astar/lc-wd", "astar/manhattan"},
	} {
		add(id, claim.Holds, c.pair(c.few+1, c.less, c.more, 2))
		add(id, claim.Fails, c.pair(c.few+1, c.more, c.less, 2))
		add(id, claim.Undecided, c.pair(c.few, c.less, c.more, 2))
	}
	add("list-costs-time", claim.Undecided, notControlled(10, byManhattan, withClosedList, 2))
	// An average that left out the runs given up would be smaller.
	add("manhattan-saves", claim.Fails, manyStopped(byHamming, byManhattan, 0))
	add("manhattan-saves", claim.Undecided, manyStopped(byHamming, byManhattan, 1))

	add("twin-doubles", claim.Holds, pair(30, byManhattan, withTwin, 2))
	add("twin-doubles", claim.Fails, pair(30, byManhattan, withTwin, 3))
	add("twin-doubles", claim.Undecided, pair(29, byManhattan, withTwin, 2))
	add("cache-same", claim.Holds, pair(100, byManhattan, recomputed, 1))
	add("cache-same", claim.Fails, differing(pair(3, byManhattan, recomputed, 1)))
	add("cache-same", claim.Undecided, pair(99, byManhattan, recomputed, 1))
	add("idastar-faster", claim.Holds, quicker(20, "astar/manhattan", "idastar/manhattan"))
	add("idastar-faster", claim.Fails, timedPair(20, "astar/manhattan", "idastar/manhattan", 2))
	add("idastar-faster", claim.Undecided, quicker(9, "astar/manhattan", "idastar/manhattan"))

	add("histograms", claim.Holds, surveys(3, 0))
	add("histograms", claim.Fails, miscounted())
	add("histograms", claim.Undecided, surveys(2, 0))
	add("admissible", claim.Holds, surveys(3, 0))
	add("admissible", claim.Fails, surveys(1, 26))
	add("admissible", claim.Undecided, surveys(2, 0))
	add("error-ranks", claim.Holds, surveys(3, 0), counted(3))
	add("error-ranks", claim.Fails, surveys(1, 0), counted(1, func(e *expanded) { e.Must["lc-wd"][5] = 5000 }))
	add("error-ranks", claim.Undecided, surveys(3, 0), counted(2))
	add("dominance-saves", claim.Holds, counted(3))
	add("dominance-saves", claim.Fails, counted(1, func(e *expanded) { e.MustMore = map[string]map[string]int{"lc-wd": {"manhattan": 1}} }))
	add("dominance-saves", claim.Undecided, counted(2))
	add("branching-agrees", claim.Holds, inBook(1, book))
	add("branching-agrees", claim.Fails, inBook(3, book[:1]))
	add("branching-agrees", claim.Undecided, inBook(1, book[1:]))

	studytest.Flips(t, claims, Definition().Lead, flips...)
}

func TestQuestionsAreDeclared(t *testing.T) { studytest.Declared(t, ".", claims) }

func TestEveryClaimIsAskedAtTheQuickScale(t *testing.T) {
	f := frame.Of(studytest.Frozen(t, "."))
	for _, c := range claims.Claims() {
		if r, err := claims.Decide(f, c.ID); err != nil || r.Evidence == claim.NotRun {
			t.Errorf("%s: %s, %v", c.ID, r.Evidence, err)
		}
	}
}
