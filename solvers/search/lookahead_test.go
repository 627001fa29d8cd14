package search_test

import (
	"slices"
	"testing"

	"github.com/puzzlelab/puzzlelab/solvers/search"
)

// checkLookahead runs every best-first search with lookahead from the first
// node on and without any. It returns how often Expand was called by either.
func checkLookahead[S, A comparable](t *testing.T, p search.Problem[S, A], limits search.Limits) (with, without int) {
	t.Helper()
	for name, solve := range allSearches[S, A]() {
		run := func(groups int, calls *int) search.Result[A] {
			defer search.SetSlowGroups(groups)()
			r := solve(t.Context(), p, limits)
			if counting, ok := any(p).(interface{ taken() int }); ok {
				*calls += counting.taken()
			}
			return r
		}
		got, want := run(0, &with), run(1<<30, &without)
		if !got.Meter.Equal(want.Meter) || got.Outcome != want.Outcome || got.Bound != want.Bound || !slices.Equal(got.Path, want.Path) {
			t.Errorf("%s: %+v, without lookahead %+v", name, got, want)
		}
	}
	return with, without
}

// counted is a puzzle that counts its expansions.
type counted struct {
	*tightFifteen
	calls int
}

func (c *counted) Expand(s *tightState, via slideMove, dst []search.Step[tightState, slideMove]) int {
	c.calls++
	return c.tightFifteen.Expand(s, via, dst)
}

func (c *counted) taken() (calls int) {
	calls, c.calls = c.calls, 0
	return calls
}

func TestLookaheadChangesNothingThatIsCounted(t *testing.T) {
	eachGraph(t, func(t *testing.T, p search.Problem[int32, int32], _ *roads, _ []int32, _ bool) {
		checkLookahead(t, p, search.Limits{})
	})
	all := []search.Limits{{Expanded: 20_000}, {Bytes: 400_000}, {Stored: 10_000}}
	if *exhaustive {
		all = append(all, search.Limits{Expanded: 40_000}, search.Limits{Stored: 20_000})
	}
	for _, limits := range all {
		with, without := checkLookahead(t, &counted{tightFifteen: newTightFifteen(korf12)}, limits)
		if with <= without || with > 2*without {
			t.Errorf("%+v: %d calls of Expand with lookahead, %d without: want some more, since some guesses are wrong", limits, with, without)
		}
	}
}
