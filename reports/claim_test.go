package reports

import (
	"math"
	"testing"

	"github.com/puzzlelab/puzzlelab/experiments/claim"
	"github.com/puzzlelab/puzzlelab/experiments/stats"
)

func TestADecidedClaimKeepsItsNumbers(t *testing.T) {
	r := claim.Result{
		Claim: claim.Claim{ID: "c", Statement: "It is so.", Timing: true}, Verdict: claim.Fails, Evidence: "It is not.", P: 0.01, Adjusted: 0.02,
		Estimate: &stats.Estimate{Value: 2, BCa: stats.Interval{Low: 1, High: 3}, N: 7},
	}
	c := ClaimOf(r)
	if c.ID != "c" || c.Statement != "It is so." || !c.Timing || c.Holds != Fails || c.Evidence != "It is not." || *c.P != 0.01 || *c.Adjusted != 0.02 || *c.Estimate != (Estimate{2, 1, 3, 7}) {
		t.Errorf("%+v", c)
	}
	if err := c.validate(); err != nil {
		t.Error(err)
	}
	r.P, r.Estimate = math.NaN(), &stats.Estimate{Value: 2, BCa: stats.Interval{Low: math.NaN(), High: math.NaN()}}
	if c := ClaimOf(r); c.P != nil || c.Adjusted != nil || c.Estimate != nil || c.validate() != nil {
		t.Errorf("without a test and an interval: %+v", c)
	}
}
