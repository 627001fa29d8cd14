package experiments

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/trial"

	"github.com/puzzlelab/puzzlelab/solvers/puzzle"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// level is a puzzle with one solution, as many steps as its height. A strategy that jumps may leave
// out some steps.
type level int

func (l level) String() string { return strconv.Itoa(int(l)) }

func checkLevel(l level, solution string) (int, error) {
	switch {
	case strings.Contains(solution, "panic"):
		panic("what is this")
	case strings.Trim(solution, "^J") != "":
		return 0, fmt.Errorf("%q is no step", strings.Trim(solution, "^J"))
	case strings.Count(solution, "^")+3*strings.Count(solution, "J") < int(l):
		return 0, errors.New("it ends below the top")
	}
	return len(solution), nil
}

// saying is a strategy that always gives the same answer.
func saying(name string, f puzzle.Finding) puzzle.Strategy[level] {
	return puzzle.Strategy[level]{Name: name, Version: 1, Complete: true, Run: func(context.Context, level, uint64, search.Limits) (puzzle.Finding, error) { return f, nil }}
}

func solved(solution string, cost int) puzzle.Finding {
	return puzzle.Finding{Outcome: search.Solved, Solution: puzzle.Text(solution), Cost: cost}
}

// TestNoWrongAnswerCountsAsSolved compares each way to be wrong with a strategy that is right.
func TestNoWrongAnswerCountsAsSolved(t *testing.T) {
	optimal := solved("JJ", 2)
	optimal.Optimal = true
	tooLong := solved("^^^^^^", 6)
	tooLong.Optimal = true
	bounded := puzzle.Finding{Outcome: search.LimitNodes, Bound: 3}
	late := solved("^^^^^", 5)
	late.Outcome = search.LimitTime
	for _, c := range []struct {
		name    string
		finding puzzle.Finding
		want    string // in the row's error
	}{
		{"wrong-cost", solved("JJ", 1), `the strategy's solution "JJ" costs 2, but the strategy reported 1`},
		{"illegal-move", solved("JxJ", 3), `the strategy's solution "JxJ" is wrong: "x" is no step`},
		{"unfinished", solved("J", 1), `the strategy's solution "J" is wrong: it ends below the top`},
		{"unfinished-at-a-limit", late, `is wrong: it ends below the top`},
		{"no-solution", puzzle.Finding{Outcome: search.Solved, Cost: 2}, "returned no solution (want Solution, or the outcome measured)"},
		{"optimal-nothing", puzzle.Finding{Outcome: search.LimitNodes, Optimal: true}, "reported that its solution is optimal, but returned no solution"},
		{"check-panics", solved("panic", 2), `check the solution "panic": panic: what is this (truth_test.go:`},
		{"not-optimal", tooLong, "not-optimal claims that no solution costs less than its own, 6, but right found one that costs 2"},
		{"too-high-a-bound", bounded, "too-high-a-bound claims that no solution costs less than 3, but right found one that costs 2"},
		{"unsolvable", puzzle.Finding{Outcome: search.Unsolvable}, "unsolvable claims that there is no solution, but right found one that costs 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := open(t)
			s := Sweep{
				Study: "truth", Instances: []Instance{{Set: "levels", Size: 6, Text: "6", Puzzle: level(6)}}, Code: "v1", Check: puzzle.Checking(checkLevel),
				Strategies: puzzle.Erased(saying(c.name, c.finding), saying("right", optimal)),
			}
			for _, how := range []string{"run", "stored"} {
				got := mustRun(t, s, store)
				for _, trial := range got.Trials {
					switch {
					case trial.Strategy == "right" && (trial.Error != "" || trial.Outcome != search.Solved || trial.Solution != "JJ" || !trial.Optimal):
						t.Errorf("%s: the strategy that is right: %+v", how, trial)
					case trial.Strategy == c.name && (!strings.Contains(trial.Error, c.want) || trial.Outcome == search.Solved):
						t.Errorf("%s: outcome %v, error %q; want an error with %q", how, trial.Outcome, trial.Error, c.want)
					}
				}
				all, err := RunAll(t.Context(), store, nil, s)
				if err != nil || len(all.Failures()) != 1 {
					t.Errorf("%s: %d failures in a run of several sweeps, %v; want 1", how, len(all.Failures()), err)
				}
			}
		})
	}
}

func TestAnIncompleteStrategyMaySayThatThereIsNoSolution(t *testing.T) {
	literal := saying("literal", puzzle.Finding{Outcome: search.Unsolvable})
	literal.Complete = false
	s := Sweep{
		Study: "truth", Instances: []Instance{{Set: "levels", Size: 6, Text: "6", Puzzle: level(6)}}, Check: puzzle.Checking(checkLevel),
		Strategies: puzzle.Erased(literal, saying("right", solved("JJ", 2))),
	}
	if got := mustRun(t, s, open(t)); len(got.Failures()) != 0 {
		t.Errorf("%+v", got.Failures())
	}
}

func TestALongSolutionIsStoredAsItsDigest(t *testing.T) {
	long := strings.Repeat("^", 5000)
	s := Sweep{
		Study: "truth", Instances: []Instance{{Set: "levels", Size: 5000, Text: "5000", Puzzle: level(5000)}}, Check: puzzle.Checking(checkLevel),
		Strategies: puzzle.Erased(saying("walk", solved(long, 5000))),
	}
	if got := mustRun(t, s, open(t)).Trials[0].Solution; got != trial.StoredSolution(long) || !strings.HasPrefix(got, "sha256:") {
		t.Errorf("stored as %.80q", got)
	}
}

func TestASolutionThatNobodyCanCheckIsAnError(t *testing.T) {
	s := Sweep{
		Study: "truth", Instances: []Instance{{Set: "levels", Size: 1, Text: "1", Puzzle: level(1)}},
		Strategies: puzzle.Erased(saying("walk", solved("^", 1))),
	}
	if got := mustRun(t, s, open(t)).Trials[0].Error; !strings.Contains(got, "the sweep has no Check") {
		t.Errorf("error %q", got)
	}
}
