package reports

import (
	"math"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

func TestAnIntervalDecidesOnlyWhatItLeavesOut(t *testing.T) {
	nan := stats.Interval{Low: math.NaN(), High: math.NaN()}
	between := func(low, high float64) stats.Interval { return stats.Interval{Low: low, High: high} }
	for _, c := range []struct {
		name      string
		got, want Verdict
	}{
		{"above", Above(between(2, 3), 1), Holds},
		{"above, below it", Above(between(2, 3), 4), Fails},
		{"above, inside", Above(between(2, 3), 2), Undecided},
		{"above, unknown", Above(nan, 2), Undecided},
		{"below", Below(between(2, 3), 4), Holds},
		{"below, above it", Below(between(2, 3), 1), Fails},
		{"below, inside", Below(between(2, 3), 3), Undecided},
		{"less", Less(between(1, 2), between(3, 4)), Holds},
		{"less, larger", Less(between(3, 4), between(1, 2)), Fails},
		{"less, overlapping", Less(between(1, 3), between(2, 4)), Undecided},
		{"less, unknown", Less(nan, between(2, 4)), Undecided},
		{"all", All(Holds, Holds), Holds},
		{"all, one open", All(Holds, Undecided), Undecided},
		{"all, one fails", All(Undecided, Fails, Holds), Fails},
		{"unanimous", Unanimous(0, 0), Holds},
		{"unanimous, one open", Unanimous(0, 1), Undecided},
		{"unanimous, one against", Unanimous(1, 1), Fails},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestAClaimWithoutACaseStaysAsItIs(t *testing.T) {
	asked := Claim{ID: "x", Statement: "It is so.", Evidence: "Nothing was run."}
	if got := asked.Decided(0, Holds, "%d cases.", 0); got != asked {
		t.Errorf("%+v, want %+v", got, asked)
	}
	if got := asked.DecidedBy(stats.Estimate{}, Holds, "nothing"); got != asked {
		t.Errorf("%+v, want %+v", got, asked)
	}
	got := asked.DecidedBy(stats.Estimate{Value: 2, BCa: stats.Interval{Low: 1, High: 3}, N: 7}, Holds, "%d cases.", 7)
	if got.Holds != Holds || got.Evidence != "7 cases." || got.Estimate == nil || *got.Estimate != (Estimate{2, 1, 3, 7}) {
		t.Errorf("%+v", got)
	}
}
