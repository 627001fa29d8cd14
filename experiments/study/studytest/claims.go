package studytest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/frame"
	"github.com/puzzlelab/puzzlelab/experiments/trial"
	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// Ran returns a test trial in budget mode whose strategy solved the instance and expanded the given
// number of nodes.
func Ran(set string, size, index int, strategy string, nodes uint64) trial.Trial {
	return trial.Trial{
		Set: set, Size: size, Index: index, Instance: fmt.Sprintf("%s %d %d", set, size, index), Strategy: strategy,
		Mode: trial.Budget, Outcome: search.Solved, Meter: search.Meter{Expanded: nodes},
	}
}

// Result encodes the result of a measurement in the form that is stored in rows; see package
// measure.
func Result(measured any) string {
	text, err := json.Marshal(measured)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Each calls the given function with 0, 1, …, n−1 and returns the resulting trials.
func Each(n int, of func(index int) trial.Trial) []trial.Trial {
	trials := make([]trial.Trial, n)
	for i := range trials {
		trials[i] = of(i)
	}
	return trials
}

// Flip pairs a list of trials with the verdict that a claim should get from them.
type Flip struct {
	ID     string
	Want   claim.Verdict
	Trials []trial.Trial
}

// Flips tests a family of claims in four ways:
//   - In each flip, the trials give the claim the expected verdict.
//   - Every claim in the family, unless it is exploratory, holds in one flip and fails in
//     another.
//   - Without trials, every claim is undecided.
//   - The lead contains the sentence for each verdict.
func Flips(t *testing.T, family *claim.Family, lead func(frame.Frame) (lead, times string, err error), flips ...Flip) {
	t.Helper()
	type outcome struct {
		id      string
		verdict claim.Verdict
	}
	tried := map[outcome]bool{}
	check := func(id string, want claim.Verdict, f frame.Frame) {
		t.Helper()
		r, err := family.Decide(f, id)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			return
		}
		if r.Verdict != want {
			t.Errorf("%s: %s, want %s: %s", id, r.Verdict, want, r.Evidence)
		}
		said, times, err := lead(f)
		if sentence := r.Sentence(); err != nil || !strings.Contains(said+times, sentence) {
			t.Errorf("%s %s: the lead does not say %q, but %q, %v", id, want, sentence, said, err)
		}
	}
	for _, flip := range flips {
		check(flip.ID, flip.Want, frame.Of(flip.Trials))
		tried[outcome{flip.ID, flip.Want}] = true
	}
	for _, c := range family.Claims() {
		check(c.ID, claim.Undecided, frame.Frame{})
		for _, want := range []claim.Verdict{claim.Holds, claim.Fails} {
			if !c.Exploratory && !tried[outcome{c.ID, want}] {
				t.Errorf("%s: no trials are given on which it %s", c.ID, want)
			}
		}
	}
}
